#include "common/harness/problem/workload.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstring>
#include <fstream>

#include "common/harness/device/check.h"
#include "common/harness/problem/parallel.h"
#include "common/harness/problem/random.h"
#include "common/row/format.h"

namespace course {
namespace {

// A number below `bound` (at most 2^32) from the upper 32 random bits.
std::uint64_t below(std::uint64_t bits, std::uint64_t bound) {
  return ((bits >> 32) * bound) >> 32;
}

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
                                   std::uint64_t seed)
    : workload_(workload), n_(n), bins_(bins), seed_(seed) {
  const std::uint64_t top = std::numeric_limits<Sample>::max();
  usable_ = std::min<std::uint64_t>(bins, top + 1);
  if (workload.kind == Workload::Kind::zipf) zipf_ = zipf_distribution(usable_);
}

template <typename Sample>
Sample SampleSource<Sample>::operator()(std::size_t i) const {
  using Kind = Workload::Kind;
  const std::uint64_t hot_bin = usable_ / 2;
  const std::uint64_t bits = random_bits(seed_, i);
  std::uint64_t bin = below(bits, usable_);
  switch (workload_.kind) {
    case Kind::uniform:
    case Kind::file:
      break;
    case Kind::sorted:
      bin = static_cast<std::uint64_t>(static_cast<double>(i) * usable_ / n_);
      break;
    case Kind::single:
      bin = hot_bin;
      break;
    case Kind::hot:
      if (below(random_bits(~seed_, i), 100) < workload_.hot_percent) bin = hot_bin;
      break;
    case Kind::zipf: {
      const double share = static_cast<double>(bits >> 11) * 0x1p-53 * zipf_.back();
      bin = static_cast<std::uint64_t>(std::lower_bound(zipf_.begin(), zipf_.end(), share) -
                                       zipf_.begin());
      break;
    }
    case Kind::edges:
      if (bits % 4 == 0) {
        const long long bins = static_cast<long long>(bins_);
        const std::array<long long, 8> edges = {-1,      -128,    255,      256,
                                                INT_MIN, INT_MAX, bins - 1, bins};
        return static_cast<Sample>(edges[bits / 4 % edges.size()]);
      }
      break;
  }
  return static_cast<Sample>(bin);
}

template class SampleSource<std::int32_t>;
template class SampleSource<std::uint16_t>;
template class SampleSource<std::uint8_t>;

template <typename Sample>
std::vector<Sample> make_samples(const Workload& workload, std::size_t n, std::size_t bins,
                                 std::uint64_t seed) {
  const SampleSource<Sample> source(workload, n, bins, seed);
  std::vector<Sample> samples(n);
  parallel_for(n, [&](std::size_t i) { samples[i] = source(i); });
  return samples;
}

template std::vector<std::int32_t> make_samples(const Workload&, std::size_t, std::size_t,
                                                std::uint64_t);
template std::vector<std::uint16_t> make_samples(const Workload&, std::size_t, std::size_t,
                                                 std::uint64_t);
template std::vector<std::uint8_t> make_samples(const Workload&, std::size_t, std::size_t,
                                                std::uint64_t);

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
