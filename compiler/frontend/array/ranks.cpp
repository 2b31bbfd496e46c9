// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks of the job: who this process is, and which devices it has.
//
// All ranks run the same main. A program without a mesh is run by each rank for itself. One with a
// mesh is run by all of them together, so all must call it in the same order; the first calls
// compare what the ranks are about to do (runtime/rank_calls.h).
#include "compiler/frontend/array/ranks.h"
#include "compiler/frontend/include/spmd/mesh.h"
#include "runtime/process_exit.h"
#include <cstring>

namespace spmd {
inline namespace frontend {

/// The timeout is that of Program: a rank that is silent for 30 s has failed.
SharedRanks *ranksOfJob() {
  llvm::Expected<SharedRanks *> ranks = sharedRanks({30});
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

/// Rank 0 collects the texts and sends all of them, each behind its length.
///   "a" and "bcd" -> 1 0 0 0 0 0 0 0 'a' 3 0 0 0 0 0 0 0 'b' 'c' 'd'
std::vector<std::string> processAllgather(const std::string &own) {
  auto lock = lockRanks();
  SharedRanks *ranks = ranksOfJob();
  if (!ranks)
    return {own};
  rt::RankTransport &transport = *ranks->transport;
  if (llvm::Error error = ranks->calls.meetForTexts())
    throw Error(llvm::toString(std::move(error)));
  std::vector<uint8_t> all;
  for (const std::vector<uint8_t> &text :
       rt::gatherBytes(transport, {own.begin(), own.end()}, "processAllgather")) {
    const uint64_t length = text.size();
    const auto *bytes = reinterpret_cast<const uint8_t *>(&length);
    all.insert(all.end(), bytes, bytes + sizeof length);
    all.insert(all.end(), text.begin(), text.end());
  }
  rt::broadcastBytes(transport, all, "processAllgather");
  if (transport.hasFailed())
    throw Error(transport.failure());
  std::vector<std::string> texts;
  for (size_t at = 0; at < all.size();) {
    uint64_t length;
    std::memcpy(&length, all.data() + at, sizeof length);
    at += sizeof length;
    texts.emplace_back(all.begin() + int64_t(at), all.begin() + int64_t(at + length));
    at += length;
  }
  return texts;
}

} // namespace frontend
} // namespace spmd
