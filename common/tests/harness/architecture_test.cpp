// A program without code for the device says which device, and what it was built for.
#include "common/harness/device/architecture.h"

#include <doctest/doctest.h>

using course::architecture_hint;

TEST_CASE("no code for the device: both architectures are named, and how to build for it") {
  CHECK(architecture_hint(209, 86, "90-real 100") ==
        "; this device has compute capability 8.6, the program was built for 90-real 100: build "
        "with -DCMAKE_CUDA_ARCHITECTURES=86, or nvcc -arch=sm_86");
  CHECK(architecture_hint(222, 120, "").find("capability 12.0, the program was built for others") !=
        std::string::npos);
}

TEST_CASE("other errors have no such hint") {
  CHECK(architecture_hint(0, 86, "90").empty());
  CHECK(architecture_hint(700, 86, "90").empty());
}
