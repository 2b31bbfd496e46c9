// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tries seeds in processes of their own, so that a program that crashes or hangs ends one
// process and not the tool.
#pragma once
#include "tools/spmd_random_ways.h"
#include <functional>

namespace spmd::random {

struct Trials {
  uint64_t first = 0, count = 0; // seeds
  unsigned jobs = 1;             // processes at a time
  unsigned limitSeconds = 20;    // CPU time of one program
  uint64_t batch = 1; // programs that share a module, until one of them crashes or is refused
  bool quiet = false; // drop the output of the processes to stderr
};

struct Report {
  uint64_t seed = 0;
  Finding finding;
};

/// Generates the program of a seed.
using ProgramOf = std::function<RandomProgram(uint64_t seed)>;

/// Tries all seeds and calls `tell` for each finding, in the order of occurrence. The
/// message of a crash is the signal and the functions on the stack. Returns the number of
/// programs that were tried, which is `count` unless no process can be started.
uint64_t tryAll(const Trials &trials, const ProgramOf &programOf,
                llvm::function_ref<void(const Report &)> tell);

} // namespace spmd::random
