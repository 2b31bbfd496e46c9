// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks of the job: who this process is, and which devices it has.
//
// All ranks run the same main. A program without a mesh is run by each rank for itself. One with a
// mesh is run by all of them together, so all must call it in the same order; the first calls
// compare what the ranks are about to do (runtime/rank_calls.h).
#include "compiler/frontend/array/ranks.h"
#include "compiler/frontend/include/spmd/mesh.h"
#include "runtime/process_exit.h"

namespace spmd {
inline namespace frontend {

/// The timeout is that of Program: a rank that is silent for 30 s has failed.
SharedRanks *ranksOfJob() {
  llvm::Expected<SharedRanks *> ranks = sharedRanks(30);
  if (!ranks)
    throw Error(llvm::toString(ranks.takeError()));
  return *ranks;
}

std::unique_lock<std::mutex> lockRanks() {
  SharedRanks *ranks = ranksOfJob();
  return ranks ? std::unique_lock(ranks->mutex) : std::unique_lock<std::mutex>();
}

rt::RankMap rankMapOf(int64_t deviceCount) {
  SharedRanks *ranks = ranksOfJob();
  if (!ranks)
    return {nullptr, deviceCount};
  const int64_t count = ranks->transport->rankCount();
  if (deviceCount % count)
    throw Error(std::to_string(deviceCount) + " devices cannot be shared evenly by " +
                std::to_string(count) + " ranks");
  return {ranks->transport.get(), deviceCount / count};
}

int64_t rank() {
  SharedRanks *ranks = ranksOfJob();
  return ranks ? ranks->transport->rank() : 0;
}
int64_t rankCount() {
  SharedRanks *ranks = ranksOfJob();
  return ranks ? ranks->transport->rankCount() : 1;
}
bool isMain() { return rank() == 0; }

} // namespace frontend
} // namespace spmd
