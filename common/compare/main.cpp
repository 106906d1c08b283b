// compare: joins the result files of the lessons into the course's speedup table.
#include <getopt.h>

#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "common/compare/csv.h"
#include "common/compare/readme.h"
#include "common/compare/render.h"
#include "common/compare/select.h"
#include "common/compare/side_by_side.h"
#include "common/compare/table.h"

namespace {

using namespace course::compare;

constexpr int kDiffers = 1;
constexpr int kBadInput = 2;

const char* const kUsage =
    "usage: compare [filters] [--columns LIST] [--markdown] FILE.csv\n"
    "       compare [filters] [--markdown] A.csv B.csv\n"
    "       compare --update README.md [--root DIR] [FILE.csv]\n"
    "       compare --check README.md [--root DIR] [FILE.csv]\n";

const char* const kHelp =
    "\n"
    "One file: the course's table, one part per device and problem. Two files: side by side, for "
    "two\n"
    "machines or two students; a file from the CPU backend shows its counts beside the other's "
    "times.\n"
    "\n"
    "  --markdown         a Markdown table\n"
    "  --columns LIST     of device, type, n, bins, workload, cache, lesson, variant, ms, min, "
    "iqr,\n"
    "                     iterations, gbs, ceiling, speedup, step, status, global, shared, queue,\n"
    "                     workspace; separated by commas\n"
    "  --update FILE      write the tables between the markers of FILE (may be repeated)\n"
    "  --check FILE       exit 1 if a table between the markers differs (may be repeated)\n"
    "  --root DIR         what file= in a marker is relative to (default: FILE's git repository)\n"
    "  --help             this text\n"
    "\n"
    "Filters, values separated by commas: --lesson 05, --backend cpu|cuda, --n 2^28, --type "
    "int32,\n"
    "--bins 256, --workload uniform, --cache cold. Whole names: --variant NAME, --device NAME.\n"
    "\n"
    "A marker is a line  <!-- compare:begin NAME file=x.csv lesson=05 columns=variant,ms -->  and "
    "ends\n"
    "with a line  <!-- compare:end -->.  It takes the same filters, as key=value. With "
    "model=x-model.csv\n"
    "alone it becomes the table of how well the model predicts.\n"
    "\n"
    "Exit status: 0 done, 1 a checked table differs, 2 wrong usage or input.\n";

struct Options {
  TableOptions table;
  ReadmeOptions readme;
  std::vector<std::string> update;
  std::vector<std::string> check;
  std::vector<std::string> files;
  bool markdown = false;
  bool help = false;
};

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Options that take part as key=value in a marker have the value 'f'.
Options parse(int argc, char** argv) {
  const option long_options[] = {
      {"help", no_argument, nullptr, 'h'},          {"markdown", no_argument, nullptr, 'm'},
      {"columns", required_argument, nullptr, 'c'}, {"update", required_argument, nullptr, 'u'},
      {"check", required_argument, nullptr, 'k'},   {"root", required_argument, nullptr, 'r'},
      {"lesson", required_argument, nullptr, 'f'},  {"variant", required_argument, nullptr, 'f'},
      {"backend", required_argument, nullptr, 'f'}, {"device", required_argument, nullptr, 'f'},
      {"n", required_argument, nullptr, 'f'},       {"type", required_argument, nullptr, 'f'},
      {"bins", required_argument, nullptr, 'f'},    {"workload", required_argument, nullptr, 'f'},
      {"cache", required_argument, nullptr, 'f'},   {nullptr, 0, nullptr, 0}};
  Options options;
  int index = 0;
  for (int found; (found = getopt_long(argc, argv, "", long_options, &index)) != -1;) {
    switch (found) {
      case 'h':
        options.help = true;
        break;
      case 'm':
        options.markdown = true;
        break;
      case 'c':
        options.table.columns = parse_columns(optarg);
        break;
      case 'u':
        options.update.push_back(optarg);
        break;
      case 'k':
        options.check.push_back(optarg);
        break;
      case 'r':
        options.readme.root = optarg;
        break;
      case 'f':
        options.table.filter.add(long_options[index].name, optarg);
        break;
      default:
        throw UsageError("");  // getopt has said what is wrong
    }
  }
  options.files.assign(argv + optind, argv + argc);
  if (!options.files.empty()) options.readme.csv = options.files.front();
  return options;
}

// A value that does not fit its option is wrong usage, like an option that does not exist.
Options parse_or_explain(int argc, char** argv) {
  try {
    return parse(argc, argv);
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
}

void require(bool condition, const char* message) {
  if (!condition) throw UsageError(message);
}

void require_consistent(const Options& options) {
  const bool tables = options.update.empty() && options.check.empty();
  if (tables) {
    require(!options.files.empty(), "a result file is missing");
    require(options.files.size() <= 2, "more than two result files");
    require(options.files.size() == 1 || options.table.columns.empty(),
            "--columns goes with one result file");
    require(!options.readme.root, "--root goes with --update and --check");
    return;
  }
  require(options.update.empty() || options.check.empty(), "--update or --check, not both");
  require(options.files.size() <= 1, "--update and --check take one result file");
  require(options.table.filter.empty() && options.table.columns.empty(),
          "with --update and --check, filters and columns stand in the markers");
}

void print_tables(const Options& options) {
  std::vector<ResultFile> files;
  for (const std::string& path : options.files) files.push_back(read_results(path));
  SideBySide result;
  if (files.size() == 2)
    result = make_side_by_side(files[0], files[1], options.table.filter);
  else
    result.tables = make_tables(files[0], options.table);
  // In Markdown the standard output is a document, and a remark does not belong into it.
  std::ostream& remarks = options.markdown ? std::cerr : std::cout;
  const auto remark = [&] {
    for (const std::string& problem : result.left_out) remarks << printable(problem) << "\n";
  };
  if (options.markdown) {
    std::cout << render_markdown(result.tables);
    remark();
    return;
  }
  std::cout << render_text(result.tables) << "\n";
  remark();
  for (const ResultFile& file : files)
    for (const std::string& comment : file.provenance)
      std::cout << "# " << printable(file.path) << ": " << printable(comment) << "\n";
}

void update(const Options& options) {
  // All tables are made before the first file is replaced, so that an error leaves every file
  // alone.
  std::vector<std::string> texts;
  for (const std::string& file : options.update)
    texts.push_back(updated_readme(file, options.readme));
  for (std::size_t i = 0; i < texts.size(); ++i) replace_file(options.update[i], texts[i]);
}

int check(const Options& options) {
  bool differs = false;
  for (const std::string& file : options.check) {
    for (const Difference& difference : check_readme(file, options.readme)) {
      std::cerr << printable(difference.place)
                << " differs from its result file\n  is:        " << difference.is
                << "\n  should be: " << difference.expected << "\n";
      differs = true;
    }
  }
  return differs ? kDiffers : 0;
}

int run(const Options& options) {
  if (options.help) {
    std::cout << kUsage << kHelp;
    return 0;
  }
  require_consistent(options);
  if (!options.check.empty()) return check(options);
  if (!options.update.empty())
    update(options);
  else
    print_tables(options);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status = run(parse_or_explain(argc, argv));
    // A full disk must not look like success.
    if (!std::cout.flush()) throw InputError("the output cannot be written");
    return status;
  } catch (const UsageError& error) {
    if (*error.what()) std::cerr << "compare: " << printable(error.what()) << "\n";
    std::cerr << kUsage;
  } catch (const InputError& error) {
    std::cerr << printable(error.what()) << "\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "compare: too little memory for these files\n";
  } catch (const std::exception&) {  // its text would say nothing to a user
    std::cerr << "compare: an error inside compare itself\n";
  }
  return kBadInput;
}
