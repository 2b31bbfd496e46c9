// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every vertex is two nodes, in and out, joined by an edge with its weight as room. Edges of the
// graph have unlimited room, so only vertices can be cut.
#include "compiler/optimize/vertex_cut.h"

namespace spmd {

unsigned VertexCut::addVertex(int64_t weight) {
  unsigned in = network.addNode(), out = network.addNode();
  network.connect(in, out, weight);
  return vertices++;
}
// Flow passes between vertices without limit.
void VertexCut::addEdge(unsigned from, unsigned to) {
  network.connect(outOf(from), inOf(to), FlowNetwork::kUnlimited);
}
void VertexCut::addSource(unsigned vertex) {
  network.connect(FlowNetwork::kSource, inOf(vertex), FlowNetwork::kUnlimited);
}
void VertexCut::addSink(unsigned vertex) {
  network.connect(outOf(vertex), FlowNetwork::kSink, FlowNetwork::kUnlimited);
}

// The border of the nodes that still reach the sink is the cut nearest to the sinks.
llvm::BitVector VertexCut::minimum() {
  network.fill();
  std::vector<bool> reaches = network.reachesSink();
  llvm::BitVector cut(vertices);
  for (unsigned v = 0; v < vertices; ++v)
    if (!reaches[inOf(v)] && reaches[outOf(v)])
      cut.set(v);
  return cut;
}

} // namespace spmd
