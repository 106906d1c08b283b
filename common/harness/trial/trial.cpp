#include "common/harness/trial/trial.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <system_error>
#include <thread>

#include "common/row/format.h"

namespace course {
namespace {

constexpr double kMostSeconds = 60;  // of one launch

// What the last calls left behind, and clears it. Without a driver every call fails, and that is no
// variant's doing.
cudaError_t error_left_behind() {
  const cudaError_t error = cudaGetLastError();
  const bool usable = error != cudaErrorInsufficientDriver && error != cudaErrorNoDevice;
  return usable ? error : cudaSuccess;
}

// A launch's own error and the errors of running it both surface here, on this variant.
void launch_and_wait(const Trial& trial) {
  trial.launch();
  const cudaError_t error = error_left_behind();
  if (error != cudaSuccess) {
    throw CudaError(error, std::string("a launch failed: ") + cudaGetErrorName(error) + " (" +
                               cudaGetErrorString(error) + ")");
  }
  if (trial.on_host) return;
  if (!wait_for_device(kMostSeconds)) {
    // Nothing can stop a kernel but the end of its process, and every further call would wait.
    std::fflush(stdout);
    std::fprintf(stderr, "%s: still running after %.0f s; a kernel cannot be stopped: giving up\n",
                 trial.name.c_str(), kMostSeconds);
    std::_Exit(EXIT_FAILURE);
  }
  CUDA_CHECK(cudaDeviceSynchronize());  // streams that do not wait for the default one
}

Verdict run_once(const Trial& trial) {
  trial.clear();
  launch_and_wait(trial);
  return trial.verify();
}

// Changes the input as often as it is asked; back again when this ends, however the run ends.
class ChangedInput {
 public:
  explicit ChangedInput(const Trial& trial) : trial_(trial) {}
  void change() const { trial_.change_input(true); }
  ~ChangedInput() {
    try {
      trial_.change_input(false);
    } catch (const CudaError&) {
      // The device is lost, and with it the input.
    }
  }
  ChangedInput(const ChangedInput&) = delete;
  ChangedInput& operator=(const ChangedInput&) = delete;

 private:
  const Trial& trial_;
};

// Threads start in reverse as long as this lives, however the run ends.
struct ReversedThreads {
  ReversedThreads() { run_threads_in_reverse(true); }
  ~ReversedThreads() { run_threads_in_reverse(false); }
};

Outcome judge_racy(const Verdict& verdict) {
  Outcome outcome;
  outcome.status = Status::expected_failure;
  if (!verdict.passed && !verdict.only_lost_updates) {
    outcome.status = Status::failed;
    outcome.note = verdict.message;
  } else if (!verdict.passed) {
    outcome.note = "wrong, as expected: " + grouped(verdict.lost_updates) + " updates lost; " +
                   verdict.message;
  } else if (backend_has_gpu_times()) {
    outcome.note = "no update was lost this time, and nothing guarantees that";
  } else {
    outcome.note =
        "no update was lost here: the CPU backend runs the threads of a block one after another; "
        "a GPU loses updates where threads meet in a bin: most of them with few bins, few with "
        "many";
  }
  return outcome;
}

Outcome run_checked(const Trial& trial, const TimingPlan* plan, const CacheFlush* flush) {
  Outcome outcome;
  start_counting_work();
  Verdict verdict;
  try {
    verdict = run_once(trial);
  } catch (...) {
    stop_counting_work();
    throw;
  }
  const CountedWork work = stop_counting_work();
  if (trial.loses_updates) {
    outcome = judge_racy(verdict);
    if (backend_counts_work()) outcome.counted = work;
    return outcome;
  }
  if (backend_counts_work() && !trial.on_host) outcome.counted = work;
  if (trial.fails_on_purpose && !verdict.damaged) {
    outcome.status = Status::expected_failure;
    outcome.note = verdict.passed ? "right by luck: this variant cannot handle invalid samples"
                                  : "wrong, as expected: " + verdict.message;
    return outcome;
  }
  std::optional<Statistics> time;
  if (verdict.passed && plan == nullptr && !trial.once) {
    // The other way round, where the backend has an order: what is right in one only by luck shows.
    const ReversedThreads reversed;
    const ChangedInput input(trial);
    input.change();
    verdict = run_once(trial);
    if (!verdict.passed) verdict.message = "in a second run: " + verdict.message;
  }
  if (verdict.passed && plan != nullptr) {
    // Another input for each repetition: whoever gives an earlier result again is wrong in the
    // last.
    const ChangedInput input(trial);
    const auto prepare = [&] {
      input.change();
      trial.clear();
    };
    time = trial.on_host ? time_on_host(*plan, prepare, trial.launch)
                         : time_on_device(*plan, *flush, prepare, trial.launch, trial.repeatable);
    verdict = trial.verify();
    if (!verdict.passed) verdict.message = "after timing: " + verdict.message;
  }
  if (verdict.passed) {
    outcome.time = time;
  } else {
    outcome.status = Status::failed;
    outcome.note = verdict.message;
  }
  return outcome;
}

}  // namespace

bool wait_for_device(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto short_while = Clock::now() + std::chrono::milliseconds(2);
  // Sleeps are counted and not the time that passes: it also passes in a debugger.
  for (double slept = 0; cudaStreamQuery(nullptr) == cudaErrorNotReady;) {
    if (Clock::now() < short_while) continue;
    if (slept >= seconds) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    slept += 0.001;
  }
  return true;
}

Outcome run_trial(const Trial& trial, const TimingPlan* plan, const CacheFlush* flush) {
  Outcome outcome;
  try {
    return run_checked(trial, plan, flush);
  } catch (const NotApplicable& reason) {
    outcome.note = reason.what();
    // An error that the launch left behind must not be blamed on the next variant.
    const cudaError_t left_behind = error_left_behind();
    const bool faulty = left_behind != cudaSuccess;
    outcome.status = faulty ? Status::failed : Status::not_applicable;
    if (faulty) outcome.note += std::string(" after ") + cudaGetErrorName(left_behind);
    outcome.device_lost = faulty && cudaDeviceSynchronize() != cudaSuccess;
  } catch (const CudaError& error) {
    if (error.code() == cudaErrorOperatingSystem) throw HostTooSmall(lack_of_host());
    // A call that the CPU backend does not offer is not the variant's fault.
    outcome.not_offered = error.code() == cudaErrorNotSupported && !backend_has_gpu_times();
    outcome.status = outcome.not_offered ? Status::not_applicable : Status::failed;
    outcome.note = outcome.not_offered ? std::string("the CPU backend does not offer this call")
                                       : std::string(error.what());
    cudaGetLastError();  // clears an error of the launch alone; a sticky one stays
    outcome.device_lost = cudaDeviceSynchronize() != cudaSuccess;
  } catch (const std::bad_alloc&) {
    throw HostTooSmall("out of memory in " + trial.name);
  } catch (const std::system_error& error) {
    throw HostTooSmall(trial.name + ": " + error.what());
  } catch (const std::exception& error) {
    outcome.status = Status::failed;
    outcome.note = std::string("threw: ") + error.what();
  } catch (...) {
    outcome.status = Status::failed;
    outcome.note = "threw something that is no std::exception";
  }
  return outcome;
}

}  // namespace course
