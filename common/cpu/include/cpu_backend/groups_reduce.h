// reduce and scans over the members of a tile or a coalesced group, and their operations.
#pragma once
#include <cpu_backend/groups_partition.h>

namespace cooperative_groups {

#define COURSE_CPU_GROUP_OPERATION(name, expression)                                    \
  template <class Value>                                                                \
  struct name {                                                                         \
    Value operator()(Value a, Value b) const { return static_cast<Value>(expression); } \
  };
COURSE_CPU_GROUP_OPERATION(plus, a + b)
COURSE_CPU_GROUP_OPERATION(less, b < a ? b : a)
COURSE_CPU_GROUP_OPERATION(greater, a < b ? b : a)
COURSE_CPU_GROUP_OPERATION(bit_and, a& b)
COURSE_CPU_GROUP_OPERATION(bit_or, a | b)
COURSE_CPU_GROUP_OPERATION(bit_xor, a ^ b)
#undef COURSE_CPU_GROUP_OPERATION

// Up to the caller's rank, in the order of the ranks.
template <class Group, class Value, class Operation>
Value inclusive_scan(const Group& group, Value value, Operation operation,
                     course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  const unsigned rank = group.thread_rank();
  for (unsigned step = 1; step < group.size(); step *= 2) {
    const Value below = group.shfl_up(value, step, at);
    if (rank >= step) value = operation(below, value);
  }
  return value;
}
template <class Group, class Value>
Value inclusive_scan(const Group& group, Value value,
                     course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return inclusive_scan(group, value, plus<Value>(), at);
}

// Of the ranks below the caller's; the first member gets Value().
template <class Group, class Value, class Operation>
Value exclusive_scan(const Group& group, Value value, Operation operation,
                     course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  const Value below = group.shfl_up(inclusive_scan(group, value, operation, at), 1, at);
  return group.thread_rank() == 0 ? Value() : below;
}
template <class Group, class Value>
Value exclusive_scan(const Group& group, Value value,
                     course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return exclusive_scan(group, value, plus<Value>(), at);
}

// Of all members, to all members.
template <class Group, class Value, class Operation>
Value reduce(const Group& group, Value value, Operation operation,
             course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return group.shfl(inclusive_scan(group, value, operation, at), group.size() - 1, at);
}

}  // namespace cooperative_groups
