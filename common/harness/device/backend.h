// What differs between the two backends, behind one interface. Nothing else in the harness, and
// nothing in a lesson, asks which backend it runs on.
#pragma once

#include <string>

#include "common/harness/model/ledger.h"

namespace course {

// "cuda" or "cpu", as in the CSV column `backend`.
const char* backend_name();

// False on the CPU backend: its kernels run on the CPU, so their times say nothing about a GPU.
bool backend_has_gpu_times();

// CPU backend: built with a sanitizer, under which kernels run some thirty times as long.
bool backend_is_instrumented();

// CPU backend: the path of rates that were recorded on a GPU, if the build names one; else empty.
std::string backend_recorded_rates();

// CPU backend: the threads of a block start from the last to the first. Does nothing on a GPU,
// whose threads have no order.
void run_threads_in_reverse(bool reverse);

// CPU backend: launches from now on do nothing. Does nothing on a GPU.
void skip_launches(bool skip);

// CPU backend: allocations from now on begin right behind a guard page, and do not end at one as
// usual. Does nothing on a GPU.
void guard_front_of_allocations(bool in_front);

// CPU backend: what the host had too little of for a call that returned cudaErrorOperatingSystem.
std::string lack_of_host();

// Counting of atomics, and of memory accesses where backend_counts_memory(); does nothing where
// backend_counts_work() is false.
bool backend_counts_work();
bool backend_counts_memory();
void start_counting_work();
CountedWork stop_counting_work();

}  // namespace course
