// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives between devices of one process: the members of a group meet, and then read each
// other's buffers. The meeting (arrive, await) is also the local half of collectives that reach
// other ranks (transport_ranks.h).
#pragma once
#include "runtime/collective_plan.h"
#include "runtime/workers.h"
#include <cstddef>

namespace spmd::rt {

/// Where the members of one group meet, again and again. Each member calls, in this order: sets its
/// addresses, arrive(), await() with the count of its earlier rounds. Invariant: a member that
/// arrives for the next round has seen this round's end, so addresses and tiles of a round are
/// never touched by two rounds.
class Rendezvous : public Runnable {
public:
  /// `localCount`: how many members call arrive.
  Rendezvous(Workers &workers, const CollectivePlan &plan, int64_t localCount);
  virtual ~Rendezvous();

  /// Where member `position` has part `part`; set before arrive and left alone until await has
  /// returned true.
  void setAddresses(size_t part, int64_t position, std::byte *source, std::byte *target) {
    sources[part * size_t(plan.positions) + size_t(position)] = source;
    targets[part * size_t(plan.positions) + size_t(position)] = target;
  }

  /// The caller's sources are ready. The last member to arrive begins the exchange; nobody waits
  /// here.
  void arrive();

  /// True: the round has ended. False: `member` is parked and will be pushed to the workers when it
  /// has; the caller must not touch its own state any more. Works on the exchange meanwhile, if
  /// there is work left.
  bool await(Runnable &member, uint32_t round);

  const CollectivePlan &plan;

  /// Of this process: how many members there are, and how many have arrived in a round that has not
  /// begun.
  int64_t memberCount() const { return localCount; }
  int64_t arrivedCount() const { return arrived.load(); }

protected:
  /// All members have arrived: called by the last one.
  virtual void begin() = 0;
  /// Everything has been moved: lets the members go on.
  void complete();

  std::byte *source(size_t part, size_t position) const {
    return sources[part * size_t(plan.positions) + position];
  }
  std::byte *target(size_t part, size_t position) const {
    return targets[part * size_t(plan.positions) + position];
  }
  /// By position; null for members of other processes.
  std::span<std::byte *const> sourcesOf(size_t part) const {
    return std::span(sources).subspan(part * size_t(plan.positions), size_t(plan.positions));
  }
  std::span<std::byte *const> targetsOf(size_t part) const {
    return std::span(targets).subspan(part * size_t(plan.positions), size_t(plan.positions));
  }

  Workers &workers;
  Job *job;

private:
  static Runnable *closed();

  std::vector<std::byte *> sources, targets; // by part and position
  int64_t localCount;
  uint32_t round = 0; // that is under way
  alignas(64) std::atomic<int64_t> arrived{0};
  // The parked members of even and odd rounds; closed() once the round has ended. A list is opened
  // again at the end of the next round: by then all members have left it.
  std::atomic<Runnable *> waiting[2] = {};
};

/// All members are devices of this process.
class ThreadRendezvous final : public Rendezvous {
public:
  ThreadRendezvous(Workers &workers, const CollectivePlan &plan, const CollectiveStart &start,
                   const std::vector<int64_t> &members);
  void run() override { complete(); } // the last tile has ended

private:
  void begin() override;
  void runTile(const PlanTile &tile);
  void reduceTile(const PlanTile &tile);

  std::vector<int64_t> sender; // Permute: by position, the position that it receives from or -1
};

/// By position, the position in `members` that a permute's pair sends to it, or -1.
std::vector<int64_t> sendersOf(const CollectiveStart &start, const std::vector<int64_t> &members);

} // namespace spmd::rt
