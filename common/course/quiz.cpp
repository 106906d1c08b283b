#include "common/course/quiz.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "common/course/pages.h"
#include "common/course/record.h"
#include "common/course/written_number.h"
#include "common/row/format.h"
#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace course {
namespace {

constexpr int kNotRight = 1;

void print_questions(const Place& place, const std::vector<KnownAnswer>& table) {
  std::string last;
  const std::string program = place.program();
  std::printf("`%s quiz 04.1` shows a question, `%s quiz 04.1 100` checks an answer; ",
              program.c_str(), program.c_str());
  std::printf("there are");
  for (const KnownAnswer& known : table) {
    if (known.id != last) std::printf(" %s", known.id.c_str());
    last = known.id;
  }
  std::printf("\n");
}

// "4.1" is 04.1.
std::string full_id(const std::string& id) {
  const std::size_t point = id.find('.');
  if (point == std::string::npos) return id;
  const std::string number = id.substr(point + 1);
  const std::optional<std::uint64_t> question = read_digits(number);
  return chapter_number(id.substr(0, point)) + "." +
         (question ? std::to_string(*question) : number);
}

// In small letters and without the s of a plural; 3,906 is one word.
std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c != ',' || word.empty() || !std::isdigit(static_cast<unsigned char>(word.back()))) {
      if (word == "s") word = "second";  // "10 M/s"
      if (word == "b") word = "byte";
      if (word.size() > 1 && word.back() == 's') word.pop_back();
      if (!word.empty()) words.insert(word);
      word.clear();
    }
  }
  return words;
}

// The answer's number. Behind it and its unit there may be words of the question and of its known
// answers: "589,696 atomics". Throws UsageError.
WrittenNumber read_answer(const std::string& answer, const std::vector<KnownAnswer>& table,
                          const std::string& question) {
  const std::optional<WrittenNumber> given = read_number(answer);
  const std::string rest = given ? given->rest : answer;
  static const std::regex form("[,.;:]?|[,;:/(]? ?[A-Za-z][A-Za-z0-9 ,.;:()/'-]*");
  bool is_understood = given && std::regex_match(rest, form);
  std::set<std::string> known = words_of("a per of " + question);
  for (const KnownAnswer& line : table) known.merge(words_of(line.whole()));
  for (const std::string& word : words_of(rest)) is_understood &= known.count(word) != 0;
  if (is_understood) return *given;
  throw UsageError("'" + answer + "' is no number" +
                   (given ? ": '" + rest + "' is not understood" : "") +
                   "; a number is needed, one at a time, as 589,696 or 4.55 GFLOP/s");
}

// Whether a word of the answer belongs to another right number: "3,907 threads" are not blocks.
bool is_of_another(const WrittenNumber& given, const KnownAnswer& line,
                   const std::vector<KnownAnswer>& table) {
  const std::set<std::string> its_words = words_of(line.text);
  for (const std::string& word : words_of(given.rest)) {
    const bool tells = word.size() > 3 && std::isalpha(static_cast<unsigned char>(word[0]));
    for (const KnownAnswer& other : table) {
      if (tells && other.kind == '=' && words_of(other.text).count(word) > its_words.count(word))
        return true;
    }
  }
  return false;
}

// How far the number is from a known one, over that; infinite if it cannot stand for it.
double distance(const WrittenNumber& given, const WrittenNumber& known) {
  constexpr double kOfDoubles = 1e-9, kRounding = 0.025;
  const double infinite = std::numeric_limits<double>::infinity();
  if (!given.unit.empty() && given.unit != known.unit) return infinite;
  const double value = known.is_exact ? given.binary : given.value;
  double difference = std::abs(value - known.value);
  if (given.unit.empty())  // "168" for 168 ms
    difference = std::min(difference, std::abs(value * known.factor - known.value));
  if (difference == 0) return 0;
  const double relative = difference / known.value;
  return relative <= (known.is_exact ? kOfDoubles : kRounding) ? relative : infinite;
}

// nullptr if there is none.
const KnownAnswer* nearest(const WrittenNumber& given, const std::vector<KnownAnswer>& table) {
  const KnownAnswer* found = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const KnownAnswer& line : table) {
    const double far = distance(given, *read_number(line.whole()));
    if (far >= least || (line.kind == '=' && is_of_another(given, line, table))) continue;
    least = far;
    found = &line;
  }
  return found;
}

// What a right number is of, for one who has not found it.
std::string asked_by(const KnownAnswer& line) {
  const std::string is = "is ";
  return line.text.compare(0, is.size(), is) == 0 ? line.text.substr(is.size()) : line.text;
}

}  // namespace

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
        !read_number(known.whole())) {
      throw UsageError(file.string(), number, "not an id, one of = ~ !, a number, and a text");
    }
    table.push_back(known);
  }
  return table;
}

int quiz(const Place& place, const std::string& text, const std::string& answer) {
  std::vector<KnownAnswer> table = read_quiz(place.course / "docs/quiz.txt");
  if (text.empty()) {
    print_questions(place, table);
    return EXIT_SUCCESS;
  }
  const std::string id = full_id(text);
  table.erase(std::remove_if(table.begin(), table.end(),
                             [&](const KnownAnswer& known) { return known.id != id; }),
              table.end());
  if (table.empty())
    throw UsageError("'" + text + "' is no question with a number; see `" + place.program() +
                     " quiz`");
  const std::string page = chapter_folder(place.course, id.substr(0, id.find('.'))) + "/README.md";
  const std::string question = question_text(read_text((place.course / page).string()), id);
  if (answer.empty()) {
    std::printf("%s\n", question.c_str());
    return EXIT_SUCCESS;
  }
  const KnownAnswer* known = nearest(read_answer(answer, table, question), table);
  if (known == nullptr) {
    std::printf(
        "not right, and not a mistake that is known here; hint and answer are folded in %s\n",
        page.c_str());
    return kNotRight;
  }
  const std::map<char, const char*> verdicts = {
      {'=', "right"}, {'~', "right so far"}, {'!', "not right"}};
  std::printf("%s: %s\n", verdicts.at(known->kind), known->whole().c_str());
  if (known->kind != '=') return kNotRight;
  // Numbers that were found before are not asked for again.
  const std::string name = "quiz/" + id, number = known->number + ";";
  std::string found = recorded(place, name);
  if (found.find(number) == std::string::npos) record(place, name, found += number);
  std::string others;
  for (const KnownAnswer& other : table) {
    if (other.kind == '=' && found.find(other.number + ";") == std::string::npos)
      others += (others.empty() ? "" : "; ") + asked_by(other);
  }
  std::printf("%s\n", others.empty() ? "that is all that the question asks for"
                                     : ("the question also asks for: " + others).c_str());
  return EXIT_SUCCESS;
}

}  // namespace course
