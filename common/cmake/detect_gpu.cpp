// Exit status 0 when a CUDA driver is installed and at least one GPU answers. Asks the driver
// itself, which needs no toolkit and works wherever the driver's library is found.
#include <dlfcn.h>

int main() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (driver == nullptr) return 1;
  using Init = int (*)(unsigned);
  using Count = int (*)(int*);
  const auto init = reinterpret_cast<Init>(dlsym(driver, "cuInit"));
  const auto count = reinterpret_cast<Count>(dlsym(driver, "cuDeviceGetCount"));
  int devices = 0;
  if (init == nullptr || count == nullptr || init(0) != 0 || count(&devices) != 0) return 1;
  return devices > 0 ? 0 : 1;
}
