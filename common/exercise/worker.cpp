#include "common/exercise/worker.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "common/exercise/wire.h"
#include "common/harness/device/backend.h"
#include "common/harness/problem/histogram_data.h"
#include "common/harness/trial/trial.h"

namespace course {
namespace {

constexpr int kExitNoDevice = 77;
constexpr double kMostSeconds = 60;  // of one launch on a GPU; the judge has a limit of its own

// A whole file in memory as long as this lives.
class Mapping {
 public:
  Mapping(int file, int protection) {
    struct stat info = {};
    if (fstat(file, &info) != 0) return;
    size_ = static_cast<std::size_t>(info.st_size);
    void* const memory = mmap(nullptr, size_, protection, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) memory_ = static_cast<unsigned char*>(memory);
  }
  ~Mapping() {
    if (memory_ != nullptr) munmap(memory_, size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  unsigned char* data() const { return memory_; }

 private:
  unsigned char* memory_ = nullptr;
  std::size_t size_ = 0;
};

LaunchOptions asked_of(const Task& task) {
  const auto given = [](std::uint32_t value) {
    return value == 0 ? std::nullopt : std::optional<unsigned>(value);
  };
  return {given(task.threads), given(task.coarsening), given(task.blocks_per_multiprocessor)};
}

// Why the result cannot be right whatever its bins are, or "".
template <typename Sample>
std::string damage(const GuardedBuffer<Sample>& samples, const std::vector<Sample>& were,
                   const GuardedBuffer<Count>& counts) {
  for (const std::string& text : {samples.damage(), counts.damage()}) {
    if (!text.empty()) return text;
  }
  const bool same = samples.holds([&](std::size_t i) { return were[i]; }, 0);
  return same ? "" : "the samples were modified";
}

template <typename Sample, typename BinOf>
void run(const AnyLaunch& launch, const Task& task, const unsigned char* input,
         const Device& device, Answer& answer, unsigned char* output) {
  std::vector<Sample> host(task.n);
  if (task.n > 0) std::memcpy(host.data(), input, task.n * sizeof(Sample));
  const bool letters = task.kind == ProblemKind::letters;
  const GuardedBuffer<Sample> samples(task.n, task.layout,
                                      sample_fence<Sample>(letters, task.bins));
  const GuardedBuffer<Count> counts(task.bins, counts_layout(task.layout), kCountFence);
  samples.upload(host);
  counts.fill_bytes(0);
  Workspace workspace(task.layout.guarded_end());
  const SampleFacts unknown;  // they come from the reference, which is not here
  const HistogramProblem<Sample, BinOf> problem{
      {asked_of(task), device},         samples.data(), task.n, BinOf(), counts.data(),
      static_cast<unsigned>(task.bins), workspace,      unknown};
  run_threads_in_reverse(task.threads_in_reverse);
  start_counting_work();
  launch(AnyProblem(std::in_place_type<HistogramProblem<Sample, BinOf>>, problem));
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    throw CudaError(error, std::string("a launch failed: ") + cudaGetErrorName(error) + " (" +
                               cudaGetErrorString(error) + ")");
  }
  if (!wait_for_device(kMostSeconds)) throw std::runtime_error("the kernel never ends");
  CUDA_CHECK(cudaDeviceSynchronize());
  const CountedWork work = stop_counting_work();
  answer.counted = backend_counts_work();
  answer.global_atomics = work.ledger.global_atomics;
  answer.shared_atomics = work.ledger.shared_atomics;
  answer.longest_queue = work.ledger.longest_queue.value_or(0);
  const std::string fault = damage(samples, host, counts);
  if (!fault.empty()) throw std::runtime_error(fault);
  const std::vector<Count> result = counts.download();
  std::memcpy(output, result.data(), result.size() * sizeof(Count));
  answer.state = AnswerState::ran;
}

void run_any(const AnyLaunch& launch, const Task& task, const unsigned char* input,
             const Device& device, Answer& answer, unsigned char* output) {
  switch (task.kind) {
    case ProblemKind::int32:
      return run<std::int32_t, SampleIsBin>(launch, task, input, device, answer, output);
    case ProblemKind::uint16:
      return run<std::uint16_t, SampleIsBin>(launch, task, input, device, answer, output);
    case ProblemKind::uint8:
      return run<std::uint8_t, SampleIsBin>(launch, task, input, device, answer, output);
    case ProblemKind::letters:
      return run<std::uint8_t, LettersByFour>(launch, task, input, device, answer, output);
  }
}

// Returns false when nothing more can run in this process.
bool serve(const AnyLaunch& launch, const Device& device) {
  const Mapping input(kTaskFile, PROT_READ), output(kAnswerFile, PROT_READ | PROT_WRITE);
  if (input.data() == nullptr || output.data() == nullptr) return false;
  Task task;
  std::memcpy(&task, input.data(), sizeof task);
  Device seen = device;
  if (task.one_multiprocessor) seen.multiprocessors = 1;
  Answer answer;
  const auto fail = [&](AnswerState state, const char* message) {
    answer.state = state;
    std::snprintf(answer.message, sizeof answer.message, "%s", message);
  };
  try {
    run_any(launch, task, input.data() + sizeof task, seen, answer, output.data() + sizeof(Answer));
  } catch (const NotApplicable& reason) {
    fail(AnswerState::not_applicable, reason.what());
  } catch (const std::exception& error) {
    fail(AnswerState::failed, error.what());
  } catch (...) {
    fail(AnswerState::failed, "threw something that is no std::exception");
  }
  std::memcpy(output.data(), &answer, sizeof answer);
  return answer.state != AnswerState::failed || cudaDeviceSynchronize() == cudaSuccess;
}

bool say(char what) { return write(kDonePipe, &what, 1) == 1; }

}  // namespace

int serve_tasks(const AnyLaunch& launch) {
  Device device;
  try {
    device = open_device(0);
  } catch (const CudaError& error) {
    std::fprintf(stderr, "no usable CUDA device: %s\n", error.what());
    say(kNoDevice);
    return kExitNoDevice;
  }
  if (!say(kReady)) return EXIT_FAILURE;
  char go = 0;
  while (read(kGoPipe, &go, 1) == 1) {
    const bool can_go_on = serve(launch, device);
    if (!say(can_go_on ? kDone : kLast) || !can_go_on) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

}  // namespace course
