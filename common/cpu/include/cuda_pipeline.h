// Not here.
#pragma once
#error "the CPU backend has no pipelines (cuda_pipeline.h); a GPU build has"
