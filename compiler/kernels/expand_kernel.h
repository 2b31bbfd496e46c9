// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel's loops as IR in upstream's dialects (func, scf, memref, vector, arith, math).
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "compiler/ops/rule.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spmd {

/// The loops of kernel `nest` of the plan, as a function of its own:
///   func.func @name(%inputs.., %outputs.., %scratch, %tables.., %begin: index, %end: index)
/// Buffers are memrefs of rank 1, row-major. Tables hold the constants that its attribute
/// `spmd.tables` lists. It does iterations [begin, end).
mlir::OwningOpRef<mlir::func::FuncOp> expandKernel(const FusionBody &body, const FusionPlan &plan,
                                                   unsigned nest, Rounding rounding,
                                                   llvm::StringRef name);

/// The techniques, each a rewriting of such a function (passes of the same names,
/// compiler/passes.td), in the order in which improveLoops applies them.
void maskMaxMin(mlir::func::FuncOp loops);
void readTables(mlir::func::FuncOp loops);
void transposeTiles(mlir::func::FuncOp loops);
void prefetchRows(mlir::func::FuncOp loops);
void storeNonTemporally(mlir::func::FuncOp loops);
void improveLoops(mlir::func::FuncOp loops, bool hasNonTemporalStores);

/// The attribute that tells such functions from others.
inline constexpr llvm::StringLiteral kLoopsAttr = "spmd.loops";
/// Its attribute that lists the arguments which are worth writing past the caches.
inline constexpr llvm::StringLiteral kNonTemporalAttr = "spmd.non_temporal";
/// The attribute of a vector.store whose place is a multiple of 32 bytes in its buffer.
inline constexpr llvm::StringLiteral kWholeLinesAttr = "spmd.aligned";

/// Loads the dialects that the loops are written in.
void loadLoopDialects(mlir::MLIRContext *context);

} // namespace spmd
