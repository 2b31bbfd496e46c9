// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes costs as a network. A variable is 1 if flow still reaches its node from the source. An
// edge from a to b is cut, and costs its room, where a is 1 and b is 0.
#include "compiler/structure/min_cut.h"
#include <algorithm>
#include <cmath>

namespace spmd {

/// More than any program sends counts as unlimited.
int64_t MinCut::parts(double cost) {
  double parts = std::round(cost * kPartsOfByte);
  return parts < double(FlowNetwork::kUnlimited) ? int64_t(parts) : FlowNetwork::kUnlimited;
}

// What a variable costs as 0 is cut from the source if it falls to the other side, and what it
// costs as 1 on the way to the sink.
void MinCut::addCost(Variable variable, double if0, double if1) {
  network.connect(FlowNetwork::kSource, nodeOf(variable), parts(if0));
  network.connect(nodeOf(variable), FlowNetwork::kSink, parts(if1));
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
  network.connect(nodeOf(a), nodeOf(b), parts(onlyA), parts(onlyB));
}

std::vector<bool> MinCut::solve() {
  network.fill();
  std::vector<bool> isReached = network.isReached();
  return std::vector<bool>(isReached.begin() + nodeOf(0), isReached.end());
}

} // namespace spmd
