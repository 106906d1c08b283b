// Launches: what is refused before anything runs, and what follows from a failure.
#include <cpu_backend/launch.h>
#include <cpu_backend/runtime_api.h>

#include <algorithm>
#include <map>
#include <new>

#include "block/descriptions.h"
#include "block/failure.h"
#include "block/worker_pool.h"
#include "common/cpu/launches.h"
#include "counting/counting.h"
#include "memory/device_memory.h"
#include "memory/fault_signals.h"
#include "memory/symbols.h"
#include "runtime/errors.h"
#include "runtime/kernel_name.h"
#include "runtime/limits.h"
#include "tracing/launch_counts.h"

namespace course::cpu {
namespace {

bool launches_are_skipped = false;

// The dynamic shared memory that cudaFuncSetAttribute allowed, by the kernel's address.
std::map<const void*, int>& opt_ins() {
  static std::map<const void*, int> limits;
  return limits;
}

int dynamic_shared_limit(const void* kernel) {
  const auto opt_in = opt_ins().find(kernel);
  return opt_in != opt_ins().end() ? std::max(opt_in->second, limits::shared_bytes)
                                   : limits::shared_bytes;
}

std::string size_text(dim3 size) {
  return std::to_string(size.x) + " x " + std::to_string(size.y) + " x " + std::to_string(size.z);
}

// A launch that does not fit the device. CUDA gives the error alone.
std::optional<Failure> find_wrong_size(const LaunchConfiguration& launch, const Kernel& kernel) {
  const dim3 grid = launch.grid;
  const dim3 block = launch.block;
  const auto refused = [&](cudaError_t error, const std::string& why) {
    return Failure{
        error, "kernel " + kernel_name(kernel) + " launched at " + text_of(launch.at) + ": " + why};
  };
  const bool grid_fits = grid.x >= 1 && grid.x <= limits::grid_x && grid.y >= 1 &&
                         grid.y <= limits::grid_yz && grid.z >= 1 && grid.z <= limits::grid_yz;
  if (!grid_fits) {
    return refused(cudaErrorInvalidConfiguration,
                   "a grid of " + size_text(grid) + " blocks; there are from 1 x 1 x 1 to " +
                       size_text(dim3(limits::grid_x, limits::grid_yz, limits::grid_yz)));
  }
  const bool block_fits = block.x >= 1 && block.x <= limits::block_threads && block.y >= 1 &&
                          block.y <= limits::block_threads && block.z >= 1 &&
                          block.z <= limits::block_z &&
                          block.x * block.y * block.z <= limits::block_threads;
  if (!block_fits) {
    return refused(cudaErrorInvalidConfiguration,
                   "a block of " + size_text(block) + " threads; there are from 1 to " +
                       std::to_string(limits::block_threads) + ", and at most " +
                       std::to_string(limits::block_z) + " in z");
  }
  const auto limit = static_cast<std::size_t>(dynamic_shared_limit(kernel.address));
  if (launch.dynamic_shared_bytes <= limit) return std::nullopt;
  return refused(cudaErrorInvalidValue, std::to_string(launch.dynamic_shared_bytes) +
                                            " bytes of dynamic shared memory; at most " +
                                            std::to_string(limit) +
                                            ", unless cudaFuncSetAttribute allows more");
}

// What host code did to managed memory since the last launch.
std::optional<Failure> find_wrong_host_write(const LaunchConfiguration& launch,
                                             const Kernel& kernel) {
  const Allocation* allocation = DeviceMemory::instance().find_managed_with_changed_fill();
  if (allocation == nullptr) return std::nullopt;
  return Failure{cudaErrorIllegalAddress, "before kernel " + kernel_name(kernel) + " launched at " +
                                              text_of(launch.at) + " host code wrote " +
                                              allocation->describe(*allocation->changed_fill()) +
                                              ": out of bounds"};
}

// A GPU meets a pointer to host memory when it follows it. Here it would work, so the launch is the
// place to notice.
std::optional<Failure> find_wrong_pointer(const LaunchConfiguration& launch, const Kernel& kernel) {
  const DeviceMemory& memory = DeviceMemory::instance();
  for (std::size_t i = 0; i < kernel.pointer_count; ++i) {
    const void* pointer = kernel.pointers[i];
    if (pointer == nullptr || memory.find_neighbour(pointer) != nullptr || is_pinned(pointer) ||
        find_symbol(pointer) != nullptr) {
      continue;
    }
    std::string text = "kernel " + kernel_name(kernel) + " launched at " + text_of(launch.at) +
                       ": argument " + std::to_string(i + 1) + " points to ";
    if (const Allocation* freed = memory.find_freed(pointer)) {
      text += freed->describe(static_cast<const char*>(pointer) - freed->base);
    } else {
      text += "host memory; kernels need memory from cudaMalloc";
    }
    return Failure{cudaErrorIllegalAddress, text};
  }
  return std::nullopt;
}

// A kernel that changed the fill around an allocation ran to its end, so who did it is not known.
// Run it once more, block after block, and look after every thread. Its results are lost anyway.
Failure find_who_wrote(const LaunchFacts& facts, std::size_t blocks, const Allocation& allocation) {
  const std::ptrdiff_t offset = *allocation.changed_fill();
  Job search;
  search.facts = facts;
  search.facts.counting = false;
  search.facts.watched = &allocation;
  search.blocks = blocks;
  allocation.restore_fill();
  WorkerPool::instance().run(search);
  if (search.failure && search.failure->error == cudaErrorIllegalAddress) return *search.failure;
  return {cudaErrorIllegalAddress, "kernel " + kernel_name(*facts.kernel) + " launched at " +
                                       text_of(facts.configuration->at) + ": some thread writes " +
                                       allocation.describe(offset) + ": out of bounds"};
}

}  // namespace

void skip_launches(bool skip) { launches_are_skipped = skip; }

void launch(const LaunchConfiguration& configuration, const Kernel& kernel) try {
  if (running.runner != nullptr) {
    fail_block(
        cudaErrorNotSupported,
        name_of(running.linear_index) + " launches the kernel " + kernel.name + " at " +
            text_of(configuration.at) +
            ": the CPU backend has no launches from a kernel (dynamic parallelism); a GPU build "
            "has");
  }
  const std::lock_guard lock(runtime_mutex());
  if (sticky_error() != cudaSuccess) return;
  if (const auto failure = find_wrong_size(configuration, kernel)) {
    report(failure->text);
    fail(failure->error);
    return;
  }
  if (launches_are_skipped) return;
  const dim3 grid = configuration.grid;
  const dim3 block = configuration.block;
  Job job;
  job.facts.configuration = &configuration;
  job.facts.kernel = &kernel;
  job.facts.threads = static_cast<int>(block.x * block.y * block.z);
  job.facts.counting = counting_is_on();
  job.blocks = static_cast<std::size_t>(grid.x) * grid.y * grid.z;
  job.workers = static_cast<int>(std::min(static_cast<std::size_t>(worker_count()), job.blocks));
  // Many blocks at once cost fewer trips to the shared counter, few balance the workers better.
  job.blocks_at_once =
      std::max<std::size_t>(1, job.blocks / (static_cast<std::size_t>(job.workers) * 16));

  DeviceMemory& memory = DeviceMemory::instance();
  catch_fault_signals();
  job.failure = find_wrong_pointer(configuration, kernel);
  if (!job.failure) job.failure = find_wrong_host_write(configuration, kernel);
  if (program_is_traced && job.facts.counting) begin_counted_launch(kernel, configuration);
  if (!job.failure) WorkerPool::instance().run(job);
  if (!job.failure) {
    if (const Allocation* allocation = memory.find_changed_fill()) {
      job.failure = find_who_wrote(job.facts, job.blocks, *allocation);
    }
  }
  memory.close_all();
  if (job.failure) {
    const bool refused = job.failure->error == kRefusedLaunch;
    refused ? fail(job.failure->error) : fail_for_good(job.failure->error);
    report(job.failure->text);
  }
} catch (const std::bad_alloc&) {
  fail(cudaErrorOperatingSystem);
  report("the host has too little memory for a launch");
}

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (function == nullptr) return fail(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return cudaSuccess;
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      value > limits::shared_bytes_opt_in) {
    return fail(cudaErrorInvalidValue);
  }
  opt_ins()[function] = value;
  return cudaSuccess;
}

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* function) {
  const std::lock_guard lock(runtime_mutex());
  if (const cudaError_t error = sticky_error()) return error;
  if (attributes == nullptr) return fail(cudaErrorInvalidValue);
  *attributes = {};
  attributes->maxThreadsPerBlock = limits::block_threads;
  attributes->maxDynamicSharedSizeBytes = dynamic_shared_limit(function);
  return cudaSuccess;
}

}  // namespace course::cpu
