// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the minimum vertex cut; numbers in comments are weights.
#include "compiler/optimize/vertex_cut.h"
#include "gtest/gtest.h"

using namespace spmd;

namespace {

TEST(VertexCut, OfEqualCutsTheOneNearestToTheSinkIsTaken) {
  VertexCut graph;
  unsigned a = graph.addVertex(4), b = graph.addVertex(4);
  graph.addEdge(a, b);
  graph.addSource(a);
  graph.addSink(b);
  llvm::BitVector cut = graph.minimum();
  EXPECT_FALSE(cut[a]);
  EXPECT_TRUE(cut[b]);
}

TEST(VertexCut, OneSourceIsLighterThanItsTwoSinks) {
  VertexCut graph;
  unsigned a = graph.addVertex(4), b = graph.addVertex(4), c = graph.addVertex(4);
  graph.addEdge(a, b);
  graph.addEdge(a, c);
  graph.addSource(a);
  graph.addSink(b);
  graph.addSink(c);
  llvm::BitVector cut = graph.minimum();
  EXPECT_TRUE(cut[a]);
  EXPECT_EQ(cut.count(), 1u);
}

// matmul p(8) -> half h(4) -> x(8) wanted; q(2) -> x: keeping h and q is lighter than x.
TEST(VertexCut, PassesThroughTheNarrowPlace) {
  VertexCut graph;
  unsigned p = graph.addVertex(8), h = graph.addVertex(4), q = graph.addVertex(2),
           x = graph.addVertex(8);
  graph.addEdge(p, h);
  graph.addEdge(h, x);
  graph.addEdge(q, x);
  graph.addSource(p);
  graph.addSource(q);
  graph.addSink(x);
  llvm::BitVector cut = graph.minimum();
  EXPECT_TRUE(cut[h] && cut[q]);
  EXPECT_EQ(cut.count(), 2u);
}

// b could be recomputed from a, so keeping a alone is enough.
TEST(VertexCut, ASourceThatIsWantedIsKept) {
  VertexCut graph;
  unsigned a = graph.addVertex(4), b = graph.addVertex(1);
  graph.addEdge(a, b);
  graph.addSource(a);
  graph.addSink(a);
  graph.addSink(b);
  llvm::BitVector cut = graph.minimum();
  EXPECT_TRUE(cut[a]);
  EXPECT_EQ(cut.count(), 1u);
}

// A recursive search would overflow the stack here. Vertex 77 is the only light one.
TEST(VertexCut, PathsMayBeAsLongAsAProgram) {
  VertexCut graph;
  const unsigned count = 300000;
  for (unsigned v = 0; v < count; ++v) {
    graph.addVertex(v == 77 ? 2 : 3);
    if (v)
      graph.addEdge(v - 1, v);
  }
  graph.addSource(0);
  graph.addSink(count - 1);
  llvm::BitVector cut = graph.minimum();
  EXPECT_TRUE(cut[77]);
  EXPECT_EQ(cut.count(), 1u);
}

TEST(VertexCut, WhatHasNoSourceIsFree) {
  VertexCut graph;
  graph.addSink(graph.addVertex(4));
  EXPECT_EQ(graph.minimum().count(), 0u);
}

} // namespace
