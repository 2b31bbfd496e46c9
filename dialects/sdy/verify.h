// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the checks of shardings that the verifiers of the dialect and of its ops share. Each
// function reports through `error`, which starts a diagnostic at the right location and names the
// value: "result 0", "argument 2". The checks are those of the Shardy dialect; the wording is not.
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

using ErrorAt = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Checks a list of axes against its mesh: every axis exists, sub-axes divide their axis, no part
/// of an axis is used twice, and consecutive parts are merged.
mlir::LogicalResult verifyAxisList(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh, ErrorAt error);
/// Checks several lists, one per dim or per move: each as verifyAxisList does, and no axis in two
/// lists.
mlir::LogicalResult verifyAxisLists(llvm::ArrayRef<llvm::ArrayRef<AxisRefAttr>> lists,
                                    MeshAttr mesh, ErrorAt error);
/// Refuses axes that are manual in a manual computation around `scope`: they do not exist inside.
mlir::LogicalResult verifyNoManualAxis(TensorShardingAttr sharding, mlir::Operation *scope,
                                       ErrorAt error);
/// Checks a sharding for a value of the given type. `scope` is the op from which the mesh and the
/// surrounding manual computations are found.
mlir::LogicalResult verifySharding(TensorShardingAttr sharding, mlir::Type type,
                                   mlir::Operation *scope, ErrorAt error);
/// Checks a list of shardings for several values. `what` is "operand" or "result" in messages.
mlir::LogicalResult verifyShardings(TensorShardingPerValueAttr shardings, mlir::TypeRange types,
                                    mlir::Operation *op, llvm::StringRef what);
/// Checks everything of this dialect on one op: its attributes, those of a function's arguments and
/// results, and the op itself if it is an op of sdy. A pass that changes only such annotations
/// verifies them with this function and so avoids verifying the whole module.
mlir::LogicalResult verifyAnnotations(mlir::Operation *op);
mlir::LogicalResult verifyShardingRule(OpShardingRuleAttr rule, mlir::Operation *op);
/// Checks what a rule says of its factors, apart from any op: every factor is used, at most once in
/// a tensor, and has at most one of the kinds reduction, need_replication and permutation; no
/// result has a reduction factor.
mlir::LogicalResult verifyFactors(OpShardingRuleAttr rule, ErrorAt error);
/// The size of a factor that a rule does not state. Rules on ops state all sizes.
inline constexpr int64_t kUnknownSize = mlir::ShapedType::kDynamic;
/// 0 -> i, 17 -> z, 18 -> z_1.
std::string factorSymbol(int64_t factor);
mlir::LogicalResult verifyPropagationEdges(PropagationEdgesAttr edges, mlir::Operation *op);
/// Checks how unreduced axes change between two shardings of a value: a new unreduced axis must be
/// a sum, and an axis that stays unreduced keeps its reduction.
mlir::LogicalResult verifyUnreducedChange(TensorShardingAttr from, TensorShardingAttr to,
                                          mlir::Operation *op);

} // namespace spmd::sdy
