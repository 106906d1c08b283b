// The OS threads that run blocks. They stay for the whole program; host code never runs on them, so
// their thread-local variables are nothing but shared memory.
#pragma once
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "block/block_runner.h"

namespace course::cpu {

// One launch, as the workers share it.
struct Job {
  LaunchFacts facts;
  std::size_t blocks = 0;
  int workers = 1;
  std::size_t blocks_at_once = 1;  // that a worker takes
  std::atomic<std::size_t> next_block{0};
  std::atomic<bool> failed{false};
  std::optional<Failure> failure;  // the first one
};

class WorkerPool {
 public:
  static WorkerPool& instance();
  ~WorkerPool();

  // Runs the job on its number of workers and returns when they are done.
  void run(Job& job);

 private:
  void work(int number);
  void run_blocks(BlockRunner& runner, Job& job);

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable finish_;
  Job* job_ = nullptr;
  std::uint64_t job_number_ = 0;
  int unfinished_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> workers_;
  std::vector<Progress*> progress_;  // of the workers that have begun
};

// The number of workers: COURSE_CPU_THREADS, else as many as the CPU runs at once.
int worker_count();

}  // namespace course::cpu
