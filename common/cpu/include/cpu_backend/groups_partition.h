// Groups made of larger ones.
#pragma once
#include <cpu_backend/groups_of_blocks.h>

namespace course::cpu {

// Which of the groups that `label` makes of `group` comes first has the lowest rank.
template <class Label>
cooperative_groups::coalesced_group by_label(const LaneGroup& group, Label label, SourceLine at) {
  const unsigned mine = __match_any_sync(group.lane_mask(), label, at);
  const int leader = __ffs(static_cast<int>(mine)) - 1;
  const unsigned leaders = __ballot_sync(group.lane_mask(), leader == lane(), at);
  return cooperative_groups::coalesced_group(
      mine, static_cast<unsigned>(__popc(leaders & ((1u << leader) - 1))),
      static_cast<unsigned>(__popc(leaders)));
}

}  // namespace course::cpu

namespace cooperative_groups {

template <unsigned Size>
thread_block_tile<Size> tiled_partition(const thread_block&) {
  return {};
}
template <unsigned Size, unsigned Larger, class Parent>
thread_block_tile<Size, thread_block_tile<Larger, Parent>> tiled_partition(
    const thread_block_tile<Larger, Parent>&) {
  static_assert(Size <= Larger, "a tile is part of what it is made of");
  return {};
}
// `size` members each, ranked side by side; for a block and tiles a power of two.
inline thread_group tiled_partition(const thread_group& group, unsigned size) {
  if (group.is_block()) return course::cpu::LaneGroup(course::cpu::tile_mask(size));
  unsigned mask = 0;
  const unsigned first = group.thread_rank() / size * size;
  for (unsigned rank = first; rank < first + size && rank < group.size(); ++rank) {
    mask |= 1u << course::cpu::lane_of_rank(group.lanes().lane_mask(), rank);
  }
  return course::cpu::LaneGroup(mask);
}

// The members with the caller's label.
template <class Label>
coalesced_group labeled_partition(const course::cpu::LaneGroup& group, Label label,
                                  course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::by_label(group, label, at);
}
inline coalesced_group binary_partition(
    const course::cpu::LaneGroup& group, bool predicate,
    course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return course::cpu::by_label(group, static_cast<int>(predicate), at);
}

// One member of the group calls `work`.
template <class Group, class Work, class... Arguments>
void invoke_one(const Group& group, Work&& work, Arguments&&... arguments) {
  if (group.thread_rank() == 0) work(arguments...);
}

}  // namespace cooperative_groups
