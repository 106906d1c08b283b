#include "common/harness/run/add_cases.h"

#include <algorithm>
#include <array>

#include "common/harness/device/backend.h"
#include "common/harness/problem/random.h"

namespace course {
namespace {

class Cases {
 public:
  AddCase& add(std::size_t rows, std::size_t columns) {
    constexpr unsigned kBlocks[] = {256, 1, 32, 33, 1000, 1024};
    AddCase c;
    c.spec.rows = rows;
    c.spec.columns = columns;
    c.spec.seed = list_.size() + 1;
    // Each side in turn where a checker sees every access beyond it.
    const Border border = std::array{Border::watched, Border::exact_behind,
                                     Border::tight_in_front}[random_bits(list_.size(), 0) % 3];
    c.spec.a.border = c.spec.b.border = c.spec.c.border = border;
    c.block = rows * columns > 100000 ? 256 : kBlocks[list_.size() % 6];
    list_.push_back(c);
    return list_.back();
  }

  const std::vector<AddCase>& list() const { return list_; }

 private:
  std::vector<AddCase> list_;
};

// With pointers that are moved one by one.
ElementwiseSpec& add_moved(Cases* cases, std::size_t rows, std::size_t columns) {
  const bool is_tight = cases->list().size() % 2 == 1;
  ElementwiseSpec& spec = cases->add(rows, columns).spec;
  spec.a = spec.b = spec.c = {0, is_tight ? Border::tight_behind : Border::watched};
  return spec;
}

void add_shapes(Cases* cases) {
  cases->add(64, 1023);
  cases->add(8, 3);
  cases->add(3, 4096);
  cases->add(5, 8192);
  cases->add(0, 7);
  cases->add(7, 0);
  cases->add(3, 5001);
  cases->add(70000, 3);
  cases->add(1, 70001).block = 1;  // more blocks than fit in 16 bits
}

void add_offsets(Cases* cases) {
  for (std::size_t offset = 1; offset <= 9; ++offset) {
    add_moved(cases, 1, 1000 + offset).a.offset = offset;
    add_moved(cases, 1, 1000 + offset).b.offset = offset;
    add_moved(cases, 1, 1000 + offset).c.offset = offset;
    ElementwiseSpec& all = add_moved(cases, 7, 129);
    all.a.offset = all.b.offset = all.c.offset = offset;
    ElementwiseSpec& a_and_b = add_moved(cases, 1, 999);
    a_and_b.a.offset = a_and_b.b.offset = offset;
    ElementwiseSpec& a_and_c = add_moved(cases, 1, 1001);
    a_and_c.a.offset = a_and_c.c.offset = offset;
    ElementwiseSpec& different = add_moved(cases, 1, 1003);
    different.a.offset = offset;
    different.b.offset = offset + 1;
    different.c.offset = offset + 2;
  }
}

}  // namespace

std::vector<AddCase> add_cases() {
  Cases cases;
  for (std::size_t n = 0; n <= 70; ++n) cases.add(1, n);
  // The last is beyond 2^20, and no power of two.
  for (const std::size_t n : {255, 256, 257, 1023, 1024, 1025, 4099, 1100003}) cases.add(1, n);
  add_shapes(&cases);
  for (std::size_t n = 100; n < 200; n += 9) cases.add(1, n);
  add_offsets(&cases);
  // Where blocks leave nothing over, with one to eight elements a thread, and one beside.
  for (const std::size_t n : {512, 2047, 2048, 2049, 4096, 8192}) cases.add(1, n).block = 256;
  cases.add(16, 1024);  // and rows of full blocks
  std::vector<AddCase> list = cases.list();
  if (backend_is_instrumented()) {  // what only numbers of elements show is no sanitizer's question
    const auto is_long = [](const AddCase& c) { return c.spec.rows * c.spec.columns > 80000; };
    list.erase(std::remove_if(list.begin(), list.end(), is_long), list.end());
  }
  return list;
}

std::vector<AddCase> large_add_cases() {
  Cases cases;
  cases.add(1, (std::size_t{1} << 24) + 4099).once = true;
  return cases.list();
}

std::string describe(const AddCase& c) {
  const auto text = [](std::size_t number) { return std::to_string(number); };
  const ElementwiseSpec& spec = c.spec;
  return text(spec.rows) + " x " + text(spec.columns) + ", block " + text(c.block) + "; a" +
         describe(spec.a) + "; b" + describe(spec.b) + "; c" + describe(spec.c);
}

}  // namespace course
