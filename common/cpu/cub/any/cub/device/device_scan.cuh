// See cpu_backend/no_device_algorithm.h.
#pragma once
#include <cpu_backend/no_device_algorithm.h>

CUB_NAMESPACE_BEGIN

struct DeviceScan {
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceScan, ExclusiveScan)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceScan, ExclusiveSum)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceScan, InclusiveScan)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceScan, InclusiveSum)
};

CUB_NAMESPACE_END
