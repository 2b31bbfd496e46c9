// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What propagation did, in order, for those who ask afterwards why an axis stands where it does:
// one entry for every sharding that changed. Everything else (which factor, which neighbour, which
// wish lost) follows from it and from the graph.
#pragma once
#include "compiler/sharding/shardings.h"
#include <vector>

namespace spmd {

struct Node;

/// When a change was made: what user and op priorities let through at that time.
struct Phase {
  int64_t priority = 0; // p0, p1, ... of the user
  int level = -1;       // of op priorities; -1: they are off
  bool aggressive = false;
  auto operator<=>(const Phase &) const = default;
};

struct Change {
  int place;
  const Node *node; // null: a user priority holds axes back, or lets them go
  unsigned tensor;  // of the node; members of a sharding group follow the one that is the node's
  int visit;        // changes of one visit saw the shardings before it
  Phase phase;
  Sharding after;
};

struct History {
  std::vector<Sharding> initial; // by place
  std::vector<Change> changes;
  Phase phase;
  int visits = 0;
};

} // namespace spmd
