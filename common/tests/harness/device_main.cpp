// The main function of the tests that need a device. Without one they are skipped: exit status 77,
// which CTest counts as skipped, never as passed.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "common/harness/device/device.h"

int main(int argc, char** argv) {
  try {
    std::printf("on %s\n", describe(course::open_device(0)).c_str());
  } catch (const course::CudaError& error) {
    std::printf("skipped, no usable device: %s\n", error.what());
    return 77;
  }
  return doctest::Context(argc, argv).run();
}
