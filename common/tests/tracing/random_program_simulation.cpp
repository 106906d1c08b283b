// Runs a random program on a warp with masks: lanes come together again where a block of the source
// ends. See random_program.h.
#include <array>

#include "random_program.h"

namespace {

using Kind = Statement::Kind;
using Mask = std::uint32_t;

class Warp {
 public:
  Warp(const RandomProgram& program, unsigned first_thread, unsigned seed,
       std::map<int, LineUse>& uses)
      : program_(program), uses_(uses) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      states_[lane] = (first_thread + lane + 1) * 2654435761u ^ seed;
    }
  }
  void run(const Body& kernel) { run_function(kernel, ~Mask{0}); }

 private:
  // The lanes that have left a function, and in a loop those that have left it or this round of it.
  struct Left {
    Mask function = 0, loop = 0, round = 0;
    Mask all() const { return function | loop | round; }
  };

  unsigned byte(unsigned lane) {
    states_[lane] = states_[lane] * 1664525u + 1013904223u;
    return states_[lane] >> 24;
  }
  // The lanes of the mask for which `holds(lane)`; each is asked.
  template <class Condition>
  static Mask lanes_where(Mask mask, Condition holds) {
    Mask result = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) != 0 && holds(lane)) result |= Mask{1} << lane;
    }
    return result;
  }
  Mask below(Mask mask, unsigned limit) {
    return lanes_where(mask, [&](unsigned lane) { return byte(lane) < limit; });
  }

  void run_function(const Body& body, Mask mask) {
    Left left;
    run_block(body, mask, left);
  }
  void run_block(const Body& body, Mask mask, Left& left) {
    for (const Statement& statement : body) {
      mask &= ~left.all();
      if (mask == 0) return;
      run_statement(statement, mask, left);
    }
  }
  void run_statement(const Statement& s, Mask mask, Left& left) {
    switch (s.kind) {
      case Kind::access:
        uses_[s.line].requests += 1;
        uses_[s.line].lanes += static_cast<unsigned>(__builtin_popcount(mask));
        return;
      case Kind::leave_loop:
        left.loop |= below(mask, s.limit);
        return;
      case Kind::next_round:
        left.round |= below(mask, s.limit);
        return;
      case Kind::leave_function:
        left.function |= below(mask, s.limit);
        return;
      case Kind::call:
        return run_function(program_.functions[s.function], mask);
      case Kind::choose:
      case Kind::choose_both: {
        Mask yes = below(mask, s.limit);
        if (s.kind == Kind::choose_both) yes = below(yes, 128);
        run_block(s.bodies[0], yes, left);
        run_block(s.bodies[1], mask & ~yes, left);
        return;
      }
      case Kind::select: {
        std::array<unsigned, 32> choice{};
        lanes_where(mask, [&](unsigned lane) { return choice[lane] = byte(lane) % 4, true; });
        for (unsigned c = 0; c < s.bodies.size(); ++c) {
          run_block(s.bodies[c],
                    lanes_where(mask, [&](unsigned lane) { return choice[lane] == c; }), left);
        }
        return;
      }
      case Kind::count_down:
      case Kind::repeat_while:
      case Kind::do_repeat:
        return run_loop(s, mask, left);
    }
  }
  void run_loop(const Statement& s, Mask mask, Left& outside) {
    std::array<unsigned, 32> rounds{};
    if (s.kind == Kind::count_down) {
      lanes_where(mask, [&](unsigned lane) { return rounds[lane] = byte(lane) % 5, true; });
    }
    Left inside;
    inside.function = outside.function;
    for (bool is_first = true;; is_first = false) {
      if (s.kind == Kind::count_down) {
        mask = lanes_where(mask, [&](unsigned lane) { return rounds[lane]-- > 0; });
      } else if (s.kind == Kind::repeat_while || !is_first) {
        mask = below(mask, 150);
      }
      if (mask == 0) break;
      inside.round = 0;
      run_block(s.bodies[0], mask, inside);
      mask &= ~(inside.function | inside.loop);
    }
    outside.function = inside.function;
  }

  const RandomProgram& program_;
  std::map<int, LineUse>& uses_;
  std::array<std::uint32_t, 32> states_{};
};

}  // namespace

std::map<int, LineUse> simulate(const RandomProgram& program) {
  std::map<int, LineUse> uses;
  for (unsigned k = 0; k < program.kernels.size(); ++k) {
    for (const unsigned first : {0u, 32u}) Warp(program, first, k, uses).run(program.kernels[k]);
  }
  return uses;
}
