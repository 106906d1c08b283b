#include "common/course/grade_file.h"

#include <algorithm>
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
  std::vector<Field> fields = {{"student", grade.student, false},
                               {"exercise", grade.exercise, false},
                               {"status", grade.status, false},
                               {"failed_by", grade.failed_by, false},
                               {"passed", std::to_string(grade.passed), true},
                               {"total", std::to_string(grade.total), true}};
  for (const Quantity& quantity : kQuantities) {
    fields.push_back({quantity.column, std::to_string(grade.work.*quantity.counted), true});
  }
  fields.push_back({"message", grade.message, false});
  return fields;
}

// The bytes of the UTF-8 character that begins at i; 0 where there is none.
std::size_t length_of_character(const std::string& text, std::size_t i) {
  const auto byte = [&](std::size_t k) {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
  };
  const unsigned first = byte(i);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xC0) != 0x80) return 0;
  }
  return length;
}

// What a submission printed may be part of a message: no line ends, no control characters, nothing
// that is no text, and no cell that a spreadsheet would take for a formula.
std::string plain(const std::string& text) {
  std::string clean;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = length_of_character(text, i);
    const bool is_control = static_cast<unsigned char>(text[i]) < ' ' || text[i] == 127;
    clean += length == 0 ? "?" : is_control ? " " : text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return clean;
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
  Grade grade;
  for (std::string* text : {&grade.student, &grade.exercise, &grade.status, &grade.failed_by}) {
    std::getline(lines, *text);
  }
  lines >> grade.passed >> grade.total;
  for (const Quantity& quantity : kQuantities) lines >> grade.work.*quantity.counted;
  std::getline(lines >> std::ws, grade.message);
  return grade;
}

void write_text(const std::string& file, const std::string& text) {
  std::ofstream output(file, std::ios::binary);
  output << text;
  output.close();
  if (!output) throw UsageError(file + ": cannot be written");
}

}  // namespace course
