// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inverse error function as arithmetic, for kernels (chlo.cpp) and for programs that know only
// StableHLO (decompose_chlo.cpp). Source of the method and of all coefficients: M. Giles,
// "Approximating the erfinv function", GPU Computing Gems, 2011.
#pragma once
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace spmd::ops {

/// A polynomial p[0] x^n + ... + p[n] of the root of w, or of w itself, minus `centre`. It serves
/// for w < `end`; the last one has no end.
struct ErfInversePiece {
  bool isOfRoot;
  double centre, end;
  llvm::ArrayRef<double> coefficients;
};
/// Two pieces in single precision, three in double.
llvm::ArrayRef<ErfInversePiece> erfInversePieces(bool isDouble);

/// Horner's scheme; `coefficients` begin with that of the highest power. A writer with
/// fused(a, b, c) rounds a b + c once.
template <class Writer>
mlir::Value writePolynomial(Writer &w, mlir::Value x, llvm::ArrayRef<double> coefficients) {
  mlir::Value sum = w.constant(x, coefficients.front());
  for (double c : coefficients.drop_front()) {
    mlir::Value term = w.constant(x, c);
    if constexpr (requires { w.fused(sum, x, term); })
      sum = w.fused(sum, x, term);
    else
      sum = w.add(w.mul(sum, x), term);
  }
  return sum;
}

/// erf_inv(x) from x and at = -log(1 - x^2), by the operations of a writer: constant(like, number),
/// add, sub, mul, neg, log, sqrt, abs, isBelow, isEqual and select of values.
template <class Writer>
mlir::Value writeErfInverseAt(Writer &w, mlir::Value x, mlir::Value at, bool isDouble) {
  mlir::Value root = w.sqrt(at), p;
  for (const ErfInversePiece &piece : llvm::reverse(erfInversePieces(isDouble))) {
    mlir::Value from = piece.isOfRoot ? root : at;
    mlir::Value q =
        writePolynomial(w, w.sub(from, w.constant(x, piece.centre)), piece.coefficients);
    p = p ? w.select(w.isBelow(at, w.constant(x, piece.end)), q, p) : q;
  }
  // erf_inv is infinite at 1 and -1, which the polynomials do not give.
  mlir::Value isBorder = w.isEqual(w.abs(x), w.constant(x, 1));
  return w.select(isBorder, w.mul(x, w.constant(x, INFINITY)), w.mul(p, x));
}

/// The same, which takes log(1 - x^2) of (1 - x)(1 + x): the rounding of x^2 would lose most digits
/// of 1 - x^2 near 1. 1 - x and 1 + x are exact near 1 and -1.
template <class Writer> mlir::Value writeErfInverse(Writer &w, mlir::Value x, bool isDouble) {
  mlir::Value one = w.constant(x, 1);
  return writeErfInverseAt(w, x, w.neg(w.log(w.mul(w.sub(one, x), w.add(one, x)))), isDouble);
}

} // namespace spmd::ops
