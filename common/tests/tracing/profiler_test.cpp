// profiler_test BIN RECORDED.csv: runs the lessons in BIN on what a profiler has recorded on a GPU,
// and holds what they count against it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Numbers = std::map<std::string, double>;  // by the names of the recorded columns

// Bank conflicts of random counters are counted a little differently from run to run.
constexpr double kConflicts = 0.03;
// Conflicts that no addresses explain: up to 450 were recorded, beside 32,768 instructions.
constexpr double kStrayConflicts = 500;

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  if (!line.empty() && line.back() == ',') cells.emplace_back();
  return cells;
}

double number(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  return std::strtod(text.c_str(), nullptr);
}

std::string output_of(const std::string& command) {
  std::string output;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  char buffer[4096];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
  if (pclose(pipe) != 0) output.clear();
  return output;
}

// From the sums that --lines prints, such as "shared loads: 5 requests, 10 wavefronts".
std::optional<Numbers> counted(const std::string& command) {
  const std::string output = output_of(command);
  const std::size_t sums = output.find("\nwhat each line asks of memory");
  if (sums == std::string::npos) return std::nullopt;
  Numbers numbers;
  const std::regex sum("(global|shared) (load|store|atomic)s: ([0-9,]+) requests?, ([0-9,]+) ");
  for (auto match = std::sregex_iterator(output.begin() + static_cast<std::ptrdiff_t>(sums),
                                         output.end(), sum);
       match != std::sregex_iterator(); ++match) {
    const std::string space = (*match)[1], access = (*match)[2];
    const double requests = number((*match)[3]), units = number((*match)[4]);
    if (space == "shared") {
      numbers["shared_" + access + "s"] = requests;
      numbers["shared_" + access + "_conflicts"] = units - requests;  // 4 bytes a lane
    } else if (access == "atomic") {
      numbers["global_atomics"] = requests;
    } else {
      numbers[access + "_requests"] = requests;
      numbers[access + "_sectors"] = units;
    }
  }
  return numbers;
}

// Where the two differ by more; docs/cpu_backend.md says why, as far as that is known. An empty
// type is any.
struct Difference {
  const char *variant, *type, *column;
  double tolerance;
};
constexpr Difference kDifferences[] = {
    {"tile_atomic", "", "shared_stores", 0.45},   {"composite_atomic", "", "shared_stores", 0.45},
    {"tile_sort", "", "shared_loads", 0.06},      {"tile_sort", "", "shared_stores", 0.06},
    {"composite_sort", "", "shared_loads", 0.06}, {"composite_sort", "", "shared_stores", 0.06},
};

double tolerance(const std::string& variant, const std::string& type, const std::string& column) {
  for (const Difference& known : kDifferences) {
    const bool is_type = known.type[0] == '\0' || type == known.type;
    if (variant == known.variant && is_type && column == known.column) {
      return known.tolerance;
    }
  }
  return column.find("_conflicts") != std::string::npos ? kConflicts : 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: profiler_test BIN RECORDED.csv\n";
    return 2;
  }
  std::ifstream file(argv[2]);
  std::vector<std::string> head;
  int compared = 0, wrong = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = cells_of(line);
    if (head.empty()) {
      head = cells;
      continue;
    }
    const std::string lesson = cells.at(0), variant = cells.at(1), type = cells.at(2);
    const std::string program = std::string(argv[1]) + "/" + lesson;
    if (!std::ifstream(program)) continue;  // chapter 07 where there is no CUB
    std::string command = program + " --lines --n " + cells.at(3) + " --variant " + variant;
    if (type.rfind("float", 0) != 0) command += " --type " + type;
    const auto numbers = counted(command);
    if (!numbers) {
      std::cout << "WRONG " << command << ": no counts\n";
      ++wrong;
      continue;
    }
    for (std::size_t c = 4; c < head.size(); ++c) {
      if (cells.at(c).empty()) continue;
      const double recorded = number(cells[c]);
      const auto found = numbers->find(head[c]);
      const double here = found != numbers->end() ? found->second : 0;
      const bool is_conflicts = head[c].find("_conflicts") != std::string::npos;
      const double allowed =
          tolerance(variant, type, head[c]) * recorded + (is_conflicts ? kStrayConflicts : 0);
      const bool is_right = std::abs(here - recorded) <= allowed;
      ++compared;
      wrong += !is_right;
      std::printf("%-5s %s %s %s %s: recorded %.0f, counted %.0f\n", is_right ? "ok" : "WRONG",
                  lesson.c_str(), variant.c_str(), type.c_str(), head[c].c_str(), recorded, here);
    }
  }
  std::printf("%d numbers compared, %d differ\n", compared, wrong);
  return wrong == 0 && compared > 50 ? 0 : 1;
}
