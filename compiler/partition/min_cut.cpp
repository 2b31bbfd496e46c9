// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pushes flow through a network whose minimum cut is the cheapest choice. A variable is 1 if its
// node is on the side of kOne. An edge from a to b is cut, and costs its room, where a is 1 and
// b is 0.
#include "compiler/partition/min_cut.h"
#include <algorithm>
#include <cmath>

namespace spmd {

MinCut::Variable MinCut::addVariable() {
  nodes.emplace_back();
  return nodes.size() - 3;
}

/// More than any program sends counts as endless.
int64_t MinCut::parts(double cost) {
  double parts = std::round(cost * kPartsOfByte);
  return parts < double(kEndless) ? int64_t(parts) : kEndless;
}

void MinCut::connect(unsigned from, unsigned to, int64_t room) {
  if (room <= 0)
    return;
  nodes[from].edges.push_back(edges.size());
  edges.push_back({to, room});
  nodes[to].edges.push_back(edges.size());
  edges.push_back({from, 0});
}

void MinCut::addCost(Variable variable, double if0, double if1) {
  connect(kOne, variable + 2, parts(if0));
  connect(variable + 2, kZero, parts(if1));
}

// The four costs are a sum of costs[0][0], of what each variable adds if it is 1, and of what the
// pair adds if only one of them is. Both shares are free as long as the latter are not below 0.
void MinCut::addCost(Variable a, Variable b, std::array<std::array<double, 2>, 2> costs) {
  double missing = costs[0][0] + costs[1][1] - costs[0][1] - costs[1][0];
  if (missing > 0) {
    costs[0][1] += missing / 2;
    costs[1][0] += missing / 2;
  }
  double both = costs[1][1] - costs[0][0], ofA = both / 2;
  double onlyA = costs[1][0] - costs[0][0] - ofA, onlyB = costs[0][1] - costs[0][0] - both + ofA;
  if (onlyA < 0) {
    ofA += onlyA, onlyB += onlyA;
    onlyA = 0;
  } else if (onlyB < 0) {
    ofA -= onlyB, onlyA += onlyB;
    onlyB = 0;
  }
  auto addAlone = [&](Variable variable, double ifOne) {
    addCost(variable, std::max(-ifOne, 0.0), std::max(ifOne, 0.0));
  };
  addAlone(a, ofA);
  addAlone(b, both - ofA);
  addEdge(a, b, parts(onlyA));
  addEdge(b, a, parts(onlyB));
}

/// Numbers the nodes that flow can still reach; returns whether kZero is among them.
bool MinCut::findLevels() {
  for (Node &node : nodes)
    node.level = -1, node.next = 0;
  std::vector<unsigned> queue{kOne};
  nodes[kOne].level = 0;
  for (size_t at = 0; at < queue.size(); ++at)
    for (unsigned id : nodes[queue[at]].edges)
      if (const Edge &edge = edges[id]; edge.room > 0 && nodes[edge.to].level < 0) {
        nodes[edge.to].level = nodes[queue[at]].level + 1;
        queue.push_back(edge.to);
      }
  return nodes[kZero].level >= 0;
}

/// Pushes flow along paths from kOne to kZero that climb one level with each edge, until there is
/// none. Paths may be as long as the program, so they are kept in a list instead of on the stack.
void MinCut::pushFlow() {
  llvm::SmallVector<unsigned> path; // edges
  unsigned at = kOne;
  while (true) {
    if (at == kZero) {
      int64_t flow = kEndless;
      for (unsigned id : path)
        flow = std::min(flow, edges[id].room);
      size_t full = path.size(); // the first edge of the path that takes no more
      for (size_t i = path.size(); i-- > 0;) {
        edges[path[i]].room -= flow;
        edges[path[i] ^ 1].room += flow;
        if (edges[path[i]].room == 0)
          full = i;
      }
      at = edges[path[full] ^ 1].to;
      path.truncate(full);
      continue;
    }
    Node &node = nodes[at];
    auto leadsOn = [&](unsigned id) {
      return edges[id].room > 0 && nodes[edges[id].to].level == node.level + 1;
    };
    while (node.next < node.edges.size() && !leadsOn(node.edges[node.next]))
      ++node.next;
    if (node.next < node.edges.size()) {
      path.push_back(node.edges[node.next]);
      at = edges[path.back()].to;
    } else if (at == kOne) {
      return;
    } else { // a dead end
      at = edges[path.pop_back_val() ^ 1].to;
      ++nodes[at].next;
    }
  }
}

std::vector<bool> MinCut::solve() {
  while (findLevels())
    pushFlow();
  // What flow still reaches from kOne is the smallest side of a minimum cut.
  std::vector<bool> isOne;
  for (const Node &node : llvm::ArrayRef(nodes).drop_front(2))
    isOne.push_back(node.level >= 0);
  return isOne;
}

} // namespace spmd
