// cub::BlockHistogram: CUB's own headers, from CUB 1.17 to 3.5, and C++ bodies for the PTX that
// BlockHistogram reaches: sorts and sums of integers.
#pragma once
#include <cpu_backend/ptx_begin.h>

#include <cpu_backend/ptx_bodies.h>
#include <cpu_backend/scan_step.h>

#include_next <cub/block/block_histogram.cuh>

#include <cpu_backend/ptx_end.h>
