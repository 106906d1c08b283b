// The declarations of shared memory:
//   extern __shared__ T name[];   becomes  auto* const name = ::course::cpu::dynamic_shared<T>();
//   __shared__ T name[N];         becomes  a variable between guards, see shared_variable.h
#pragma once
#include <vector>

#include "edits.h"
#include "functions.h"

// Enters the edits for all of them. An extern array outside functions is declared in every function
// on the device that uses it.
void rewrite_shared_memory(const SourceText& source, const std::vector<Function>& functions,
                           Edits& edits);
