// See cpu_backend/no_device_algorithm.h.
#pragma once
#include <cpu_backend/no_device_algorithm.h>

CUB_NAMESPACE_BEGIN

struct DeviceSelect {
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceSelect, Flagged)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceSelect, If)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceSelect, Unique)
};

CUB_NAMESPACE_END
