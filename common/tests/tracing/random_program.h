// A random program for one warp: branches, loops, calls and early exits around accesses to memory.
// It can be written down as CUDA C++ and run on a simulated warp, whose lanes are switched off and
// on by masks.
#pragma once
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

struct Statement {
  enum class Kind {
    access,
    choose,       // if, with or without else
    choose_both,  // if (a && b)
    count_down,   // for
    repeat_while,
    do_repeat,
    select,  // switch over four cases, of which the last is empty
    leave_loop,
    next_round,
    leave_function,
    call
  };
  Kind kind{};
  int line = 0;              // of an access
  unsigned limit = 0;        // of a random byte: below it the condition holds
  std::size_t function = 0;  // that is called
  std::vector<std::vector<Statement>> bodies;
};
using Body = std::vector<Statement>;

struct RandomProgram {
  std::vector<Body> functions;  // each calls none
  std::vector<Body> kernels;
  std::string source;  // its kernels are called kernel_0, kernel_1, ...
};
RandomProgram make_random_program(unsigned seed, int kernels);

struct LineUse {
  std::uint64_t requests = 0, lanes = 0;
};
// What each line asks for when a block of 64 threads runs every kernel, the k-th with seed k.
std::map<int, LineUse> simulate(const RandomProgram& program);
