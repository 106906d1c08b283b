// See cpu_backend/no_device_algorithm.h.
#pragma once
#include <cpu_backend/no_device_algorithm.h>

CUB_NAMESPACE_BEGIN

struct DeviceRadixSort {
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceRadixSort, SortKeys)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceRadixSort, SortKeysDescending)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceRadixSort, SortPairs)
  COURSE_CPU_NO_DEVICE_ALGORITHM(DeviceRadixSort, SortPairsDescending)
};

CUB_NAMESPACE_END
