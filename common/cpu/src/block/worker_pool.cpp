// See worker_pool.h.
#include "block/worker_pool.h"

#include <algorithm>

#include "block/watchdog.h"
#include "memory/fault_signals.h"
#include "runtime/settings.h"

namespace course::cpu {
namespace {

uint3 block_at(std::size_t number, dim3 grid) {
  return {static_cast<unsigned>(number % grid.x), static_cast<unsigned>(number / grid.x % grid.y),
          static_cast<unsigned>(number / grid.x / grid.y)};
}

}  // namespace

int worker_count() {
  static const int cores = static_cast<int>(std::thread::hardware_concurrency());
  static const int count = setting("COURSE_CPU_THREADS", std::clamp(cores, 1, 1024), 1, 1024);
  return count;
}

WorkerPool& WorkerPool::instance() {
  static WorkerPool pool;
  return pool;
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::run(Job& job) {
  std::unique_lock lock(mutex_);
  while (static_cast<int>(workers_.size()) < job.workers) {
    workers_.emplace_back(&WorkerPool::work, this, static_cast<int>(workers_.size()));
  }
  job_ = &job;
  ++job_number_;
  unfinished_ = job.workers;
  start_.notify_all();
  Watchdog watchdog;
  while (!finish_.wait_for(lock, Watchdog::period, [&] { return unfinished_ == 0; })) {
    watchdog.look(progress_, job.failed);
  }
  job_ = nullptr;
}

void WorkerPool::work(int number) {
  const AlternateSignalStack signal_stack;
  BlockRunner runner;
  std::uint64_t done = 0;
  std::unique_lock lock(mutex_);
  progress_.push_back(&runner.progress());
  for (;;) {
    start_.wait(lock, [&] { return stopping_ || (job_ != nullptr && job_number_ != done); });
    if (stopping_) return;
    done = job_number_;
    if (number >= job_->workers) continue;
    Job& job = *job_;
    lock.unlock();
    run_blocks(runner, job);
    lock.lock();
    if (--unfinished_ == 0) finish_.notify_one();
  }
}

void WorkerPool::run_blocks(BlockRunner& runner, Job& job) {
  runner.begin_launch(job.facts);
  const dim3 grid = job.facts.configuration->grid;
  while (!job.failed) {
    const std::size_t first = job.next_block.fetch_add(job.blocks_at_once);
    if (first >= job.blocks) break;
    const std::size_t end = std::min(first + job.blocks_at_once, job.blocks);
    for (std::size_t block = first; block < end && !job.failed; ++block) {
      std::optional<Failure> failure = runner.run_block(block_at(block, grid));
      if (failure && !job.failed.exchange(true)) job.failure = std::move(failure);
    }
  }
  runner.end_launch();
  if (running.tracer != nullptr) {
    runner.tracer().hand_in(*job.facts.kernel, *job.facts.configuration);
  }
  if (job.facts.counting) hand_in_counts(runner.counts(), runner.lane_statistics());
}

}  // namespace course::cpu
