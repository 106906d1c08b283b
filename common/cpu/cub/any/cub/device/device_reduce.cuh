// See cpu_backend/no_device_algorithm.h.
#pragma once
#include <cpu_backend/no_device_algorithm.h>

CUB_NAMESPACE_BEGIN

struct DeviceReduce {
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceReduce, ArgMax)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceReduce, ArgMin)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceReduce, Max)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceReduce, Min)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceReduce, Reduce)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceReduce, ReduceByKey)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceReduce, Sum)
};

CUB_NAMESPACE_END
