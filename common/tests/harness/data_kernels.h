#pragma once

#include "common/harness/problem/data_kernels.h"

namespace course_tests {

const course::DataKernels& data_kernels();

}  // namespace course_tests
