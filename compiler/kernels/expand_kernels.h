// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel's loops as IR in upstream's dialects (func, scf, memref, vector, arith, math).
#pragma once
#include "compiler/kernels/element_code.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/machine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spmd {

/// The loops of kernel `nest` of the plan, as a function of its own:
///   func.func @name(%inputs.., %outputs.., %scratch, %tables.., %begin: index, %end: index)
/// Buffers are memrefs of rank 1, row-major. Tables hold the constants that its attribute
/// `spmd.tables` lists. It does iterations [begin, end).
mlir::OwningOpRef<mlir::func::FuncOp> expandKernel(const FusionBody &body, const FusionPlan &plan,
                                                   unsigned nest, ElementCodes &codes,
                                                   const Machine &machine, llvm::StringRef name);

/// Loads the dialects that the loops are written in.
void loadLoopDialects(mlir::MLIRContext *context);

} // namespace spmd
