// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// random::orthogonal: the factor Q of Z = Q R, where Z has normal numbers and R a positive
// diagonal.
//
// With this sign of R the distribution is uniform (Mezzadri, How to generate random matrices from
// the classical compact groups, 2007), and Q is unique, whatever computes it. There are two ways:
//
// - LAPACK's reflections, as in JAX, where Z is nearly square. Z is whole on each device.
// - Where Z has at least twice as many rows as columns, devices may split the rows: R is the
//   Cholesky factor of Z^T Z, a sum over them, and Q = Z R^-1. In floating point this loses
//   orthogonality with the square of Z's condition number, so the same step is done again with Q in
//   place of Z (CholeskyQR2: Yamamoto et al., Roundoff error analysis, 2015), and all of it in f64.
//   The condition number of so tall a Z tends to 6 at most (Edelman 1988: (1 + y) / (1 - y), y^2 =
//   columns / rows); that of a square one grows with its size.
#include "compiler/frontend/include/spmd/linalg.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/include/spmd/random.h"
#include "compiler/frontend/random/bits.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace {

/// f64 [rows, columns], rows >= columns -> the same with orthonormal columns.
mlir::Value orthonormalized(Emitter &e, mlir::Value z) {
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(e.builder.getContext(), {}, {}, {0}, {0});
  mlir::Value gram = e.make<stablehlo::DotGeneralOp>(z, z, numbers);
  mlir::Value factor = e.make<stablehlo::CholeskyOp>(gram, /*lower=*/true);
  // Q L^T = Z
  return e.make<stablehlo::TriangularSolveOp>(factor, z, /*left_side=*/false, /*lower=*/true,
                                              /*unit_diagonal=*/false,
                                              stablehlo::Transpose::TRANSPOSE);
}

/// The same by two steps of orthonormalized, in f64; in the type of z.
Tensor byCholesky(const Tensor &z, Where where) {
  const Operand operand(z, where);
  return apply("random::orthogonal", {&operand}, OpKey(),
               [&](Emitter &e, llvm::ArrayRef<Term> terms) {
                 mlir::Value q = e.convert(terms[0].value, f64);
                 for (int pass = 0; pass < 2; ++pass)
                   q = orthonormalized(e, q);
                 return e.convert(q, z.elementType());
               });
}

/// The same by reflections. The sign of a column of Q goes to the row of R.
Tensor reflected(const Tensor &z, Where where) {
  const Qr factors = qr(Operand(z, where));
  const Operand turns(sign(Operand(diagonal(Operand(factors.r, where)), where)), where);
  return astype(Operand(Operand(factors.q, where) * turns, where), z.elementType());
}

} // namespace

namespace random {

Tensor orthogonal(const Key &key, int64_t rows, int64_t columns, ElementType type, Where where) {
  constexpr const char *name = "random::orthogonal";
  const Shape tall{std::max(rows, columns), std::min(rows, columns)};
  if (!isFloat(type) || rows < 1 || columns < 1)
    fail(where, std::string(name) + " of " + text(Type{type, {rows, columns}}) +
                    "; it draws bf16, f16, f32 and f64, with a row and a column or more");
  const Tensor z = normal(key, tall, type, where);
  const Tensor q = tall[0] < 2 * tall[1] ? reflected(z, where) : byCholesky(z, where);
  return rows < columns ? transpose(Operand(q, where)) : q;
}

} // namespace random
} // namespace frontend
} // namespace spmd
