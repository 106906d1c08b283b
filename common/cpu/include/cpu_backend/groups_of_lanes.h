// Groups within a warp: what thread_block_tile and coalesced_group have in common, and these two.
#pragma once
#include <cpu_backend/coalesced.h>
#include <cpu_backend/collectives.h>
#include <cpu_backend/device_functions.h>

#include <cstring>
#include <type_traits>

namespace course::cpu {

// A shuffle of a value of any size, word by word.
template <class Value>
Value shuffle_from_lane(unsigned mask, const Value& value, int lane, SourceLine at) {
  static_assert(std::is_trivially_copyable_v<Value>, "a shuffle needs a trivially copyable type");
  unsigned words[(sizeof(Value) + 3) / 4] = {};
  std::memcpy(words, &value, sizeof value);
  for (unsigned& word : words) word = shuffle(mask, word, lane, at);
  Value result = value;
  std::memcpy(&result, words, sizeof value);
  return result;
}

// The lane of the member with this rank.
inline int lane_of_rank(unsigned mask, unsigned rank) {
  for (; rank > 0; --rank) mask &= mask - 1;
  return __ffs(static_cast<int>(mask)) - 1;
}

// The bits of a warp's ballot that belong to the members, in the order of their ranks.
inline unsigned by_ranks(unsigned ballot, unsigned mask) {
  unsigned result = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) {
    if ((ballot & mask & (0u - mask)) != 0) result |= 1u << rank;
  }
  return result;
}

// Some lanes of the running thread's warp, ranked from the lowest.
class LaneGroup {
 public:
  using Line = SourceLine;

  explicit LaneGroup(unsigned mask) : mask_(mask) {}

  unsigned size() const { return static_cast<unsigned>(__popc(mask_)); }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const {
    return static_cast<unsigned>(__popc(mask_ & ((1u << lane()) - 1)));
  }
  void sync(Line at = Line::here()) const { __syncwarp(mask_, at); }
  unsigned lane_mask() const { return mask_; }

  template <class Value>
  Value shfl(Value value, unsigned rank, Line at = Line::here()) const {
    return shuffle_from_lane(mask_, value, lane_of_rank(mask_, rank % size()), at);
  }
  // Members without one so far below or above keep their own value.
  template <class Value>
  Value shfl_up(Value value, unsigned delta, Line at = Line::here()) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank >= delta ? rank - delta : rank, at);
  }
  template <class Value>
  Value shfl_down(Value value, unsigned delta, Line at = Line::here()) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank + delta < size() ? rank + delta : rank, at);
  }

  int any(int predicate, Line at = Line::here()) const { return __any_sync(mask_, predicate, at); }
  int all(int predicate, Line at = Line::here()) const { return __all_sync(mask_, predicate, at); }
  unsigned ballot(int predicate, Line at = Line::here()) const {
    return by_ranks(__ballot_sync(mask_, predicate, at), mask_);
  }
  template <class Value>
  unsigned match_any(Value value, Line at = Line::here()) const {
    return by_ranks(__match_any_sync(mask_, value, at), mask_);
  }
  template <class Value>
  unsigned match_all(Value value, int& all_equal, Line at = Line::here()) const {
    return by_ranks(__match_all_sync(mask_, value, &all_equal, at), mask_);
  }

 private:
  unsigned mask_;
};

// The lanes of the running thread's warp that exist.
inline unsigned lanes_of_warp() {
  const unsigned threads = running.block_dim.x * running.block_dim.y * running.block_dim.z;
  const unsigned first = static_cast<unsigned>(running.linear_index) & ~31u;
  return threads - first >= 32 ? 0xffffffffu : (1u << (threads - first)) - 1;
}

// The tile of `size` lanes, a power of two, that the running thread is in.
inline unsigned tile_mask(unsigned size) {
  const unsigned lanes = size == 32 ? 0xffffffffu : (1u << size) - 1;
  return lanes << (static_cast<unsigned>(lane()) & ~(size - 1)) & lanes_of_warp();
}

}  // namespace course::cpu

namespace cooperative_groups {

class coalesced_group : public course::cpu::LaneGroup {
 public:
  explicit coalesced_group(unsigned mask, unsigned rank = 0, unsigned groups = 1)
      : LaneGroup(mask), rank_(rank), groups_(groups) {}
  unsigned meta_group_rank() const { return rank_; }
  unsigned meta_group_size() const { return groups_; }

 private:
  unsigned rank_;
  unsigned groups_;
};

// The threads of the warp that come here together.
inline coalesced_group coalesced_threads(
    course::cpu::SourceLine at = course::cpu::SourceLine::here()) {
  return coalesced_group(course::cpu::coalesced_lanes(at));
}

// Size lanes side by side, of a block of Parent's kind.
template <unsigned Size, class Parent = void>
class thread_block_tile : public course::cpu::LaneGroup {
 public:
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
  static_assert(Size <= 32,
                "the CPU backend has no tiles of more than 32 threads; a GPU build has");

  thread_block_tile() : LaneGroup(course::cpu::tile_mask(Size)) {}

  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  // Among the tiles of the block, or of the tile that was partitioned.
  unsigned meta_group_rank() const {
    return static_cast<unsigned>(course::cpu::running.linear_index) % parent_threads() / Size;
  }
  unsigned meta_group_size() const { return (parent_threads() + Size - 1) / Size; }

  template <class Value>
  Value shfl(Value value, unsigned rank, Line at = Line::here()) const {
    const int lane = first_lane() + static_cast<int>(rank % Size);
    return course::cpu::shuffle_from_lane(lane_mask(), value, lane, at);
  }
  template <class Value>
  Value shfl_xor(Value value, unsigned rank_mask, Line at = Line::here()) const {
    return shfl(value, (thread_rank() ^ rank_mask) % Size, at);
  }

 private:
  static int first_lane() { return course::cpu::lane() & ~static_cast<int>(Size - 1); }
  static unsigned parent_threads() {
    if constexpr (std::is_void_v<Parent>) {
      const dim3 block = course::cpu::running.block_dim;
      return block.x * block.y * block.z;
    } else {
      return Parent::size();
    }
  }
};

}  // namespace cooperative_groups
