// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions for the facet `emit` of chlo's ops. Those that are straight-line arithmetic
// compute in doubles and round once. compiler/elements/special_functions.h has the reference
// meaning.
#pragma once
#include "compiler/elements/scalar_builder.h"

namespace spmd::ops {

/// Code generation has the functions: MLIR has no ops for them.
mlir::Value emitLgamma(ScalarBuilder &b, mlir::Value x);
mlir::Value emitDigamma(ScalarBuilder &b, mlir::Value x);
/// exp(-abs(x)) I1(x), where I1 is the modified Bessel function of the first kind.
mlir::Value emitBesselI1e(ScalarBuilder &b, mlir::Value x);
/// The Hurwitz zeta function: the sum over k >= 0 of (q + k)^-x.
mlir::Value emitZeta(ScalarBuilder &b, mlir::Value x, mlir::Value q);
/// The n-th derivative of digamma.
mlir::Value emitPolygamma(ScalarBuilder &b, mlir::Value n, mlir::Value x);

} // namespace spmd::ops
