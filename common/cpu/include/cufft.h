// Not here.
#pragma once
#error "the CPU backend has no cuFFT; a GPU build has"
