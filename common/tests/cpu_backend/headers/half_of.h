// A header with nothing to rewrite, beside one that has.
#pragma once

__host__ __device__ constexpr int half_of(int count) { return count / 2; }
