// Not here.
#pragma once
#error "the CPU backend has no cuBLAS; a GPU build has"
