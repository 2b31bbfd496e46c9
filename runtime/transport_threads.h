// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives between devices of one process. The members of a group meet at a rendezvous and then
// read each other's buffers. The meeting (arrive, await) is also the local half of collectives that
// reach other ranks (transport_ranks.h).
#pragma once
#include "runtime/collective_plan.h"
#include "runtime/workers.h"
#include <cstddef>

namespace spmd::rt {

/// The place where the members of one group meet, once per round. In each round a member sets its
/// addresses, calls arrive(), and calls await() with the number of its earlier rounds. Invariant: a
/// member that arrives for the next round has seen the end of this round. Addresses and tiles are
/// therefore never used by two rounds at once.
class Rendezvous : public Runnable {
public:
  /// `localCount` is the number of members that call arrive().
  Rendezvous(Workers &workers, const CollectivePlan &plan, int64_t localCount);
  virtual ~Rendezvous();

  /// Sets the buffers of member `position` for part `part`, and where the root of a broadcast is
  /// read, if it has one. They must be set before arrive() and stay unchanged until await() has
  /// returned true.
  void setAddresses(size_t part, int64_t position, std::byte *source, std::byte *target,
                    const std::byte *root = nullptr) {
    size_t index = part * size_t(plan.positions) + size_t(position);
    sources[index] = source;
    targets[index] = target;
    roots[index] = root;
  }

  /// Says that the caller's sources are ready. The last member to arrive begins the exchange.
  /// Nobody waits here.
  void arrive();

  /// True: the round has ended. False: `member` is suspended and will be pushed to the workers when
  /// the round ends; the caller must not touch its own state any more. Before that the caller works
  /// on the exchange if there is work left.
  bool await(Runnable &member, uint32_t round);

  const CollectivePlan &plan;

  /// The number of members in this process, and the number of them that have arrived in a round
  /// that has not begun.
  int64_t memberCount() const { return localCount; }
  int64_t arrivedCount() const { return arrived.load(); }

protected:
  /// Called by the last member to arrive.
  virtual void begin() = 0;
  /// Ends the round when all bytes have been moved, and lets the members continue.
  void complete();

  std::byte *source(size_t part, size_t position) const {
    return sources[part * size_t(plan.positions) + position];
  }
  std::byte *target(size_t part, size_t position) const {
    return targets[part * size_t(plan.positions) + position];
  }
  /// The position of the root of a broadcast, as member `position` names it. Positions that the
  /// group does not have become the nearest one.
  size_t rootOf(size_t part, size_t position) const;
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
  std::vector<const std::byte *> roots;      // the same; null where the root is position 0
  int64_t localCount;
  uint32_t round = 0; // the round in progress
  alignas(64) std::atomic<int64_t> arrived{0};
  // The suspended members of even and odd rounds; closed() once the round has ended. A list is
  // reopened at the end of the next round, when all members have left it.
  std::atomic<Runnable *> waiting[2] = {};
};

/// A rendezvous whose members are all devices of this process.
class ThreadRendezvous final : public Rendezvous {
public:
  ThreadRendezvous(Workers &workers, const CollectivePlan &plan, const CollectiveStart &start,
                   const std::vector<int64_t> &members);
  void run() override { complete(); } // the last tile has ended

private:
  void begin() override;
  void runTile(const PlanTile &tile);
  void reduceTile(const PlanTile &tile);

  std::vector<int64_t> sender; // Permute: by position, the position that sends to it, or -1
  bool isLone = false;         // Broadcast: of a device in no group, which gets zeros
};

/// Whether the one member of a broadcast is in none of its groups.
bool isLoneMember(const CollectiveStart &start, const std::vector<int64_t> &members);

/// By position, the position in `members` that sends to it in a permute, or -1.
std::vector<int64_t> sendersOf(const CollectiveStart &start, const std::vector<int64_t> &members);

} // namespace spmd::rt
