// What stops a kernel on purpose, and __nanosleep.
#include <cpu_backend/device_functions.h>
#include <cpu_backend/not_here.h>

#include "block/block_runner.h"
#include "block/descriptions.h"
#include "block/failure.h"
#include "runtime/errors.h"

using namespace course::cpu;

void course::cpu::no_grid_sync(SourceLine at) {
  if (running.runner == nullptr) outside_kernel("this_grid()");
  fail_block(cudaErrorNotSupported,
             name_of(running.linear_index) + " synchronizes the grid at " + text_of(at) +
                 ": the CPU backend has no cooperative launches; a GPU build has");
}

void __trap(SourceLine at) {
  if (running.runner == nullptr) outside_kernel("__trap");
  fail_block(cudaErrorLaunchFailure,
             name_of(running.linear_index) + " called __trap() at " + text_of(at));
}

void __nanosleep(unsigned) {
  if (running.runner == nullptr) outside_kernel("__nanosleep");
  running.runner->stop_if_requested();
}
