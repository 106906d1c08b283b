// How far a worker has come with its block, for the watchdog, which asks from another OS thread.
#pragma once
#include <pthread.h>

#include <atomic>
#include <cstdint>

#include "memory/fault_signals.h"

namespace course::cpu {

class Progress {
 public:
  // For the worker itself.
  void begin_block() {
    advance();
    is_running_block_ = true;
  }
  void end_block() { is_running_block_ = false; }
  void advance() {
    value_.store(value_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // Another number whenever a thread has ended or a block begins.
  std::uint64_t value() const { return value_; }
  bool is_running_block() const { return is_running_block_; }
  // Stops the block unless it has made progress since `value`.
  void request_stop(std::uint64_t value) { stop_at_ = value; }
  bool must_stop() const { return is_running_block_ && stop_at_ == value_; }
  void interrupt() const { pthread_kill(os_thread_, stop_signal); }

 private:
  std::atomic<std::uint64_t> value_{1};
  std::atomic<std::uint64_t> stop_at_{0};
  std::atomic<bool> is_running_block_{false};
  const pthread_t os_thread_ = pthread_self();
};

}  // namespace course::cpu
