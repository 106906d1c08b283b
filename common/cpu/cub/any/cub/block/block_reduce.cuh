// See cpu_backend/ptx_begin.h.
#pragma once
#ifdef COURSE_CPU_PTX
#include_next <cub/block/block_reduce.cuh>
#else
#include <cpu_backend/ptx_begin.h>
#include <cpu_backend/ptx_end.h>
#include_next <cub/block/block_reduce.cuh>
#endif
