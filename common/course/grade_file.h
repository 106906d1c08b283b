// Grades as files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/course/grade.h"

namespace course {

std::string csv_of(const std::vector<Grade>& grades, std::uint64_t seed);
std::string json_of(const std::vector<Grade>& grades, std::uint64_t seed);

// A grade as lines of text and back.
std::string to_record(const Grade& grade);
Grade from_record(const std::string& record);

// Throws UsageError when the file cannot be written.
void write_text(const std::string& file, const std::string& text);

}  // namespace course
