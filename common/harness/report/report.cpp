#include "common/harness/report/report.h"

#include <algorithm>
#include <cstdio>

#include "common/harness/device/backend.h"
#include "common/row/format.h"

namespace course {
namespace {

std::string times_faster(const std::optional<double>& ratio) {
  return ratio ? significant(*ratio) + "x" : "n/a";
}

std::string percent_of(const std::optional<double>& percent, bool fits_l2) {
  if (!percent) return "n/a";
  return decimals(*percent, 1) + " %" + (fits_l2 ? " (L2)" : "");
}

using Cells = std::vector<std::string>;

// What a request becomes, on average: sectors or wavefronts.
std::string per_request(std::optional<std::uint64_t> parts, std::optional<std::uint64_t> requests) {
  if (!parts || !requests || *requests == 0) return "-";
  return decimals(static_cast<double>(*parts) / static_cast<double>(*requests), 2);
}

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
    if (backend_counts_memory()) {
      for (const char* cell : {"sectors a load", "sectors a store"}) cells.push_back(cell);
    }
    return cells;
  }
  for (const char* cell : {"global atomics", "shared atomics", "longest queue"}) {
    cells.push_back(cell);
  }
  if (backend_counts_work()) cells.push_back("same address, lanes (worst)");
  if (backend_counts_memory()) {
    for (const char* cell : {"sectors a load", "passes", "wavefronts"}) cells.push_back(cell);
  }
  cells.push_back("workspace");
  return cells;
}

Cells row_cells(const TableHeads& heads, const Result& result) {
  const Row row = to_row(result);
  const auto number = [](const std::optional<double>& value) {
    return value ? significant(*value) : "n/a";
  };
  const auto count = [](const std::optional<std::uint64_t>& value) {
    return value ? grouped(*value) : "n/a";
  };
  Cells cells = {row.variant};
  if (backend_has_gpu_times()) {
    for (const auto& ms : {row.median_ms, row.min_ms, row.iqr_ms}) cells.push_back(number(ms));
    cells.push_back(count(row.iterations));
    cells.push_back(number(row.gb_per_s));
    cells.push_back(
        percent_of(row.ceiling_percent, row.cache.find("fits_l2") != std::string::npos));
    cells.push_back(times_faster(row.speedup));
    if (!heads.speedup_before.empty()) cells.push_back(times_faster(result.speedup_before));
  }
  if (!heads.ledger) {
    const std::size_t bytes = *row.bytes;
    const unsigned access = result.access_bytes;
    cells.push_back(grouped(bytes));
    cells.push_back(access > 0 ? std::to_string(access) : "n/a");
    cells.push_back(access > 0 ? grouped(bytes / access) : "n/a");
    if (backend_counts_memory()) {
      cells.push_back(per_request(row.load_sectors, row.load_requests));
      cells.push_back(per_request(row.store_sectors, row.store_requests));
    }
    return cells;
  }
  for (const auto& atomics : {row.global_atomics, row.shared_atomics, row.longest_queue}) {
    cells.push_back(count(atomics));
  }
  if (backend_counts_work()) {
    const auto& work = result.outcome.counted;
    cells.push_back(work && work->worst_same_address_lanes > 0
                        ? decimals(work->mean_same_address_lanes, 2) + " (" +
                              std::to_string(work->worst_same_address_lanes) + ")"
                        : "n/a");
  }
  if (backend_counts_memory()) {
    cells.push_back(per_request(row.load_sectors, row.load_requests));
    cells.push_back(count(row.atomic_passes));
    cells.push_back(per_request(row.shared_wavefronts, row.shared_requests));
  }
  cells.push_back(*row.workspace_bytes > 0 ? binary_bytes(*row.workspace_bytes) : "-");
  return cells;
}

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

std::optional<double> predicted_speedup(const std::vector<Result>& results, const Result& result) {
  if (!result.baseline || !results[*result.baseline].prediction) return std::nullopt;
  return results[*result.baseline].prediction->ms / result.prediction->ms;
}

std::string remark(const Outcome& outcome) {
  if (outcome.status == Status::failed) return "FAILED: " + outcome.note;
  if (outcome.status == Status::not_applicable) return "not applicable: " + outcome.note;
  return outcome.note;
}

}  // namespace

Row to_row(const Result& result) {
  Row row = result;
  row.backend = backend_name();
  row.status = result.outcome.status;
  row.bytes = row.bytes.value_or(0);
  row.workspace_bytes = row.workspace_bytes.value_or(0);
  if (result.ledger) {
    row.global_atomics = result.ledger->global_atomics;
    row.shared_atomics = result.ledger->shared_atomics;
    row.longest_queue = result.ledger->longest_queue;
  }
  if (result.outcome.counted && result.outcome.counted->memory) {
    const cpu::MemoryCounts& memory = *result.outcome.counted->memory;
    row.load_requests = memory.global_loads.requests;
    row.load_sectors = memory.global_loads.sectors;
    row.store_requests = memory.global_stores.requests;
    row.store_sectors = memory.global_stores.sectors;
    row.atomic_passes = memory.global_atomics.passes;
    row.shared_requests = memory.shared_requests();
    row.shared_wavefronts = memory.shared_wavefronts();
  }
  if (!result.outcome.time) return row;
  const Statistics& time = *result.outcome.time;
  row.median_ms = time.median;
  row.min_ms = time.minimum;
  row.iqr_ms = time.interquartile_range;
  row.iterations = time.count;
  if (*row.bytes > 0 && time.median > 0) {
    row.gb_per_s = static_cast<double>(*row.bytes) / 1e6 / time.median;
    if (const auto ceiling = result.ceiling_gb_per_s) {
      row.ceiling_percent = 100 * *row.gb_per_s / *ceiling;
    }
  }
  if (result.prediction && row.status == Status::ok && backend_has_gpu_times()) {
    row.predicted_ms = result.prediction->ms;
    row.bound = result.prediction->bound;
  }
  return row;
}

std::vector<Row> predicted_rows(const std::vector<Result>& results, const Rates& rates) {
  std::vector<Row> rows;
  for (const Result& result : results) {
    if (!result.prediction || result.outcome.status != Status::ok) continue;
    Row row;
    row.lesson = result.lesson;
    row.variant = result.variant;
    row.backend = kModelBackend;
    row.device = rates.device();
    row.type = result.predicted_for.type;
    row.workload = result.predicted_for.workload;
    row.n = result.predicted_for.n;
    row.bins = result.predicted_for.bins;
    row.bytes = result.predicted_for.bytes;
    const double l2_bytes = rates.at(probe::kL2Bytes).value_or(0);
    row.cache = static_cast<double>(*row.bytes) <= l2_bytes ? "cold_fits_l2" : "cold";
    row.predicted_ms = result.prediction->ms;
    row.bound = result.prediction->bound;
    row.speedup = predicted_speedup(results, result);
    rows.push_back(row);
  }
  return rows;
}

void print_table(const TableHeads& heads, const std::vector<Result>& results) {
  std::vector<Cells> table = {head_cells(heads)};
  for (const Result& result : results) {
    const bool ok = result.outcome.status == Status::ok;
    table.push_back(ok ? row_cells(heads, result) : Cells{result.variant, remark(result.outcome)});
  }
  print_aligned(table);
}

void print_explanations(const std::vector<Result>& results, const std::string& device) {
  const bool timed = backend_has_gpu_times();
  std::string n;
  std::vector<Cells> table = {timed ? Cells{"why", "measured ms", "predicted", "ratio", "bound by"}
                                    : Cells{"predicted", "ms", "speedup", "bound by"}};
  for (const Result& result : results) {
    const auto& time = result.outcome.time;
    if (!result.prediction || result.outcome.status != Status::ok || (timed && !time)) continue;
    const double ms = result.prediction->ms;
    Cells cells = {result.variant};
    if (timed) {
      cells.push_back(significant(time->median));
      cells.push_back(significant(ms));
      cells.push_back(decimals(time->median / ms, 2));
    } else {
      cells.push_back(significant(ms));
      cells.push_back(times_faster(predicted_speedup(results, result)));
    }
    cells.push_back(result.prediction->bound);
    n = grouped(result.predicted_for.n);
    table.push_back(cells);
  }
  if (table.size() == 1) return;
  std::printf("\n");
  if (!timed) {
    std::printf("a model's prediction for the %s and n = %s; not a measurement\n", device.c_str(),
                n.c_str());
  }
  print_aligned(table);
}

}  // namespace course
