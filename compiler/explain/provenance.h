// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers questions about a finished propagation from its history: where an axis came from, and
// which other annotations hold it there. Nothing is propagated again. The answers are data;
// explain.cpp puts them into words. refusals.h has the axes that did not come.
#pragma once
#include "compiler/propagation/propagate.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace spmd {

/// An axis, or a part of one, on a dim of a place.
struct Spot {
  int place = -1;
  unsigned dim = 0;
  Axis axis;
};

/// How an axis, or a part of one, came to its spot.
struct Arrival {
  enum Kind : uint8_t {
    Annotated, // it was there when propagation began, or when its user priority was reached
    Step,      // it came through a node, along a factor
    Group,     // another member of the sharding group got it
  };
  Spot spot;
  Kind kind = Annotated;
  Phase phase;
  const Node *node = nullptr;
  int64_t factor = 0;
  unsigned tensor = 0, source = 0; // tensors of the node: the one of `spot`, the one of `from`
  Spot from;                       // the previous spot, if kind != Annotated
  int visit = -1;                  // the visit in which it came; -1: from the start
  int before = 0;                  // `from` had the axis before this visit
};

/// The dim of the tensor that has the factor; nothing if no dim has it.
std::optional<unsigned> dimWithFactor(const TensorFactors &tensor, int64_t factor);
/// Pointers to the shardings, in the form that the constructor of Projection takes.
llvm::SmallVector<const Sharding *, 4> pointersTo(llvm::ArrayRef<Sharding> shardings);

class Provenance {
public:
  /// `graph` must have a history and must not change.
  explicit Provenance(const PropagationGraph &graph);

  /// The parts of the spot's axis, each with the way it came. Changes from `visit` on are left out.
  llvm::SmallVector<Arrival> arrivals(const Spot &spot, int visit = INT_MAX) const;
  /// The annotation at which the chain of `arrival` ends, and the number of steps to it.
  std::pair<Arrival, int> origin(const Arrival &arrival);
  /// All annotations from which the axis could have come to the spot, in the order of places.
  llvm::ArrayRef<Spot> holders(const Spot &spot);
  /// The nodes that see the place, in the order of the program.
  llvm::SmallVector<const Node *> nodesOf(int place) const;
  /// The shardings of a node's places before a visit, in the form that the node sees.
  llvm::SmallVector<Sharding, 4> shardingsOf(const Node &node, int visit) const;

  const PropagationGraph &graph;

private:
  struct Piece {
    Axis axis;
    int change; // the change that added it; -1: it was there before propagation
  };
  llvm::SmallVector<Piece, 4> pieces(int place, unsigned dim, int visit) const;
  Sharding shardingAt(int place, int visit) const;
  void addSources(const Change &change, const Spot &spot,
                  llvm::SmallVectorImpl<Arrival> &arrivals) const;
  void findHolders();

  const History &history;
  std::vector<llvm::SmallVector<int, 4>> changesOf; // by place
  std::map<int, llvm::SmallVector<const Node *, 1>> returnsOf;
  llvm::DenseMap<int, const Node *> edgesIntoManual; // by the place of the body's argument
  // The results of origin(), by spot and visit.
  std::map<std::tuple<int, unsigned, Axis, int>, std::pair<Arrival, int>> origins;
  // Spots (place, dim, axis) that share an axis along factors, and the annotations of each class by
  // its leader. They are built on the first call of holders().
  using Entry = std::tuple<int, unsigned, int32_t>;
  llvm::EquivalenceClasses<Entry> sharing;
  std::map<Entry, std::vector<Spot>> annotations;
};

/// The part that two parts of one axis share; nothing if they do not overlap.
std::optional<Axis> sharedPart(Axis l, Axis r);

} // namespace spmd
