#include "common/course/record.h"

#include <fstream>

#include "common/course/grade_file.h"

namespace course {
namespace {

std::filesystem::path file_in(const Place& place) { return place.build / "course_progress.txt"; }

}  // namespace

Record read_record(const Place& place) {
  Record all;
  std::ifstream file(file_in(place));
  for (std::string name, value; file >> name && std::getline(file >> std::ws, value);) {
    all[name] = value;
  }
  return all;
}

std::string recorded(const Place& place, const std::string& name) {
  return read_record(place)[name];
}

void record(const Place& place, const std::string& name, const std::string& value) {
  Record all = read_record(place);
  all[name] = value;
  std::string text;
  for (const auto& [known, its_value] : all) text += known + " " + its_value + "\n";
  write_text(file_in(place).string(), text);
}

}  // namespace course
