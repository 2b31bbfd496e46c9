// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The techniques: rewritings of a function that holds a kernel's loops (expand_kernels.h). Each is
// a pass of the same name, too (passes.td). None changes a result, but that scanLanes fixes the
// order of prefix scans.
#pragma once
#include "compiler/machine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Pass/PassManager.h"

namespace spmd {

void scanLanes(mlir::func::FuncOp loops, const Machine &machine);
void maskMaxMin(mlir::func::FuncOp loops, const Machine &machine);
void readTables(mlir::func::FuncOp loops, const Machine &machine);
void transposeTiles(mlir::func::FuncOp loops, const Machine &machine);
void prefetchRows(mlir::func::FuncOp loops, const Machine &machine);
void storeNonTemporally(mlir::func::FuncOp loops, const Machine &machine);
void splitVectors(mlir::func::FuncOp loops, const Machine &machine);
/// All of them in their order; storeNonTemporally where there are such stores.
void improveLoops(mlir::func::FuncOp loops, const Machine &machine, bool hasNonTemporalStores);
/// The same as passes.
void addLoopTechniques(mlir::OpPassManager &loops, llvm::StringRef machine);

/// The attribute that tells functions with a kernel's loops from others.
inline constexpr llvm::StringLiteral kLoopsAttr = "spmd.loops";
/// Its attribute that lists the arguments which are worth non-temporal stores.
inline constexpr llvm::StringLiteral kNonTemporalAttr = "spmd.non_temporal";
/// The attribute of a vector.store whose place is a multiple of kNonTemporalBytes in its buffer.
inline constexpr llvm::StringLiteral kWholeLinesAttr = "spmd.aligned";

/// The attribute of a scf.for that goes from lane to lane of vectors (prefix_scans.cpp).
inline constexpr llvm::StringLiteral kInclusiveScanAttr = "spmd.inclusive_scan";

/// Non-temporal stores write to multiples of this, a vector of AVX, on every machine: wider vectors
/// are written in parts.
inline constexpr int64_t kNonTemporalBytes = 32;
/// Rows of a group where a kernel reads with a stride; a transposed tile is made of squares of
/// 8 x 8.
inline constexpr int64_t kTileRows = 8;

/// The reference machine with the numbers of `text` (Machine::parse); fails with an error at `at`.
mlir::FailureOr<Machine> machineFrom(llvm::StringRef text, mlir::Location at);

/// Brings the line of element `place` of `buffer` to the second cache.
void prefetch(mlir::ImplicitLocOpBuilder &b, mlir::Value buffer, mlir::Value place);

} // namespace spmd
