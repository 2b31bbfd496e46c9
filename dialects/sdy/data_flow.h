// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Region ops whose values are tied together: a while's result, its arguments in body and condition,
// and what flows into them share one placement. Such a group is an edge: sources flow into targets,
// one target owns it.
//   while                  targets: result (owner), body and condition argument
//                          sources: init operand, body's returned value
//   case, if               target: result     sources: the branches' returned values
//   optimization_barrier   target: result     source: operand
//   manual and named computation   target: argument   source: operand
//                                  target: result     source: the returned value
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

bool isDataFlowOp(mlir::Operation *op);

/// Owners of the edges of a data-flow op: block arguments first, then results.
llvm::SmallVector<mlir::Value> getDataFlowEdgeOwners(mlir::Operation *op);

/// The owner of the edge that `target` belongs to; null when it is not a target.
mlir::Value getDataFlowEdgeOwner(mlir::Value target);
/// What flows into the edge of an owner.
llvm::SmallVector<mlir::Value> getDataFlowSources(mlir::Value owner);
llvm::SmallVector<mlir::OpOperand *> getDataFlowSourceOperands(mlir::Value owner);
/// Targets beside the owner.
llvm::SmallVector<mlir::Value> getNonOwnerTargets(mlir::Value owner);
/// The owner whose edge has `source` as a source, or null.
mlir::Value getDataFlowOwnerOfSource(mlir::OpOperand &source);

/// The sdy.data_flow_edge of a target, or null.
DataFlowEdgeOp getDataFlowEdge(mlir::Value target);

} // namespace spmd::sdy
