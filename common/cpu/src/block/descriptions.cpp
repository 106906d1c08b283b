// See descriptions.h.
#include "block/descriptions.h"

#include <cpu_backend/not_here.h>
#include <signal.h>

#include <cstdio>
#include <cstring>

#include "block/watchdog.h"
#include "memory/device_memory.h"
#include "runtime/errors.h"
#include "runtime/host.h"
#include "runtime/kernel_name.h"

namespace course::cpu {

std::string text_of(uint3 index) {
  std::string text = "(";
  text += std::to_string(index.x);
  text += ',';
  text += std::to_string(index.y);
  text += ',';
  text += std::to_string(index.z);
  text += ')';
  return text;
}

namespace {

std::string count_of_threads(int count) {
  return std::to_string(count) + (count == 1 ? " thread" : " threads");
}

Failure describe_standstill() {
  return {cudaErrorLaunchTimeout,
          name_of(running.linear_index) + " was running when " +
              std::to_string(watchdog_seconds()) +
              " seconds (COURSE_CPU_WATCHDOG) had passed without a thread of the block coming to "
              "its end\n  an endless loop, or one that waits for what another thread or block has "
              "yet to do"};
}

Failure describe_refusal(const Allocation& allocation) {
  return {cudaErrorOperatingSystem, "the host does not open to the kernel " +
                                        allocation.describe(0) + ": the process has " +
                                        std::to_string(mappings()) + " mappings of memory, " +
                                        "vm.max_map_count is " + std::to_string(most_mappings())};
}

}  // namespace

void outside_kernel(const char* what) {
  report_and_exit(std::string(what) + " was used outside a kernel");
}

void unknown_ptx(SourceLine at) {
  const std::string what = "PTX at " + text_of(at) + ", for which the CPU backend has no C++";
  if (running.runner == nullptr) report_and_exit(what);
  fail_block(cudaErrorNotSupported, name_of(running.linear_index) + " reached " + what);
}

std::string launch_of(const LaunchFacts& facts) {
  return "kernel " + kernel_name(*facts.kernel) + " launched at " +
         text_of(facts.configuration->at) + ": ";
}

std::string name_of(int thread) {
  const auto linear = static_cast<unsigned>(thread);
  const dim3 block = running.block_dim;
  const uint3 index{linear % block.x, linear / block.x % block.y, linear / block.x / block.y};
  return "thread " + text_of(index) + " of block " + text_of(running.block_index);
}

Failure describe_fault(const Fault& fault, const Scheduler& scheduler, const SharedMemory& shared) {
  if (fault.signal == stop_signal) return describe_standstill();
  const std::string who = name_of(running.linear_index) + " ";
  if (fault.signal == SIGFPE) {
    return {cudaErrorLaunchFailure,
            who + "divides an integer by zero (a GPU would go on with a meaningless number)"};
  }
  if (fault.signal != SIGSEGV && fault.signal != SIGBUS) {
    return {cudaErrorLaunchFailure, who + "was stopped by " + strsignal(fault.signal)};
  }
  const std::string verb = fault.verb;
  if (shared.dynamic().is_near(fault.address)) {
    const auto offset = static_cast<const char*>(fault.address) - shared.dynamic().start();
    return {cudaErrorIllegalAddress,
            who + verb + " " + shared.dynamic().describe(offset) + ": out of bounds"};
  }
  if (const Allocation* allocation = DeviceMemory::instance().find_neighbour(fault.address)) {
    if (fault.refused_by_host) return describe_refusal(*allocation);
    const auto offset = static_cast<const char*>(fault.address) - allocation->base;
    return {cudaErrorIllegalAddress,
            who + verb + " " + allocation->describe(offset) + ": out of bounds"};
  }
  if (const Allocation* freed = DeviceMemory::instance().find_freed(fault.address)) {
    const auto offset = static_cast<const char*>(fault.address) - freed->base;
    return {cudaErrorIllegalAddress, who + verb + " " + freed->describe(offset)};
  }
  if (scheduler.is_stack_overflow(fault.address)) {
    return {cudaErrorIllegalAddress,
            who +
                "needs more stack than the CPU backend has: local arrays are too large, or a "
                "recursion is too deep"};
  }
  char address[32];
  std::snprintf(address, sizeof address, "%p", fault.address);
  return {cudaErrorIllegalAddress, who + verb + " the address " +
                                       (fault.address == nullptr ? "null" : address) +
                                       ", which is not in device memory"};
}

Failure describe_lack_of_stacks(int threads, std::size_t stacks) {
  return {cudaErrorOperatingSystem, "a block needs " + std::to_string(threads) + " stacks of " +
                                        std::to_string(Fiber::mapping_bytes() / 1024) +
                                        " KiB for its waiting threads, the host has room for " +
                                        std::to_string(stacks) +
                                        " (ulimit -v, memory, or vm.max_map_count, which is " +
                                        std::to_string(most_mappings()) + ")"};
}

Failure describe_lack_of_memory() {
  return {cudaErrorOperatingSystem, "the host has too little memory to run the kernel: " +
                                        std::to_string(free_host_memory_bytes() >> 20) +
                                        " MiB are free"};
}

Failure describe_stuck_block(const Scheduler& scheduler) {
  int at_barrier = 0, at_other_barrier = 0, at_warp = 0, ended = 0;
  int first_at_barrier = -1, elsewhere = -1, first_at_warp = -1, first_ended = -1;
  const auto first = [](int& slot, int number) {
    if (slot < 0) slot = number;
  };
  for (int number = 0; number < scheduler.threads(); ++number) {
    const GpuThread& thread = scheduler.thread(number);
    if (thread.state == ThreadState::at_barrier) {
      first(first_at_barrier, number);
      const SourceLine other = scheduler.thread(first_at_barrier).at;
      if (thread.at.column == other.column && is_same_line(thread.at, other)) {
        ++at_barrier;
      } else {
        ++at_other_barrier;
        first(elsewhere, number);
      }
    } else if (thread.state == ThreadState::at_warp_operation) {
      ++at_warp;
      first(first_at_warp, number);
    } else {
      ++ended;
      first(first_ended, number);
    }
  }
  const auto at = [&](int number) { return scheduler.thread(number).at; };
  // The column is of use only where two barriers stand on one line.
  const bool one_line = elsewhere >= 0 && is_same_line(at(first_at_barrier), at(elsewhere));
  const auto place_of = [&](int number) {
    std::string text = course::cpu::text_of(at(number));
    if (one_line) text.append(":").append(std::to_string(at(number).column));
    return text;
  };
  const auto wait = [](int count) { return count == 1 ? " waits " : " wait "; };
  std::string text = "block " + text_of(running.block_index) + " can never go on";
  if (at_barrier > 0) {
    text += "\n  " + count_of_threads(at_barrier) + " of " + std::to_string(scheduler.threads()) +
            wait(at_barrier) + "at a block barrier, " + name_of(first_at_barrier) + " at " +
            place_of(first_at_barrier);
  }
  if (elsewhere >= 0) {
    text += "\n  " + count_of_threads(at_other_barrier) + wait(at_other_barrier) +
            "at another one, " + name_of(elsewhere) + " at " + place_of(elsewhere);
  }
  if (at_warp > 0) {
    text += "\n  " + count_of_threads(at_warp) + wait(at_warp) + "at a warp intrinsic, " +
            name_of(first_at_warp) + " at " + text_of(at(first_at_warp));
  }
  if (ended > 0) {
    text += "\n  " + count_of_threads(ended) + " left the kernel without coming there, first " +
            name_of(first_ended);
  }
  text +=
      at_barrier > 0
          ? "\n  every thread of a block must reach the same __syncthreads()"
          : "\n  every lane that the mask names must reach the same warp intrinsic, or leave the "
            "kernel";
  return {cudaErrorLaunchFailure, text};
}

}  // namespace course::cpu
