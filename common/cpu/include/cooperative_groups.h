// Cooperative groups: thread_block, tiled_partition, coalesced_threads and what their members do
// together. The parts are in cpu_backend/groups_*.h.
#pragma once
#include <cuda_runtime.h>

#include <cpu_backend/groups_of_lanes.h>

#include <cpu_backend/groups_of_blocks.h>

#include <cpu_backend/groups_partition.h>
