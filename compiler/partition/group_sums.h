// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regroups the terms of sums, so that those which are partial over the same axes are added up
// before devices exchange them. XLA's all-reduce reassociation has the same aim.
#pragma once
#include "compiler/placement/atoms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// Rewrites chains of additions in which terms of different axes alternate, by the placements that
/// propagation gave. Only the order of additions changes, as it does where a sum is split.
///   ((w + p) + x) + q, where p and q are partial   ->   (w + x) + (p + q): one sum is sent
void groupSums(mlir::func::FuncOp func, const AtomTable &atoms);

} // namespace spmd
