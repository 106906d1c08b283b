// See worker_pool.h.
#include "block/worker_pool.h"

#include <algorithm>
#include <exception>
#include <new>

#include "block/descriptions.h"
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

WorkerPool::WorkerPool() {
  // A worker that enters itself must not run out of memory.
  const auto most = static_cast<std::size_t>(worker_count());
  workers_.reserve(most);
  runners_.reserve(most);
  progress_.reserve(most);
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
  job.workers = room_.workers_for(job.workers, job.facts.threads);
  start_workers(job);
  if (job.failure) return;
  make_room(job);
  job_ = &job;
  ++job_number_;
  unfinished_ = job.workers;
  start_.notify_all();
  Watchdog watchdog;
  while (!finish_.wait_for(lock, Watchdog::period, [&] { return unfinished_ == 0; })) {
    watchdog.look(progress_, job.failed);
  }
  job_ = nullptr;
  if (!job.failed && job.next_block < job.blocks) job.failure = describe_lack_of_memory();
}

// Where the host gives fewer OS threads than wished for, those do the work.
void WorkerPool::start_workers(Job& job) {
  while (static_cast<int>(workers_.size()) < job.workers && !no_more_workers_) {
    try {
      workers_.emplace_back(&WorkerPool::work, this, static_cast<int>(workers_.size()));
    } catch (const std::exception&) {  // std::system_error or std::bad_alloc
      no_more_workers_ = true;
    }
  }
  runners_.resize(workers_.size());
  job.workers = std::min(job.workers, static_cast<int>(workers_.size()));
  if (job.workers == 0) {
    job.failure =
        Failure{cudaErrorOperatingSystem,
                "the CPU backend needs 1 OS thread beside the program's own, and the host "
                "gives none (ulimit -u, ulimit -v, or a container's limit)"};
  }
}

// Stacks that are left from earlier launches go where there is no room for new ones beside them.
void WorkerPool::make_room(const Job& job) {
  std::size_t stacks = 0;
  for (std::size_t number = 0; number < runners_.size(); ++number) {
    const BlockRunner* runner = runners_[number];
    const std::size_t has = runner != nullptr ? runner->scheduler().stacks() : 0;
    const bool takes_part = number < static_cast<std::size_t>(job.workers);
    stacks += std::max(has, static_cast<std::size_t>(takes_part ? job.facts.threads : 0));
  }
  if (room_.holds(workers_.size(), stacks)) return;
  for (BlockRunner* runner : runners_) {
    if (runner != nullptr) runner->scheduler().drop_stacks();
  }
}

void WorkerPool::work(int number) {
  const AlternateSignalStack signal_stack;
  BlockRunner runner;
  std::uint64_t done = 0;
  std::unique_lock lock(mutex_);
  runners_[static_cast<std::size_t>(number)] = &runner;
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

void WorkerPool::run_blocks(BlockRunner& runner, Job& job) try {
  try {
    runner.begin_launch(job.facts);
  } catch (const std::bad_alloc&) {
    return;  // the other workers do the work
  }
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
} catch (const std::bad_alloc&) {
  runner.scheduler().drop_stacks();  // makes room for the text
  if (!job.failed.exchange(true)) job.failure = describe_lack_of_memory();
}

}  // namespace course::cpu
