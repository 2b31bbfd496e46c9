// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reshards around one op with a sharding rule: its operands and results agree on the axes of each
// factor, and its partial results are reduced. Separate from insert_explicit_reshards.cpp, which
// walks the function and handles values that cross the borders of regions and functions.
#pragma once
#include "compiler/export/common_axes.h"
#include "compiler/export/partial_values.h"
#include "mlir/IR/Operation.h"

namespace spmd {

/// An op as its sharding rule sees it: operands, then results.
struct ProjectedOp {
  mlir::Operation *op;
  ShardingRule rule;
  llvm::SmallVector<Sharding, 0> shardings;
  int mesh; // the mesh on which the op runs
  Projection projection;
};
/// Nothing if the op has no rule or a custom one, if its values have no common mesh, or if one of
/// them is on a single device. Meshes of the values may differ in their device order: the mesh of
/// most split values counts, among equals the one that is first to have so many.
std::optional<ProjectedOp> projectOp(mlir::Operation *op, MeshTable &meshes);

/// Operands, then results: the order of a sharding rule.
llvm::SmallVector<mlir::Value> tensorsOf(mlir::Operation *op);

/// Inserts a reshard of the operand before its user, or right behind its definition. Each use has a
/// reshard of its own; later passes merge equal ones.
void reshardOperand(mlir::OpOperand &operand, sdy::TensorShardingAttr to, At at = At::Use);
/// Lets the op produce its result with the sharding `made`. A reshard right behind the op restores
/// the sharding that the users expect.
///   %0 = op {[{"x"}]} -> %0 = op {[{}]}, %1 = reshard %0 [{"x"}]
void reshardResult(mlir::OpResult result, sdy::TensorShardingAttr made);

/// Gives operands and results that disagree the axes on which they can agree. Returns whether it
/// inserted a reshard.
///   add [{"a"}, {}], [{}, {"b"}] -> [{}, {}]
///   becomes reshards of both operands to [{"a"}, {"b"}], the add, a reshard to [{}, {}]
bool agree(mlir::Operation *op, MeshTable &meshes);
/// The same, and reduces the results along the axes of reduced factors.
///   dot [{}, {"a"}], [{"a"}, {}] -> [{}, {}]     becomes the dot, then all_reduce {"a"}
/// An op whose partial results no all_reduce combines (the argmax of JAX) gets the reduced dims as
/// wholes.
bool agreeAndReduce(mlir::Operation *op, MeshTable &meshes);

/// Lets a matmul keep the sharding of its operands where its result would force an operand to
/// move. Returns whether it inserted a reshard.
///   dot [{"a"}, {"b"}], [{"b"}, {}] -> [{"b"}, {}]
///   becomes dot -> [{"a"}, {}], then a reshard to [{"b"}, {}]
bool keepMatmulLocal(mlir::Operation *op, MeshTable &meshes);

/// If a result is annotated as partial, reduces the op's own partial sums right behind the op.
/// Returns whether it inserted a collective.
bool reduceAnnotated(mlir::Operation *op, MeshTable &meshes);

} // namespace spmd
