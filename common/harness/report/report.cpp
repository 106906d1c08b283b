#include "common/harness/report/report.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "common/harness/device/backend.h"
#include "common/harness/report/format.h"

namespace course {
namespace {

std::string times_faster(const std::optional<double>& ratio) {
  return ratio ? significant(*ratio) + "x" : "n/a";
}

std::string percent_of(const std::optional<double>& percent, bool fits_l2) {
  if (!percent) return "n/a";
  return decimals(*percent, 1) + " %" + (fits_l2 ? " (L2)" : "");
}

std::string count_of(const std::optional<std::uint64_t>& count) {
  return count ? grouped(*count) : "n/a";
}

// The three counts of a ledger, as far as they are known.
struct Counts {
  std::optional<std::uint64_t> global, shared, queue;
};
Counts counts_of(const std::optional<Ledger>& ledger) {
  if (!ledger) return {};
  return {ledger->global_atomics, ledger->shared_atomics, ledger->longest_queue};
}

using Cells = std::vector<std::string>;

Cells head_cells(const TableHeads& heads) {
  Cells cells = {"variant"};
  if (backend_has_gpu_times()) {
    for (const char* cell : {"median ms", "min", "IQR", "runs", "GB/s"}) cells.push_back(cell);
    cells.push_back(heads.ceiling);
    cells.push_back(heads.speedup);
    if (!heads.speedup_before.empty()) cells.push_back(heads.speedup_before);
  }
  if (!heads.ledger) {
    for (const char* cell : {"bytes moved", "bytes an access", "accesses"}) cells.push_back(cell);
    return cells;
  }
  for (const char* cell : {"global atomics", "shared atomics", "longest queue"}) {
    cells.push_back(cell);
  }
  if (backend_counts_work()) cells.push_back("same address, lanes (worst)");
  cells.push_back("workspace");
  return cells;
}

Cells row_cells(const TableHeads& heads, const Row& row) {
  Cells cells = {row.variant};
  const auto& time = row.outcome.time;
  if (backend_has_gpu_times()) {
    cells.push_back(time ? significant(time->median) : "n/a");
    cells.push_back(time ? significant(time->minimum) : "n/a");
    cells.push_back(time ? significant(time->interquartile_range) : "n/a");
    cells.push_back(time ? grouped(time->count) : "n/a");
    cells.push_back(row.gb_per_s() ? significant(*row.gb_per_s()) : "n/a");
    cells.push_back(
        percent_of(row.ceiling_percent(), row.cache.find("fits_l2") != std::string::npos));
    cells.push_back(times_faster(row.speedup));
    if (!heads.speedup_before.empty()) cells.push_back(times_faster(row.speedup_before));
  }
  if (!heads.ledger) {
    cells.push_back(grouped(row.bytes));
    cells.push_back(row.access_bytes > 0 ? std::to_string(row.access_bytes) : "n/a");
    cells.push_back(row.access_bytes > 0 ? grouped(row.bytes / row.access_bytes) : "n/a");
    return cells;
  }
  const Counts counts = counts_of(row.ledger);
  for (const auto& count : {counts.global, counts.shared, counts.queue}) {
    cells.push_back(count_of(count));
  }
  if (backend_counts_work()) {
    const auto& work = row.outcome.counted;
    cells.push_back(work && work->worst_same_address_lanes > 0
                        ? decimals(work->mean_same_address_lanes, 2) + " (" +
                              std::to_string(work->worst_same_address_lanes) + ")"
                        : "n/a");
  }
  cells.push_back(row.workspace_bytes > 0 ? binary_bytes(row.workspace_bytes) : "-");
  return cells;
}

// The CSV columns, in order; common/compare reads the same.
const char* const kCsvHeader =
    "lesson,variant,backend,device,n,type,bins,workload,cache,median_ms,min_ms,iqr_ms,iterations,"
    "bytes,gb_per_s,ceiling_percent,speedup,global_atomics,shared_atomics,longest_queue,"
    "workspace_bytes,status";

// RFC 4180: quoted when it holds a comma, a quote or a line break; quotes doubled.
std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_number(const std::optional<double>& value) {
  return value ? decimals(*value, 6) : "";
}

std::string csv_line(const Row& row, const std::string& device) {
  const auto& time = row.outcome.time;
  const Counts counts = counts_of(row.ledger);
  const auto time_cell = [&](double Statistics::*field) {
    return time ? decimals((*time).*field, 6) : std::string();
  };
  const auto count_cell = [](const std::optional<std::uint64_t>& count) {
    return count ? std::to_string(*count) : std::string();
  };
  const Cells cells = {csv_text(row.lesson),
                       csv_text(row.variant),
                       backend_name(),
                       csv_text(device),
                       std::to_string(row.n),
                       row.type,
                       row.bins ? std::to_string(*row.bins) : "",
                       csv_text(row.workload),
                       row.cache,
                       time_cell(&Statistics::median),
                       time_cell(&Statistics::minimum),
                       time_cell(&Statistics::interquartile_range),
                       time ? std::to_string(time->count) : "",
                       std::to_string(row.bytes),
                       csv_number(row.gb_per_s()),
                       csv_number(row.ceiling_percent()),
                       csv_number(row.speedup),
                       count_cell(counts.global),
                       count_cell(counts.shared),
                       count_cell(counts.queue),
                       std::to_string(row.workspace_bytes),
                       name_of(row.outcome.status)};
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + cell;
  return line + "\n";
}

}  // namespace

std::optional<double> Row::gb_per_s() const {
  if (!outcome.time || bytes == 0 || outcome.time->median <= 0) return std::nullopt;
  return static_cast<double>(bytes) / 1e6 / outcome.time->median;
}

std::optional<double> Row::ceiling_percent() const {
  const auto rate = gb_per_s();
  if (!rate || !ceiling_gb_per_s) return std::nullopt;
  return 100 * *rate / *ceiling_gb_per_s;
}

namespace {

// Aligned columns: the first to the left, the others to the right. A row of two cells is a remark.
void print_aligned(const std::vector<Cells>& table) {
  std::vector<std::size_t> widths(table.front().size(), 0);
  for (const Cells& cells : table) {
    for (std::size_t c = 0; c < cells.size() && cells.size() > 2; ++c) {
      widths[c] = std::max(widths[c], cells[c].size());
    }
    widths[0] = std::max(widths[0], cells[0].size());
  }
  for (const Cells& cells : table) {
    std::printf("%-*s", static_cast<int>(widths[0]), cells[0].c_str());
    for (std::size_t c = 1; c < cells.size(); ++c) {
      const int width = cells.size() > 2 ? static_cast<int>(widths[c]) : 0;
      std::printf("  %*s", width, cells[c].c_str());
    }
    std::printf("\n");
  }
  std::fflush(stdout);
}

std::string remark(const Outcome& outcome) {
  if (outcome.status == Status::failed) return "FAILED: " + outcome.note;
  if (outcome.status == Status::not_applicable) return "not applicable: " + outcome.note;
  return outcome.note;
}

}  // namespace

void print_table(const TableHeads& heads, const std::vector<Row>& rows) {
  std::vector<Cells> table = {head_cells(heads)};
  for (const Row& row : rows) {
    const bool ok = row.outcome.status == Status::ok;
    table.push_back(ok ? row_cells(heads, row) : Cells{row.variant, remark(row.outcome)});
  }
  print_aligned(table);
}

void print_explanations(const std::vector<Row>& rows, const std::string& what) {
  const bool timed = backend_has_gpu_times();
  std::vector<Cells> table = {timed ? Cells{"why", "measured ms", "predicted", "ratio", "bound by"}
                                    : Cells{"predicted", "ms", "speedup", "bound by"}};
  for (const Row& row : rows) {
    const auto& time = row.outcome.time;
    if (!row.prediction || row.outcome.status != Status::ok || (timed && !time)) continue;
    const double ms = row.prediction->ms;
    Cells cells = {row.variant};
    if (timed) {
      cells.push_back(significant(time->median));
      cells.push_back(significant(ms));
      cells.push_back(decimals(time->median / ms, 2));
    } else {
      cells.push_back(significant(ms));
      const bool has_baseline = row.baseline && rows[*row.baseline].prediction;
      cells.push_back(has_baseline ? times_faster(rows[*row.baseline].prediction->ms / ms) : "n/a");
    }
    cells.push_back(row.prediction->bound);
    table.push_back(cells);
  }
  if (table.size() == 1) return;
  std::printf("\n");
  if (!timed) {
    std::printf("a model's prediction for the %s; not a measurement\n", what.c_str());
  }
  print_aligned(table);
}

bool CsvFile::refuse_foreign(const std::string& path) {
  const auto refuse = [&](const char* why) { throw UsageError("--csv " + path + ": " + why); };
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return false;  // it will be made
  if (!S_ISREG(info.st_mode)) refuse("cannot be written: it is not a regular file");
  std::ifstream file(path);
  if (!file) refuse("cannot be read");
  // Comment lines may stand before the header; then comes the header or nothing.
  std::string line;
  bool has_header = false;
  while (std::getline(file, line)) {
    if (file.eof()) refuse("its last line is unfinished");
    if (line == kCsvHeader) has_header = true;
    if (!has_header && line.rfind('#', 0) != 0) refuse("is no result file of this course");
  }
  return has_header;
}

CsvFile::CsvFile(std::string path, const Device& device)
    : path_(std::move(path)), device_(device.name) {
  if (refuse_foreign(path_)) return;
  write("# device: " + describe(device) + "\n" + kCsvHeader + "\n");
}

void CsvFile::append(const Row& row) const { write(csv_line(row, device_)); }

void CsvFile::write(const std::string& text) const {
  std::ofstream file(path_, std::ios::app);
  if (!(file << text << std::flush)) throw UsageError("--csv " + path_ + ": cannot be written");
}

}  // namespace course
