#include "common/harness/device/architecture.h"

#include <cuda_runtime.h>

namespace course {
namespace {

#ifdef COURSE_BUILT_FOR
constexpr char kBuiltFor[] = COURSE_BUILT_FOR;
#else
constexpr char kBuiltFor[] = "";  // without CMake nobody tells
#endif

// As numbers: the CPU backend has no names for errors that cannot happen there.
constexpr int kNoKernelImageForDevice = 209, kUnsupportedPtxVersion = 222;

}  // namespace

std::string architecture_hint(int error, int compute_capability, const std::string& built_for) {
  if (error != kNoKernelImageForDevice && error != kUnsupportedPtxVersion) return "";
  const std::string number = std::to_string(compute_capability);
  return "; this device has compute capability " + std::to_string(compute_capability / 10) + "." +
         std::to_string(compute_capability % 10) + ", the program was built for " +
         (built_for.empty() ? "others" : built_for) +
         ": build with -DCMAKE_CUDA_ARCHITECTURES=" + number + ", or nvcc -arch=sm_" + number;
}

std::string architecture_hint(int error) {
  int device = 0, major = 0, minor = 0;
  // No throwing and no checking in here: a failed call is being reported.
  if (architecture_hint(error, 0, "").empty() || cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess) {
    return "";
  }
  return architecture_hint(error, major * 10 + minor, kBuiltFor);
}

}  // namespace course
