// The texts that say what went wrong in a block. What they do not say, the kernel's name and where
// it was launched, is put in front of them.
#pragma once
#include <cpu_backend/running_thread.h>

#include <string>

#include "block/failure.h"
#include "block/launch_facts.h"
#include "block/scheduler.h"
#include "memory/shared_memory.h"

namespace course::cpu {

// "(1,0,0)".
std::string text_of(uint3 index);
// "thread (1,0,0) of block (2,0,0)", of the block that runs.
std::string name_of(int thread);
// "kernel f launched at file:line: ".
std::string launch_of(const LaunchFacts& facts);

Failure describe_fault(const Fault& fault, const Scheduler& scheduler, const SharedMemory& shared);
// The host has no room for the stacks of a block's threads, all of which wait.
Failure describe_lack_of_stacks(int threads, std::size_t stacks);
// The backend itself needs memory, for counting and the like.
Failure describe_lack_of_memory();
// A block in which no thread can go on: some wait for others that never come.
Failure describe_stuck_block(const Scheduler& scheduler);

}  // namespace course::cpu
