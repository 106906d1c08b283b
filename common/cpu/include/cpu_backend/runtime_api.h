// The functions of the CUDA runtime API that lessons and the harness use. They behave as CUDA
// documents them, except that everything is finished when a call returns. Sizes are bytes.
#pragma once
#include <cpu_backend/runtime_types.h>

#include <cstddef>
#include <functional>

namespace course::cpu {

cudaError_t allocate(void** pointer, std::size_t bytes, SourceLine at, bool managed = false);
cudaError_t allocate_host(void** pointer, std::size_t bytes);
cudaError_t allocate_pitch(void** pointer, std::size_t* pitch, std::size_t width,
                           std::size_t height, SourceLine at);
cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t symbol_bytes);
cudaError_t copy_to_symbol(void* symbol, std::size_t symbol_bytes, const void* source,
                           std::size_t bytes, std::size_t offset);
cudaError_t copy_from_symbol(void* destination, const void* symbol, std::size_t symbol_bytes,
                             std::size_t bytes, std::size_t offset);
cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value);
cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* function);
cudaError_t max_active_blocks(int* blocks, int block_size, std::size_t dynamic_shared_bytes);
// `shared_of` gives the dynamic shared bytes of a block, by its threads; most_threads 0: no limit.
cudaError_t best_block_size(int* blocks, int* block_size,
                            const std::function<std::size_t(int)>& shared_of, int most_threads);

}  // namespace course::cpu

// Errors. A failed kernel leaves a sticky error: every later call returns it until
// cudaDeviceReset(). (On a GPU only the end of the process clears it.)
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

// Memory.
template <class Value>
cudaError_t cudaMalloc(Value** pointer, std::size_t bytes,
                       course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::allocate(reinterpret_cast<void**>(pointer), bytes, at);
}
// Memory for kernels, and for host code while no kernel runs.
template <class Value>
cudaError_t cudaMallocManaged(Value** pointer, std::size_t bytes, unsigned = cudaMemAttachGlobal,
                              course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::allocate(reinterpret_cast<void**>(pointer), bytes, at, true);
}
template <class Value>
cudaError_t cudaMallocAsync(Value** pointer, std::size_t bytes, cudaStream_t,
                            course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::allocate(reinterpret_cast<void**>(pointer), bytes, at);
}
// For `height` rows of `width` bytes, which begin *pitch bytes apart.
template <class Value>
cudaError_t cudaMallocPitch(Value** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height,
                            course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::allocate_pitch(reinterpret_cast<void**>(pointer), pitch, width, height, at);
}
template <class Value>
cudaError_t cudaMallocHost(Value** pointer, std::size_t bytes, unsigned = 0) {
  return course::cpu::allocate_host(reinterpret_cast<void**>(pointer), bytes);
}
template <class Value>
cudaError_t cudaHostAlloc(Value** pointer, std::size_t bytes, unsigned) {
  return course::cpu::allocate_host(reinterpret_cast<void**>(pointer), bytes);
}
cudaError_t cudaFree(void* pointer, course::cpu::SourceLine at = course::cpu::SourceLine::here());
inline cudaError_t cudaFreeAsync(void* pointer, cudaStream_t,
                                 course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return cudaFree(pointer, at);
}
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaMemcpy(void* destination, const void* source, std::size_t bytes,
                       cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* destination, const void* source, std::size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* destination, std::size_t to_pitch, const void* source,
                         std::size_t from_pitch, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* destination, std::size_t to_pitch, const void* source,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height);
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream = nullptr);
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);

template <class Value>
cudaError_t cudaMemcpyToSymbol(Value& symbol, const void* source, std::size_t bytes,
                               std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) {
  return course::cpu::copy_to_symbol(&symbol, sizeof symbol, source, bytes, offset);
}
template <class Value>
cudaError_t cudaMemcpyFromSymbol(void* destination, const Value& symbol, std::size_t bytes,
                                 std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  return course::cpu::copy_from_symbol(destination, &symbol, sizeof symbol, bytes, offset);
}

template <class Value>
cudaError_t cudaMemcpyToSymbolAsync(Value& symbol, const void* source, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind, cudaStream_t = nullptr) {
  return course::cpu::copy_to_symbol(&symbol, sizeof symbol, source, bytes, offset);
}
template <class Value>
cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const Value& symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind, cudaStream_t = nullptr) {
  return course::cpu::copy_from_symbol(destination, &symbol, sizeof symbol, bytes, offset);
}
template <class Pointer, class Value>
cudaError_t cudaGetSymbolAddress(Pointer** pointer, const Value& symbol) {
  return course::cpu::symbol_address(reinterpret_cast<void**>(pointer), &symbol, sizeof symbol);
}
template <class Value>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const Value& symbol) {
  *bytes = sizeof symbol;
  return cudaSuccess;
}

// Device.
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset(course::cpu::SourceLine at = course::cpu::SourceLine::here());

// Events and streams.
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t stop);
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);

// Functions.
template <class Function>
cudaError_t cudaFuncSetAttribute(Function* function, cudaFuncAttribute attribute, int value) {
  return course::cpu::set_function_attribute(reinterpret_cast<const void*>(function), attribute,
                                             value);
}
template <class Function>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Function* function) {
  return course::cpu::function_attributes(attributes, reinterpret_cast<const void*>(function));
}
template <class Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function*, int block_size,
                                                          std::size_t dynamic_shared_bytes) {
  return course::cpu::max_active_blocks(blocks, block_size, dynamic_shared_bytes);
}
// The block size, and the fewest blocks, with which a device holds the most threads.
template <class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* blocks, int* block_size, Function,
                                               std::size_t dynamic_shared_bytes = 0,
                                               int most_threads = 0) {
  return course::cpu::best_block_size(
      blocks, block_size, [=](int) { return dynamic_shared_bytes; }, most_threads);
}
template <class SharedOf, class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* blocks, int* block_size, Function,
                                                           SharedOf shared_of,
                                                           int most_threads = 0) {
  return course::cpu::best_block_size(
      blocks, block_size, [=](int threads) { return std::size_t(shared_of(threads)); },
      most_threads);
}
