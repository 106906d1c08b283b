#include "common/compare/side_by_side.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "common/row/usage_error.h"

namespace course::compare {
namespace {

using Steps = std::vector<Step>;

// What one device of one file did on one problem.
struct Group {
  const std::string* path;
  Steps steps;
  bool shown = false;  // whether a table shows it

  const Row& first() const { return steps.front().row; }
  bool counted_only() const { return first().on_cpu_backend(); }
  bool predicted() const { return first().is_prediction(); }
  bool timed() const { return !counted_only() && !predicted(); }
};

std::vector<Group> make_groups(const ResultFile& file, const Filter& filter) {
  std::vector<Group> groups;
  for (const Steps& problem : by_problem(select(file, filter))) {
    groups.push_back({&file.path, problem, false});
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
  return std::any_of(group.steps.begin(), group.steps.end(),
                     [&](const Step& step) { return step.row.lesson == lesson; });
}

bool share_a_lesson(const Group& a, const Group& b) {
  return std::any_of(a.steps.begin(), a.steps.end(),
                     [&](const Step& step) { return has_lesson(b, step.row.lesson); });
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
    if (!group.timed() || group.first().device != device) continue;
    if (!same_work(group.first(), counted.first()) || !share_a_lesson(group, counted)) continue;
    if (!best || rank(group) > rank(*best)) best = &group;
  }
  return best;
}

// The two steps of one variant; either may be missing.
struct Pair {
  const Step* a = nullptr;
  const Step* b = nullptr;

  const Row& any() const { return a ? a->row : b->row; }
};

// Steps of one variant, and those that one side lacks, in the lessons that both sides have.
std::vector<Pair> make_pairs(const Group& a, const Group& b) {
  std::vector<Pair> pairs;
  std::map<std::pair<std::string, std::string>, std::size_t> place;
  const auto pair_of = [&](const Row& row) -> Pair& {
    const auto [known, is_new] = place.try_emplace({row.lesson, row.variant}, pairs.size());
    if (is_new) pairs.emplace_back();
    return pairs[known->second];
  };
  for (const Step& step : a.steps)
    if (has_lesson(b, step.row.lesson)) pair_of(step.row).a = &step;
  for (const Step& step : b.steps)
    if (has_lesson(a, step.row.lesson)) pair_of(step.row).b = &step;
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& left, const Pair& right) {
    return left.any().lesson < right.any().lesson;
  });
  return pairs;
}

// A column of a table of pairs: what stands in that column of one side.
struct SideColumn {
  const char* key;  // nullptr: a ÷ b
  const Step* Pair::*side;
  const char* title;
};

const SideColumn kTimes[] = {{"ms", &Pair::a, "time a (ms)"},
                             {"ms", &Pair::b, "time b (ms)"},
                             {nullptr, nullptr, "a ÷ b"},
                             {"speedup", &Pair::a, "speedup a"},
                             {"speedup", &Pair::b, "speedup b"}};

const SideColumn kCounts[] = {
    {"status", &Pair::a, "result a"},         {"status", &Pair::b, "result b"},
    {"global", &Pair::a, "global atomics a"}, {"global", &Pair::b, "global atomics b"},
    {"shared", &Pair::a, "shared atomics a"}, {"shared", &Pair::b, "shared atomics b"},
    {"queue", &Pair::a, "longest queue a"},   {"queue", &Pair::b, "longest queue b"}};

// Here `a` is the counted side and `b` the recorded one.
const SideColumn kCountedAndRecorded[] = {
    {"status", &Pair::a, "result here"},     {"global", &Pair::a, "global atomics"},
    {"shared", &Pair::a, "shared atomics"},  {"queue", &Pair::a, "longest queue"},
    {"ms", &Pair::b, "recorded: time (ms)"}, {"speedup", &Pair::b, "recorded: speedup"}};

// An add needs no atomics; its work is the bytes that it moves.
const SideColumn kCountedAndRecordedAdd[] = {{"status", &Pair::a, "result here"},
                                             {"bytes", &Pair::a, "bytes moved"},
                                             {"ms", &Pair::b, "recorded: time (ms)"},
                                             {"speedup", &Pair::b, "recorded: speedup"}};

// Here `a` is the predicted side and `b` the recorded one.
const SideColumn kPredictedAndRecorded[] = {{"predicted", &Pair::a, "predicted (ms)"},
                                            {"ms", &Pair::b, "recorded (ms)"},
                                            {"speedup", &Pair::a, "predicted speedup"},
                                            {"speedup", &Pair::b, "recorded speedup"},
                                            {"bound", &Pair::a, "bound by"}};

std::string a_over_b(const Pair& pair) {
  const bool both = pair.a && pair.b && pair.a->row.has_time() && pair.b->row.has_time();
  return both ? times(*pair.a->row.median_ms / *pair.b->row.median_ms) : kMissing;
}

template <std::size_t kNumber>
Table make_table(const Group& a, const Group& b, const std::string& heading,
                 const SideColumn (&columns)[kNumber]) {
  const std::vector<Pair> pairs = make_pairs(a, b);
  Table table;
  table.heading = heading;
  table.columns = {{"lesson", false}, {"variant", false}};
  for (const Pair& pair : pairs) table.cells.push_back({pair.any().lesson, pair.any().variant});
  for (const SideColumn& side : columns) {
    const Column column = columns_named({side.key ? side.key : "step"}).front();
    table.columns.push_back({side.title, column.number});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Step* const step = side.key ? pairs[i].*side.side : nullptr;
      table.cells[i].push_back(!side.key ? a_over_b(pairs[i])
                               : step    ? column.cell(*step)
                                         : kMissing);
    }
  }
  return table;
}

std::string device_and_file(const Group& group) {
  return group.first().device + " (" + *group.path + ")";
}

Table same_input_table(const Group& a, const Group& b) {
  const std::string heading = "a: " + device_and_file(a) + ", b: " + device_and_file(b) + "; " +
                              describe_input(a.first()) + ". ";
  if (!a.counted_only()) return make_table(a, b, heading + "a ÷ b above 1: b is faster.", kTimes);
  return make_table(a, b, heading + "Work counted on the CPU backend, nothing timed.", kCounts);
}

Table counted_and_recorded_table(const Group& counted, const Group& recorded) {
  const std::string heading =
      "Counted here: " + device_and_file(counted) + ", " + describe_input(counted.first()) +
      ". Recorded: " + device_and_file(recorded) + ", " + describe_input(recorded.first()) +
      ". The times are those of the recorded device, not of this machine.";
  return counted.first().bins ? make_table(counted, recorded, heading, kCountedAndRecorded)
                              : make_table(counted, recorded, heading, kCountedAndRecordedAdd);
}

// What is recorded and not predicted is left out.
Table predicted_and_recorded_table(const Group& predicted, const Group& recorded) {
  Group both = recorded;
  both.steps.clear();
  for (const Step& step : recorded.steps) {
    const bool known =
        std::any_of(predicted.steps.begin(), predicted.steps.end(), [&](const Step& other) {
          return other.row.lesson == step.row.lesson && other.row.variant == step.row.variant;
        });
    if (known) both.steps.push_back(step);
  }
  return make_table(predicted, both,
                    describe_input(recorded.first()) + ": predicted here for the " +
                        predicted.first().device + ", and recorded on one (" + *recorded.path + ")",
                    kPredictedAndRecorded);
}

void add_predicted_beside_recorded(std::vector<Group>& predicted, std::vector<Group>& recorded,
                                   std::vector<Table>& tables) {
  for (Group& group : predicted) {
    for (Group& match : recorded) {
      if (!group.predicted() || !match.timed() || group.first().device != match.first().device)
        continue;
      if (!same_input(group.first(), match.first()) || !share_a_lesson(group, match)) continue;
      group.shown = match.shown = true;
      tables.push_back(predicted_and_recorded_table(group, match));
    }
  }
}

std::vector<std::string> timed_devices(const std::vector<Group>& groups) {
  std::vector<std::string> devices;
  for (const Group& group : groups) {
    const std::string& device = group.first().device;
    if (group.timed() && std::find(devices.begin(), devices.end(), device) == devices.end())
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
      if (left.first().backend != right.first().backend || left.predicted()) continue;
      if (!same_input(left.first(), right.first()) || !share_a_lesson(left, right)) continue;
      left.shown = right.shown = true;
      result.tables.push_back(same_input_table(left, right));
    }
  }
  add_predicted_beside_recorded(groups_a, groups_b, result.tables);
  add_predicted_beside_recorded(groups_b, groups_a, result.tables);
  add_counted_beside_recorded(groups_a, groups_b, result.tables);
  add_counted_beside_recorded(groups_b, groups_a, result.tables);
  if (result.tables.empty())
    throw UsageError(a.path + " and " + b.path +
                     ": no lesson with type, bins and workload in common" +
                     (filter.empty() ? "" : " that fit " + filter.text()));
  for (const auto* groups : {&groups_a, &groups_b}) {
    const std::string line = left_out(*groups);
    if (!line.empty()) result.left_out.push_back(line);
  }
  return result;
}

}  // namespace course::compare
