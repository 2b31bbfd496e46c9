// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tries seeds in processes of their own, so that a program that crashes or hangs ends one worker
// and not the tool.
#pragma once
#include "tools/spmd_random_ways.h"
#include <functional>

namespace spmd::random {

struct Trials {
  uint64_t first = 0, count = 0; // seeds
  unsigned jobs = 1;             // processes at a time
  unsigned limitSeconds = 20;    // for one program
  uint64_t batch = 1; // programs that are tried together, until one of them crashes or is refused
  bool quiet = false; // what workers write to stderr is dropped
};

struct Report {
  uint64_t seed = 0;
  Finding finding;
};

/// Makes the program of a seed.
using ProgramOf = std::function<RandomProgram(uint64_t seed)>;

/// Tries all seeds and tells of each finding, in the order in which they come. A crash's message is
/// the signal and the functions of the stack. Returns the number of programs that were tried, which
/// is `count` unless no process can be started.
uint64_t tryAll(const Trials &trials, const ProgramOf &programOf,
                llvm::function_ref<void(const Report &)> tell);

} // namespace spmd::random
