#include "common/harness/run/options.h"

#include <getopt.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "common/harness/device/backend.h"
#include "common/harness/device/check.h"
#include "common/row/format.h"

namespace course {
namespace {

enum class For { all, histogram, elementwise };

// One option: its name, what it takes (nullptr: nothing), whose it is, its line of --help, and what
// it does.
struct Flag {
  const char* name;
  const char* value;
  For whom;
  const char* help;
  void (*set)(Options& options, const char* value);
};

constexpr std::size_t kMostElements = SIZE_MAX / 64;  // byte counts of it still fit in 64 bits

template <typename T>
T number(const char* option, const char* text, T low, T high) {
  return static_cast<T>(parse_count(option, text, low, high));
}

void set_bins(Options& options, const char* value) {
  options.bins_from_data = options.bins_from_data || std::string(value) == "auto";
  if (std::string(value) == "auto") return;
  options.bins = number<std::size_t>("--bins", value, 1, kMaxBins);
}

const Flag kFlags[] = {
    {"n", "N", For::all, "number of elements or samples (also 64K, 16M, 1G: powers of two)",
     [](Options& o, const char* v) { o.n = number<std::size_t>("--n", v, 0, kMostElements); }},
    {"seed", "N", For::all, "seed of the generated data (default 1)",
     [](Options& o, const char* v) { o.seed = parse_count("--seed", v); }},
    {"device", "N", For::all, "number of the GPU (default 0)",
     [](Options& o, const char* v) { o.device = number<int>("--device", v, 0, 1023); }},
    {"variant", "NAME", For::all, "run this variant only",
     [](Options& o, const char* v) { o.variant = v; }},
    {"list", nullptr, For::all, "print the names of the variants",
     [](Options& o, const char*) { o.list = true; }},
    {"check", nullptr, For::all, "verify on difficult sizes and inputs instead of timing",
     [](Options& o, const char*) { o.check = true; }},
    {"hot", nullptr, For::all, "leave the data in the L2 cache between repetitions",
     [](Options& o, const char*) { o.hot = true; }},
    {"warmup", "N", For::all, "untimed launches before the timed ones (default 3)",
     [](Options& o, const char* v) { o.warmup = number<int>("--warmup", v, 0, 1000000); }},
    {"iters", "N", For::all, "timed launches (default: until the median is steady)",
     [](Options& o, const char* v) { o.iterations = number<int>("--iters", v, 1, 1000000); }},
    {"csv", "FILE", For::all, "append the results to FILE",
     [](Options& o, const char* v) { o.csv = v; }},
    {"rates", "FILE", For::all,
     "GPU: write the measured rates; CPU backend: predict times from them",
     [](Options& o, const char* v) { o.rates = v; }},
    {"block", "N", For::all, "threads in a block, 1 to 1024",
     [](Options& o, const char* v) { o.block = number<unsigned>("--block", v, 1, 1024); }},
    {"sweep", nullptr, For::all, "run the lesson's sweep over sizes or launch parameters",
     [](Options& o, const char*) { o.sweep = true; }},
    {"lines", nullptr, For::all, "print what each source line asks of memory (build cpu-trace)",
     [](Options& o, const char*) { o.lines = true; }},
    {"rows", "N", For::elementwise, "rows of the matrices that are added",
     [](Options& o, const char* v) {
       o.rows = number<std::size_t>("--rows", v, 0, kMostElements);
     }},
    {"cols", "N", For::elementwise, "columns of the matrices that are added",
     [](Options& o, const char* v) {
       o.columns = number<std::size_t>("--cols", v, 0, kMostElements);
     }},
    {"bins", "B|auto", For::histogram, "number of bins; auto: the largest sample plus one",
     set_bins},
    {"type", "T", For::histogram, "sample type: int32 (default), uint16 or uint8",
     [](Options& o, const char* v) { o.type = parse_sample_type(v); }},
    {"workload", "W", For::histogram, "uniform (default), sorted, single, hot:P or zipf",
     [](Options& o, const char* v) { o.workload = parse_workload(v); }},
    {"input", "FILE", For::histogram, "count the bytes of FILE; with --n, repeated or cut to N",
     [](Options& o, const char* v) { o.input = v; }},
    {"letters", nullptr, For::histogram, "with --input: count letters by four, in 7 bins",
     [](Options& o, const char*) { o.letters = true; }},
    {"show", nullptr, For::histogram, "draw the histogram as bars",
     [](Options& o, const char*) { o.show = true; }},
    {"best", nullptr, For::histogram,
     "06: run only the variant that its rule takes for this problem",
     [](Options& o, const char*) { o.best = true; }},
    {"coarsen", "N", For::histogram, "samples that one thread counts, 1 to 65536",
     [](Options& o, const char* v) { o.coarsening = number<unsigned>("--coarsen", v, 1, 65536); }},
    {"blocks-per-sm", "N", For::histogram, "blocks per multiprocessor, where the grid is fixed",
     [](Options& o, const char* v) {
       o.blocks_per_multiprocessor = number<unsigned>("--blocks-per-sm", v, 1, 128);
     }},
    {"copies", "N", For::histogram, "private copies of the bins in global memory, 1 to 65536",
     [](Options& o, const char* v) { o.copies = number<unsigned>("--copies", v, 1, 65536); }},
    {"help", nullptr, For::all, "print this", [](Options&, const char*) {}},
};

constexpr int kFirstValue = 256;  // beyond every character that getopt itself returns

bool is_for(const Flag& flag, LessonKind kind) {
  return flag.whom == For::all || (flag.whom == For::histogram) == (kind == LessonKind::histogram);
}

void refuse_contradictions(const Options& options) {
  if (options.lines && !backend_counts_memory()) {
    throw UsageError(
        "--lines needs kernels that are built to count memory accesses, which these are not: "
        "without "
        "a GPU, chapters 01 to 06 are also built as NAME_traced, and the preset cpu-trace "
        "builds all programs so");
  }
  if (options.bins && options.bins_from_data)
    throw UsageError("--bins: a number or auto, not both");
  if (options.best && (options.sweep || !options.variant.empty())) {
    throw UsageError("--best chooses the variant itself; leave out --variant and --sweep");
  }
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
                               : one_of(name, {"coarsen", "blocks-per-sm", "copies"});
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
    flag.set(options, optarg);
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
