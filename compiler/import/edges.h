// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds data-flow edges to one op, and removes the edges that tie functions to their calls. Shared
// by the passes that create ops with edges.
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd {

/// Adds an sdy.data_flow_edge to every owner of `op`. Values of dynamic shape and tokens get none.
void addEdgesTo(mlir::Operation *op);

/// Removes an edge whose call is gone. If the edge has a sharding, a constraint with that sharding
/// takes its place.
void dissolve(sdy::FuncDataFlowEdgeOp edge);

} // namespace spmd
