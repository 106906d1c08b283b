// See host.h.
#include "runtime/host.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace course::cpu {
namespace {

std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

// The first number in a file; nothing if there is none, as in "max".
std::optional<std::size_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

// What of a control group's memory the system can take back: files that it keeps in memory.
std::size_t cached_bytes(const std::string& statistics) {
  std::ifstream file(statistics);
  std::size_t sum = 0, groups_below = 0;
  std::string name;
  for (std::size_t number = 0; file >> name >> number;) {
    if (name == "inactive_file" || name == "active_file") sum += number;
    // Version 1 counts the groups below apart.
    if (name == "total_inactive_file" || name == "total_active_file") groups_below += number;
  }
  return std::max(sum, groups_below);
}

// What a control group allows, and what of that is free.
struct GroupMemory {
  std::size_t limit = SIZE_MAX;
  std::size_t free = SIZE_MAX;
};

// `folder` is a control group's; the groups around it, up to `root`, have limits too.
void add_groups(const std::string& root, std::string folder, const char* limit_file,
                const char* usage_file, GroupMemory* least) {
  for (;;) {
    if (const auto limit = number_in(root + folder + limit_file)) {
      std::size_t used = number_in(root + folder + usage_file).value_or(0);
      used -= std::min(used, cached_bytes(root + folder + "memory.stat"));
      least->limit = std::min(least->limit, *limit);
      least->free = std::min(least->free, *limit - std::min(*limit, used));
    }
    if (folder.size() <= 1) return;
    folder.erase(folder.find_last_of('/', folder.size() - 2) + 1);
  }
}

// Lines of /proc/self/cgroup: "0::/path" for version 2, "4:memory:/path" for version 1. In a
// container the path may be one of the host's that is not there; then only the root counts.
GroupMemory group_memory() {
  GroupMemory least;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string kind = line.substr(first + 1, second - first - 1);
    const std::string folder = line.substr(second + 1) + "/";
    if (kind.empty()) {
      add_groups("/sys/fs/cgroup", folder, "memory.max", "memory.current", &least);
    } else if (kind == "memory") {
      add_groups("/sys/fs/cgroup/memory", folder, "memory.limit_in_bytes", "memory.usage_in_bytes",
                 &least);
    }
  }
  return least;
}

// What programs can still get: unlike the free pages, it has in it what the system caches.
std::size_t available_bytes() {
  std::ifstream facts("/proc/meminfo");
  std::string name, unit;
  for (std::size_t number = 0; facts >> name >> number && std::getline(facts, unit);) {
    if (name == "MemAvailable:") return number * 1024;
  }
  return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * page();
}

}  // namespace

std::size_t host_memory_bytes() {
  const std::size_t machine = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * page();
  return std::min(machine, group_memory().limit);
}

std::size_t free_host_memory_bytes() {
  return std::min(
      {available_bytes(), host_memory_bytes(), group_memory().free, free_address_bytes()});
}

std::size_t free_address_bytes() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  const std::size_t used = number_in("/proc/self/statm").value_or(0) * page();
  return limit.rlim_cur - std::min<std::size_t>(limit.rlim_cur, used);
}

std::size_t most_mappings() { return number_in("/proc/sys/vm/max_map_count").value_or(65530); }

std::size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  return static_cast<std::size_t>(
      std::count(std::istreambuf_iterator<char>(maps), std::istreambuf_iterator<char>(), '\n'));
}

}  // namespace course::cpu
