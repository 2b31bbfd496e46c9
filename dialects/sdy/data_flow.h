// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes which values of region ops share one sharding. The result of a while, for example, its
// arguments in body and condition, and the values that flow into them are sharded alike. Such a
// group is a data-flow edge: sources flow into targets, and one target, the owner, stands for the
// edge.
//   while                  targets: result (owner), body and condition argument
//                          sources: init operand, body's returned value
//   case, if               target: result     sources: the branches' returned values
//   optimization_barrier   target: result     source: operand
//   manual and named computation   target: argument   source: operand
//                                  target: result     source: the returned value
// The edges are those of Shardy's sdy.data_flow_edge. The ops tell how values flow through them by
// DataFlowOp (interfaces.h).
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// Whether the op is one of the table above.
bool isDataFlowOp(mlir::Operation *op);

/// The owners of all edges of a data-flow op: block arguments first, then results.
llvm::SmallVector<mlir::Value> getDataFlowEdgeOwners(mlir::Operation *op);

/// The owner of the edge that has `target` as a target; null for other values.
mlir::Value getDataFlowEdgeOwner(mlir::Value target);
/// The sources of the edge that `owner` stands for.
llvm::SmallVector<mlir::Value> getDataFlowSources(mlir::Value owner);
llvm::SmallVector<mlir::OpOperand *> getDataFlowSourceOperands(mlir::Value owner);
/// The targets of the edge beside the owner: the body and condition arguments of a while.
llvm::SmallVector<mlir::Value> getNonOwnerTargets(mlir::Value owner);
/// The owner of the edge that has `source` as a source; null if there is no such edge.
mlir::Value getDataFlowOwnerOfSource(mlir::OpOperand &source);

/// Whether a loop's body returns its own argument, so that the carried value `owner` never changes.
bool passesOwnArgument(mlir::OpOperand &source, mlir::Value owner);

/// The sdy.data_flow_edge op on the owner of the target's edge; null if there is no such op.
DataFlowEdgeOp getDataFlowEdge(mlir::Value target);

} // namespace spmd::sdy
