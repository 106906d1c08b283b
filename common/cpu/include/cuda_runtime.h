// CUDA's main header, for programs that run their kernels on the CPU: device and host side.
#pragma once
#include <cpu_backend/keywords.h>
#include <cpu_backend/vectors.h>

#include <cpu_backend/running_thread.h>
#include <cpu_backend/runtime_types.h>

#include <cpu_backend/atomics.h>
#include <cpu_backend/collectives.h>
#include <cpu_backend/device_functions.h>
#include <cpu_backend/hints.h>
#include <cpu_backend/launch.h>
#include <cpu_backend/math_functions.h>
#include <cpu_backend/not_offered.h>
#include <cpu_backend/runtime_api.h>
#include <cpu_backend/shared_variable.h>

// CUDA's header brings these in, and programs rely on it.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
