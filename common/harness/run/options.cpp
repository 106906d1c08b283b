#include "common/harness/run/options.h"

#include <getopt.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "common/harness/device/backend.h"
#include "common/harness/device/check.h"
#include "common/harness/report/format.h"

namespace course {
namespace {

enum class For { all, histogram, elementwise };

struct Flag {
  const char* name;
  const char* value;  // nullptr: takes none
  For whom;
  const char* help;
};

const Flag kFlags[] = {
    {"n", "N", For::all, "number of elements or samples (also 64K, 16M, 1G: powers of two)"},
    {"seed", "N", For::all, "seed of the generated data (default 1)"},
    {"device", "N", For::all, "number of the GPU (default 0)"},
    {"variant", "NAME", For::all, "run this variant only"},
    {"list", nullptr, For::all, "print the names of the variants"},
    {"check", nullptr, For::all, "verify on difficult sizes and inputs instead of timing"},
    {"hot", nullptr, For::all, "leave the data in the L2 cache between repetitions"},
    {"warmup", "N", For::all, "untimed launches before the timed ones (default 3)"},
    {"iters", "N", For::all, "timed launches (default: until the median is steady)"},
    {"csv", "FILE", For::all, "append the results to FILE"},
    {"rates", "FILE", For::all,
     "GPU: write the measured rates; CPU backend: predict times from them"},
    {"block", "N", For::all, "threads in a block, 1 to 1024"},
    {"sweep", nullptr, For::all, "run the lesson's sweep over sizes or launch parameters"},
    {"lines", nullptr, For::all, "print what each source line asks of memory (build cpu-trace)"},
    {"rows", "N", For::elementwise, "rows of the matrices that are added"},
    {"cols", "N", For::elementwise, "columns of the matrices that are added"},
    {"bins", "B|auto", For::histogram, "number of bins; auto: the largest sample plus one"},
    {"type", "T", For::histogram, "sample type: int32 (default), uint16 or uint8"},
    {"workload", "W", For::histogram, "uniform (default), sorted, single, hot:P or zipf"},
    {"input", "FILE", For::histogram, "count the bytes of FILE; with --n, repeated or cut to N"},
    {"letters", nullptr, For::histogram, "with --input: count letters by four, in 7 bins"},
    {"show", nullptr, For::histogram, "draw the histogram as bars"},
    {"coarsen", "N", For::histogram, "samples that one thread counts, 1 to 65536"},
    {"blocks-per-sm", "N", For::histogram, "blocks per multiprocessor, where the grid is fixed"},
    {"help", nullptr, For::all, "print this"},
};

constexpr int kFirstValue = 256;  // beyond every character that getopt itself returns

bool is_for(const Flag& flag, LessonKind kind) {
  return flag.whom == For::all || (flag.whom == For::histogram) == (kind == LessonKind::histogram);
}

template <typename T>
T narrow(const char* what, const char* text, T low, T high) {
  return static_cast<T>(parse_count(std::string("--") + what, text, low, high));
}

void set(Options& options, const std::string& name, const char* value) {
  constexpr std::size_t kMost = SIZE_MAX / 64;  // byte counts of it still fit in 64 bits
  if (name == "n") options.n = narrow<std::size_t>("n", value, 0, kMost);
  if (name == "seed") options.seed = parse_count("--seed", value);
  if (name == "device") options.device = narrow<int>("device", value, 0, 1023);
  if (name == "variant") options.variant = value;
  if (name == "list") options.list = true;
  if (name == "check") options.check = true;
  if (name == "hot") options.hot = true;
  if (name == "warmup") options.warmup = narrow<int>("warmup", value, 0, 1000000);
  if (name == "iters") options.iterations = narrow<int>("iters", value, 1, 1000000);
  if (name == "csv") options.csv = value;
  if (name == "rates") options.rates = value;
  if (name == "block") options.block = narrow<unsigned>("block", value, 1, 1024);
  if (name == "sweep") options.sweep = true;
  if (name == "lines") options.lines = true;
  if (name == "rows") options.rows = narrow<std::size_t>("rows", value, 0, kMost);
  if (name == "cols") options.columns = narrow<std::size_t>("cols", value, 0, kMost);
  if (name == "bins" && std::string(value) == "auto") options.bins_from_data = true;
  if (name == "bins" && std::string(value) != "auto") {
    options.bins = narrow<std::size_t>("bins", value, 1, kMaxBins);
  }
  if (name == "type") options.type = parse_sample_type(value);
  if (name == "workload") options.workload = parse_workload(value);
  if (name == "input") options.input = value;
  if (name == "letters") options.letters = true;
  if (name == "show") options.show = true;
  if (name == "blocks-per-sm") {
    options.blocks_per_processor = narrow<unsigned>("blocks-per-sm", value, 1, 128);
  }
  if (name == "coarsen") options.coarsening = narrow<unsigned>("coarsen", value, 1, 65536);
}

void refuse_contradictions(const Options& options) {
  if (options.lines && !backend_counts_memory()) {
    throw UsageError(
        "--lines needs kernels that are built to count memory accesses, which these are not: "
        "cmake --preset cpu-trace && cmake --build --preset cpu-trace");
  }
  if (options.bins && options.bins_from_data)
    throw UsageError("--bins: a number or auto, not both");
  if (!options.input.empty() && options.workload) {
    throw UsageError("--input and --workload: the samples come from one or the other");
  }
  if (!options.input.empty() && options.type && *options.type != SampleType::uint8) {
    throw UsageError("--input: the samples are bytes, so --type can only be uint8");
  }
  if (options.letters && options.input.empty()) throw UsageError("--letters needs --input FILE");
  if (options.letters && (options.bins || options.bins_from_data)) {
    throw UsageError("--letters always has 7 bins; leave out --bins");
  }
  if (options.rows.has_value() != options.columns.has_value()) {
    throw UsageError("--rows and --cols are given together");
  }
  if (options.rows && options.n) throw UsageError("--n is rows x cols; give one or the other");
  if (options.rows && *options.columns > 0 && *options.rows > SIZE_MAX / 64 / *options.columns) {
    throw UsageError("--rows x --cols: larger than 64 bits");
  }
}

// An option that has no effect beside --check or --sweep would mislead.
void refuse_without_effect(LessonKind kind, const Options& options,
                           const std::vector<std::string>& given) {
  const auto one_of = [](const std::string& name, std::initializer_list<const char*> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : given) {
    if (options.check && !one_of(name, {"check", "list", "device", "variant"})) {
      throw UsageError("--check verifies cases of its own, untimed; leave out --" + name);
    }
    const bool is_varied = kind == LessonKind::elementwise
                               ? one_of(name, {"n", "rows", "cols"})
                               : one_of(name, {"coarsen", "blocks-per-sm"});
    if (options.sweep && is_varied) {
      throw UsageError("--sweep varies this itself; leave out --" + name);
    }
  }
}

}  // namespace

Options parse_options(LessonKind kind, int argc, char** argv, bool* help) {
  std::vector<option> table;
  std::vector<const Flag*> flags;
  for (const Flag& flag : kFlags) {
    if (!is_for(flag, kind)) continue;
    // Each option has a value of its own: among equal ones getopt would take any abbreviation.
    const int value = kFirstValue + static_cast<int>(flags.size());
    table.push_back({flag.name, flag.value ? required_argument : no_argument, nullptr, value});
    flags.push_back(&flag);
  }
  table.push_back({nullptr, 0, nullptr, 0});

  Options options;
  std::vector<std::string> given;
  *help = false;
  optind = 0;  // glibc: start anew, so that tests can parse several command lines
  opterr = 0;  // the one-line messages below are ours
  for (;;) {
    const int at = optind == 0 ? 1 : optind;
    const int result = getopt_long(argc, argv, "+:", table.data(), nullptr);
    if (result == -1) break;
    const std::string word = at < argc ? argv[at] : "";
    if (result == ':') throw UsageError(word + " needs a value");
    if (result == '?' && optopt >= kFirstValue) throw UsageError(word + ": takes no value");
    if (result == '?') throw UsageError("unknown option " + word);
    const Flag& flag = *flags[static_cast<std::size_t>(result - kFirstValue)];
    if (std::string(flag.name) == "help") {
      *help = true;
      return options;
    }
    if (flag.value && *optarg == '\0')
      throw UsageError("--" + std::string(flag.name) + " '': is empty");
    set(options, flag.name, optarg);
    given.push_back(flag.name);
  }
  if (optind < argc) throw UsageError(std::string("unexpected argument ") + argv[optind]);
  refuse_contradictions(options);
  refuse_without_effect(kind, options, given);
  return options;
}

std::string usage(LessonKind kind, const std::string& program) {
  std::string text = "usage: " + program + " [options]\n";
  for (const Flag& flag : kFlags) {
    if (!is_for(flag, kind)) continue;
    std::string name = std::string("  --") + flag.name + (flag.value ? " " : "");
    if (flag.value) name += flag.value;
    name.resize(name.size() < 22 ? 22 : name.size() + 1, ' ');
    text += name + flag.help + "\n";
  }
  return text + "exit status: 0 all verified, 1 a variant failed, 2 usage, 77 no usable device\n";
}

}  // namespace course
