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
#include "block/stack_room.h"

namespace course::cpu {

// One launch, as the workers share it. `workers` is what is wished for; there may be fewer.
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
  WorkerPool();
  ~WorkerPool();

  // Runs the job on its number of workers and returns when they are done.
  void run(Job& job);

 private:
  void start_workers(Job& job);
  void make_room(const Job& job);
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
  bool no_more_workers_ = false;  // the host gives no more OS threads
  const StackRoom room_;
  std::vector<BlockRunner*> runners_;  // by number; null until the worker has begun
  std::vector<Progress*> progress_;    // of the workers that have begun
};

// The number of workers: COURSE_CPU_THREADS, else as many as the CPU runs at once.
int worker_count();

}  // namespace course::cpu
