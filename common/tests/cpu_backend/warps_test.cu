// Warp intrinsics: shuffles, votes, matches, reductions; and lanes that do not come.
#include <doctest/doctest.h>

#include <functional>

#include "common/cpu/thread_order.h"
#include "device_array.h"

constexpr unsigned full = 0xffffffffu;

// Runs `body` for each of `threads` threads and returns what they wrote.
template <class Body>
__global__ void run_body(Body body, unsigned* out) {
  out[threadIdx.x] = static_cast<unsigned>(body(static_cast<int>(threadIdx.x)));
}
template <class Body>
std::vector<unsigned> each(int threads, Body body) {
  const DeviceArray<unsigned> out(threads);
  run_body<<<1, threads>>>(body, out.get());
  return out.to_host();
}
std::vector<unsigned> expected(int threads, const std::function<long long(int)>& of) {
  std::vector<unsigned> values;
  for (int t = 0; t < threads; ++t) values.push_back(static_cast<unsigned>(of(t)));
  return values;
}

TEST_CASE("shuffles") {
  const auto up = [](int t) { return __shfl_up_sync(full, t * 10, 3); };
  CHECK(each(64, up) == expected(64, [](int t) { return t % 32 < 3 ? t * 10 : (t - 3) * 10; }));
  const auto down = [](int t) { return __shfl_down_sync(full, t * 10, 5); };
  CHECK(each(64, down) == expected(64, [](int t) { return t % 32 > 26 ? t * 10 : (t + 5) * 10; }));
  const auto down8 = [](int t) { return __shfl_down_sync(full, t, 2, 8); };
  CHECK(each(32, down8) == expected(32, [](int t) { return t % 8 > 5 ? t : t + 2; }));
  const auto exchange = [](int t) { return __shfl_xor_sync(full, t, 5); };
  CHECK(each(64, exchange) == expected(64, [](int t) { return t ^ 5; }));
  const auto exchange_in_groups = [](int t) { return __shfl_xor_sync(full, t, 16, 16); };
  CHECK(each(32, exchange_in_groups) == expected(32, [](int t) { return t < 16 ? t : t - 16; }));
  const auto broadcast = [](int t) { return __shfl_sync(full, t, 7); };
  CHECK(each(64, broadcast) == expected(64, [](int t) { return t / 32 * 32 + 7; }));
  const auto groups = [](int t) { return __shfl_sync(full, t, 10, 8); };
  CHECK(each(32, groups) == expected(32, [](int t) { return t / 8 * 8 + 2; }));
  const auto doubles = [](int t) { return __shfl_sync(full, t + 0.5, 4) * 2; };
  CHECK(each(32, doubles) == expected(32, [](int) { return 9; }));
}

TEST_CASE("votes and matches, in a last warp that is not full as well") {
  const auto ballot = [](int t) { return __ballot_sync(full, t % 3 == 0); };
  CHECK(each(40, ballot) == expected(40, [](int t) {
          unsigned lanes = 0;
          for (int i = t / 32 * 32; i < (t < 32 ? 32 : 40); ++i) lanes |= (i % 3 == 0) << i % 32;
          return lanes;
        }));
  const auto all = [](int t) { return __all_sync(full, t < 32) * 2 + __any_sync(full, t == 3); };
  CHECK(each(64, all) == expected(64, [](int t) { return t < 32 ? 3 : 0; }));
  const auto match = [](int t) { return __match_any_sync(full, t % 2); };
  CHECK(each(32, match) == expected(32, [](int t) { return t % 2 ? 0xaaaaaaaau : 0x55555555u; }));
  const auto match_all = [](int t) {
    int equal = -1;
    const unsigned lanes = __match_all_sync(full, t < 32 ? 4 : t, &equal);
    return equal == 1 ? lanes : lanes + 100 + static_cast<unsigned>(equal);
  };
  CHECK(each(64, match_all) == expected(64, [](int t) { return t < 32 ? 0xffffffffll : 100; }));
}

TEST_CASE("reductions") {
  const auto sum = [](int t) { return __reduce_add_sync(full, static_cast<unsigned>(t)); };
  CHECK(each(64, sum) == expected(64, [](int t) { return t < 32 ? 496 : 496 + 1024; }));
  const auto least = [](int t) { return __reduce_min_sync(full, t - 5); };
  CHECK(each(32, least) == expected(32, [](int) { return -5; }));
  const auto most = [](int t) { return __reduce_max_sync(full, t - 100); };
  CHECK(each(32, most) == expected(32, [](int) { return -69; }));
  const auto most_unsigned = [](int t) {
    return __reduce_max_sync(full, static_cast<unsigned>(t - 1));
  };
  CHECK(each(32, most_unsigned) == expected(32, [](int) { return 0xffffffffll; }));
  const auto bits = [](int t) {
    const auto word = static_cast<unsigned>(t);
    return __reduce_or_sync(full, word) * 100 + __reduce_and_sync(full, word | 4) * 10 +
           __reduce_xor_sync(full, word == 9 ? 3u : 0u);
  };
  CHECK(each(32, bits) == expected(32, [](int) { return 3143; }));
}

TEST_CASE("lanes with different masks meet separately") {
  const auto halves = [](int t) {
    const unsigned mask = t % 2 ? 0xaaaaaaaau : 0x55555555u;
    return __reduce_add_sync(mask, static_cast<unsigned>(t));
  };
  CHECK(each(32, halves) == expected(32, [](int t) { return t % 2 ? 256 : 240; }));
  const auto one_branch = [](int t) {
    unsigned result = 7;
    if (t < 4) result = __ballot_sync(0xfu, t != 2);
    __syncwarp();
    return result;
  };
  CHECK(each(32, one_branch) == expected(32, [](int t) { return t < 4 ? 0xb : 7; }));
}

// Lanes below `first` leave at once, those from `end` on after the others have come to wait.
template <class Body>
__global__ void run_some(int first, int end, Body body, unsigned* out) {
  const int t = static_cast<int>(threadIdx.x);
  if (t % 32 < first) return;
  if (t % 32 >= end) return;
  out[t] = static_cast<unsigned>(body(t));
}
template <class Body>
std::vector<unsigned> some(int first, int end, Body body) {
  const DeviceArray<unsigned> out(std::vector<unsigned>(64, 7u));
  run_some<<<1, 64>>>(first, end, body, out.get());
  CHECK(cudaGetLastError() == cudaSuccess);
  return out.to_host();
}

TEST_CASE("lanes that left the kernel are not waited for") {
  for (const bool reverse : {false, true}) {
    course::cpu::start_threads_in_reverse(reverse);
    const auto of_lanes = [](int first, int end, const std::function<long long(int)>& of) {
      return expected(64, [&](int t) { return t % 32 < first || t % 32 >= end ? 7 : of(t); });
    };
    const auto ballot = [](int) { return __ballot_sync(full, 1); };
    CHECK(some(5, 32, ballot) == of_lanes(5, 32, [](int) { return 0xffffffe0ll; }));
    CHECK(some(0, 20, ballot) == of_lanes(0, 20, [](int) { return 0xfffffll; }));
    CHECK(some(31, 32, ballot) == of_lanes(31, 32, [](int) { return 0x80000000ll; }));
    const auto all = [](int t) { return __all_sync(full, t % 32 >= 5) * 2 + __any_sync(full, 0); };
    CHECK(some(5, 30, all) == of_lanes(5, 30, [](int) { return 2; }));
    const auto down = [](int t) { return __shfl_down_sync(full, t, 1); };
    CHECK(some(5, 32, down) == of_lanes(5, 32, [](int t) { return t % 32 == 31 ? t : t + 1; }));
    const auto sum = [](int) { return __reduce_add_sync(full, 1u); };
    CHECK(some(3, 11, sum) == of_lanes(3, 11, [](int) { return 8; }));
    const auto match = [](int t) { return __match_any_sync(full, t % 2); };
    CHECK(some(30, 32, match) == of_lanes(30, 32, [](int t) { return 1ll << t % 32; }));
  }
  course::cpu::start_threads_in_reverse(false);
}

__global__ void lane_elsewhere(int* out) {
  if (threadIdx.x < 5) __syncthreads();
  out[threadIdx.x] = __shfl_down_sync(full, static_cast<int>(threadIdx.x), 1);
}
const std::string line_of_elsewhere = here(-2);

TEST_CASE("a lane that the mask names but that waits elsewhere is an error with the line") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(32);
  lane_elsewhere<<<1, 32>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("27 threads wait at a warp intrinsic, thread (5,0,0) of block (0,0,0) at " +
                  line_of_elsewhere));
}

__global__ void wrong_mask(int* out) { out[threadIdx.x] = __any_sync(0xfu, 1); }
const std::string line_of_wrong_mask = here(-1);

TEST_CASE("a mask without the caller's own lane is an error with the line") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(32);
  wrong_mask<<<1, 32>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("thread (4,0,0) of block (0,0,0) calls a warp intrinsic at " +
                  line_of_wrong_mask + " with the mask 0x0000000f, which lacks its own lane 4"));
}

__global__ void different_intrinsics(int* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __any_sync(full, 1);
  } else {
    out[threadIdx.x] = __all_sync(full, 1);
  }
}
const std::string line_of_any = here(-5);
const std::string line_of_all = here(-4);

TEST_CASE("lanes that meet at different intrinsics are an error with both lines") {
  const ResetAtEnd reset;
  const DeviceArray<int> out(32);
  different_intrinsics<<<1, 32>>>(out.get());
  CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
  CHECK(diagnosed("some at " + line_of_any));
  CHECK(diagnosed("thread (16,0,0) of block (0,0,0) at " + line_of_all));
}
