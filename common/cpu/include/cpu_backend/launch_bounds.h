// What a kernel with __launch_bounds__(threads, ...) begins with. Its first thread finds out before
// the kernel has done anything, so that the launch is refused as on a GPU.
#pragma once
#include <cpu_backend/running_thread.h>

namespace course::cpu {

[[noreturn]] void refuse_block(long long most_threads);

template <class Bound, class... Others>
void check_launch_bounds(Bound most_threads, Others...) {
  const dim3 block = running.block_dim;
  const auto most = static_cast<long long>(most_threads);
  const bool in_kernel = running.runner != nullptr;
  if (in_kernel && static_cast<long long>(block.x) * block.y * block.z > most) refuse_block(most);
}

}  // namespace course::cpu
