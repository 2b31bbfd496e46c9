// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses between two values for each of many variables, so that the sum of costs of single
// variables and of pairs is least. Separate from its user (refine_shardings.cpp), because it knows
// numbers only.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <vector>

namespace spmd {

/// Finds the minimum by a minimum cut (Kolmogorov and Zabih, What Energy Functions Can Be Minimized
/// via Graph Cuts?, 2004), which the algorithm of Dinic computes.
class MinCut {
public:
  using Variable = unsigned;

  Variable addVariable();
  size_t size() const { return nodes.size() - 2; }
  /// What the variable costs if it is 0, and if it is 1; not below 0.
  void addCost(Variable variable, double if0, double if1);
  /// What a pair costs: costs[i][j] if `a` is i and `b` is j; not below 0. A cut can express it
  /// only if costs[0][0] + costs[1][1] <= costs[0][1] + costs[1][0]. Where that is not so,
  /// costs[0][1] and costs[1][0] are raised.
  void addCost(Variable a, Variable b, std::array<std::array<double, 2>, 2> costs);
  /// States that `b` is 1 if `a` is.
  void imply(Variable a, Variable b) { addEdge(a, b, kEndless); }

  /// For each variable whether it is 1 in the cheapest choice. Of equal choices, the one with the
  /// fewest ones.
  std::vector<bool> solve();

private:
  struct Edge {
    unsigned to;
    int64_t room; // that flow may still take
  };
  struct Node {
    llvm::SmallVector<unsigned, 4> edges;
    int level = -1;    // edges from the source; -1: flow does not get there
    unsigned next = 0; // the first edge that may still lead on
  };
  static constexpr int64_t kEndless = int64_t(1) << 60;
  /// Costs are counted in parts of a byte, so that sums do not depend on their order.
  static constexpr double kPartsOfByte = 16;
  static constexpr unsigned kZero = 0, kOne = 1; // nodes: the two sides of the cut

  static int64_t parts(double cost);
  void addEdge(Variable from, Variable to, int64_t room) { connect(from + 2, to + 2, room); }
  void connect(unsigned from, unsigned to, int64_t room);
  bool findLevels();
  void pushFlow();

  std::vector<Node> nodes = std::vector<Node>(2);
  std::vector<Edge> edges; // each is followed by its opposite
};

} // namespace spmd
