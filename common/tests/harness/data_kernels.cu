// The kernels that make and check data, for data_kernels_test.cpp.
#include "common/kernels/data_kernels.cuh"

#include "data_kernels.h"

namespace course_tests {

const course::DataKernels& data_kernels() { return course::kDataKernels; }

}  // namespace course_tests
