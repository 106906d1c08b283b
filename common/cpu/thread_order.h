// In which order the threads of a block start. A kernel with a missing barrier may be right in one
// order and wrong in the other; a right kernel is right in both.
#pragma once

namespace course::cpu {

// From the last thread to the first instead of from the first to the last; between launches only.
void start_threads_in_reverse(bool reverse);

}  // namespace course::cpu
