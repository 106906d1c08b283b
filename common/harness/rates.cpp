#include "common/harness/rates.h"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "common/harness/backend.h"
#include "common/harness/check.h"
#include "common/harness/format.h"

namespace course {
namespace {

// A device buffer for the probes: large enough that the start and end of a kernel do not count,
// small enough for small devices.
std::size_t probe_bytes() {
  std::size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return std::min<std::size_t>(std::size_t{1} << 30, free / 8) / 4096 * 4096;
}

double median_ms(const CacheFlush& flush, const std::function<void()>& launch) {
  return time_on_device(
             TimingPlan(), flush, [] {}, launch)
      .median;
}

constexpr const char* kHeader = "probe,parameter,value";

}  // namespace

std::optional<double> Rates::at(const std::string& name, double parameter) const {
  const auto table = tables_.find(name);
  if (table == tables_.end()) return std::nullopt;
  const auto above = table->second.lower_bound(parameter);
  if (above == table->second.end()) return std::prev(above)->second;
  if (above == table->second.begin() || above->first == parameter) return above->second;
  const auto below = std::prev(above);
  const double share = std::log(parameter / below->first) / std::log(above->first / below->first);
  return std::exp(std::log(below->second) + share * std::log(above->second / below->second));
}

void Rates::save(const std::string& path, const Device& device) const {
  if (std::ifstream(path).peek() != std::ifstream::traits_type::eof()) load(path);  // no other file
  std::ofstream file(path);
  file << "# device: " << device.name << ", driver " << device.driver << ", toolkit "
       << device.toolkit << "\n"
       << kHeader << "\n";
  for (const auto& [name, table] : tables_) {
    for (const auto& [parameter, value] : table) {
      file << name << "," << decimals(parameter, 0) << "," << decimals(value, 6) << "\n";
    }
  }
  if (!file.flush()) throw UsageError("--rates " + path + ": cannot be written");
}

Rates Rates::load(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    throw UsageError("--rates " + path + ": is not a regular file");
  }
  std::ifstream file(path);
  if (!file) throw UsageError("--rates " + path + ": cannot be read");
  Rates rates;
  bool header = false;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::string device = "# device: ";
    if (line.rfind(device, 0) == 0) {
      rates.device_ = line.substr(device.size(), line.find(", driver") - device.size());
    }
    if (line.empty() || line[0] == '#') continue;
    if (line == kHeader) {
      header = true;
      continue;
    }
    std::istringstream cells(line);
    cells.imbue(std::locale::classic());
    std::string name;
    double parameter = 0, value = 0;
    char comma = 0;
    const bool read =
        static_cast<bool>(std::getline(cells, name, ',') >> parameter >> comma >> value);
    if (!header || !read || comma != ',' || !(value > 0) || !cells.eof()) {
      throw UsageError(path + ":" + std::to_string(number) + ": is no line of a rates file");
    }
    rates.set(name, parameter, value);
  }
  if (rates.empty()) throw UsageError("--rates " + path + ": holds no rates");
  return rates;
}

void measure_ceilings(const Probes& probes, const Device& device, const CacheFlush& flush,
                      Rates* rates) {
  if (!backend_has_gpu_times() || probes.read == nullptr) return;
  const std::size_t bytes = probe_bytes();
  const DeviceMemory from(bytes), to(bytes), sink(sizeof(unsigned));
  CUDA_CHECK(cudaMemset(from.data(), 1, bytes));
  const double read_ms = median_ms(flush, [&] {
    probes.read(from.data(), bytes, reinterpret_cast<unsigned*>(sink.data()), device);
  });
  rates->set(probe::kRead, 0, static_cast<double>(bytes) / 1e6 / read_ms);
  const double copy_ms = median_ms(flush, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice));
  });
  rates->set(probe::kCopy, 0, 2.0 * static_cast<double>(bytes) / 1e6 / copy_ms);
}

void measure_rates(const Probes& probes, const Device& device, const CacheFlush& flush,
                   Rates* rates) {
  if (!backend_has_gpu_times() || probes.read == nullptr) return;
  const std::size_t bytes = probe_bytes() / 4;
  const DeviceMemory from(bytes), to(bytes);
  unsigned* const words = reinterpret_cast<unsigned*>(to.data());
  CUDA_CHECK(cudaMemset(from.data(), 1, bytes));
  const double size = static_cast<double>(bytes);
  for (const unsigned width : {1u, 2u, 4u}) {
    for (const bool contiguous : {false, true}) {
      const double ms = median_ms(
          flush, [&] { probes.read_narrow(contiguous, width, from.data(), bytes, words, device); });
      rates->set(contiguous ? probe::kReadContiguous : probe::kReadInTurn, width, size / 1e6 / ms);
    }
  }
  for (const unsigned width : {2u, 4u, 16u}) {
    const double ms =
        median_ms(flush, [&] { probes.copy_flat(width, from.data(), to.data(), bytes); });
    rates->set(probe::kCopyFlat, width, 2 * size / 1e6 / ms);
  }
  const std::size_t atomics = std::size_t{1} << 24;
  for (unsigned counters = 1; counters <= bytes / sizeof(unsigned) && counters <= 1u << 24;
       counters *= counters < 16 ? 2 : 4) {
    const double ms = median_ms(flush, [&] { probes.global_atomics(words, atomics, counters); });
    rates->set(probe::kGlobalAtomics, counters, static_cast<double>(atomics) / 1e6 / ms);
  }
  const unsigned blocks = 1 << 16;
  const double commit_ms = median_ms(flush, [&] { probes.commit(words, blocks); });
  rates->set(probe::kCommit, 0, 256.0 * blocks / 1e6 / commit_ms);
  for (unsigned degree = 1; degree <= 32; degree *= 2) {
    std::size_t done = 0;
    const double ms =
        median_ms(flush, [&] { done = probes.shared_atomics(words, 2048, degree, device); });
    rates->set(probe::kSharedAtomics, degree, static_cast<double>(done) / 1e6 / ms);
  }
  rates->set(probe::kLaunch, 0, 1000 * median_ms(flush, [&] { probes.nothing(); }));
}

}  // namespace course
