#include "common/compare/side_by_side.h"

#include <algorithm>
#include <tuple>

#include "common/compare/format.h"

namespace course::compare {
namespace {

// What one device of one file did on one problem.
struct Group {
  const std::string* path;
  std::vector<Row> rows;
  bool shown = false;  // whether a table shows it

  const Row& first() const { return rows.front(); }
  bool counted_only() const { return first().on_cpu_backend(); }
};

// The two rows of one variant; either may be missing.
struct Pair {
  const Row* a = nullptr;
  const Row* b = nullptr;

  const Row& any() const { return a ? *a : *b; }
};

using Cells = std::vector<std::string>;

std::vector<Group> make_groups(const ResultFile& file, const Filter& filter) {
  std::vector<Group> groups;
  for (const Step& step : join(file)) {
    if (!filter.matches(step.row)) continue;
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& candidate) {
      return same_problem(candidate.first(), step.row);
    });
    if (group == groups.end())
      groups.push_back({&file.path, {step.row}, false});
    else
      group->rows.push_back(step.row);
  }
  return groups;
}

bool same_work(const Row& a, const Row& b) {
  return a.type == b.type && a.bins == b.bins && a.workload == b.workload;
}

bool same_input(const Row& a, const Row& b) {
  return same_work(a, b) && a.n == b.n && a.cache == b.cache;
}

bool has_lesson(const Group& group, const std::string& lesson) {
  return std::any_of(group.rows.begin(), group.rows.end(),
                     [&](const Row& row) { return row.lesson == lesson; });
}

bool share_a_lesson(const Group& a, const Group& b) {
  return std::any_of(a.rows.begin(), a.rows.end(),
                     [&](const Row& row) { return has_lesson(b, row.lesson); });
}

// The CPU backend runs smaller sizes than a GPU is timed on. Among the recorded problems of the
// same kind the same size is best, then a cold cache, then the largest size.
Group* recorded_for(const Group& counted, std::vector<Group>& candidates,
                    const std::string& device) {
  const auto rank = [&](const Group& group) {
    const Row& row = group.first();
    return std::make_tuple(row.n == counted.first().n, row.cache == "cold", row.n);
  };
  Group* best = nullptr;
  for (Group& group : candidates) {
    if (group.counted_only() || group.first().device != device) continue;
    if (!same_work(group.first(), counted.first()) || !share_a_lesson(group, counted)) continue;
    if (!best || rank(group) > rank(*best)) best = &group;
  }
  return best;
}

// Rows of one variant, and those that one side lacks, in the lessons that both sides have.
std::vector<Pair> make_pairs(const Group& a, const Group& b) {
  const auto same_variant = [](const Row& left, const Row& right) {
    return left.lesson == right.lesson && left.variant == right.variant;
  };
  std::vector<Pair> pairs;
  for (const Row& row : a.rows) {
    if (!has_lesson(b, row.lesson)) continue;
    const auto other = std::find_if(b.rows.begin(), b.rows.end(), [&](const Row& candidate) {
      return same_variant(row, candidate);
    });
    pairs.push_back({&row, other == b.rows.end() ? nullptr : &*other});
  }
  for (const Row& row : b.rows) {
    if (has_lesson(a, row.lesson) &&
        std::none_of(a.rows.begin(), a.rows.end(),
                     [&](const Row& candidate) { return same_variant(row, candidate); }))
      pairs.push_back({nullptr, &row});
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& left, const Pair& right) {
    return left.any().lesson < right.any().lesson;
  });
  return pairs;
}

std::string time_of(const Row* row) { return row ? time_cell(*row, row->median_ms) : kMissing; }

std::string speedup_of(const Row* row) {
  return row && row->has_time() ? format_or_missing(row->speedup, format_speedup) : kMissing;
}

std::string status_of(const Row* row) { return row ? spoken_status(row->status) : kMissing; }

std::string count_of(const Row* row, std::optional<std::uint64_t> Row::*count) {
  return row ? format_or_missing(row->*count, format_count) : kMissing;
}

Table make_table(const Group& a, const Group& b, const std::string& heading,
                 const std::vector<Column>& columns, Cells (*cells)(const Pair&)) {
  Table table;
  table.heading = heading;
  table.columns = {{"lesson", "lesson", false}, {"variant", "variant", false}};
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  for (const Pair& pair : make_pairs(a, b)) {
    table.cells.push_back({pair.any().lesson, pair.any().variant});
    for (std::string& cell : cells(pair)) table.cells.back().push_back(std::move(cell));
  }
  return table;
}

std::string device_and_file(const Group& group) {
  return group.first().device + " (" + *group.path + ")";
}

std::string a_and_b(const Group& a, const Group& b) {
  return "a: " + device_and_file(a) + ", b: " + device_and_file(b) + "; " +
         describe_input(a.first());
}

Cells time_cells(const Pair& pair) {
  const bool both = pair.a && pair.b && pair.a->has_time() && pair.b->has_time();
  return {time_of(pair.a), time_of(pair.b),
          both ? format_speedup(*pair.a->median_ms / *pair.b->median_ms) : kMissing,
          speedup_of(pair.a), speedup_of(pair.b)};
}

Table time_table(const Group& a, const Group& b) {
  return make_table(a, b, a_and_b(a, b) + ". a ÷ b above 1: b is faster.",
                    {{"", "time a (ms)", true},
                     {"", "time b (ms)", true},
                     {"", "a ÷ b", true},
                     {"", "speedup a", true},
                     {"", "speedup b", true}},
                    time_cells);
}

Cells count_cells(const Pair& pair) {
  return {status_of(pair.a),
          status_of(pair.b),
          count_of(pair.a, &Row::global_atomics),
          count_of(pair.b, &Row::global_atomics),
          count_of(pair.a, &Row::shared_atomics),
          count_of(pair.b, &Row::shared_atomics),
          count_of(pair.a, &Row::longest_queue),
          count_of(pair.b, &Row::longest_queue)};
}

Table count_table(const Group& a, const Group& b) {
  return make_table(a, b, a_and_b(a, b) + ". Work counted on the CPU backend, nothing timed.",
                    {{"", "result a", false},
                     {"", "result b", false},
                     {"", "global atomics a", true},
                     {"", "global atomics b", true},
                     {"", "shared atomics a", true},
                     {"", "shared atomics b", true},
                     {"", "longest queue a", true},
                     {"", "longest queue b", true}},
                    count_cells);
}

// Here `a` is the counted group and `b` the recorded one.
Cells counted_and_recorded_cells(const Pair& pair) {
  return {status_of(pair.a),
          count_of(pair.a, &Row::global_atomics),
          count_of(pair.a, &Row::shared_atomics),
          count_of(pair.a, &Row::longest_queue),
          time_of(pair.b),
          speedup_of(pair.b)};
}

// An add needs no atomics; its work is the bytes that it moves.
Cells counted_and_recorded_cells_of_add(const Pair& pair) {
  return {status_of(pair.a), count_of(pair.a, &Row::bytes), time_of(pair.b), speedup_of(pair.b)};
}

Table counted_and_recorded_table(const Group& counted, const Group& recorded) {
  const std::string heading =
      "Counted here: " + device_and_file(counted) + ", " + describe_input(counted.first()) +
      ". Recorded: " + device_and_file(recorded) + ", " + describe_input(recorded.first()) +
      ". The times are those of the recorded device, not of this machine.";
  if (!counted.first().bins) {
    return make_table(counted, recorded, heading,
                      {{"", "result here", false},
                       {"", "bytes moved", true},
                       {"", "recorded: time (ms)", true},
                       {"", "recorded: speedup", true}},
                      counted_and_recorded_cells_of_add);
  }
  return make_table(counted, recorded, heading,
                    {{"", "result here", false},
                     {"", "global atomics", true},
                     {"", "shared atomics", true},
                     {"", "longest queue", true},
                     {"", "recorded: time (ms)", true},
                     {"", "recorded: speedup", true}},
                    counted_and_recorded_cells);
}

std::vector<std::string> timed_devices(const std::vector<Group>& groups) {
  std::vector<std::string> devices;
  for (const Group& group : groups) {
    const std::string& device = group.first().device;
    if (!group.counted_only() && std::find(devices.begin(), devices.end(), device) == devices.end())
      devices.push_back(device);
  }
  return devices;
}

void add_counted_beside_recorded(std::vector<Group>& counted, std::vector<Group>& recorded,
                                 std::vector<Table>& tables) {
  for (const std::string& device : timed_devices(recorded)) {
    for (Group& group : counted) {
      if (!group.counted_only()) continue;
      Group* match = recorded_for(group, recorded, device);
      if (!match) continue;
      group.shown = match->shown = true;
      tables.push_back(counted_and_recorded_table(group, *match));
    }
  }
}

// A recorded file holds far more than a class runs, so one line counts what has no partner.
std::string left_out(const std::vector<Group>& groups) {
  const auto unshown = [](const Group& group) { return !group.shown; };
  const auto first = std::find_if(groups.begin(), groups.end(), unshown);
  if (first == groups.end()) return "";
  const auto count = std::count_if(groups.begin(), groups.end(), unshown);
  return "not shown, because only " + *first->path +
         " has it: " + describe_problem(first->first()) +
         (count == 1 ? "" : ", and " + std::to_string(count - 1) + " more");
}

}  // namespace

SideBySide make_side_by_side(const ResultFile& a, const ResultFile& b, const Filter& filter) {
  std::vector<Group> groups_a = make_groups(a, filter);
  std::vector<Group> groups_b = make_groups(b, filter);
  SideBySide result;
  for (Group& left : groups_a) {
    for (Group& right : groups_b) {
      if (left.counted_only() != right.counted_only()) continue;
      if (!same_input(left.first(), right.first()) || !share_a_lesson(left, right)) continue;
      left.shown = right.shown = true;
      result.tables.push_back(left.counted_only() ? count_table(left, right)
                                                  : time_table(left, right));
    }
  }
  add_counted_beside_recorded(groups_a, groups_b, result.tables);
  add_counted_beside_recorded(groups_b, groups_a, result.tables);
  if (result.tables.empty())
    throw InputError(a.path + " and " + b.path +
                     ": no lesson with type, bins and workload in common" +
                     (filter.empty() ? "" : " that fit " + filter.text()));
  for (const auto* groups : {&groups_a, &groups_b}) {
    const std::string line = left_out(*groups);
    if (!line.empty()) result.left_out.push_back(line);
  }
  return result;
}

}  // namespace course::compare
