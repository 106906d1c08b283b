// How well the model predicts: the rows that have a time and a prediction, in groups.
#pragma once

#include <vector>

#include "common/compare/render.h"
#include "common/compare/steps.h"

namespace course::compare {

// How far off a prediction is, whichever way: at least 1. The row must have a time and a
// prediction.
double factor_of(const Row& row);

// One row per group of predictions that has any, and one for all of them.
Table make_model_table(const std::vector<Step>& steps);

}  // namespace course::compare
