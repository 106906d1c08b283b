// See errors.h; and CUDA's functions about errors.
#include "runtime/errors.h"

#include <cpu_backend/hints.h>
#include <cpu_backend/not_here.h>
#include <cpu_backend/runtime_api.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>

#include "common/cpu/diagnosis.h"

namespace course::cpu {
namespace {

std::atomic<cudaError_t> sticky{cudaSuccess};
thread_local cudaError_t last_error = cudaSuccess;  // of a host thread, as in CUDA

std::mutex diagnosis_mutex;
std::string diagnosis_text;

}  // namespace

cudaError_t fail(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

cudaError_t fail_for_good(cudaError_t error) {
  sticky = error;
  return fail(error);
}

cudaError_t sticky_error() { return fail(sticky); }

void clear_errors() {
  sticky = cudaSuccess;
  last_error = cudaSuccess;
  const std::lock_guard lock(diagnosis_mutex);
  diagnosis_text.clear();
}

void report(const std::string& text) {
  const std::lock_guard lock(diagnosis_mutex);
  diagnosis_text = text;
  const bool usable = ftrylockfile(stdout) == 0;
  if (usable) {
    std::fflush(stdout);  // keeps the two streams in order where both go to one file
    funlockfile(stdout);
  }
  std::fprintf(stderr, "CPU backend: %s\n", text.c_str());
  std::fflush(stderr);
  // A kernel was stopped within printf and holds the stream for ever: nobody could go on.
  if (!usable) _exit(1);
}

void report_and_exit(const std::string& text, int status) {
  report(text);
  _exit(status);
}

cudaError_t take_hint() { return sticky_error(); }

cudaError_t not_supported(const char* why) {
  static std::mutex mutex;
  static std::set<std::string> reported;
  const std::lock_guard lock(mutex);
  if (reported.insert(why).second) report(why);
  return fail(cudaErrorNotSupported);
}

std::string text_of(SourceLine at) {
  std::string text = at.file;
  text += ':';
  text += std::to_string(at.line);
  return text;
}

bool is_same_line(SourceLine a, SourceLine b) {
  return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

std::string last_diagnosis() {
  const std::lock_guard lock(diagnosis_mutex);
  return diagnosis_text;
}

}  // namespace course::cpu

using namespace course::cpu;

cudaError_t cudaGetLastError() {
  if (const cudaError_t error = sticky_error()) return error;
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  if (const cudaError_t error = sticky_error()) return error;
  return last_error;
}

namespace {

struct ErrorText {
  cudaError_t error;
  const char* name;
  const char* text;
};

#define COURSE_CPU_ERROR(name, text) \
  { name, #name, text }
constexpr ErrorText error_texts[] = {
    COURSE_CPU_ERROR(cudaSuccess, "no error"),
    COURSE_CPU_ERROR(cudaErrorInvalidValue, "invalid argument"),
    COURSE_CPU_ERROR(cudaErrorMemoryAllocation, "out of memory"),
    COURSE_CPU_ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    COURSE_CPU_ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    COURSE_CPU_ERROR(cudaErrorInvalidSymbol, "invalid device symbol"),
    COURSE_CPU_ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer"),
    COURSE_CPU_ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    COURSE_CPU_ERROR(cudaErrorInsufficientDriver,
                     "CUDA driver version is insufficient for CUDA runtime version"),
    COURSE_CPU_ERROR(cudaErrorInvalidDeviceFunction, "invalid device function"),
    COURSE_CPU_ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    COURSE_CPU_ERROR(cudaErrorInvalidDevice, "invalid device ordinal"),
    COURSE_CPU_ERROR(cudaErrorOperatingSystem,
                     "OS call failed or operation not supported on this OS"),
    COURSE_CPU_ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    COURSE_CPU_ERROR(cudaErrorNotReady, "device not ready"),
    COURSE_CPU_ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    COURSE_CPU_ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    COURSE_CPU_ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    COURSE_CPU_ERROR(cudaErrorMisalignedAddress, "misaligned address"),
    COURSE_CPU_ERROR(cudaErrorLaunchFailure, "unspecified launch failure"),
    COURSE_CPU_ERROR(cudaErrorNotSupported, "operation not supported"),
    COURSE_CPU_ERROR(cudaErrorUnknown, "unknown error"),
};
#undef COURSE_CPU_ERROR

const ErrorText* find_error(cudaError_t error) {
  for (const ErrorText& entry : error_texts) {
    if (entry.error == error) return &entry;
  }
  return nullptr;
}

}  // namespace

const char* cudaGetErrorName(cudaError_t error) {
  const ErrorText* entry = find_error(error);
  return entry != nullptr ? entry->name : "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  const ErrorText* entry = find_error(error);
  return entry != nullptr ? entry->text : "unrecognized error code";
}
