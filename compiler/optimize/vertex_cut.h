// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The minimum vertex cut: the lightest set of vertices that every path from a source to a sink
// passes through. recompute.cpp uses it to choose which values to keep.
// There vertices are values, weights are their bytes, sources are values that cannot be recomputed,
// and sinks are values that are wanted.
#pragma once
#include "compiler/structure/flow_network.h"
#include "llvm/ADT/BitVector.h"
#include <cstdint>

namespace spmd {

/// A graph that is built once and asked once.
class VertexCut {
public:
  unsigned addVertex(int64_t weight);
  void addEdge(unsigned from, unsigned to);
  void addSource(unsigned vertex);
  void addSink(unsigned vertex);

  /// The lightest cut, and among equal ones the cut nearest to the sinks:
  ///   source a(4) -> b(4) -> sink        gives {b}
  ///   source a(4) -> b(4), c(4) -> sinks gives {a}
  /// Call it once: afterwards the graph holds its flow. A source that is a sink is always in the
  /// cut.
  llvm::BitVector minimum();

private:
  /// Each vertex is two nodes, in and out. Those of the first vertex are the first behind source
  /// and sink.
  static unsigned inOf(unsigned vertex) { return 2 + 2 * vertex; }
  static unsigned outOf(unsigned vertex) { return 3 + 2 * vertex; }

  FlowNetwork network;
  unsigned vertices = 0;
};

} // namespace spmd
