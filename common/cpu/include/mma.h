// Not here.
#pragma once
#error "the CPU backend has no tensor cores (mma.h); a GPU build has"
