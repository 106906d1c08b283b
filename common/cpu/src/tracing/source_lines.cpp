// See source_lines.h.
#include "tracing/source_lines.h"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

extern "C" const char __executable_start;  // from the linker

namespace course::cpu {
namespace {

// What must be added to an address in the file to find it in memory.
std::uintptr_t load_offset() {
  std::uintptr_t offset = 0;
  const auto look = [](dl_phdr_info* object, std::size_t, void* result) {
    *static_cast<std::uintptr_t*>(result) = object->dlpi_addr;
    return 1;  // the first object is the program itself
  };
  dl_iterate_phdr(look, &offset);
  return offset;
}

// Whether a learner wrote it: not one of the backend's headers or the system's.
bool is_own(const std::string& path) {
  const bool of_backend = path.find("/cpu_backend/") != std::string::npos ||
                          path.find("/cuda_fp16.h") != std::string::npos;
  return !of_backend && path.rfind("/usr/", 0) != 0 && path.rfind("?", 0) != 0;
}

struct CloseProcess {
  void operator()(std::FILE* pipe) const { pclose(pipe); }
};

// A command line holds a few hundred addresses without trouble.
constexpr std::size_t kAtOnce = 500;

void ask(const std::vector<std::uint32_t>& pcs, std::size_t first, std::size_t end,
         std::map<std::uint32_t, SourcePlace>& places) {
  const std::uintptr_t start =
      reinterpret_cast<std::uintptr_t>(&__executable_start) - load_offset();
  std::string command = "addr2line -e /proc/" + std::to_string(getpid()) + "/exe -a -i";
  char text[32];
  for (std::size_t i = first; i < end; ++i) {
    std::snprintf(text, sizeof text, " 0x%zx", start + pcs[i] - 1);  // inside the call
    command += text;
  }
  command += " 2>/dev/null";
  const std::unique_ptr<std::FILE, CloseProcess> output(popen(command.c_str(), "r"));
  if (output == nullptr) return;
  // "0x…" begins an address; then come its lines, from the innermost function outwards.
  SourcePlace* place = nullptr;
  for (char buffer[4096]; std::fgets(buffer, sizeof buffer, output.get()) != nullptr;) {
    const std::string line = buffer;
    if (line.rfind("0x", 0) == 0) {
      if (first == end) return;
      place = &places[pcs[first++]];
      continue;
    }
    const std::size_t colon = line.rfind(':');
    if (place == nullptr || !place->file.empty() || colon == std::string::npos) continue;
    const std::string path = line.substr(0, colon);
    if (!is_own(path)) continue;
    place->file = path.substr(path.rfind('/') + 1);
    place->line = std::atoi(line.c_str() + colon + 1);
  }
}

}  // namespace

SourceLines::SourceLines(std::vector<std::uint32_t> pcs) {
  std::sort(pcs.begin(), pcs.end());
  pcs.erase(std::unique(pcs.begin(), pcs.end()), pcs.end());
  for (std::size_t first = 0; first < pcs.size(); first += kAtOnce) {
    ask(pcs, first, std::min(first + kAtOnce, pcs.size()), places_);
  }
}

SourcePlace SourceLines::at(std::uint32_t pc) const {
  const auto place = places_.find(pc);
  return place != places_.end() ? place->second : SourcePlace{};
}

}  // namespace course::cpu
