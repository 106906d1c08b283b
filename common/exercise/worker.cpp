#include "common/exercise/worker.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "common/exercise/wire.h"
#include "common/harness/device/backend.h"
#include "common/harness/problem/elementwise_data.h"
#include "common/harness/problem/histogram_data.h"
#include "common/harness/trial/trial.h"

namespace course {
namespace {

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

// Throws when the result cannot be right whatever it holds.
template <typename T>
void require_whole(const GuardedBuffer<T>& buffer) {
  if (!buffer.damage().empty()) throw std::runtime_error(buffer.damage());
}
template <typename T>
void require_same(const GuardedBuffer<T>& input, const std::vector<T>& was, const char* modified) {
  require_whole(input);
  if (!input.holds([&](std::size_t i) { return was[i]; }, 0)) throw std::runtime_error(modified);
}

template <typename T>
void leave(const GuardedBuffer<T>& result, unsigned char* output) {
  require_whole(result);
  const std::vector<T> values = result.download();
  if (!values.empty()) std::memcpy(output, values.data(), values.size() * sizeof(T));
}

template <typename T>
std::vector<T> array_of(const unsigned char* input, std::size_t n) {
  std::vector<T> values(n);
  if (n > 0) std::memcpy(values.data(), input, n * sizeof(T));
  return values;
}

// What was counted meanwhile.
Answer run_counted(const AnyLaunch& launch, const AnyProblem& problem, const Task& task) {
  run_threads_in_reverse(task.threads_in_reverse);
  start_counting_work();
  launch(problem);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess && !wait_for_device(kMostSeconds)) error = cudaErrorLaunchTimeout;
  if (error != cudaSuccess) {
    throw CudaError(error, std::string("a launch failed: ") + cudaGetErrorName(error) + " (" +
                               cudaGetErrorString(error) + ")");
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  const CountedWork work = stop_counting_work();
  Answer answer;
  answer.state = AnswerState::ran;
  answer.counts_atomics = backend_counts_work();
  answer.counts_accesses = backend_counts_memory();
  if (answer.counts_accesses && !work.memory) {
    throw std::runtime_error("a thread accesses memory more often than can be counted");
  }
  const cpu::MemoryCounts memory = work.memory.value_or(cpu::MemoryCounts());
  answer.work = {work.ledger.global_atomics,
                 work.ledger.shared_atomics,
                 work.ledger.longest_queue.value_or(0),
                 memory.global_loads.lanes,
                 memory.global_stores.lanes,
                 memory.global_loads.requests,
                 memory.global_loads.sectors,
                 memory.global_atomics.passes};
  return answer;
}

template <typename Sample, typename BinOf>
Answer run(const AnyLaunch& launch, const Task& task, const unsigned char* input,
           const Device& device, unsigned char* output) {
  const std::vector<Sample> host = array_of<Sample>(input, task.n);
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
  const Answer answer = run_counted(
      launch, AnyProblem(std::in_place_type<HistogramProblem<Sample, BinOf>>, problem), task);
  require_same(samples, host, "the samples were modified");
  leave(counts, output);
  return answer;
}

Answer run_add(const AnyLaunch& launch, const Task& task, const unsigned char* input,
               const Device& device, unsigned char* output) {
  const std::vector<float> host_a = array_of<float>(input, task.n);
  const std::vector<float> host_b = array_of<float>(input + task.n * sizeof(float), task.n);
  const GuardedBuffer<float> a(task.n, task.layout, operand_fence<float>());
  const GuardedBuffer<float> b(task.n, task.layout_b, operand_fence<float>());
  const GuardedBuffer<float> c(task.n, task.layout_c, operand_fence<float>());
  a.upload(host_a);
  b.upload(host_b);
  c.fill_bytes(task.threads_in_reverse ? kOtherUnwritten : kUnwritten);
  const ElementwiseProblem<float> problem{
      {asked_of(task), device}, a.data(), b.data(), c.data(), task.n, task.rows, task.columns};
  const Answer answer = run_counted(launch, AnyProblem(problem), task);
  require_same(a, host_a, "the array a was modified");
  require_same(b, host_b, "the array b was modified");
  leave(c, output);
  return answer;
}

Answer run_any(const AnyLaunch& launch, const Task& task, const unsigned char* input,
               const Device& device, unsigned char* output) {
  switch (task.kind) {
    case ProblemKind::int32:
      return run<std::int32_t, SampleIsBin>(launch, task, input, device, output);
    case ProblemKind::uint16:
      return run<std::uint16_t, SampleIsBin>(launch, task, input, device, output);
    case ProblemKind::uint8:
      return run<std::uint8_t, SampleIsBin>(launch, task, input, device, output);
    case ProblemKind::letters:
      return run<std::uint8_t, LettersByFour>(launch, task, input, device, output);
    case ProblemKind::add:
      return run_add(launch, task, input, device, output);
  }
  throw std::logic_error("a task of another program");
}

// `output` has task.output_bytes.
Answer answer_to(const AnyLaunch& launch, const Task& task, const unsigned char* input,
                 Device device, unsigned char* output) {
  if (task.one_multiprocessor) device.multiprocessors = 1;
  Answer answer;
  const auto fail = [&](AnswerState state, const char* message) {
    answer.state = state;
    std::snprintf(answer.message, sizeof answer.message, "%s", message);
  };
  try {
    answer = run_any(launch, task, input, device, output);
  } catch (const NotApplicable& reason) {
    fail(AnswerState::not_applicable, reason.what());
  } catch (const CudaError& error) {
    const bool is_endless = error.code() == cudaErrorLaunchTimeout;
    fail(is_endless ? AnswerState::endless : AnswerState::failed, error.what());
  } catch (const std::exception& error) {
    fail(AnswerState::failed, error.what());
  } catch (...) {
    fail(AnswerState::failed, "threw something that is no std::exception");
  }
  return answer;
}

// Whether more can run in this process. A kernel that still runs cannot be waited for.
bool can_go_on_after(const Answer& answer) {
  return answer.state != AnswerState::endless &&
         (answer.state != AnswerState::failed || cudaDeviceSynchronize() == cudaSuccess);
}

// Returns false when nothing more can run in this process.
bool serve(const AnyLaunch& launch, const Device& device) {
  const Mapping input(kTaskFile, PROT_READ), output(kAnswerFile, PROT_READ | PROT_WRITE);
  if (input.data() == nullptr || output.data() == nullptr) return false;
  Task task;
  std::memcpy(&task, input.data(), sizeof task);
  const Answer answer =
      answer_to(launch, task, input.data() + sizeof task, device, output.data() + sizeof(Answer));
  std::memcpy(output.data(), &answer, sizeof answer);
  return can_go_on_after(answer);
}

bool say(char what) { return write(kDonePipe, &what, 1) == 1; }

}  // namespace

Ask asks_here(const AnyLaunch& launch) {
  return [launch, device = open_device(0), is_lost = false](
             const Task& task, const std::vector<unsigned char>& input) mutable {
    if (is_lost) throw std::runtime_error("no more can be run in this process: see --case");
    Reply reply;
    reply.output.resize(task.output_bytes);
    reply.answer = answer_to(launch, task, input.data(), device, reply.output.data());
    is_lost = !can_go_on_after(reply.answer);
    return reply;
  };
}

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
