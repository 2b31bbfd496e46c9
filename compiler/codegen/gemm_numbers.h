// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates a matmul to the configuration of the runtime's gemm (runtime/kernels/gemm.h):
// the sizes of its dims and the strides of its operands and its result.
#pragma once
#include "dialects/spmd/spmd.h"
#include "runtime/kernels/gemm.h"

namespace spmd {

/// The config of `op` where the arrays have the given strides, in elements.
rt::GemmConfig gemmConfig(ir::DotOp op, llvm::ArrayRef<int64_t> lhs, llvm::ArrayRef<int64_t> rhs,
                          llvm::ArrayRef<int64_t> result);
/// The config where all three arrays are dense.
rt::GemmConfig gemmConfig(ir::DotOp op);

} // namespace spmd
