// What `course grade` refuses before it compiles anything, in the ways in which it can be hidden.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <string>

#include "common/course/text_check.h"

using course::fault_of_text;

namespace {

bool is_refused(const std::string& text) { return !fault_of_text("a.cuh", text).empty(); }

}  // namespace

TEST_CASE("what has no place in an exercise is refused") {
  CHECK(is_refused("#include <vector>\n"));
  CHECK(is_refused("  %: define X 1\n"));
  CHECK(is_refused("__attribute__((constructor)) void f() {}"));
  CHECK(is_refused("[[gnu::__no_sanitize_thread__]] void f() {}"));
  CHECK(is_refused("[[gnu::constructor]] void f() {}"));
  CHECK(is_refused("<:<:gnu::constructor:>:> void f() {}"));
  CHECK(is_refused("void f() { asm(\"\"); }"));
  CHECK(is_refused("void f(void* a, void* b) { cudaMemcpyAsync(a, b, 4, cudaMemcpyDefault); }"));
  CHECK(is_refused("__managed__ int seen;"));
  CHECK_FALSE(is_refused("void f(void* a) { cudaMemsetAsync(a, 0, 4); }"));
  CHECK(fault_of_text("a.cuh", "\n\n#define X\n").find("a.cuh:3") == 0);
}

TEST_CASE("atomics that are not counted are refused") {
  CHECK(is_refused("void f(int* p) { __atomic_fetch_add(p, 1, 0); }"));
  CHECK(is_refused("void f(int* p) { __sync_fetch_and_add(p, 1); }"));
  CHECK(is_refused("void f(int& p) { std::atomic_ref<int>(p) += 1; }"));
  CHECK(is_refused("std::atomic<int> x;"));
  CHECK(is_refused("std::atomic_uint x; std::__atomic_base<int> y;"));
  CHECK_FALSE(is_refused("void f(int* p) { atomicAdd(p, 1); __syncthreads(); __syncwarp(); }"));
  CHECK_FALSE(is_refused("bool f(bool b) { return __syncthreads_or(b); }"));
}

TEST_CASE("white space, comments and lines that go on do not hide it") {
  CHECK(is_refused("[ [gnu::noinline]] void f() {}"));
  CHECK(is_refused("[/**/[gnu::noinline]] void f() {}"));
  CHECK(is_refused("[\n[gnu::noinline]] void f() {}"));
  CHECK(is_refused("[[gnu::__no_sanitize_thread__]] void f() {}"));
  CHECK(is_refused("void __no_sanitize_thread__();"));
  CHECK(is_refused("// a comment \\\n/* that goes on\n__attribute__((x)) void f();\n// */"));
  CHECK(is_refused("// a comment \\ \t\n/* as g++ reads it\n#define X\n// */"));
  CHECK(fault_of_text("a.cuh", "int a;\nint \\\nb;").find("a.cuh:2") == 0);
  CHECK_FALSE(is_refused("const char* line = \"one\\n\"; // a path\\of\\windows\n"));
}

TEST_CASE("text is UTF-8") {
  CHECK(fault_of_text("a.cuh", std::string("\xFF\xFE/\0/\0", 6)).find("UTF-8") !=
        std::string::npos);
  CHECK_FALSE(is_refused("int zähler = 0;  // größer"));
}

TEST_CASE("quotes and comments do not hide it") {
  // L'"' is a character; "/*" after it is text, and no comment begins there.
  CHECK(is_refused(
      "wchar_t q = L'\"'; const char* b = \"/*\";\n#include <vector>\nchar c = '*'; /**/"));
  CHECK(is_refused("auto q = u8'\"'; auto b = \"/*\"; int asm; /**/"));
  CHECK(is_refused("double x = 1.e0'0; auto b = \"' /* \";\n#include <array>\nauto c = \"*/\";"));
  CHECK(is_refused("double x = .5'0; auto b = \"' /* \";\n#define A\nauto c = \"*/\";"));
  CHECK(is_refused("double x = 1e+2'0; auto b = \"' /* \"; int asm; auto c = \"*/\";"));
  CHECK_FALSE(is_refused("char c = '+'; double x = 1.5e-3 + .5; int y = a.b + 1'000;"));
  CHECK(is_refused("int x = 1'0; char c = '\"'; auto b = \"/*\"; int asm; /**/"));
  CHECK(is_refused("int x = '1'; int y = 2'3; char q = '\"'; auto b = \"/*\"; int asm; /**/"));
  CHECK(is_refused("auto s = R\"x(/*)x\"; int asm; /**/"));
}

TEST_CASE("a file without code is empty") {
  CHECK(fault_of_text("a.cuh", "").find("is empty") != std::string::npos);
  CHECK(fault_of_text("a.cuh", "// a kernel\n\n").find("is empty") != std::string::npos);
}

TEST_CASE("ordinary code is not") {
  CHECK_FALSE(is_refused("std::size_t n = std::max<::std::size_t>(1, 2);"));
  CHECK_FALSE(is_refused("#pragma unroll\nint million = 1'000'000; char c = '\"'; // #define\n"));
  CHECK_FALSE(is_refused("/* #include <a> */ const char* text = \"asm // [[\"; wchar_t w = L'x';"));
  CHECK_FALSE(is_refused("[[maybe_unused]] int unused; int a[2]; int b = a[a[0]];\r\n"));
  CHECK_FALSE(is_refused("float f = 0x1.8p3f + 1e-3f; unsigned long n = 0xff'ffull;"));
}
