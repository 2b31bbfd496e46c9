// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A network of pipes and the greatest flow through it, which tells its minimum cut: what a vertex
// cut (compiler/optimize/vertex_cut.h) and a choice between two values for many variables
// (compiler/structure/min_cut.h) are made of.
#pragma once
#include <cstdint>
#include <vector>

namespace spmd {

/// A network that is built once and filled once.
class FlowNetwork {
public:
  /// More than any sum of costs; a quarter of the range, so that sums of a few flows do not
  /// overflow.
  static constexpr int64_t kUnlimited = INT64_MAX / 4;
  /// The nodes where flow begins and where it ends.
  static constexpr unsigned kSource = 0, kSink = 1;

  unsigned addNode();
  /// Adds an edge that takes so much flow, and `back` in the other direction.
  void connect(unsigned from, unsigned to, int64_t room, int64_t back = 0);
  /// Sends as much flow as there is room for.
  void fill();
  /// Of a full network: whether more flow would get from the source to a node, and from a node to
  /// the sink. Edges from the first nodes to others are a minimum cut, as are those from others to
  /// the second ones.
  std::vector<bool> isReached() const;
  std::vector<bool> reachesSink() const;

private:
  struct Edge {
    unsigned to;
    int64_t room; // that flow may still take
  };
  bool label();
  void push();
  std::vector<bool> search(unsigned start, bool isForward) const;

  std::vector<Edge> edges; // the reverse of edge e is e ^ 1
  std::vector<std::vector<unsigned>> leave = std::vector<std::vector<unsigned>>(2); // of each node
  std::vector<unsigned> level, next;
};

} // namespace spmd
