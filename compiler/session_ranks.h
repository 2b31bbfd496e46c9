// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks of an MPI job as all sessions of the frontend share them. MPI can be started once in a
// process, and a host with many programs has many sessions.
#pragma once
#include "runtime/rank_calls.h"
#include "runtime/transport.h"
#include <mutex>

namespace spmd {

struct SharedRanks {
  explicit SharedRanks(std::unique_ptr<rt::RankTransport> opened)
      : transport(std::move(opened)), calls(*transport) {}

  std::unique_ptr<rt::RankTransport> transport;
  rt::RankCalls calls;
  /// Held during a run and other calls in which ranks meet: their messages would mix with those of
  /// another thread.
  std::mutex mutex;
};

/// The ranks; null where no launcher started several. The first call starts MPI, with its options,
/// and MPI ends with the process: exit() waits for the other ranks.
llvm::Expected<SharedRanks *> sharedRanks(const rt::TransportOptions &options);
/// Whether this process has ranks that have not ended.
bool hasSharedRanks();
/// Ends MPI before the process exits, for hosts in which nothing may use it at their end. Waits for
/// the other ranks; nothing may run on several ranks from then on.
void endSharedRanks();

/// The transport that tells how many ranks share this machine: the session's, else the shared one
/// if it is open.
const rt::RankTransport *machineRanks(const rt::RankTransport *own);

} // namespace spmd
