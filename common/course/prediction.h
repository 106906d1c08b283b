// A learner's prediction of what the steps of a chapter gain, and what came of it.
#pragma once

#include <string>
#include <vector>

#include "common/course/place.h"

namespace course {

// Records predictions such as "interleaved=3x", how many times as fast as the course's start; asks
// for each step's if there are none. Throws UsageError.
int predict(const Place& place, const std::string& chapter, const std::vector<std::string>& given);

// Prints them beside the rows of a result file; "": the recorded rows of docs/results.
int outcome(const Place& place, const std::string& chapter, const std::string& file);

}  // namespace course
