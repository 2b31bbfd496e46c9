// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dinic's algorithm: nodes are labelled with their distance from the source, and flow climbs one
// label with each edge, until no path is left.
#include "compiler/structure/flow_network.h"
#include <algorithm>

namespace spmd {

unsigned FlowNetwork::addNode() {
  leave.emplace_back();
  return leave.size() - 1;
}

// An edge and its reverse are one pipe: flow one way makes room the other way.
void FlowNetwork::connect(unsigned from, unsigned to, int64_t room, int64_t back) {
  if (room <= 0 && back <= 0)
    return;
  leave[from].push_back(edges.size());
  edges.push_back({to, room});
  leave[to].push_back(edges.size());
  edges.push_back({from, back});
}

/// Labels each node that flow can still reach, as far as the sink. Returns whether it is reached.
bool FlowNetwork::label() {
  level.assign(leave.size(), UINT32_MAX);
  next.assign(leave.size(), 0);
  std::vector<unsigned> queue{kSource};
  level[kSource] = 0;
  for (size_t i = 0; i < queue.size() && level[queue[i]] < level[kSink]; ++i)
    for (unsigned e : leave[queue[i]])
      if (edges[e].room > 0 && level[edges[e].to] == UINT32_MAX) {
        level[edges[e].to] = level[queue[i]] + 1;
        queue.push_back(edges[e].to);
      }
  return level[kSink] != UINT32_MAX;
}

/// Pushes flow along paths whose labels climb. Paths are as long as programs are deep, so they are
/// kept in a list instead of on the stack.
void FlowNetwork::push() {
  std::vector<unsigned> path; // edges
  unsigned at = kSource;
  while (true) {
    if (at == kSink) {
      int64_t flow = kUnlimited;
      for (unsigned e : path)
        flow = std::min(flow, edges[e].room);
      size_t full = path.size(); // the first edge of the path that takes no more
      for (size_t i = path.size(); i-- > 0;) {
        edges[path[i]].room -= flow;
        edges[path[i] ^ 1].room += flow;
        if (edges[path[i]].room == 0)
          full = i;
      }
      at = edges[path[full] ^ 1].to;
      path.resize(full);
      continue;
    }
    auto leads = [&](unsigned e) {
      return edges[e].room > 0 && level[edges[e].to] == level[at] + 1;
    };
    while (next[at] < leave[at].size() && !leads(leave[at][next[at]]))
      ++next[at];
    if (next[at] < leave[at].size()) {
      path.push_back(leave[at][next[at]]);
      at = edges[path.back()].to;
    } else if (at == kSource) {
      return;
    } else { // a dead end
      at = edges[path.back() ^ 1].to;
      path.pop_back();
      ++next[at];
    }
  }
}

// Each round lengthens the shortest path that is left, so there are no more rounds than nodes;
// networks of programs need a few.
void FlowNetwork::fill() {
  while (label())
    push();
}

std::vector<bool> FlowNetwork::search(unsigned start, bool isForward) const {
  std::vector<bool> found(leave.size());
  std::vector<unsigned> queue{start};
  found[start] = true;
  while (!queue.empty()) {
    unsigned at = queue.back();
    queue.pop_back();
    for (unsigned e : leave[at])
      if (edges[isForward ? e : e ^ 1].room > 0 && !found[edges[e].to]) {
        found[edges[e].to] = true;
        queue.push_back(edges[e].to);
      }
  }
  return found;
}

std::vector<bool> FlowNetwork::isReached() const { return search(kSource, /*isForward=*/true); }
std::vector<bool> FlowNetwork::reachesSink() const { return search(kSink, /*isForward=*/false); }

} // namespace spmd
