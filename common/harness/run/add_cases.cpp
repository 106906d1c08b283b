#include "common/harness/run/add_cases.h"

#include "common/harness/device/backend.h"

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
    c.spec.a.tight = c.spec.b.tight = c.spec.c.tight = list_.size() % 2 == 1;
    c.block = rows * columns > 100000 ? 256 : kBlocks[list_.size() % 6];
    list_.push_back(c);
    return list_.back();
  }

  const std::vector<AddCase>& list() const { return list_; }

 private:
  std::vector<AddCase> list_;
};

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
    cases->add(1, 1000 + offset).spec.a.offset = offset;
    cases->add(1, 1000 + offset).spec.b.offset = offset;
    cases->add(1, 1000 + offset).spec.c.offset = offset;
    ElementwiseSpec& all = cases->add(7, 129).spec;
    all.a.offset = all.b.offset = all.c.offset = offset;
    ElementwiseSpec& a_and_b = cases->add(1, 999).spec;
    a_and_b.a.offset = a_and_b.b.offset = offset;
    ElementwiseSpec& a_and_c = cases->add(1, 1001).spec;
    a_and_c.a.offset = a_and_c.c.offset = offset;
    ElementwiseSpec& different = cases->add(1, 1003).spec;
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
  return cases.list();
}

std::vector<AddCase> large_add_cases() {
  Cases cases;
  if (backend_is_instrumented()) return cases.list();
  cases.add(1, (std::size_t{1} << 24) + 4099).once = true;
  return cases.list();
}

std::string describe(const AddCase& c) {
  const auto text = [](std::size_t number) { return std::to_string(number); };
  const ElementwiseSpec& spec = c.spec;
  return text(spec.rows) + " x " + text(spec.columns) + ", block " + text(c.block) + ", offsets " +
         text(spec.a.offset) + " " + text(spec.b.offset) + " " + text(spec.c.offset) +
         (spec.a.tight ? ", nothing behind" : "");
}

}  // namespace course
