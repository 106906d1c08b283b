// A time of three digits in a page's prose is a row of a result file, rounded as it is written:
// tables are made anew with each recording, and sentences would stay behind.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "common/row/result_file.h"
#include "common/tests/recorded_files.h"

namespace fs = std::filesystem;

namespace {

const fs::path kRoot(COURSE_SOURCE_DIR);

std::vector<double> recorded_times() {
  std::vector<double> times;
  for (const fs::path& file : course_tests::recorded_files()) {
    for (const course::Row& row : course::read_results(file.string()).rows) {
      if (row.median_ms) times.push_back(*row.median_ms);
      if (row.predicted_ms) times.push_back(*row.predicted_ms);
    }
  }
  // Rows of other columns, of which the last is the time.
  std::istringstream blocks(course::read_text((kRoot / "docs/results/h200-blocks.csv").string()));
  for (std::string line; std::getline(blocks, line);) {
    if (line.substr(0, 1) == "0") times.push_back(std::stod(line.substr(line.rfind(',') + 1)));
  }
  return times;
}

bool is_recorded(std::string text, const std::vector<double>& times) {
  const std::size_t point = text.find('.');
  const auto digits = point == std::string::npos ? 0 : text.size() - point - 1;
  const double half = 0.5000001 * std::pow(10.0, -static_cast<double>(digits));
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  const double written = std::stod(text);
  return std::any_of(times.begin(), times.end(),
                     [&](double time) { return std::abs(time - written) <= half; });
}

// Neither tables nor what a program prints, and nothing that is worked out on the spot: "= 9.92
// ms".
std::vector<std::string> times_in_prose(std::string page) {
  page = std::regex_replace(page, std::regex("```[^`]*```"), "");
  page = std::regex_replace(page, std::regex("\n\\|[^\n]*"), "");
  page = std::regex_replace(page, std::regex("= \\**[0-9.,]+"), "");
  const std::regex time("(^|[^0-9.,])([0-9][0-9,]*(\\.[0-9]+)?)\\s+ms\\b");
  std::vector<std::string> found;
  for (std::sregex_iterator at(page.begin(), page.end(), time), end; at != end; ++at) {
    const std::string text = (*at)[2];
    const std::string digits = std::regex_replace(text, std::regex("^[0.]+|[.,]"), "");
    if (digits.size() >= 3) found.push_back(text);
  }
  return found;
}

}  // namespace

TEST_CASE("times in prose are rows of a result file") {
  const std::vector<double> times = recorded_times();
  REQUIRE(times.size() > 300);
  CHECK(is_recorded(std::to_string(times.front()), times));
  CHECK_FALSE(is_recorded("0.00001", times));
  CHECK(times_in_prose("a 0.257 ms, = **9.92 ms**, 70 ms\n| 1.23 ms |\n1,234 ms") ==
        std::vector<std::string>{"0.257", "1,234"});
  int pages = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot)) {
    const std::string name = entry.path().filename().string();
    const fs::path page = name == "README.md" ? entry.path() : entry.path() / "README.md";
    if (name != "README.md" && name.substr(0, 1) != "0") continue;
    ++pages;
    for (const std::string& text : times_in_prose(course::read_text(page.string()))) {
      CHECK_MESSAGE(is_recorded(text, times), page.string() << ": " << text << " ms is no row");
    }
  }
  CHECK(pages == 8);
}
