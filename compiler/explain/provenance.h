// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Questions about a propagation that has ended, answered from its history: where did this axis come
// from, who else holds it there, and which wishes did not come true, because of what. Nothing is
// propagated again. No text; explain.cpp writes it.
#pragma once
#include "compiler/propagation/propagate.h"

namespace spmd {

/// An axis, or a part of one, on a dim of a place.
struct Spot {
  int place = -1;
  unsigned dim = 0;
  Axis axis;
};

/// How (a part of) an axis came to its spot.
struct Arrival {
  enum Kind : uint8_t {
    Annotated, // it was there when propagation began, or when its user priority came up
    Step,      // through a node, along a factor
    Group,     // with another member of the sharding group
  };
  Spot spot;
  Kind kind = Annotated;
  Phase phase;
  const Node *node = nullptr;
  int64_t factor = 0;
  unsigned tensor = 0, source = 0; // of the node
  Spot from;                       // kind != Annotated
  int visit = -1;                  // when; -1: from the start
  int before = 0;                  // `from` was so before this visit
};

/// An axis that a neighbour has on the same factor, and the place has not.
struct Refusal {
  enum Reason : uint8_t {
    OtherAxis,    // the dim has another axis in its place (rival)
    OtherDim,     // another dim of the place has the axis (rival)
    Replicated,   // the axis is in the place's `replicated`
    Unreduced,    // ... or in its `unreduced`
    Closed,       // the dim is closed
    Overflow,     // an axis before it fits none of the dim's factors
    Uneven,       // the factor's size is no multiple; `fits` may go
    Blocked,      // the rule lets nothing pass along the factor
    Barrier,      // a barrier does not let it pass this way
    Sideways,     // operands of elementwise ops follow results, and no result has it
    Disagreement, // a third tensor of the op has another axis there (rival)
    MeshesDiffer, // shardings on different meshes do not meet
    NotTaken,     // none of these: another tensor of the op could not follow
  };
  unsigned dim;
  Spot wish; // what the neighbour has
  const Node *node;
  int64_t factor;
  unsigned tensor, source;
  Reason reason;
  std::optional<Spot> rival;
  std::optional<Axis> fits; // the leading part of the axis that would do
};

/// Why the axis that stands somewhere was preferred to one that was wished.
struct Verdict {
  enum Why : uint8_t {
    IsAnnotated,   // the winner is the user's
    UserPriority,  // numbers: p of winner and loser
    OpPriority,    // numbers: levels
    LargerTensor,  // numbers: elements
    MoreShards,    // numbers: shards
    EarlierTensor, // numbers: positions among the op's operands and results
    EarlierFactor, // numbers: factors of the op
    CameFirst,
  };
  Why why;
  int64_t winner = 0, loser = 0;
};

/// The tensor's dim that has the factor, if one has it.
std::optional<unsigned> dimWithFactor(const TensorFactors &tensor, int64_t factor);
/// As Projection wants them.
llvm::SmallVector<const Sharding *, 4> pointersTo(llvm::ArrayRef<Sharding> shardings);

class Provenance {
public:
  /// `graph` has a history and stays as it is.
  explicit Provenance(const PropagationGraph &graph);

  /// The spot's axis in parts, by how they came; as it was before `visit`.
  llvm::SmallVector<Arrival> arrivals(const Spot &spot, int visit = INT_MAX) const;
  /// Where the chain ends that `arrival` begins, and after how many steps: at an annotation.
  std::pair<Arrival, int> origin(const Arrival &arrival);
  /// All annotations from which the axis could have come to the spot; in the order of places.
  llvm::ArrayRef<Spot> holders(const Spot &spot);
  /// Wishes of neighbours that did not come true, nodes in the order of the program; of several
  /// neighbours that want the same and fail for the same reason, the first.
  std::vector<Refusal> refusals(int place) const;
  Verdict verdict(const Refusal &refusal) const;

private:
  struct Piece {
    Axis axis;
    int change; // -1: initial
  };
  llvm::SmallVector<Piece, 4> pieces(int place, unsigned dim, int visit) const;
  llvm::SmallVector<Sharding, 4> shardingsOf(const Node &node, int visit) const;
  Sharding shardingAt(int place, int visit) const;
  void addSources(const Change &change, const Spot &spot,
                  llvm::SmallVectorImpl<Arrival> &arrivals) const;
  void addRefusals(const Node &node, unsigned tensor, std::vector<Refusal> &refusals) const;
  void explainRefusal(const Node &node, const Projection &projection, Refusal &refusal) const;
  void findHolders();
  llvm::SmallVector<const Node *> nodesOf(int place) const;

  const PropagationGraph &graph;
  const History &history;
  std::vector<llvm::SmallVector<int, 4>> changesOf; // by place
  std::map<int, llvm::SmallVector<const Node *, 1>> returnsOf;
  llvm::DenseMap<int, const Node *> edgesIntoManual; // by the place of the body's argument
  // By spot and visit.
  std::map<std::tuple<int, unsigned, Axis, int>, std::pair<Arrival, int>> origins;
  // Spots that share an axis along factors, as sets; found when first asked for.
  std::map<std::tuple<int, unsigned, int32_t>, unsigned> numbers;
  std::vector<unsigned> parents;
  std::map<unsigned, std::vector<Spot>> annotations;
};

/// The part that two parts of one axis share.
std::optional<Axis> sharedPart(Axis l, Axis r);

} // namespace spmd
