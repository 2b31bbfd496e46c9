// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lightest set of vertices that every path from a source to a sink goes through (max-flow,
// Dinic 1970): which values to keep, where vertices are values, weights their bytes, sources what
// cannot be computed again and sinks what is wanted.
#pragma once
#include "llvm/ADT/BitVector.h"
#include <cstdint>
#include <vector>

namespace spmd {

class VertexCut {
public:
  unsigned addVertex(int64_t weight);
  void addEdge(unsigned from, unsigned to);
  void addSource(unsigned vertex);
  void addSink(unsigned vertex);

  /// Of the sets of least weight the one nearest to the sinks:
  ///   source a(4) -> b(4) -> sink        gives {b}
  ///   source a(4) -> b(4), c(4) -> sinks gives {a}
  /// Afterwards the graph holds its flow; ask once. A source that is a sink is always in the set.
  llvm::BitVector minimum();

private:
  struct Edge {
    unsigned to;
    int64_t room;
  };
  std::vector<Edge> edges; // edge e and its reverse e ^ 1
  // Node -> edges; nodes 0 and 1 are source and sink, then in and out by vertex.
  std::vector<std::vector<unsigned>> leave;
  std::vector<unsigned> level, next;

  void connect(unsigned from, unsigned to, int64_t room);
  bool label();
  void fill();
};

} // namespace spmd
