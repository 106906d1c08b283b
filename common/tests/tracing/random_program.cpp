// Makes a random program and its source; see random_program.h.
#include "random_program.h"

namespace {

using Kind = Statement::Kind;

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  RandomProgram make(int kernels) {
    emit("#include \"random_kernels_test.h\"");
    emit("namespace {");
    emit("struct Random {");
    emit("  unsigned state;");
    emit("  __device__ unsigned byte() {");
    emit("    state = state * 1664525u + 1013904223u;");
    emit("    return state >> 24;");
    emit("  }");
    emit("};");
    for (const char* how : {"__attribute__((noinline)) ", "inline ", "", "static "}) {
      const std::string name = "function_" + std::to_string(program_.functions.size());
      emit(std::string(how) + "__device__ void " + name + "(Random& r, unsigned* out) {");
      Body body = block(2, 0);
      emit("}");
      program_.functions.push_back(std::move(body));
    }
    in_kernel_ = true;
    for (int k = 0; k < kernels; ++k) {
      emit("__global__ void kernel_" + std::to_string(k) + "(unsigned* out, unsigned seed) {");
      emit("  Random r{(threadIdx.x + 1) * 2654435761u ^ seed};");
      program_.kernels.push_back(block(4, 0));
      emit("}");
    }
    emit("}");
    return std::move(program_);
  }

 private:
  int emit(const std::string& text) {
    program_.source += text + "\n";
    return ++lines_;
  }
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }
  unsigned one_of(const std::vector<unsigned>& values) {
    return values[below(static_cast<unsigned>(values.size()))];
  }

  Body block(int depth, int loops) {
    Body body;
    for (unsigned left = 1 + below(4); left > 0; --left) body.push_back(statement(depth, loops));
    return body;
  }
  Kind kind(int depth, int loops) {
    std::vector<Kind> kinds(4, Kind::access);
    if (depth > 0) {
      kinds.insert(kinds.end(),
                   {Kind::choose, Kind::choose, Kind::choose, Kind::choose_both, Kind::count_down,
                    Kind::repeat_while, Kind::do_repeat, Kind::select});
    }
    if (loops > 0) kinds.insert(kinds.end(), {Kind::leave_loop, Kind::next_round});
    if (below(3) == 0) kinds.push_back(Kind::leave_function);
    if (in_kernel_) kinds.insert(kinds.end(), {Kind::call, Kind::call});
    return kinds[below(static_cast<unsigned>(kinds.size()))];
  }
  Statement statement(int depth, int loops) {
    Statement s;
    s.kind = kind(depth, loops);
    switch (s.kind) {
      case Kind::access:
        s.line = emit("atomicAdd(&out[" + std::to_string(lines_ % 64) +
                      " * 32 + threadIdx.x % 32], r.state);");
        break;
      case Kind::leave_loop:
      case Kind::next_round:
      case Kind::leave_function:
        s.limit = one_of({40, 100});
        emit("if (r.byte() < " + std::to_string(s.limit) + ") " +
             (s.kind == Kind::leave_loop   ? "break;"
              : s.kind == Kind::next_round ? "continue;"
                                           : "return;"));
        break;
      case Kind::call:
        s.function = below(static_cast<unsigned>(program_.functions.size()));
        emit("function_" + std::to_string(s.function) + "(r, out);");
        break;
      case Kind::choose:
      case Kind::choose_both:
        s.limit = one_of({30, 128, 128, 220});
        emit("if (r.byte() < " + std::to_string(s.limit) +
             (s.kind == Kind::choose_both ? " && r.byte() < 128) {" : ") {"));
        s.bodies.push_back(block(depth - 1, loops));
        s.bodies.emplace_back();
        if (s.kind == Kind::choose && below(3) > 0) {
          emit("} else {");
          s.bodies[1] = block(depth - 1, loops);
        }
        emit("}");
        break;
      case Kind::select:
        emit("switch (r.byte() % 4) {");
        for (int c = 0; c < 3; ++c) {
          emit("case " + std::to_string(c) + ":");
          s.bodies.push_back(block(depth - 1, 0));  // no break or continue of a loop inside
          emit("break;");
        }
        emit("}");
        break;
      case Kind::count_down:
        emit("for (unsigned k = r.byte() % 5; k > 0; --k) {");
        s.bodies.push_back(block(depth - 1, loops + 1));
        emit("}");
        break;
      case Kind::repeat_while:
        emit("while (r.byte() < 150) {");
        s.bodies.push_back(block(depth - 1, loops + 1));
        emit("}");
        break;
      case Kind::do_repeat:
        emit("do {");
        s.bodies.push_back(block(depth - 1, loops + 1));
        emit("} while (r.byte() < 150);");
        break;
    }
    return s;
  }

  std::mt19937 random_;
  RandomProgram program_;
  int lines_ = 0;
  bool in_kernel_ = false;
};

}  // namespace

RandomProgram make_random_program(unsigned seed, int kernels) { return Maker(seed).make(kernels); }
