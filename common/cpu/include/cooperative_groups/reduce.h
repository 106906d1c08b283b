// See cpu_backend/groups_reduce.h.
#pragma once
#include <cooperative_groups.h>
#include <cpu_backend/groups_reduce.h>
