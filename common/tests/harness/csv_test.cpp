// The CSV file of results: columns, escaping, one header, other people's files, full disks.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>
#include <vector>

#include "comma_locale.h"
#include "common/harness/device/backend.h"
#include "common/harness/report/csv_file.h"
#include "common/row/result_file.h"
#include "message_of.h"
#include "temporary_folder.h"

using namespace course;
using namespace course_tests;

namespace {

const char* const kHeader =
    "lesson,variant,backend,device,n,type,bins,workload,cache,median_ms,min_ms,iqr_ms,iterations,"
    "bytes,gb_per_s,ceiling_percent,speedup,global_atomics,shared_atomics,longest_queue,"
    "workspace_bytes,status,predicted_ms,bound,load_requests,load_sectors,store_requests,"
    "store_sectors,atomic_passes,shared_requests,shared_wavefronts\n";

Device device_called(const std::string& name) {
  Device device;
  device.name = name;
  device.compute_capability = 90;
  device.multiprocessors = 132;
  device.driver = device.toolkit = "13.0";
  return device;
}

Result timed_row() {
  Result row;
  row.lesson = "05_shared_memory";
  row.variant = "shared";
  row.type = "int32";
  row.workload = "uniform";
  row.cache = "cold";
  row.n = 1234567;
  row.bins = 256;
  row.bytes = 4938268;
  row.ceiling_gb_per_s = 4000;
  row.speedup = 2.5;
  row.ledger = Ledger{1000, 2000000, 30};
  row.workspace_bytes = 1024;
  row.outcome.time = Statistics{0.5, 0.25, 0.125, 17};
  return row;
}

// The lines of a file that are no comments.
std::string without_comments(const std::string& content) {
  std::string kept;
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t end = std::min(content.find('\n', at), content.size() - 1) + 1;
    if (content[at] != '#') kept += content.substr(at, end - at);
    at = end;
  }
  return kept;
}

std::string lines_of(const Result& row, const std::string& device = "NVIDIA H200") {
  const TemporaryFolder folder;
  CsvFile(folder.file("r.csv"), device_called(device)).append(row);
  const std::string content = without_comments(content_of(folder.file("r.csv")));
  REQUIRE(content.rfind(kHeader, 0) == 0);
  return content.substr(std::string(kHeader).size());
}

const std::string kTimedLine = std::string("05_shared_memory,shared,") + backend_name() +
                               ",NVIDIA H200,1234567,int32,256,uniform,cold,0.500000,0.250000,"
                               "0.125000,17,4938268,9.876536,0.246913,2.500000,1000,2000000,30,"
                               "1024,ok,,,,,,,,,\n";

}  // namespace

TEST_CASE("a row with a time fills every column") { CHECK(lines_of(timed_row()) == kTimedLine); }

TEST_CASE("a locale with ',' decimals changes no cell") {
  const CommaLocale comma;
  CHECK(lines_of(timed_row()) == kTimedLine);
}

TEST_CASE("a row without a time leaves the fields of time, rate and speedup empty") {
  Result row;
  row.lesson = "01_elementwise";
  row.variant = "f32";
  row.type = "float32";
  row.cache = "cold";
  row.n = 5;
  row.bytes = 60;
  row.ceiling_gb_per_s = 4000;
  row.outcome.status = Status::failed;
  CHECK(lines_of(row) == std::string("01_elementwise,f32,") + backend_name() +
                             ",NVIDIA H200,5,float32,,,cold,,,,,60,,,,,,,0,failed,,,,,,,,,\n");
}

TEST_CASE("text with commas, quotes or line breaks is quoted") {
  Result row;
  row.lesson = "a,b";
  row.variant = "say \"hi\"";
  row.workload = "two\nlines";
  CHECK(lines_of(row, "GPU, 80 GB") ==
        std::string("\"a,b\",\"say \"\"hi\"\"\",") + backend_name() +
            ",\"GPU, 80 GB\",0,,,\"two\nlines\",,,,,,0,,,,,,,0,ok,,,,,,,,,\n");
}

TEST_CASE("every status has its name") {
  for (const Status status :
       {Status::ok, Status::failed, Status::expected_failure, Status::not_applicable}) {
    Result row;
    row.outcome.status = status;
    const std::string line = lines_of(row);
    CHECK(contains(line, std::string(",") + name_of(status) + ",,,,,,,,,\n"));
  }
  CHECK(std::string(name_of(Status::ok)) == "ok");
  CHECK(std::string(name_of(Status::failed)) == "failed");
  CHECK(std::string(name_of(Status::expected_failure)) == "expected_failure");
  CHECK(std::string(name_of(Status::not_applicable)) == "not_applicable");
}

TEST_CASE("a new file begins with a comment that names device and versions, then the header") {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.csv");
  const CsvFile file(path, device_called("NVIDIA H200"));
  const std::string content = content_of(path);
  CHECK(content.rfind("# device: NVIDIA H200", 0) == 0);
  CHECK(contains(content, "driver 13.0, toolkit 13.0"));
  CHECK(without_comments(content) == kHeader);
}

TEST_CASE("the header stands once, however often rows are appended") {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.csv");
  for (int run = 0; run < 3; ++run) {
    const CsvFile file(path, device_called("NVIDIA H200"));
    file.append(timed_row());
    file.append(timed_row());
  }
  std::string want = kHeader;
  for (int line = 0; line < 6; ++line) want += kTimedLine;
  CHECK(without_comments(content_of(path)) == want);
}

TEST_CASE("a file with older columns gets the header again") {
  const TemporaryFolder folder;
  const std::string header = "lesson,variant,backend,device,n,type,median_ms,status\n";
  const std::string before = header + "03,i32,cuda,GPU,5,int32,0.5,ok\n";
  const std::string path = folder.file("r.csv", before);
  for (int run = 0; run < 2; ++run) {
    CsvFile(path, device_called("NVIDIA H200")).append(timed_row());
  }
  CHECK(without_comments(content_of(path)) == before + kHeader + kTimedLine + kTimedLine);
  const ResultFile file = read_results(path);
  REQUIRE(file.rows.size() == 3);
  CHECK(file.rows[0].median_ms == 0.5);
  CHECK_FALSE(file.rows[0].bins.has_value());
  CHECK(file.rows[2].global_atomics == 1000u);
}

TEST_CASE("every column is read as it was written") {
  Row row;
  std::vector<std::string> written;
  for (const CsvColumn& column : csv_columns()) {
    // A value that every type of column takes, apart from the two that are words of a few.
    const std::string name = column.name;
    written.push_back(name == "backend" ? "cuda" : name == "status" ? "failed" : "1");
    read_field(column, written.back(), row);
  }
  for (std::size_t c = 0; c < written.size(); ++c) {
    CAPTURE(csv_columns()[c].name);
    const std::string again = csv_columns()[c].write(row);
    CHECK((again == written[c] || again == written[c] + ".000000"));
  }
}

TEST_CASE("an empty file, and one with comments only, get the header") {
  const TemporaryFolder folder;
  for (const std::string before : {"", "# my classroom, room 5\n", "# a\n# b\n"}) {
    const std::string path = folder.file("r.csv", before);
    CsvFile(path, device_called("NVIDIA H200")).append(timed_row());
    const std::string content = content_of(path);
    CHECK(content.rfind(before, 0) == 0);
    CHECK(without_comments(content) == kHeader + kTimedLine);
  }
}

TEST_CASE("a file that holds something else is refused and left as it is") {
  const TemporaryFolder folder;
  for (const std::string before : {"my notes\n", "my notes", "lesson,variant\n1,2\n", "\n",
                                   "# comment\nmy notes\n", "# no line end"}) {
    CAPTURE(before);
    const std::string path = folder.file("other.txt", before);
    const std::string message =
        message_of<UsageError>([&] { CsvFile(path, device_called("NVIDIA H200")); });
    CHECK(contains(message, "--csv " + path));
    CHECK_FALSE(contains(message, "\n"));
    CHECK(content_of(path) == before);
  }
}

TEST_CASE("a place that cannot be written is refused") {
  const TemporaryFolder folder;
  for (const std::string& path : {folder.path(), folder.file("missing/r.csv")}) {
    CHECK(contains(message_of<UsageError>([&] { CsvFile(path, device_called("x")); }),
                   "--csv " + path));
  }
}

TEST_CASE("a last line without its end, from an interrupted run, does not swallow the next row") {
  const TemporaryFolder folder;
  const std::string cut = kTimedLine.substr(0, 40);
  const std::string path = folder.file("r.csv", kHeader + cut);
  std::string content;
  try {
    CsvFile(path, device_called("NVIDIA H200")).append(timed_row());
    content = content_of(path);
  } catch (const UsageError&) {
    return;  // to refuse the file is right, too
  }
  CHECK(contains(content, "\n" + kTimedLine));
}

TEST_CASE("a disk that is full is noticed, not swallowed") {
  const TemporaryFolder folder;
  const std::string path = folder.file("r.csv");
  const CsvFile file(path, device_called("NVIDIA H200"));

  // No file of this process may grow beyond a few bytes from here on.
  struct rlimit before = {}, full = {};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  full = before;
  full.rlim_cur = 16;
  const auto signal_before = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &full) == 0);
  const std::string append_message = message_of<UsageError>([&] { file.append(timed_row()); });
  const std::string new_file_message = message_of<UsageError>(
      [&] { CsvFile(folder.file("new.csv"), device_called("NVIDIA H200")); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, signal_before);

  CHECK(contains(append_message, "--csv " + path));
  CHECK(contains(new_file_message, "--csv"));
}

TEST_CASE("what warps ask of memory is written where a build counts it") {
  Result row = timed_row();
  CountedWork counted;
  cpu::MemoryCounts memory;
  memory.global_loads.requests = 10;
  memory.global_loads.sectors = 40;
  memory.global_stores.requests = 5;
  memory.global_stores.sectors = 20;
  memory.global_atomics.passes = 64;
  memory.shared_loads.requests = 7;
  memory.shared_loads.wavefronts = 8;
  memory.shared_atomics.requests = 3;
  memory.shared_atomics.wavefronts = 9;
  counted.memory = memory;
  row.outcome.counted = counted;
  CHECK(contains(lines_of(row), ",ok,,,10,40,5,20,64,10,17\n"));
}
