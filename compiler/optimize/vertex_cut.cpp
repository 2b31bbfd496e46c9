// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dinic's algorithm. Every vertex is two nodes, in and out, joined by an edge with its weight as
// capacity. Edges of the graph have unlimited capacity, so only vertices can be cut.
#include "compiler/optimize/vertex_cut.h"
#include <algorithm>
#include <optional>

namespace spmd {
namespace {

/// A quarter of the range, so that sums of a few flows do not overflow.
constexpr int64_t kUnlimited = INT64_MAX / 4;
constexpr unsigned kSource = 0, kSink = 1;
unsigned inOf(unsigned vertex) { return 2 + 2 * vertex; }
unsigned outOf(unsigned vertex) { return 3 + 2 * vertex; }

} // namespace

/// Adds an edge and its reverse, which starts without room.
void VertexCut::connect(unsigned from, unsigned to, int64_t room) {
  leave[from].push_back(edges.size());
  edges.push_back({to, room});
  leave[to].push_back(edges.size());
  edges.push_back({from, 0});
}

/// A vertex of the graph is an edge of the network, from its entry to its exit, with the vertex's
/// weight as capacity.
unsigned VertexCut::addVertex(int64_t weight) {
  if (leave.empty())
    leave.resize(2);
  unsigned vertex = (leave.size() - 2) / 2;
  leave.resize(leave.size() + 2);
  connect(inOf(vertex), outOf(vertex), weight);
  return vertex;
}
void VertexCut::addEdge(unsigned from, unsigned to) { connect(outOf(from), inOf(to), kUnlimited); }
void VertexCut::addSource(unsigned vertex) { connect(kSource, inOf(vertex), kUnlimited); }
void VertexCut::addSink(unsigned vertex) { connect(outOf(vertex), kSink, kUnlimited); }

/// Labels each node with its distance from the source along edges with room. Returns whether the
/// sink is reached.
bool VertexCut::label() {
  level.assign(leave.size(), UINT32_MAX);
  next.assign(leave.size(), 0);
  std::vector<unsigned> queue{kSource};
  level[kSource] = 0;
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned e : leave[queue[i]])
      if (edges[e].room > 0 && level[edges[e].to] == UINT32_MAX) {
        level[edges[e].to] = level[queue[i]] + 1;
        queue.push_back(edges[e].to);
      }
  return level[kSink] != UINT32_MAX;
}

/// Pushes a blocking flow by depth-first search. Paths are as long as programs are deep, so the
/// search keeps its own stack instead of recursing.
void VertexCut::fill() {
  /// A node on the current path; `pushed` of at most `most` units have found a way behind it.
  struct Frame {
    unsigned node;
    int64_t most, pushed = 0;
  };
  std::vector<Frame> frames{{kSource, kUnlimited}};
  std::optional<int64_t> part; // the flow that the node behind the current edge has taken
  while (!frames.empty()) {
    Frame &frame = frames.back();
    unsigned &i = next[frame.node];
    // Returns from the node behind edge i: takes the flow off the edge and offers the room to its
    // reverse.
    if (part) {
      unsigned e = leave[frame.node][i];
      edges[e].room -= *part;
      edges[e ^ 1].room += *part;
      frame.pushed += *part;
      if (frame.pushed < frame.most)
        ++i; // else this edge may have room left
      part.reset();
    }
    // Dinic's condition: only edges to the next level of distance.
    auto leads = [&](const Edge &edge) {
      return edge.room > 0 && level[edge.to] == level[frame.node] + 1;
    };
    while (i < leave[frame.node].size() && frame.pushed < frame.most &&
           !leads(edges[leave[frame.node][i]]))
      ++i;
    if (i == leave[frame.node].size() || frame.pushed == frame.most) {
      part = frame.pushed;
      frames.pop_back();
      continue;
    }
    const Edge &edge = edges[leave[frame.node][i]];
    int64_t most = std::min(frame.most - frame.pushed, edge.room);
    if (edge.to == kSink)
      part = most;
    else
      frames.push_back({edge.to, most});
  }
}

/// Pushes flow until none fits, then reads the cut from the residual graph.
llvm::BitVector VertexCut::minimum() {
  if (leave.empty())
    return {};
  while (label())
    fill();
  // `reaches` marks nodes from which the sink can still be reached. The border of this set is the
  // cut nearest to the sinks.
  llvm::BitVector reaches(leave.size());
  std::vector<unsigned> queue{kSink};
  reaches.set(kSink);
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned e : leave[queue[i]])
      if (edges[e ^ 1].room > 0 && !reaches[edges[e].to]) {
        reaches.set(edges[e].to);
        queue.push_back(edges[e].to);
      }
  llvm::BitVector cut((leave.size() - 2) / 2);
  for (unsigned v = 0; v < cut.size(); ++v)
    if (!reaches[inOf(v)] && reaches[outOf(v)])
      cut.set(v);
  return cut;
}

} // namespace spmd
