// Kernels that never end by themselves. The limit is one second here; see CMakeLists.txt.
#include <doctest/doctest.h>

#include "device_array.h"

namespace {

__global__ void loop_for_ever(volatile int* out) {
  if (blockIdx.x == 1 && threadIdx.x == 3) {
    for (int i = 0;; ++i) *out = i;
  }
}

__global__ void wait_for_the_last_thread(unsigned* flag) {
  if (threadIdx.x == blockDim.x - 1) atomicExch(flag, 1u);
  while (atomicAdd(flag, 0u) == 0) {
  }
}

// A barrier for the whole grid, which only works while all blocks are on the device.
__global__ void wait_for_the_grid(unsigned* arrived) {
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) {
    }
  }
  __syncthreads();
}

__global__ void barriers_for_ever(int* out) {
  while (out != nullptr) __syncthreads();
}

template <class Launch>
void check_stopped(Launch launch, const std::string& name) {
  const ResetAtEnd reset;
  launch();
  CHECK(cudaGetLastError() == cudaErrorLaunchTimeout);
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
  CHECK(diagnosed("kernel " + name));
  CHECK(diagnosed("watchdog_test.cu:"));
  CHECK(diagnosed("was running when 1 seconds (COURSE_CPU_WATCHDOG) had passed"));
}

}  // namespace

TEST_CASE("an endless loop") {
  const DeviceArray<int> out(1);
  check_stopped([&] { loop_for_ever<<<4, 32>>>(out.get()); }, "loop_for_ever");
}

TEST_CASE("a wait for a thread that comes later") {
  const DeviceArray<unsigned> flag(std::vector<unsigned>(1));
  check_stopped([&] { wait_for_the_last_thread<<<2, 64>>>(flag.get()); },
                "wait_for_the_last_thread");
}

TEST_CASE("a wait for blocks that come later") {
  const DeviceArray<unsigned> arrived(std::vector<unsigned>(1));
  check_stopped([&] { wait_for_the_grid<<<100, 32>>>(arrived.get()); }, "wait_for_the_grid");
}

TEST_CASE("barriers without an end") {
  const DeviceArray<int> out(1);
  check_stopped([&] { barriers_for_ever<<<2, 64>>>(out.get()); }, "barriers_for_ever");
}

TEST_CASE("a stopped launch leaves everything usable") {
  {
    const DeviceArray<unsigned> flag(std::vector<unsigned>(1));
    check_stopped([&] { wait_for_the_last_thread<<<2, 64>>>(flag.get()); },
                  "wait_for_the_last_thread");
  }
  cudaGetLastError();  // of freeing what the reset had freed
  const DeviceArray<unsigned> flag(std::vector<unsigned>(1, 1u));
  wait_for_the_last_thread<<<2, 64>>>(flag.get());
  CHECK(cudaGetLastError() == cudaSuccess);
}
