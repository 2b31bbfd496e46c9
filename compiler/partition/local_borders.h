// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last step of localize: functions keep no attribute of sdy, and `spmd.sharding` says how
// global arrays are cut and joined. Separate from localize.cpp, which builds their bodies.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// Replaces the sdy.sharding of each argument and result by `spmd.sharding`, with the order of
/// devices that kDeviceOrderAttr gives.
void placeBorders(mlir::func::FuncOp func, sdy::MeshAttr mesh);

/// Replaces each sdy.constant, which propagation uses to keep constants apart, by a
/// stablehlo.constant.
void restoreConstants(mlir::func::FuncOp func);

/// Finishes a function of a module without shardings: its body already is the program of one
/// device. Fails on results that are not tensors.
mlir::LogicalResult keepWhole(mlir::func::FuncOp func);

} // namespace spmd
