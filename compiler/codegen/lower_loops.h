// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers the loops of a kernel from func, scf, memref, vector, arith and math ops to LLVM IR, in
// one walk. Upstream's conversion passes take 1 ms for a kernel, this walk 0.05 ms for 200 ops
// (measured: lower_loops_test). Accepts the forms below, and stops the process at any other op.
//
// Function: no results, one block. Its arguments are a memref<SxT> for each pointer in `buffers`,
// then one for each constant in the attribute `spmd.tables`, a list of tensor<SxT>, then the
// indices `begin` and `end`.
//
// Types:
//   T                         index is i64; f8, f16 and bf16 are f32 in registers
//   vector<NxT>, N > 1        <N x T>
//   memref<SxT>               elements in memory form (element_memory.h)
//   memref<T or vector<NxT>>  a local variable in register form, made by memref.alloca
//
// Ops:
//   scf.for           step constant and positive; bounds of any kind; carried values
//   scf.if
//   memref            load, store, alloca, view, prefetch, extract_aligned_pointer_as_index
//   vector            load, store, maskedload, gather, scatter, broadcast, shuffle, extract,
//                     from_elements, bitcast, reduction
//   arith, math, func.call   as in lower_arithmetic.h; math.exp may have `spmd.at_most_zero`
//
// A gather reads lane by lane where its mask is constant and true, else by hardware. A scatter
// always writes lane by lane and ignores its mask, which must be true. A value that arith.truncf
// rounds from f32 to a narrow float only to be stored is rounded once.
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/IR/Module.h"

namespace spmd {

/// Adds the function `symbol` to `module`, a rt::KernelFn. Where `loops` has non-temporal stores,
/// the function ends with a fence.
void lowerLoops(mlir::func::FuncOp loops, llvm::Module &module, llvm::StringRef symbol);

} // namespace spmd
