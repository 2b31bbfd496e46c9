// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matmul as numbers of the runtime's gemm: sizes of its dims and strides of its operands and its
// result.
#pragma once
#include "dialects/spmd/spmd.h"
#include "runtime/kernels/gemm.h"

namespace spmd {

/// Strides in elements of a dense array.
llvm::SmallVector<int64_t> denseStrides(mlir::RankedTensorType type);

/// The config of `op` with arrays that lie as the strides say, one list in elements for each.
rt::GemmConfig gemmConfig(ir::DotOp op, llvm::ArrayRef<int64_t> lhs, llvm::ArrayRef<int64_t> rhs,
                          llvm::ArrayRef<int64_t> result);
/// With dense arrays.
rt::GemmConfig gemmConfig(ir::DotOp op);

} // namespace spmd
