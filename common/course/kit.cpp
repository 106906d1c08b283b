#include "common/course/kit.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "common/course/build_log.h"
#include "common/course/limited_run.h"

namespace course {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = COURSE_SOURCE_DIR;

std::string last_lines(const std::string& text) {
  constexpr std::size_t kMost = 2000;
  return text.size() <= kMost ? text : "..." + text.substr(text.size() - kMost);
}

// The build folder that belongs to a preset; the one that this program is from where it fits.
fs::path build_folder(Build build) {
  if (build == Build::race) return kSource / "build/cpu-race";
  const fs::path own = COURSE_PLAIN_BUILD;
  return own.empty() ? kSource / "build/cpu" : own;
}

void run_tool(const std::string& command) {
  const RunResult result = run_limited(shell(command), 3600, says_still_at_it());
  if (result.status == 0) return;
  throw std::runtime_error("failed: " + command + "\n" + last_lines(result.log));
}

void copy_headers(const fs::path& to) {
  for (auto place = fs::recursive_directory_iterator(kSource / "common");
       place != fs::recursive_directory_iterator(); ++place) {
    if (place->is_directory() && place->path().filename() == "tests") {
      place.disable_recursion_pending();
      continue;
    }
    const fs::path kind = place->path().extension();
    if (kind != ".h" && kind != ".cuh") continue;
    const fs::path copy = to / place->path().lexically_relative(kSource);
    fs::create_directories(copy.parent_path());
    fs::copy_file(place->path(), copy);
  }
}

// A file that the compiler read and that belongs neither to the kit, the work folder nor the
// system.
std::string foreign_file(const fs::path& dependencies, const std::vector<fs::path>& allowed) {
  std::ifstream file(dependencies);
  for (std::string word; file >> word;) {
    if (word.back() == ':' || word == "\\") continue;
    const std::string path = fs::weakly_canonical(dependencies.parent_path() / word).string();
    bool is_allowed = false;
    for (const fs::path& folder : allowed) {
      is_allowed = is_allowed || path.compare(0, folder.string().size(), folder.string()) == 0;
    }
    if (!is_allowed) return path;
  }
  return "";
}

}  // namespace

fs::path main_file(const Exercise& exercise) {
  return kSource / "docs/exercises" / exercise.folder / "proof/exercise.cu";
}

Kit::Kit(Build build, const fs::path& folder)
    : name_(build == Build::race ? "race" : "plain"), folder_(folder / ("kit-" + name_)) {
  const fs::path from = build_folder(build);
  if (!fs::exists(from / "CMakeCache.txt")) {
    const std::string preset = build == Build::race ? "cpu-race" : "cpu";
    run_tool("cd '" + kSource.string() + "' && cmake --preset " + preset);
  }
  run_tool("cmake --build '" + from.string() + "' --target course_kit");
  fs::create_directories(folder_);
  copy_headers(folder_ / "include");
  run_tool("sh '" + (from / "kit/copy.sh").string() + "' '" + folder_.string() + "'");
}

std::string Kit::build(const fs::path& work, const Sandbox& sandbox, bool traced) const {
  constexpr double kMostSeconds = 180;
  const fs::path target = work / name_;
  fs::create_directory(target);
  if (sandbox.user && chown(target.c_str(), *sandbox.user, *sandbox.user) != 0) {
    return "the folder of this submission could not be given to its user";
  }
  Command command =
      shell("sh '" + (folder_ / "build_answer.sh").string() + "' '" + folder_.string() + "' '" +
            (work / "answer").string() + "'" + (traced && name_ == "plain" ? " traced" : ""));
  command.folder = target.string();
  command.sandbox = sandbox;
  command.sandbox.cpu_seconds = kMostSeconds;
  command.sandbox.address_space = std::size_t{8} << 30;
  command.sandbox.processes = 64;
  const RunResult result = run_limited(command, kMostSeconds);
  if (result.timed_out) return "compiling took longer than 180 s";
  const bool was_killed = WIFSIGNALED(result.status) || result.log.find("Killed") == 0 ||
                          (result.status != 0 && result.log.empty());
  if (was_killed) throw std::runtime_error("the compiler was ended from outside: grade again");
  const std::string foreign =
      foreign_file(target / "answer.d", {work, folder_, "/usr", "/opt", "/lib"});
  if (!foreign.empty()) return "includes " + foreign + ", which is no part of the exercise";
  if (result.status != 0) return "does not build: " + first_error(result.log);
  return "";
}

}  // namespace course
