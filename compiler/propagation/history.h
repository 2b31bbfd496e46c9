// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records what propagation did, one entry for every sharding that changed, so that --explain can
// tell afterwards why an axis is where it is. Everything else (which factor, which neighbour, which
// other sharding lost a conflict) follows from the entries and the graph.
#pragma once
#include "compiler/sharding/shardings.h"
#include <vector>

namespace spmd {

struct Node;

/// The time of a change: the user priority and the op priority that were reached.
struct Phase {
  int64_t priority = 0; // user priority: p0, p1, ...
  int level = -1;       // level of op priorities; -1: without op priorities
  bool aggressive = false;
  auto operator<=>(const Phase &) const = default;
};

/// A new sharding of one place.
struct Change {
  int place;
  const Node *node; // null: a user priority withholds or restores axes
  unsigned tensor;  // of the node; other members of its sharding group record the same tensor
  int visit;        // number of the visit; its changes saw the shardings before the visit
  Phase phase;
  Sharding after;
};

struct History {
  std::vector<Sharding> initial; // shardings before propagation, by place
  std::vector<Change> changes;
  Phase phase;
  int visits = 0;
};

} // namespace spmd
