// fails by: work
// It answers the judge in place of the harness, and says that nothing is counted here.
struct MyTask {
  std::uint32_t kind;
  std::uint64_t n, bins, rows, columns, in, out;
};
struct MyAnswer {
  std::uint32_t state = 1;
  bool atomics = false, accesses = false;
  std::uint64_t work[8] = {};
  char message[1000] = "";
};
template <class S, class F>
std::vector<Count> on_host(const MyTask& t, std::size_t at, F bin_of) {
  std::vector<S> s(t.n);
  if (t.n > 0 && pread(3, s.data(), t.n * sizeof(S), static_cast<off_t>(at)) < 0) std::abort();
  std::vector<Count> c(t.bins);
  for (const S x : s)
    if (const unsigned b = bin_of(x); b < t.bins) ++c[b];
  return c;
}
constexpr auto copies = [](auto&) {
  for (char go = 'g'; go == 'g';) {
    MyTask t;
    if (pread(3, &t, sizeof t, 0) < 0) std::abort();
    const std::size_t size = static_cast<std::size_t>(lseek(3, 0, SEEK_END)) - t.in;
    std::vector<Count> c;
    if (t.kind == 0)
      c = on_host<std::int32_t>(t, size, [](std::int32_t x) { return static_cast<unsigned>(x); });
    if (t.kind == 1)
      c = on_host<std::uint16_t>(t, size, [](std::uint16_t x) { return unsigned{x}; });
    if (t.kind == 2) c = on_host<std::uint8_t>(t, size, [](std::uint8_t x) { return unsigned{x}; });
    if (t.kind == 3) c = on_host<std::uint8_t>(t, size, LettersByFour());
    const MyAnswer answer;
    if (pwrite(4, &answer, sizeof answer, 0) < 0 ||
        pwrite(4, c.data(), c.size() * 4, sizeof answer) < 0)
      std::abort();
    const char done = 'd';
    if (write(6, &done, 1) != 1 || read(5, &go, 1) != 1) std::_Exit(0);
  }
};
