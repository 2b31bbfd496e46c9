// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Custom calls of functions of the host process, such as Python functions of a JAX program. The
// facets of custom_call ask these functions.
//
//   %r = stablehlo.custom_call @spmd_host_call(%x) {backend_config = "7", has_side_effect = true}
//       : (tensor<4xf32>) -> tensor<4xf32>
//
// 7 is the key of a function that the process has registered (runtime/host_calls.h). Each device
// that runs the op calls the function on its own whole operands. With has_side_effect it is called
// exactly once, in the order of the program.
#pragma once
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include "runtime/kernels/host_call.h"

namespace spmd::ops {

/// The target of such calls.
inline constexpr llvm::StringLiteral kHostCallTarget = "spmd_host_call";

/// The configuration of the routine. Nothing for other targets, for a configuration that is no key,
/// for layouts, and for operands and results that are no tensors of static shape.
std::optional<rt::HostCallConfig> hostCall(stablehlo::CustomCallOp op);

/// No dim may be split.
///   (tensor<4x8xf32>) -> tensor<5xf32>: ([i, j])->([k]) with need_replication={i, j, k}
ShardingRule hostCallRule(stablehlo::CustomCallOp op);

/// The call on all parts of complex operands, which gives all parts of all results: the host
/// function gets real and imaginary parts as two arrays.
PartValues hostCallOnParts(stablehlo::CustomCallOp op, mlir::OpBuilder &b,
                           llvm::ArrayRef<PartValues> operands);

} // namespace spmd::ops
