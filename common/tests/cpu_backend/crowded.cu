// A block as large as can be whose threads all wait, which takes a stack for each, on as many
// workers as COURSE_CPU_THREADS says and in whatever room the host leaves. Prints what came of it;
// exit status 0 for right results, 2 where the host has not enough, else 1.
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

__global__ void reverse_blocks(int* values) {
  const int value = values[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  values[blockIdx.x * blockDim.x + blockDim.x - 1 - threadIdx.x] = value;
}

// What `ulimit -v` does, counted from what the program has now.
void leave_address_space(std::size_t kib) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::size_t bytes = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + kib * 1024;
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
}

// Argument: how many KiB of address space are left to the program, if not all.
int main(int argc, char** argv) {
  if (argc > 1) leave_address_space(std::stoul(argv[1]));
  // First more blocks than workers, then another shape, whose stacks come beside the first ones'.
  for (const int threads : {1024, 256, 1000}) {
    const int blocks = 300;
    std::vector<int> values(static_cast<std::size_t>(threads * blocks));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i);
    int* device = nullptr;
    cudaMalloc(&device, values.size() * sizeof(int));
    cudaMemcpy(device, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    reverse_blocks<<<blocks, threads>>>(device);
    const cudaError_t error = cudaGetLastError();
    std::printf("%d threads: %s\n", threads, cudaGetErrorName(error));
    if (error == cudaErrorOperatingSystem) return 2;
    cudaMemcpy(values.data(), device, values.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads * blocks; ++i) {
      const int expected = i / threads * threads + threads - 1 - i % threads;
      if (values[static_cast<std::size_t>(i)] != expected) return 1;
    }
    cudaFree(device);
  }
  std::size_t mappings = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) ++mappings;
  std::printf("all right, %zu mappings\n", mappings);
  return 0;
}
