// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks that a launcher of MPI started, as clients see them: each is a process of the
// framework's job and has as many devices as the others. A program on devices of several ranks is
// run by all of these, in the order in which each of them asks for its programs.
#pragma once
#include "compiler/pjrt/abi.h"
#include "compiler/pjrt/status.h"
#include "compiler/session_ranks.h"
#include "runtime/program.h"
#include <functional>
#include <string>
#include <vector>

namespace spmd::pjrt {

/// Starts MPI where a launcher has started this process, and compares what the ranks were started
/// with; `devices` is the number of devices of this one. `ranks` is null in a process of its own.
/// The framework's own numbers of processes (`num_nodes`, `node_id`) must be those of MPI.
PJRT_Error *meetRanks(const PJRT_Client_Create_Args &args, int64_t devices, SharedRanks *&ranks);

/// Who runs a program.
struct Participants {
  SharedRanks *ranks = nullptr;      // null: this process alone
  std::vector<int32_t> rankOfDevice; // by partition; empty in a process alone
  // For traces: this process, and the framework's numbers of the devices by partition.
  int64_t rank = 0;
  std::vector<int64_t> deviceIds = {};
};

/// What other ranks must have, too, when this one runs a program together with them.
struct SharedProgram {
  std::vector<int32_t> ranks; // in rising order
  uint64_t hash = 0;          // of the program and of its devices
  std::string place;          // in the user's source, for messages
  bool sends = false;         // whether devices exchange elements
};

SharedProgram sharedProgram(const rt::Program &program, const Participants &participants);

/// Runs a program on several ranks. Where they run different programs, or one has failed, says
/// which, and no program of several ranks runs any more.
Status runTogether(SharedRanks &ranks, const SharedProgram &program,
                   const std::function<Status()> &run);

/// Tells the ranks why this one does not run a program of theirs. None runs any more.
void failTogether(SharedRanks &ranks, const Status &status);

} // namespace spmd::pjrt
