// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Custom calls whose target is a routine of LAPACK, as JAX writes them on CPUs. The facets of
// custom_call ask these functions; an op that calls something else, or whose types are not those of
// the routine, gets nothing of them.
//
//   %lu, %pivots, %info = stablehlo.custom_call @lapack_sgetrf_ffi(%a)
//       : (tensor<3x4x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x4xi32>, tensor<3xi32>)
#pragma once
#include "compiler/ops/backward.h"
#include "compiler/ops/batching.h"
#include "compiler/ops/eval.h"
#include "compiler/ops/lapack/create.h"
#include "compiler/ops/rule.h"
#include "runtime/kernels/lapack.h"

namespace spmd::ops {

/// Whether the target names a routine: lapack_{s,d,c,z}NAME_ffi, or lu_pivots_to_permutation.
bool isLapackTarget(llvm::StringRef target);
/// What the op calls, on complex tensors or on their parts. Nothing where operands or results are
/// not the arrays of the routine (rt::lapackArrays), or where a layout does not have the columns of
/// matrices one after the other.
std::optional<rt::LapackConfig> lapackCall(stablehlo::CustomCallOp op);
/// Why lapackCall gives nothing for the target of a routine: a predicate without a subject.
std::string lapackFault(stablehlo::CustomCallOp op);

/// Batch dims pass through, dims of matrices and vectors are whole:
///   getrf ([b, i, j])->([b, k, l], [b, m], [b]) with need_replication={i, j, k, l, m}
std::optional<ShardingRule> lapackRule(mlir::Operation *op);
/// The gradients of factors, eigenvalues and singular values; refuses vectors of a job that has no
/// gradient of them, and routines whose results are no functions of the matrix alone.
mlir::LogicalResult lapackGradient(stablehlo::CustomCallOp op, Backward &g);
/// The batch is one more dim in front, of all operands and results.
mlir::LogicalResult batchLapack(stablehlo::CustomCallOp op, Batching &g);
/// The same call on the parts of complex tensors: all parts of all results, in their order.
std::optional<PartValues> lapackOnParts(stablehlo::CustomCallOp op, mlir::OpBuilder &b,
                                        llvm::ArrayRef<PartValues> operands);
/// Complex matrices by LAPACK: a factor that does not exist is NaN, as in JAX.
std::optional<PartValues> choleskyOnParts(stablehlo::CholeskyOp op, mlir::OpBuilder &b,
                                          const PartValues &a);
std::optional<PartValues> triangularSolveOnParts(stablehlo::TriangularSolveOp op,
                                                 mlir::OpBuilder &b,
                                                 llvm::ArrayRef<PartValues> operands);
/// Runs the routine itself: signs of vectors and the order of eigenvalues are its choice, so that
/// no other algorithm has the same meaning.
llvm::Expected<TensorList> evalLapack(stablehlo::CustomCallOp op, Inputs in);

} // namespace spmd::ops
