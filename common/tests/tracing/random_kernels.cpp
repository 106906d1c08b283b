// random_kernels SEED KERNELS FILE.cu: writes random kernels, and a test that holds what the traced
// build counts for each of their lines against a simulated warp.
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "random_program.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: random_kernels SEED KERNELS FILE.cu\n";
    return 2;
  }
  const int kernels = std::atoi(argv[2]);
  const RandomProgram program =
      make_random_program(static_cast<unsigned>(std::atoi(argv[1])), kernels);
  std::ofstream file(argv[3]);
  file << program.source << "const LineUse kExpected[] = {\n";
  for (const auto& [line, use] : simulate(program)) {
    file << "    {" << line << ", " << use.requests << ", " << use.lanes << "},\n";
  }
  file << "};\n"
       << "TEST_CASE(\"random kernels, seed " << argv[1] << "\") {\n"
       << "  check_lines(__FILE__, kExpected, std::size(kExpected), [](unsigned* out) {\n";
  for (int k = 0; k < kernels; ++k) {
    file << "    kernel_" << k << "<<<1, 64>>>(out, " << k << "u);\n";
  }
  file << "  });\n}\n";
  return file.flush() ? 0 : 1;
}
