#include "common/course/quiz.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "common/course/pages.h"
#include "common/row/format.h"
#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

constexpr int kNotRight = 1;

std::string chapter_of(const std::string& id) { return id.substr(0, id.find('.')); }

void print_questions(const std::vector<KnownAnswer>& table) {
  std::string last;
  std::printf("`course quiz 04.1` shows a question, `course quiz 04.1 100` checks an answer; ");
  std::printf("there are");
  for (const KnownAnswer& known : table) {
    if (known.id != last) std::printf(" %s", known.id.c_str());
    last = known.id;
  }
  std::printf("\n");
}

bool same(const NumberGiven& given, const NumberGiven& known) {
  constexpr double kRounding = 0.01;
  if (known.is_exact) return given.value == known.value;
  return std::abs(given.value - known.value) <= kRounding * known.value;
}

}  // namespace

std::optional<NumberGiven> read_quantity(const std::string& text) {
  std::string digits;
  std::size_t end = 0;
  for (; end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) ||
                               std::string(".,/").find(text[end]) != std::string::npos);
       ++end) {
    if (text[end] != ',') digits += text[end];
  }
  const std::size_t bar = digits.find('/');
  const std::optional<double> value = read_decimal(digits.substr(0, bar));
  if (!value) return std::nullopt;
  NumberGiven quantity{*value, digits.find_first_of("./") == std::string::npos};
  if (bar != std::string::npos) {
    const std::optional<double> below = read_decimal(digits.substr(bar + 1));
    if (!below || *below == 0) return std::nullopt;
    quantity.value /= *below;
  }
  const std::string unit = text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
  if (unit.compare(0, 7, "million") == 0) quantity = {quantity.value * 1e6, false};
  if (unit.compare(0, 2, "ms") == 0) quantity.is_exact = false;  // it comes from a measured rate
  return quantity;
}

std::vector<KnownAnswer> read_quiz(const std::filesystem::path& file) {
  std::vector<KnownAnswer> table;
  std::istringstream lines(read_text(file.string()));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    KnownAnswer known;
    std::istringstream parts(line);
    parts >> known.id >> known.kind >> known.number >> std::ws;
    std::getline(parts, known.text);
    if (known.text.empty() || std::string("=~!").find(known.kind) == std::string::npos ||
        !read_quantity(known.number)) {
      throw UsageError(file.string(), number, "not an id, one of = ~ !, a number, and a text");
    }
    table.push_back(known);
  }
  return table;
}

int quiz(const Place& place, const std::string& id, const std::string& answer) {
  std::vector<KnownAnswer> table = read_quiz(place.course / "docs/quiz.txt");
  if (id.empty()) {
    print_questions(table);
    return EXIT_SUCCESS;
  }
  table.erase(std::remove_if(table.begin(), table.end(),
                             [&](const KnownAnswer& known) { return known.id != id; }),
              table.end());
  if (table.empty())
    throw UsageError("'" + id + "' is no question with a number; see `course quiz`");
  const std::string page = chapter_folder(place.course, chapter_of(id)) + "/README.md";
  if (answer.empty()) {
    std::printf("%s\n", question_text(read_text((place.course / page).string()), id).c_str());
    return EXIT_SUCCESS;
  }
  const std::optional<NumberGiven> given = read_quantity(answer);
  if (!given) throw UsageError("'" + answer + "' is no number");
  for (const KnownAnswer& known : table) {
    const std::string whole = known.number + " " + known.text;
    if (!same(*given, *read_quantity(whole))) continue;
    if (known.kind == '!') {
      std::printf("not right: %s\n", whole.c_str());
      return kNotRight;
    }
    std::printf("%s: %s\n", known.kind == '=' ? "right" : "right so far", whole.c_str());
    if (known.kind == '~') return kNotRight;
    std::string others;
    for (const KnownAnswer& other : table) {
      if (other.kind == '=' && &other != &known)
        others += (others.empty() ? "" : "; ") + other.text;
    }
    if (!others.empty()) std::printf("also asked: %s\n", others.c_str());
    return EXIT_SUCCESS;
  }
  std::printf("not right, and not a mistake that is known here; hint and answer are folded in %s\n",
              page.c_str());
  return kNotRight;
}

}  // namespace course
