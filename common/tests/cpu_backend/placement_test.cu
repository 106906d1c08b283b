// Allocations that are tight against a guard page: what the usual placement cannot notice.
#include <doctest/doctest.h>

#include "common/cpu/placement.h"
#include "device_array.h"

using course::cpu::Placement;

namespace {

// The placement holds as long as this lives.
struct Placed {
  explicit Placed(Placement placement) { course::cpu::place_allocations(placement); }
  ~Placed() { course::cpu::place_allocations(Placement::aligned_end); }
};

__global__ void read_at(const int* values, int index, int* out) { *out = values[index]; }
__global__ void add_nothing_at(unsigned* counts, int index) { atomicAdd(counts + index, 0u); }
__global__ void double_all(int* values, int n) {
  for (int i = 0; i < n; ++i) values[i] *= 2;
}

}  // namespace

TEST_CASE("every placement holds the data") {
  for (const Placement placement :
       {Placement::aligned_end, Placement::tight_behind, Placement::tight_in_front}) {
    const Placed placed(placement);
    for (const int n : {1, 3, 4, 1023, 1024, 1025, 5000}) {
      const std::vector<int> values(static_cast<std::size_t>(n), 21);
      const DeviceArray<int> array(values);
      double_all<<<1, 1>>>(array.get(), n);
      CHECK(cudaGetLastError() == cudaSuccess);
      CHECK(array.to_host() == std::vector<int>(static_cast<std::size_t>(n), 42));
    }
  }
}

TEST_CASE("tight in front: a read before the first element is an error") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(1);
  const Placed placed(Placement::tight_in_front);
  const DeviceArray<int> values(5);
  read_at<<<1, 1>>>(values.get(), -1, out.get());
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("byte -4 of the allocation of 20 bytes"));
}

TEST_CASE("tight behind: an atomic behind the last element is an error, though it adds nothing") {
  const ResetAtEnd reset;
  const Placed placed(Placement::tight_behind);
  const DeviceArray<unsigned> counts(5);
  add_nothing_at<<<1, 1>>>(counts.get(), 5);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(diagnosed("byte 20 of the allocation of 20 bytes"));
}

TEST_CASE("tight behind: a read behind the last byte is an error") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(1);
  const Placed placed(Placement::tight_behind);
  const DeviceArray<int> values(7);
  read_at<<<1, 1>>>(values.get(), 7, out.get());
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
}
