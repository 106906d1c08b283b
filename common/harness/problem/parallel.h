// A loop spread over the processor's cores: generating and checking gigabytes should not take
// longer than timing them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace course {

// Calls body(i) for every i in [0, n); calls for different i may run at the same time. The body
// must not throw.
template <typename Body>
void parallel_for(std::size_t n, Body body) {
  constexpr std::size_t kWorthAThread = 1 << 16;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t parts = std::max<std::size_t>(1, std::min(cores, n / kWorthAThread));
  const auto run_part = [&](std::size_t part) {
    const std::size_t end = n / parts * (part + 1) + (part + 1 == parts ? n % parts : 0);
    for (std::size_t i = n / parts * part; i < end; ++i) body(i);
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

}  // namespace course
