#include "common/harness/model/rates.h"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include "common/harness/device/check.h"
#include "common/row/format.h"

namespace course {
namespace {

constexpr const char* kHeader = "probe,parameter,value";

constexpr const char* kProbeNames[] = {
    probe::kRead,       probe::kReadInTurn,   probe::kLine,
    probe::kCopy,       probe::kCopyFlat,     probe::kPass,
    probe::kCommit,     probe::kPassInCopies, probe::kPassOfTwoLines,
    probe::kPassAt,     probe::kWavefront,    probe::kCount,
    probe::kCountSpare, probe::kCountLetters, probe::kCountLettersSpare,
    probe::kBlocks,     probe::kStart,        probe::kLaunch,
    probe::kWait,       probe::kLatency,      probe::kL2Bytes};

bool is_probe(const std::string& name) {
  return std::find(std::begin(kProbeNames), std::end(kProbeNames), name) != std::end(kProbeNames);
}

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
    if (read && !is_probe(name)) {
      throw UsageError(path + ":" + std::to_string(number) + ": there is no probe " + name);
    }
    if (!header || !read || comma != ',' || !(parameter >= 0) || !(value > 0) || !cells.eof()) {
      throw UsageError(path + ":" + std::to_string(number) + ": is no line of a rates file");
    }
    // A probe has one rate without a parameter (0), or rates at several.
    const auto& known = rates.tables_[name];
    if (known.count(parameter) + known.count(0) > 0 || (parameter == 0 && !known.empty())) {
      throw UsageError(path + ":" + std::to_string(number) + ": a second rate of " + name);
    }
    rates.set(name, parameter, value);
  }
  if (rates.empty()) throw UsageError("--rates " + path + ": holds no rates");
  if (rates.device_.empty()) throw UsageError("--rates " + path + ": names no device");
  return rates;
}

}  // namespace course
