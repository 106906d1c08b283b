// See cpu_backend/no_device_algorithm.h.
#pragma once
#include <cpu_backend/no_device_algorithm.h>

CUB_NAMESPACE_BEGIN

struct DeviceRunLengthEncode {
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceRunLengthEncode, Encode)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceRunLengthEncode, NonTrivialRuns)
};

CUB_NAMESPACE_END
