// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sharding A -> sharding B as the cheapest list of collectives: a pure function on small integers.
// Axes are atoms: parts of mesh axes that nothing in the program cuts further, named by their index
// in a table of sizes.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace spmd {

using Atoms = llvm::SmallVector<int, 4>;

/// How one tensor lies on the mesh. Atoms that occur nowhere replicate it.
struct Placement {
  llvm::SmallVector<Atoms, 4> dims; // per tensor dim, major first
  // Sorted; the values of these devices have still to be added up (or max'ed, min'ed).
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
///   AllReduce      partial atoms are added up
///   ReduceScatter  partial atoms are added up and appended to `dim`
struct ReshardStep {
  StepKind kind;
  int64_t dim = -1, toDim = -1;
  Atoms atoms;
  Placement after;
  double wireBytes = 0; // per device, by ring formulas
};

struct ReshardPlan {
  llvm::SmallVector<ReshardStep> steps;
  double wireBytes = 0;
};

/// The plan with the fewest bytes on the wire, fewest steps among equals; nothing where no sequence
/// of steps leads from one to the other with dims that divide evenly (`to.partial` must be a subset
/// of `from.partial`).
///   [8, 8] {x, -} -> {-, x}          all_to_all x: 0->1
///   [8, 8] {-, -} partial x -> {x, -}   reduce_scatter x on 0
///   [8] {x, y} -> {y}                permute to {y, x}, all_gather x
/// Atoms that neither has may stand in for others on the way, but for those in `taken`: along
/// manual axes the devices hold different values. Cost: a uniform-cost search over placements;
/// atoms and dims are few.
std::optional<ReshardPlan> planReshard(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                       llvm::ArrayRef<int64_t> atomSizes, const Placement &from,
                                       const Placement &to, llvm::ArrayRef<int> taken = {});

/// Bytes of one device's part, or nothing where a dim does not divide.
std::optional<double> localBytes(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                 llvm::ArrayRef<int64_t> atomSizes, const Placement &placement);

} // namespace spmd
