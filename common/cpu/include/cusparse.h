// Not here.
#pragma once
#error "the CPU backend has no cuSPARSE; a GPU build has"
