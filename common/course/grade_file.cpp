#include "common/course/grade_file.h"

#include <array>
#include <fstream>
#include <sstream>
#include <utility>

#include "common/row/usage_error.h"

namespace course {
namespace {

// A grade's fields in the order in which they are written: name, value, and whether it is a number.
struct Field {
  const char* name;
  std::string value;
  bool is_number;
};

std::vector<Field> fields_of(const Grade& grade) {
  return {{"student", grade.student, false},
          {"exercise", grade.exercise, false},
          {"status", grade.status, false},
          {"failed_by", grade.failed_by, false},
          {"passed", std::to_string(grade.passed), true},
          {"total", std::to_string(grade.total), true},
          {"global_atomics", std::to_string(grade.global_atomics), true},
          {"shared_atomics", std::to_string(grade.shared_atomics), true},
          {"longest_queue", std::to_string(grade.longest_queue), true},
          {"message", grade.message, false}};
}

// What a submission printed may be part of a message: no line ends and no control characters, and
// no cell that a spreadsheet would take for a formula.
std::string plain(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
  }
  return text;
}

std::string csv_cell(const std::string& text) {
  std::string cell = plain(text);
  if (!cell.empty() && std::string("=+-@").find(cell[0]) != std::string::npos) cell.insert(0, "'");
  if (cell.find_first_of(",\"") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string json_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : plain(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

std::string csv_of(const std::vector<Grade>& grades, std::uint64_t seed) {
  std::string text;
  for (const Field& field : fields_of({})) text += std::string(field.name) + ",";
  text += "seed\n";
  for (const Grade& grade : grades) {
    for (const Field& field : fields_of(grade)) text += csv_cell(field.value) + ",";
    text += std::to_string(seed) + "\n";
  }
  return text;
}

std::string json_of(const std::vector<Grade>& grades, std::uint64_t seed) {
  std::string text = "{\"seed\": " + std::to_string(seed) + ", \"grades\": [";
  for (std::size_t i = 0; i < grades.size(); ++i) {
    text += i == 0 ? "\n  {" : ",\n  {";
    bool is_first = true;
    for (const Field& field : fields_of(grades[i])) {
      text += std::string(is_first ? "" : ", ") + "\"" + field.name +
              "\": " + (field.is_number ? field.value : json_text(field.value));
      is_first = false;
    }
    text += "}";
  }
  return text + "\n]}\n";
}

std::string to_record(const Grade& grade) {
  std::string record;
  for (const Field& field : fields_of(grade)) record += plain(field.value) + "\n";
  return record;
}

Grade from_record(const std::string& record) {
  std::istringstream lines(record);
  std::array<std::string, 10> values;
  for (std::string& value : values) std::getline(lines, value);
  Grade grade;
  if (values[2].empty()) return grade;
  const auto number = [&](std::size_t i) { return std::stoull("0" + values[i]); };
  grade.student = values[0];
  grade.exercise = values[1];
  grade.status = values[2];
  grade.failed_by = values[3];
  grade.passed = static_cast<int>(number(4));
  grade.total = static_cast<int>(number(5));
  grade.global_atomics = number(6);
  grade.shared_atomics = number(7);
  grade.longest_queue = number(8);
  grade.message = values[9];
  return grade;
}

void write_text(const std::string& file, const std::string& text) {
  std::ofstream output(file, std::ios::binary);
  output << text;
  output.close();
  if (!output) throw UsageError(file + ": cannot be written");
}

}  // namespace course
