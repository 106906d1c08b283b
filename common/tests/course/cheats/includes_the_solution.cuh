// fails by: build
// Includes the solution.
#include "docs/solutions/skip_empty.cuh"
