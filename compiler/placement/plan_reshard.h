// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans a reshard: finds the cheapest list of collectives that turns one placement into another. A
// pure function on small integers, so that it can be tested without IR. Axes are atoms (atoms.h):
// parts of mesh axes that nothing in the program cuts further, each named by its index in a table
// of sizes.
#pragma once
#include "compiler/topology.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace spmd {

using Atoms = llvm::SmallVector<int, 4>;

/// How one tensor lies on the mesh. It is replicated over the atoms that occur nowhere.
struct Placement {
  llvm::SmallVector<Atoms, 4> dims; // for each tensor dim: its atoms, major first
  // Sorted. The values of the devices along these atoms have still to be combined (sum, max or
  // min).
  Atoms partial;

  bool operator==(const Placement &o) const { return dims == o.dims && partial == o.partial; }
  bool operator<(const Placement &o) const {
    return dims != o.dims ? dims < o.dims : partial < o.partial;
  }
  bool replicated() const;
  bool uses(int atom) const;
};

enum class StepKind : uint8_t { AllGather, AllSlice, AllToAll, Permute, AllReduce, ReduceScatter };

/// One collective. `atoms` is major first.
///   AllGather      the last atoms of `dim` go away
///   AllSlice       atoms are appended to `dim` (no communication)
///   AllToAll       the last atoms of `dim` move to the end of `toDim`
///   Permute        atoms change places, shard counts stay
///   AllReduce      values that are partial over the atoms are combined, or come from their owner
///   ReduceScatter  the same, and the atoms are appended to `dim`
struct ReshardStep {
  StepKind kind;
  int64_t dim = -1, toDim = -1;
  Atoms atoms;
  Placement after;
  double wireBytes = 0; // bytes that a device sends, by the formulas of ring algorithms
  double cost = 0;      // the same, priced by the slowest link that the step uses
};

struct ReshardPlan {
  llvm::SmallVector<ReshardStep> steps;
  double wireBytes = 0, cost = 0;
  size_t searched = 0; // placements that the search has met: a measure of its time
};

/// The cheapest plan, and among equals the one with the fewest steps. Without `links` all atoms are
/// as fast, and the cheapest plan is the one with the fewest bytes on the wire.
/// There is none if no sequence of steps leads from `from` to `to` with dims that divide evenly.
/// `to.partial` must be a subset of `from.partial`.
///   [8, 8] {x, -} -> {-, x}          all_to_all x: 0->1
///   [8, 8] {-, -} partial x -> {x, -}   reduce_scatter x on 0
///   [8] {x, y} -> {y}                permute to {y, x}, all_gather x
/// Atoms that neither placement uses may stand in for others on the way, except those in `taken`:
/// along manual axes the devices hold different values. Along the atoms `owned`, one device has the
/// whole partial value. It is broadcast from there, which sends half the bytes of a sum. The
/// algorithm is a uniform-cost search over placements, which is fast because a program has few
/// atoms and dims.
std::optional<ReshardPlan> planReshard(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                       llvm::ArrayRef<int64_t> atomSizes, const Placement &from,
                                       const Placement &to, llvm::ArrayRef<int> taken = {},
                                       llvm::ArrayRef<Link> links = {},
                                       llvm::ArrayRef<int> owned = {});

/// The nanoseconds of a plan's steps one after another, with a latency for each that sends.
double timeOf(const ReshardPlan &plan, llvm::ArrayRef<Link> links);

/// The slowest of the links along these atoms.
Link slowestLink(llvm::ArrayRef<int> atoms, llvm::ArrayRef<Link> links);

/// The number of shards that the atoms make together.
int64_t shardCountOf(llvm::ArrayRef<int> atoms, llvm::ArrayRef<int64_t> atomSizes);

/// The bytes of one device's part, or nothing if a dim does not divide.
std::optional<double> localBytes(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                 llvm::ArrayRef<int64_t> atomSizes, const Placement &placement);

} // namespace spmd
