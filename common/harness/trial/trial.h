// One variant on one problem: verify, time, verify again. The order is the promise of this course:
// a wrong result never gets a time.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "common/harness/device/backend.h"
#include "common/harness/trial/timing.h"
#include "common/harness/trial/verification.h"
#include "common/row/row.h"

namespace course {

struct Trial {
  std::function<void()> clear;      // makes the result ready for a launch; untimed
  std::function<void()> launch;     // the variant's kernels
  std::function<Verdict()> verify;  // checks the result of the last launch
  // true: one element of the input becomes another, each time a different one, and with it what
  // verify() expects; false: back. A variant that only remembers an earlier result is wrong then.
  std::function<void(bool changed)> change_input = [](bool) {};
  std::string name;               // for the message when a kernel never ends
  bool on_host = false;           // launch() is a loop on the CPU
  bool repeatable = false;        // a second launch without clear() gives the same result
  bool loses_updates = false;     // wrong on purpose: missing counts are what it shows
  bool fails_on_purpose = false;  // wrong on this problem, which is what it shows
  bool once = false;              // without a plan: too long to be run a second time
};

struct Outcome {
  Status status = Status::ok;
  std::string note;  // why it failed or does not apply
  std::optional<Statistics> time;
  std::optional<CountedWork> counted;
  bool not_offered = false;  // it does not apply because the backend lacks a call that it makes
  bool device_lost = false;  // the error is sticky: nothing more can run in this process

  // Whether the inputs, or what is watched around them, may have been overwritten.
  bool left_damage() const { return status == Status::failed && !device_lost; }
};

// Waits for the default stream. False when it is still busy after about that many seconds.
bool wait_for_device(double seconds);

// Verifies the trial, and with a plan times it and verifies it again. Without a plan it runs twice
// in a row, verified each time. The second part has a changed input, and each timed launch one of
// its own. Never throws for a fault of the variant: the outcome tells.
Outcome run_trial(const Trial& trial, const TimingPlan* plan, const CacheFlush* flush);

}  // namespace course
