// A program of two .cu files that have the same name, in different folders.
#include <doctest/doctest.h>

#include "device_array.h"

namespace one {
void launch(int* out);
}
namespace two {
void launch(int* out);
}

TEST_CASE("files of one name are two files") {
  const DeviceArray<int> first(1), second(1);
  one::launch(first.get());
  two::launch(second.get());
  CHECK(first.to_host() == std::vector<int>{1});
  CHECK(second.to_host() == std::vector<int>{2});
}
