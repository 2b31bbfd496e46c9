// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions as straight-line arithmetic, for the facet `emit` of chlo's ops. All compute in
// doubles and round once; compiler/ops/special_functions.h has the plain meaning.
#pragma once
#include "compiler/ops/rule.h"

namespace spmd::ops {

mlir::Value emitDigamma(ScalarBuilder &b, mlir::Value x);
/// exp(-abs(x)) I1(x), I1 the modified Bessel function of the first kind.
mlir::Value emitBesselI1e(ScalarBuilder &b, mlir::Value x);
/// Hurwitz: the sum of (q + k)^-x over all k from 0.
mlir::Value emitZeta(ScalarBuilder &b, mlir::Value x, mlir::Value q);
/// The n-th derivative of digamma.
mlir::Value emitPolygamma(ScalarBuilder &b, mlir::Value n, mlir::Value x);

} // namespace spmd::ops
