// Kernels are compiled with -fsanitize=alignment,bounds, whose checks call the functions below: an
// access to an address that is no multiple of the type's alignment, and an index outside an array
// whose size the compiler knows. On a GPU the first is an error; an x86 processor mostly allows it.
// (The sanitizer's own library would also complain about pointers that nothing follows, of which
// CUB has some.)
#include <cpu_backend/not_here.h>

#include <cstdint>
#include <string>

#include "block/descriptions.h"
#include "runtime/errors.h"

namespace {

using namespace course::cpu;

// What GCC and Clang hand over; the layouts are those of their sanitizer's runtime library.
struct Place {
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
};
struct Type {
  std::uint16_t kind;
  std::uint16_t info;
  char name[1];  // longer; in quotes
};
struct WrongPointer {
  Place place;
  const Type* type;
  unsigned char log_alignment;
  unsigned char kind;  // 0 for a load, 1 for a store; more for pointers that nothing follows yet
};
struct WrongIndex {
  Place place;
  const Type* array;
  const Type* index;
};

SourceLine line_of(const Place& place) { return {place.file, static_cast<int>(place.line)}; }

void fail(cudaError_t error, const std::string& text, const Place& place) {
  if (running.runner == nullptr) {
    report("host code " + text + " at " + text_of(line_of(place)));
    return;
  }
  fail_block(error, name_of(running.linear_index) + " " + text + " at " + text_of(line_of(place)));
}

// An index is given in its own type: as itself if it fits into a pointer.
std::string index_text(const Type& type, std::uintptr_t value) {
  const unsigned bits = 1u << (type.info >> 1);
  const bool is_signed = (type.info & 1) != 0;
  if (bits > 64) return "";
  if (!is_signed) return std::to_string(value);
  const unsigned unused = 64 - bits;
  return std::to_string(static_cast<std::int64_t>(value << unused) >> unused);
}

}  // namespace

extern "C" {

void __ubsan_handle_type_mismatch_v1(WrongPointer* what, const void* pointer) {
  const std::uintptr_t alignment = std::uintptr_t{1} << what->log_alignment;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (what->kind > 1 || address % alignment == 0) return;
  fail(cudaErrorMisalignedAddress,
       std::string(what->kind == 1 ? "writes" : "reads") + " a " + what->type->name +
           " at an address that is " + std::to_string(address % alignment) +
           " bytes past a multiple of " + std::to_string(alignment),
       what->place);
}

void __ubsan_handle_out_of_bounds(WrongIndex* what, std::uintptr_t index) {
  fail(cudaErrorIllegalAddress,
       "uses index " + index_text(*what->index, index) + " of an array " + what->array->name,
       what->place);
}

}  // extern "C"
