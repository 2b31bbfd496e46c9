// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks that a launcher of MPI started, as the frontend sees them.
#pragma once
#include "compiler/session_ranks.h"
#include "runtime/rank_plan.h"
#include <mutex>

namespace spmd {
inline namespace frontend {

/// The ranks; null in a process of its own. Throws Error where MPI cannot be started.
SharedRanks *ranksOfJob();
/// Held while ranks meet: in compilations and runs on a mesh, and while tensors are gathered.
/// Without other ranks it locks nothing.
std::unique_lock<std::mutex> lockRanks();
/// How this many devices are divided among the ranks. Throws where they cannot be divided evenly.
rt::RankMap rankMapOf(int64_t deviceCount);

} // namespace frontend
} // namespace spmd
