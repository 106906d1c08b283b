// Not here.
#pragma once
#error "the CPU backend has no cuRAND; a GPU build has"
