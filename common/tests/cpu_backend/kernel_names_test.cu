// What a kernel is called in messages, however its launch writes it.
#include <doctest/doctest.h>

#include "device_array.h"

namespace names {

// Every launch of it is stuck, which is what the message is about.
template <int kBlock, class Value>
__global__ void stuck(Value*) {
  if (threadIdx.x > 0) __syncthreads();
}

template <class Value>
struct Kernels {
  template <int kBlock>
  static __global__ void stuck_too(Value*) {
    if (threadIdx.x > 0) __syncthreads();
  }
};

template <class Kernel>
void launch_through(Kernel* kernel) {
  const DeviceArray<int> data(1);
  kernel<<<1, 32>>>(data.get());
}

}  // namespace names

namespace {

__global__ void only_here(int*) {
  if (threadIdx.x > 0) __syncthreads();
}

}  // namespace

TEST_CASE("a kernel behind a pointer is called by its own name") {
  const ResetAtEnd reset;
  SUBCASE("a parameter") {
    names::launch_through(names::stuck < (3 > 2) ? 32 : 64, int >);
    CHECK(diagnosed("kernel stuck launched at "));
  }
  SUBCASE("a static function of a class") {
    names::launch_through(names::Kernels<int>::stuck_too<32>);
    CHECK(diagnosed("kernel stuck_too launched at "));
  }
  SUBCASE("a table") {
    void (*table[])(int*) = {names::stuck<1, int>};
    table[0]<<<1, 32>>>(nullptr);
    CHECK(diagnosed("kernel stuck launched at "));
  }
  SUBCASE("when the launch is refused") {
    int on_host = 0;
    const auto pointer = names::stuck<1, int>;
    (*pointer)<<<1, 32>>>(&on_host);
    CHECK(diagnosed("kernel stuck launched at "));
  }
}

TEST_CASE("a kernel that the launch names is called as it is written there") {
  const ResetAtEnd reset;
  SUBCASE("with its template arguments") {
    names::stuck<32, int><<<1, 32>>>(nullptr);
    CHECK(diagnosed("kernel names::stuck<32, int> launched at "));
  }
  SUBCASE("in a class template") {
    names::Kernels<int>::template stuck_too<32><<<1, 32>>>(nullptr);
    CHECK(diagnosed("kernel names::Kernels<int>::template stuck_too<32> launched at "));
  }
  SUBCASE("in a namespace without a name") {
    only_here<<<1, 32>>>(nullptr);
    CHECK(diagnosed("kernel only_here launched at "));
  }
}

TEST_CASE("a pointer to a kernel that only its file sees goes by the pointer's name") {
  const ResetAtEnd reset;
  names::launch_through(only_here);
  CHECK(diagnosed("kernel kernel launched at "));
}
