// CUDA's functions and types that the CPU backend does not have. A program that uses one does not
// compile, and the message says why.
#pragma once
#include <cpu_backend/runtime_types.h>

namespace course::cpu {
template <class...>
constexpr bool is_offered = false;
}  // namespace course::cpu

#define COURSE_CPU_MISSING(what) "the CPU backend has no " what "; a GPU build has"

// A function, with or without a template argument.
#define COURSE_CPU_NOT_OFFERED(name, what)                                                     \
  template <class... Chosen, class... Arguments>                                               \
  cudaError_t name(Arguments&&...) {                                                           \
    static_assert(course::cpu::is_offered<Chosen..., Arguments...>, COURSE_CPU_MISSING(what)); \
    return cudaErrorNotSupported;                                                              \
  }
// g++ before 12 knows no better than a warning.
#if defined(__clang__) || __GNUC__ >= 12
#define COURSE_CPU_TYPE_NOT_OFFERED(name, what) \
  using name __attribute__((unavailable(COURSE_CPU_MISSING(what)))) = unsigned long long;
#else
#define COURSE_CPU_TYPE_NOT_OFFERED(name, what) \
  using name __attribute__((deprecated(COURSE_CPU_MISSING(what)))) = unsigned long long;
#endif

// Textures.
COURSE_CPU_TYPE_NOT_OFFERED(cudaTextureObject_t, "textures")
COURSE_CPU_TYPE_NOT_OFFERED(cudaTextureDesc, "textures")
COURSE_CPU_NOT_OFFERED(cudaCreateTextureObject, "textures")
COURSE_CPU_NOT_OFFERED(cudaDestroyTextureObject, "textures")
COURSE_CPU_NOT_OFFERED(tex1D, "textures")
COURSE_CPU_NOT_OFFERED(tex1Dfetch, "textures")
COURSE_CPU_NOT_OFFERED(tex2D, "textures")
COURSE_CPU_NOT_OFFERED(tex2DLod, "textures")
COURSE_CPU_NOT_OFFERED(tex3D, "textures")
COURSE_CPU_NOT_OFFERED(texCubemap, "textures")
COURSE_CPU_NOT_OFFERED(tex2DLayered, "textures")
// Surfaces.
COURSE_CPU_TYPE_NOT_OFFERED(cudaSurfaceObject_t, "surfaces")
COURSE_CPU_NOT_OFFERED(cudaCreateSurfaceObject, "surfaces")
COURSE_CPU_NOT_OFFERED(cudaDestroySurfaceObject, "surfaces")
COURSE_CPU_NOT_OFFERED(surf1Dread, "surfaces")
COURSE_CPU_NOT_OFFERED(surf1Dwrite, "surfaces")
COURSE_CPU_NOT_OFFERED(surf2Dread, "surfaces")
COURSE_CPU_NOT_OFFERED(surf2Dwrite, "surfaces")
COURSE_CPU_NOT_OFFERED(surf3Dread, "surfaces")
COURSE_CPU_NOT_OFFERED(surf3Dwrite, "surfaces")
// Arrays for textures.
COURSE_CPU_TYPE_NOT_OFFERED(cudaArray_t, "arrays for textures")
COURSE_CPU_TYPE_NOT_OFFERED(cudaMipmappedArray_t, "arrays for textures")
COURSE_CPU_TYPE_NOT_OFFERED(cudaChannelFormatDesc, "arrays for textures")
COURSE_CPU_TYPE_NOT_OFFERED(cudaResourceDesc, "arrays for textures")
COURSE_CPU_NOT_OFFERED(cudaMallocArray, "arrays for textures")
COURSE_CPU_NOT_OFFERED(cudaFreeArray, "arrays for textures")
COURSE_CPU_NOT_OFFERED(cudaMemcpyToArray, "arrays for textures")
COURSE_CPU_NOT_OFFERED(cudaMemcpy2DToArray, "arrays for textures")
COURSE_CPU_NOT_OFFERED(cudaMemcpy2DFromArray, "arrays for textures")
COURSE_CPU_NOT_OFFERED(cudaCreateChannelDesc, "arrays for textures")
// 3-d copies.
COURSE_CPU_TYPE_NOT_OFFERED(cudaExtent, "3-D copies")
COURSE_CPU_TYPE_NOT_OFFERED(cudaPitchedPtr, "3-D copies")
COURSE_CPU_TYPE_NOT_OFFERED(cudaMemcpy3DParms, "3-D copies")
COURSE_CPU_NOT_OFFERED(cudaMalloc3D, "3-D copies")
COURSE_CPU_NOT_OFFERED(cudaMalloc3DArray, "3-D copies")
COURSE_CPU_NOT_OFFERED(cudaMemcpy3D, "3-D copies")
COURSE_CPU_NOT_OFFERED(cudaMemcpy3DAsync, "3-D copies")
COURSE_CPU_NOT_OFFERED(cudaMemset3D, "3-D copies")
// Graphs.
COURSE_CPU_TYPE_NOT_OFFERED(cudaGraph_t, "graphs")
COURSE_CPU_TYPE_NOT_OFFERED(cudaGraphExec_t, "graphs")
COURSE_CPU_TYPE_NOT_OFFERED(cudaGraphNode_t, "graphs")
COURSE_CPU_NOT_OFFERED(cudaStreamBeginCapture, "graphs")
COURSE_CPU_NOT_OFFERED(cudaStreamEndCapture, "graphs")
COURSE_CPU_NOT_OFFERED(cudaGraphCreate, "graphs")
COURSE_CPU_NOT_OFFERED(cudaGraphInstantiate, "graphs")
COURSE_CPU_NOT_OFFERED(cudaGraphLaunch, "graphs")
COURSE_CPU_NOT_OFFERED(cudaGraphExecDestroy, "graphs")
COURSE_CPU_NOT_OFFERED(cudaGraphDestroy, "graphs")
COURSE_CPU_NOT_OFFERED(cudaGraphAddKernelNode, "graphs")
// Cooperative launches.
COURSE_CPU_NOT_OFFERED(cudaLaunchCooperativeKernel, "cooperative launches")
// Thread block clusters or launch attributes.
COURSE_CPU_TYPE_NOT_OFFERED(cudaLaunchConfig_t, "thread block clusters or launch attributes")
COURSE_CPU_TYPE_NOT_OFFERED(cudaLaunchAttribute, "thread block clusters or launch attributes")
COURSE_CPU_NOT_OFFERED(cudaLaunchKernelEx, "thread block clusters or launch attributes")
COURSE_CPU_NOT_OFFERED(cudaLaunchKernelExC, "thread block clusters or launch attributes")
COURSE_CPU_NOT_OFFERED(cudaOccupancyMaxActiveClusters, "thread block clusters or launch attributes")
// Second device.
COURSE_CPU_NOT_OFFERED(cudaDeviceCanAccessPeer, "second device")
COURSE_CPU_NOT_OFFERED(cudaDeviceEnablePeerAccess, "second device")
COURSE_CPU_NOT_OFFERED(cudaDeviceDisablePeerAccess, "second device")
COURSE_CPU_NOT_OFFERED(cudaMemcpyPeer, "second device")
COURSE_CPU_NOT_OFFERED(cudaMemcpyPeerAsync, "second device")
// Memory of other processes.
COURSE_CPU_TYPE_NOT_OFFERED(cudaIpcMemHandle_t, "memory of other processes")
COURSE_CPU_TYPE_NOT_OFFERED(cudaIpcEventHandle_t, "memory of other processes")
COURSE_CPU_NOT_OFFERED(cudaIpcGetMemHandle, "memory of other processes")
COURSE_CPU_NOT_OFFERED(cudaIpcOpenMemHandle, "memory of other processes")
COURSE_CPU_NOT_OFFERED(cudaIpcCloseMemHandle, "memory of other processes")
// Memory pools.
COURSE_CPU_TYPE_NOT_OFFERED(cudaMemPool_t, "memory pools")
COURSE_CPU_NOT_OFFERED(cudaDeviceGetDefaultMemPool, "memory pools")
COURSE_CPU_NOT_OFFERED(cudaMemPoolCreate, "memory pools")
COURSE_CPU_NOT_OFFERED(cudaMemPoolSetAttribute, "memory pools")
COURSE_CPU_NOT_OFFERED(cudaMallocFromPoolAsync, "memory pools")
// Host functions in streams.
COURSE_CPU_NOT_OFFERED(cudaLaunchHostFunc, "host functions in streams")
COURSE_CPU_NOT_OFFERED(cudaStreamAddCallback, "host functions in streams")
// Pipelines.
COURSE_CPU_NOT_OFFERED(__pipeline_memcpy_async, "pipelines")
COURSE_CPU_NOT_OFFERED(__pipeline_commit, "pipelines")
COURSE_CPU_NOT_OFFERED(__pipeline_wait_prior, "pipelines")

#undef COURSE_CPU_NOT_OFFERED
#undef COURSE_CPU_TYPE_NOT_OFFERED
