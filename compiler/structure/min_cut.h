// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses between two values for each of many variables, so that the sum of costs of single
// variables and of pairs is least. Separate from its user (refine_shardings.cpp), because it knows
// numbers only.
#pragma once
#include "compiler/structure/flow_network.h"
#include <array>

namespace spmd {

/// Finds the minimum by a minimum cut (Kolmogorov and Zabih, What Energy Functions Can Be Minimized
/// via Graph Cuts?, 2004).
class MinCut {
public:
  using Variable = unsigned;

  Variable addVariable() { return network.addNode() - 2; }
  /// What the variable costs if it is 0, and if it is 1; not below 0.
  void addCost(Variable variable, double if0, double if1);
  /// What a pair costs: costs[i][j] if `a` is i and `b` is j; not below 0. A cut can express it
  /// only if costs[0][0] + costs[1][1] <= costs[0][1] + costs[1][0]. Where that is not so,
  /// costs[0][1] and costs[1][0] are raised.
  void addCost(Variable a, Variable b, std::array<std::array<double, 2>, 2> costs);
  /// States that `b` is 1 if `a` is.
  void imply(Variable a, Variable b) {
    network.connect(nodeOf(a), nodeOf(b), FlowNetwork::kUnlimited);
  }

  /// For each variable whether it is 1 in the cheapest choice. Of equal choices, the one with the
  /// fewest ones.
  std::vector<bool> solve();

private:
  /// Costs are counted in parts of a byte, so that sums do not depend on their order.
  static constexpr double kPartsOfByte = 16;

  static int64_t parts(double cost);
  static unsigned nodeOf(Variable variable) { return variable + 2; } // behind source and sink

  FlowNetwork network;
};

} // namespace spmd
