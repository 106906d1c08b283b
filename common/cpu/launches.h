// Whether launches run at all. A program can ask its launch code for the grid that it would take
// for a size that no CPU would finish.
#pragma once

namespace course::cpu {

// true: a launch from now on is checked as always and then does nothing; between launches only.
void skip_launches(bool skip);

}  // namespace course::cpu
