// compare: joins the result files of the lessons into the course's speedup table.
#include <getopt.h>

#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "common/compare/query.h"
#include "common/compare/readme.h"
#include "common/compare/render.h"
#include "common/compare/side_by_side.h"
#include "common/compare/table.h"
#include "common/row/result_file.h"
#include "common/row/usage_error.h"

namespace {

using namespace course;
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
    "  --columns LIST     columns to show, separated by commas, of:\n"
    "%s"
    "  --table model      how well the model predicts, over all rows that have a prediction\n"
    "  --table bins       the times of variants beside each other, by bins and workload\n"
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
    "with a line  <!-- compare:end -->.  It takes filters, columns and table as key=value, and "
    "file= more\n"
    "than once.\n"
    "\n"
    "Exit status: 0 done, 1 a checked table differs, 2 wrong usage or input.\n";

struct Options {
  Query query;
  ReadmeOptions readme;
  std::vector<std::string> update;
  std::vector<std::string> check;
  std::vector<std::string> files;
  bool markdown = false;
  bool help = false;
};

// The keys of all columns, in lines.
std::string column_keys() {
  std::string lines, line;
  for (const Column& column : all_columns()) {
    line += (line.empty() ? std::string(21, ' ') : ", ") + column.key;
    if (line.size() < 80) continue;
    lines += line + ",\n";
    line.clear();
  }
  return line.empty() ? lines : lines + line + "\n";
}

// Options that a marker takes as key=value have the value 'q'.
std::vector<option> long_options() {
  std::vector<option> options = {
      {"help", no_argument, nullptr, 'h'},         {"markdown", no_argument, nullptr, 'm'},
      {"update", required_argument, nullptr, 'u'}, {"check", required_argument, nullptr, 'k'},
      {"root", required_argument, nullptr, 'r'},   {"columns", required_argument, nullptr, 'q'},
      {"table", required_argument, nullptr, 'q'}};
  for (const std::string& key : Filter::keys())
    options.push_back({key.c_str(), required_argument, nullptr, 'q'});
  options.push_back({nullptr, 0, nullptr, 0});
  return options;
}

// Throws UsageError; its text is empty where getopt has said what is wrong.
Options parse(int argc, char** argv) {
  const std::vector<option> known = long_options();
  Options options;
  int index = 0;
  for (int found; (found = getopt_long(argc, argv, "", known.data(), &index)) != -1;) {
    if (found == '?') throw UsageError("");
    if (found == 'h') options.help = true;
    if (found == 'm') options.markdown = true;
    if (found == 'u') options.update.push_back(optarg);
    if (found == 'k') options.check.push_back(optarg);
    if (found == 'r') options.readme.root = optarg;
    if (found == 'q') options.query.set(known[static_cast<std::size_t>(index)].name, optarg);
  }
  options.files.assign(argv + optind, argv + argc);
  if (!options.files.empty()) options.readme.csv = options.files.front();
  return options;
}

void require(bool condition, const char* message) {
  if (!condition) throw UsageError(message);
}

void require_consistent(const Options& options) {
  const Query& query = options.query;
  const bool has_form = !query.columns.empty() || query.form != Query::Form::steps;
  if (options.update.empty() && options.check.empty()) {
    require(!options.files.empty(), "a result file is missing");
    require(options.files.size() <= 2, "more than two result files");
    require(options.files.size() == 1 || !has_form,
            "--columns and --table go with one result file");
    require(!options.readme.root, "--root goes with --update and --check");
    return;
  }
  require(options.update.empty() || options.check.empty(), "--update or --check, not both");
  require(options.files.size() <= 1, "--update and --check take one result file");
  require(query.filter.empty() && !has_form,
          "with --update and --check, filters and columns stand in the markers");
}

void print_tables(const Options& options) {
  std::vector<ResultFile> files;
  for (const std::string& path : options.files) files.push_back(read_results(path));
  SideBySide result;
  if (files.size() == 2)
    result = make_side_by_side(files[0], files[1], options.query.filter);
  else
    result.tables = make_tables(files[0], options.query);
  std::cout << (options.markdown ? render_markdown(result.tables) : render_text(result.tables));
  if (!options.markdown) std::cout << "\n";
  // In Markdown the standard output is a document, and a remark does not belong into it.
  std::ostream& remarks = options.markdown ? std::cerr : std::cout;
  for (const std::string& problem : result.left_out) remarks << printable(problem) << "\n";
  if (options.markdown) return;
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
  if (!options.check.empty()) return check(options);
  if (!options.update.empty())
    update(options);
  else
    print_tables(options);
  return 0;
}

void print_help() {
  std::string help = kHelp;
  help.replace(help.find("%s"), 2, column_keys());
  std::cout << kUsage << help;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Options options;
    try {
      options = parse(argc, argv);
      if (!options.help) require_consistent(options);
    } catch (const UsageError& error) {
      if (*error.what()) std::cerr << "compare: " << printable(error.what()) << "\n";
      std::cerr << kUsage;
      return kBadInput;
    }
    int status = 0;
    if (options.help)
      print_help();
    else
      status = run(options);
    // A full disk must not look like success.
    if (!std::cout.flush()) throw UsageError("the output cannot be written");
    return status;
  } catch (const UsageError& error) {
    std::cerr << printable(error.what()) << "\n";
  } catch (const std::bad_alloc&) {
    std::cerr << "compare: too little memory for these files\n";
  } catch (const std::exception&) {  // its text would say nothing to a user
    std::cerr << "compare: an error inside compare itself\n";
  }
  return kBadInput;
}
