// What a learner has done so far: names with values, in the file course_progress.txt of the build
// folder. Each call reads the file anew, as two terminals may be open.
#pragma once

#include <map>
#include <string>

#include "common/course/place.h"

namespace course {

using Record = std::map<std::string, std::string>;

Record read_record(const Place& place);

// "" if nothing was recorded.
std::string recorded(const Place& place, const std::string& name);

// A name has no spaces. Throws UsageError when the file cannot be written.
void record(const Place& place, const std::string& name, const std::string& value);

}  // namespace course
