// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data-flow edges of one op, for the passes that make ops with edges, and the end of those that tie
// functions to their calls.
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd {

/// An sdy.data_flow_edge on every owner of `op`; values of dynamic shape and tokens get none.
void addEdgesTo(mlir::Operation *op);

/// Takes an edge away whose call has gone. A sharding that it has becomes a constraint.
void dissolve(sdy::FuncDataFlowEdgeOp edge);

} // namespace spmd
