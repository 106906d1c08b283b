// The runtime API's events and streams. Every call is finished when it returns, so a stream has
// nothing to keep, and an event is a time.
#include <cpu_backend/runtime_api.h>

#include <chrono>
#include <memory>
#include <optional>

#include "runtime/errors.h"

namespace course::cpu {

struct Event {
  bool timed = true;
  std::optional<std::chrono::steady_clock::time_point> recorded;
};
struct Stream {};

}  // namespace course::cpu

using namespace course::cpu;

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (const cudaError_t error = sticky_error()) return error;
  if (event == nullptr) return fail(cudaErrorInvalidValue);
  auto owned = std::make_unique<Event>();
  owned->timed = (flags & cudaEventDisableTiming) == 0;
  *event = owned.release();
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (event == nullptr) return fail(cudaErrorInvalidResourceHandle);
  const std::unique_ptr<Event> owned(event);
  return sticky_error();
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (const cudaError_t error = sticky_error()) return error;
  if (event == nullptr) return fail(cudaErrorInvalidResourceHandle);
  event->recorded = std::chrono::steady_clock::now();
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (const cudaError_t error = sticky_error()) return error;
  return event != nullptr ? cudaSuccess : fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t stop) {
  if (const cudaError_t error = sticky_error()) return error;
  if (ms == nullptr) return fail(cudaErrorInvalidValue);
  if (start == nullptr || stop == nullptr || !start->timed || !stop->timed || !start->recorded ||
      !stop->recorded) {
    return fail(cudaErrorInvalidResourceHandle);
  }
  *ms = std::chrono::duration<float, std::milli>(*stop->recorded - *start->recorded).count();
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  if (const cudaError_t error = sticky_error()) return error;
  if (stream == nullptr) return fail(cudaErrorInvalidValue);
  *stream = std::make_unique<Stream>().release();
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (stream == nullptr) return fail(cudaErrorInvalidResourceHandle);
  const std::unique_ptr<Stream> owned(stream);
  return sticky_error();
}

cudaError_t cudaStreamSynchronize(cudaStream_t) { return sticky_error(); }
cudaError_t cudaStreamQuery(cudaStream_t) { return sticky_error(); }

cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned) {
  return cudaEventSynchronize(event);
}
