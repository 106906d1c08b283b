// Where an allocation lies between its two guard pages. An access just beside it is noticed only
// where a guard page follows at once: a program that wants to know of both sides runs twice.
#pragma once

namespace course::cpu {

enum class Placement {
  aligned_end,   // ends at a guard page, or up to 15 bytes before it to be aligned to 16: the usual
  tight_behind,  // ends at a guard page to the byte, aligned only as far as its size is
  tight_in_front  // begins right behind a guard page
};

// Holds for the allocations that are made from now on.
void place_allocations(Placement placement);

}  // namespace course::cpu
