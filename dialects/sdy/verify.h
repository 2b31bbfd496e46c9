// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules of shardings, shared by the verifiers of the dialect and of its ops. Each function
// reports through `error`, which starts a diagnostic at the right place and names the value:
// "result 0", "argument 2".
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

using ErrorAt = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// A list of axes against its mesh: names known, sub-axes proper, none twice, consecutive parts
/// merged.
mlir::LogicalResult verifyAxisList(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh, ErrorAt error);
/// One list per dim, or per move: each as above, and no axis in two of them.
mlir::LogicalResult verifyAxisLists(llvm::ArrayRef<llvm::ArrayRef<AxisRefAttr>> lists,
                                    MeshAttr mesh, ErrorAt error);
/// Axes that a manual computation around `scope` has taken do not exist inside it.
mlir::LogicalResult verifyNoManualAxis(TensorShardingAttr sharding, mlir::Operation *scope,
                                       ErrorAt error);
/// A sharding for a value of a type; `scope` finds the mesh and the manual axes around.
mlir::LogicalResult verifySharding(TensorShardingAttr sharding, mlir::Type type,
                                   mlir::Operation *scope, ErrorAt error);
/// A list of shardings for values; what is "operand" or "result" in messages.
mlir::LogicalResult verifyShardings(TensorShardingPerValueAttr shardings, mlir::TypeRange types,
                                    mlir::Operation *op, llvm::StringRef what);
/// All that an op says in words of this dialect: its attributes, those of a function's arguments
/// and results, and the op itself if it is one of sdy. A pass that writes nothing else verifies
/// what it has written with this, and need not have the whole module verified.
mlir::LogicalResult verifyAnnotations(mlir::Operation *op);
mlir::LogicalResult verifyShardingRule(OpShardingRuleAttr rule, mlir::Operation *op);
mlir::LogicalResult verifyPropagationEdges(PropagationEdgesAttr edges, mlir::Operation *op);
/// The unreduced axes from one placement to the next: only a sum may be introduced, a kept axis
/// keeps its reduction.
mlir::LogicalResult verifyUnreducedChange(TensorShardingAttr from, TensorShardingAttr to,
                                          mlir::Operation *op);

} // namespace spmd::sdy
