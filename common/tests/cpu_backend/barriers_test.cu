// Block barriers: what they order and compute, and what is said when not every thread comes.
#include <doctest/doctest.h>

#include "device_array.h"

__global__ void prefix_sum(const int* in, int* out) {
  __shared__ int values[256];
  values[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    __syncthreads();
    const int left = threadIdx.x >= distance ? values[threadIdx.x - distance] : 0;
    __syncthreads();
    values[threadIdx.x] += left;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[threadIdx.x];
}

TEST_CASE("a prefix sum with two barriers a step is right for every block size") {
  for (const int block : {1, 2, 31, 32, 33, 64, 255, 256}) {
    CAPTURE(block);
    const int blocks = 7;
    std::vector<int> in(block * blocks), expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      in[i] = static_cast<int>(i * 7919 % 100) - 50;
      expected[i] = in[i] + (i % block != 0 ? expected[i - 1] : 0);
    }
    const DeviceArray<int> input(in), output(in.size());
    prefix_sum<<<blocks, block>>>(input.get(), output.get());
    CHECK(output.to_host() == expected);
  }
}

__global__ void barrier_results(int* out, int limit) {
  const int t = static_cast<int>(threadIdx.x);
  const int count = __syncthreads_count(t < limit);
  const int all = __syncthreads_and(t < limit);
  const int any = __syncthreads_or(t < limit);
  out[t * 3] = count;
  out[t * 3 + 1] = all;
  out[t * 3 + 2] = any;
}

TEST_CASE("barriers count and combine predicates") {
  const int block = 70;
  for (const int limit : {0, 1, 69, 70}) {
    CAPTURE(limit);
    const DeviceArray<int> out(block * 3);
    barrier_results<<<1, block>>>(out.get(), limit);
    const auto values = out.to_host();
    bool right = true;
    for (int t = 0; t < block; ++t) {
      right = right && values[t * 3] == limit && (values[t * 3 + 1] != 0) == (limit == block) &&
              (values[t * 3 + 2] != 0) == (limit > 0);
    }
    CHECK(right);
  }
}

__global__ void some_leave(int* out) {
  if (threadIdx.x >= 40) return;
  __syncthreads();
  out[threadIdx.x] = 1;
}
const std::string line_of_barrier_after_leaving = here(-3);

TEST_CASE("threads that left before a barrier are named, with its line") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(128);
  some_leave<<<2, 128>>>(out.get());
  const std::string launch = here(-1);
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("kernel some_leave launched at " + launch));
  CHECK(diagnosed("40 threads of 128 wait"));
  CHECK(diagnosed("thread (0,0,0) of block"));
  CHECK(diagnosed("at " + line_of_barrier_after_leaving));
  CHECK(diagnosed("88 threads left the kernel"));
  CHECK(diagnosed("first thread (40,0,0)"));
}

__global__ void two_barriers(int* out) {
  if (threadIdx.x < 16) {
    __syncthreads();
  } else {
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}
const std::string first_of_two = here(-6);
const std::string second_of_two = here(-5);

TEST_CASE("threads that wait at two barriers are named, with both lines") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(64);
  two_barriers<<<1, 64>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("16 threads of 64 wait at a block barrier, thread (0,0,0) of block (0,0,0) at " +
                  first_of_two));
  CHECK(diagnosed("48 threads wait at another one, thread (16,0,0) of block (0,0,0) at " +
                  second_of_two));
}

// clang-format off
__global__ void two_barriers_of_one_line(int* out) {
  if (threadIdx.x < 16) { __syncthreads(); } else { __syncthreads(); }
  out[threadIdx.x] = 1;
}
const std::string the_one_line = here(-3);
// clang-format on

TEST_CASE("threads that wait at two barriers of one line are named, with both columns") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(64);
  two_barriers_of_one_line<<<1, 64>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  const std::string text = course::cpu::last_diagnosis();
  const auto column_behind = [&](const std::string& words) {
    const std::size_t at = text.find(words + the_one_line + ":");
    return at == std::string::npos ? 0
                                   : std::stoi(text.substr(at + (words + the_one_line).size() + 1));
  };
  const int first = column_behind(
      "16 threads of 64 wait at a block barrier, thread (0,0,0) of block (0,0,0) at ");
  const int second =
      column_behind("48 threads wait at another one, thread (16,0,0) of block (0,0,0) at ");
  CHECK(first > 0);
  CHECK(second > first);
}

__global__ void barrier_against_vote(int* out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = __any_sync(0xffffffffu, 1);
    __syncthreads();
  } else if (threadIdx.x < 48) {
    __syncthreads();
  } else {
    out[threadIdx.x] = __any_sync(0xffffffffu, 1);
  }
}

TEST_CASE("a barrier and a warp intrinsic that wait for each other are named") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(64);
  barrier_against_vote<<<1, 64>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("wait at a block barrier"));
  CHECK(diagnosed("16 threads wait at a warp intrinsic, thread (48,0,0)"));
}

TEST_CASE("after a failed block the next launch starts afresh") {
  {
    const ResetAtEnd reset;
    const DeviceArray<int> out(128);
    some_leave<<<300, 128>>>(out.get());
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  }
  CHECK(course::cpu::last_diagnosis().empty());
  const std::vector<int> ones(256, 1);
  const DeviceArray<int> input(ones), output(256);
  prefix_sum<<<1, 256>>>(input.get(), output.get());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(output.to_host()[255] == 256);
}
