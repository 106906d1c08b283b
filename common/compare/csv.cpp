#include "common/compare/csv.h"

namespace course::compare {

const char* const kHeader =
    "lesson,variant,backend,device,n,type,bins,workload,cache,median_ms,min_ms,iqr_ms,iterations,"
    "bytes,gb_per_s,ceiling_percent,speedup,global_atomics,shared_atomics,longest_queue,"
    "workspace_bytes,status";

namespace {

// The lessons write six decimals: one byte in more than 2 ms is 0.000000 GB/s. The percentage of
// the ceiling is 0.000000 sooner, so it may be zero at any time.
bool rounds_to_zero(const Row& row) {
  return row.bytes && row.median_ms && static_cast<double>(*row.bytes) < *row.median_ms / 2;
}

Status parse_status(const std::string& word, const FieldReader& reader) {
  for (Status status :
       {Status::ok, Status::failed, Status::expected_failure, Status::not_applicable})
    if (word == status_text(status)) return status;
  reader.fail("is none of ok, failed, expected_failure, not_applicable", word);
}

Row to_row(FieldReader& field) {
  Row row;
  row.lesson = field.required("lesson");
  row.variant = field.required("variant");
  row.backend = field.required("backend");
  if (row.backend != "cuda" && row.backend != "cpu")
    field.fail("is neither cuda nor cpu", row.backend);
  row.device = field.required("device");
  row.n = field.required_count("n");
  row.type = field.required("type");
  row.bins = field.count("bins");
  row.workload = field.text("workload");
  row.cache = field.text("cache");
  row.median_ms = field.positive("median_ms");
  row.min_ms = field.positive("min_ms");
  row.iqr_ms = field.number("iqr_ms");
  row.iterations = field.count("iterations");
  row.bytes = field.count("bytes");
  row.gb_per_s = field.number("gb_per_s");
  if (row.gb_per_s && *row.gb_per_s == 0 && !rounds_to_zero(row)) field.fail("is zero");
  row.ceiling_percent = field.number("ceiling_percent");
  row.speedup = field.positive("speedup");
  row.global_atomics = field.count("global_atomics");
  row.shared_atomics = field.count("shared_atomics");
  row.longest_queue = field.count("longest_queue");
  row.workspace_bytes = field.count("workspace_bytes");
  const std::string status = field.text("status");
  row.status = parse_status(status, field);
  return row;
}

}  // namespace

std::string status_text(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::failed:
      return "failed";
    case Status::expected_failure:
      return "expected_failure";
    case Status::not_applicable:
      return "not_applicable";
  }
  return "failed";
}

ResultFile parse_results(const std::string& text, const std::string& path) {
  ResultFile file;
  file.path = path;
  file.provenance = parse_records(text, path, kHeader, "result file",
                                  [&](FieldReader& field) { file.rows.push_back(to_row(field)); });
  return file;
}

ResultFile read_results(const std::string& path) { return parse_results(read_text(path), path); }

}  // namespace course::compare
