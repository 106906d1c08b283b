// What a submission's processes may do, and what is left of them afterwards.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace course {

struct Sandbox {
  // Somebody who owns nothing here; empty: the caller's own account.
  std::optional<uid_t> user;
  bool no_network = false;
  double cpu_seconds = 600;
  std::size_t address_space = 0;  // bytes, 0: no limit, which sanitizers need
  std::size_t file_bytes = std::size_t{1} << 28;
  unsigned processes = 0;  // and threads, of this submission; 0: no limit
};

// The strictest sandbox that this system allows. Each slot has a user of its own, so that
// submissions that are judged at the same time cannot touch each other. What is not allowed is put
// into `missing`, one line each, for people.
Sandbox strictest_sandbox(unsigned slot, std::vector<std::string>* missing);

struct Command {
  std::vector<std::string> arguments;    // the program's path first
  std::vector<std::string> environment;  // "NAME=value", and nothing else
  std::string folder = "/";              // to run in
  Sandbox sandbox;
};

// Starts the command in a session of its own, which ends when this thread does. It has the
// files[0] as its standard input, files[1] as its output and so on, and no others.
pid_t start(const Command& command, const std::vector<int>& files);

// All descendants of this process that outlive their parents become its children.
void adopt_orphans();

// Ends the process group of `leader`, and then every child of this process: by itself, by TERM, by
// KILL, each shortly after the other. Returns the leader's wait status.
int end_processes(pid_t leader);

}  // namespace course
