// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The minimum vertex cut: the lightest set of vertices that every path from a source to a sink
// passes through (maximum flow, Dinic 1970). recompute.cpp uses it to choose which values to keep.
// There vertices are values, weights are their bytes, sources are values that cannot be recomputed,
// and sinks are values that are wanted.
#pragma once
#include "llvm/ADT/BitVector.h"
#include <cstdint>
#include <vector>

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
  struct Edge {
    unsigned to;
    int64_t room;
  };
  std::vector<Edge> edges; // the reverse of edge e is e ^ 1
  // The edges that leave each node. Nodes 0 and 1 are source and sink; then each vertex has two, in
  // and out.
  std::vector<std::vector<unsigned>> leave;
  std::vector<unsigned> level, next;

  void connect(unsigned from, unsigned to, int64_t room);
  bool label();
  void fill();
};

} // namespace spmd
