// Not here.
#pragma once
#error "the CPU backend has no Thrust; a GPU build has"
