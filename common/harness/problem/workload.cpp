#include "common/harness/problem/workload.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <utility>

#include "common/harness/device/check.h"
#include "common/harness/problem/parallel.h"
#include "common/row/format.h"

namespace course {
namespace {

std::vector<double> zipf_distribution(std::size_t bins) {
  std::vector<double> cumulative(bins);
  double sum = 0;
  for (std::size_t k = 0; k < bins; ++k) {
    sum += std::pow(static_cast<double>(k + 1), -1.5);
    cumulative[k] = sum;
  }
  return cumulative;
}

}  // namespace

const char* name_of(SampleType type) {
  if (type == SampleType::int32) return "int32";
  return type == SampleType::uint16 ? "uint16" : "uint8";
}

std::size_t size_of(SampleType type) {
  if (type == SampleType::int32) return 4;
  return type == SampleType::uint16 ? 2 : 1;
}

SampleType parse_sample_type(const std::string& text) {
  for (const SampleType type : {SampleType::int32, SampleType::uint16, SampleType::uint8}) {
    if (text == name_of(type)) return type;
  }
  throw UsageError("--type '" + text + "': int32, uint16 or uint8 is needed");
}

std::string name_of(const Workload& workload) {
  switch (workload.kind) {
    case Workload::Kind::uniform:
      return "uniform";
    case Workload::Kind::sorted:
      return "sorted";
    case Workload::Kind::single:
      return "single";
    case Workload::Kind::hot:
      return "hot:" + std::to_string(workload.hot_percent);
    case Workload::Kind::zipf:
      return "zipf";
    case Workload::Kind::edges:
      return "edges";
    case Workload::Kind::file:
      return "file";
  }
  return "";
}

Workload parse_workload(const std::string& text) {
  using Kind = Workload::Kind;
  for (const Kind kind : {Kind::uniform, Kind::sorted, Kind::single, Kind::zipf}) {
    if (text == name_of(Workload{kind})) return Workload{kind};
  }
  if (text.rfind("hot:", 0) == 0) {
    const std::uint64_t percent = parse_count("--workload hot:P, P", text.substr(4), 0, 100);
    return Workload{Kind::hot, static_cast<unsigned>(percent)};
  }
  throw UsageError("--workload '" + text + "': uniform, sorted, single, hot:P or zipf is needed");
}

template <typename Sample>
SampleSource<Sample>::SampleSource(const Workload& workload, std::size_t n, std::size_t bins,
                                   std::uint64_t seed, std::vector<std::uint8_t> file)
    : file_(std::move(file)) {
  constexpr std::uint64_t kTop = std::numeric_limits<Sample>::max();
  rule_.workload = workload;
  rule_.n = n;
  rule_.bins = bins;
  rule_.usable = std::min<std::uint64_t>(bins, kTop + 1);
  rule_.seed = seed;
  if (workload.kind == Workload::Kind::zipf) zipf_ = zipf_distribution(rule_.usable);
  rule_.zipf = zipf_.data();
  rule_.bytes = file_.data();
  rule_.number_of_bytes = file_.size();
}

template class SampleSource<std::int32_t>;
template class SampleSource<std::uint16_t>;
template class SampleSource<std::uint8_t>;

template <typename Sample>
std::vector<Sample> make_samples(const Workload& workload, std::size_t n, std::size_t bins,
                                 std::uint64_t seed, std::vector<std::uint8_t> file) {
  const SampleSource<Sample> source(workload, n, bins, seed, std::move(file));
  std::vector<Sample> samples(n);
  parallel_for(n, "making samples", [&](std::size_t i) { samples[i] = source(i); });
  return samples;
}

template std::vector<std::int32_t> make_samples(const Workload&, std::size_t, std::size_t,
                                                std::uint64_t, std::vector<std::uint8_t>);
template std::vector<std::uint16_t> make_samples(const Workload&, std::size_t, std::size_t,
                                                 std::uint64_t, std::vector<std::uint8_t>);
template std::vector<std::uint8_t> make_samples(const Workload&, std::size_t, std::size_t,
                                                std::uint64_t, std::vector<std::uint8_t>);

std::vector<std::uint8_t> read_file(const std::string& path, std::size_t most) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) throw UsageError("--input " + path + ": " + strerror(errno));
  if (S_ISDIR(info.st_mode)) throw UsageError("--input " + path + ": is a folder");
  if (!S_ISREG(info.st_mode)) throw UsageError("--input " + path + ": is not a regular file");
  if (info.st_size == 0) throw UsageError("--input " + path + ": is empty");
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes;
  std::vector<char> part(std::size_t{1} << 20);
  do {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    bytes.insert(bytes.end(), part.data(), part.data() + file.gcount());
  } while (file && bytes.size() < most);
  if (bytes.size() > most) bytes.resize(most);
  if (file.bad() || (!file && !file.eof()))
    throw UsageError("--input " + path + ": cannot be read");
  if (bytes.empty()) throw UsageError("--input " + path + ": is empty");
  return bytes;
}

}  // namespace course
