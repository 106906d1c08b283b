// A histogram's --check: one variant in all the cases of histogram_cases.h.
#pragma once

#include "common/harness/run/check_tally.h"
#include "common/harness/run/histogram_lesson.h"

namespace course {

// Runs all cases, each twice in a row on the same buffers with poisoned workspace and watched
// borders. Where work is counted, a formula that predicts something else is a failure too. Throws
// std::runtime_error when the device is lost.
CheckTally check_histogram(const Device& device, const HistogramVariant& variant);

}  // namespace course
