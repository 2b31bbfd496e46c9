// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A move gives many values of a function other placements at once, as far as that sends less.
// Chains of ops often gain only if all of them move, so that steps of one value find nothing.
#pragma once
#include "compiler/partition/placement_graph.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {

class PlacementMove {
public:
  /// `proposed` has the placements that values may take in place of theirs.
  PlacementMove(PlacementGraph &graph, const llvm::MapVector<unsigned, PlacementId> &proposed);

  /// What the ops around these values send now, in bytes of the default link.
  double sentNow() const { return before.sent; }
  /// Gives some of the values, those of a minimum cut, their proposed placements. Returns the bytes
  /// of the default link that this saves. If it saves none, or takes longer because more reshards
  /// send less each, no placement changes.
  double apply();

private:
  using Variable = unsigned;
  /// A placement in which a value is requested, and by whom.
  struct Request {
    llvm::SmallVector<Variable, 2> ifZero, ifOne; // variables that ask for it if they are 0, 1
    bool always = false;
  };

  struct Cost {
    double bytes = 0; // of the default link, with the work that devices repeat
    double sent = 0;  // of these, what is sent
    double time = 0;  // nanoseconds of the reshards, one after another
    void add(double trips, std::optional<const ReshardPlan *> plan, llvm::ArrayRef<Link> links);
  };

  const OpSplit &movedSplitOf(const PlacedOp &op);
  PlacementId placementOf(unsigned value, bool isMoved) const;
  Cost cost();
  /// The variable of an op, or nothing if the move does not touch it.
  std::optional<Variable> variableOf(unsigned op) const;
  void addOp(class MinCut &cut, unsigned op);
  void addRequests(class MinCut &cut, unsigned value);

  PlacementGraph &graph;
  const llvm::MapVector<unsigned, PlacementId> &proposed;
  llvm::MapVector<unsigned, const OpSplit *> ops; // that read or make one of the values; moved
  llvm::SetVector<unsigned> sources;              // values that these ops or carried values ask for
  Cost before;
};

} // namespace spmd
