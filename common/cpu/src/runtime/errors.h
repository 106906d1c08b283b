// The runtime's two error states, as CUDA has them, and the text of diagnoses.
#pragma once
#include <cpu_backend/runtime_types.h>

#include <string>

namespace course::cpu {

// Remembers `error` for cudaGetLastError and returns it.
cudaError_t fail(cudaError_t error);
// Remembers a failed kernel: from now on every call returns `error`.
cudaError_t fail_for_good(cudaError_t error);
// The failed kernel's error, remembered for cudaGetLastError as well, or cudaSuccess.
cudaError_t sticky_error();
void clear_errors();

// Prints "CPU backend: " and the text to stderr, and keeps the text for last_diagnosis().
void report(const std::string& text);
// The same for what nothing can recover from: ends the program. The status is 1 for a mistake, 2
// where the host has not enough.
[[noreturn]] void report_and_exit(const std::string& text, int status = 1);

// "file:line".
std::string text_of(SourceLine at);
bool is_same_line(SourceLine a, SourceLine b);

}  // namespace course::cpu
