// Everything is in one header here.
#pragma once
#include <cuda_runtime.h>
