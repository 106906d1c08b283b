// Loops spread over the processor's cores: generating and checking gigabytes should not take longer
// than timing them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

#include "common/harness/problem/progress.h"

namespace course {

// Into how many parts n steps are worth being cut.
inline std::size_t number_of_parts(std::size_t n) {
  constexpr std::size_t kWorthAThread = 1 << 16;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  return std::max<std::size_t>(1, std::min(cores, n / kWorthAThread));
}

// Calls body(part, i) for every i in [0, n), in order within each part. Parts may run at the same
// time. The body must not throw. `work` names it to somebody who waits.
template <typename Body>
void parallel_parts(std::size_t n, std::size_t parts, const char* work, Body body) {
  constexpr std::size_t kStride = 1 << 16;  // between two looks at the clock
  Progress progress(work, n);
  const auto run_part = [&](std::size_t part) {
    const std::size_t end = n / parts * (part + 1) + (part + 1 == parts ? n % parts : 0);
    for (std::size_t i = n / parts * part; i < end;) {
      const std::size_t stop = std::min(end, i + kStride);
      progress.add(stop - i);
      for (; i < stop; ++i) body(part, i);
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(parts);
  std::size_t started = 1;  // with this one
  try {
    for (; started < parts; ++started) threads.emplace_back(run_part, started);
  } catch (const std::system_error&) {
    // The host gives no more threads: this one does the rest.
  }
  run_part(0);
  for (std::size_t part = started; part < parts; ++part) run_part(part);
  for (std::thread& thread : threads) thread.join();
}

// Calls body(i) for every i in [0, n).
template <typename Body>
void parallel_for(std::size_t n, const char* work, Body body) {
  parallel_parts(n, number_of_parts(n), work, [&](std::size_t, std::size_t i) { body(i); });
}

// The first i for which is_wanted(i), or n.
template <typename IsWanted>
std::size_t first_where(std::size_t n, const char* work, IsWanted is_wanted) {
  std::vector<std::size_t> first(number_of_parts(n), n);
  parallel_parts(n, first.size(), work, [&](std::size_t part, std::size_t i) {
    if (first[part] == n && is_wanted(i)) first[part] = i;
  });
  return *std::min_element(first.begin(), first.end());
}

}  // namespace course
