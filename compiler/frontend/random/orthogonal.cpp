// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// random::orthogonal: the factor Q of Z = Q R, where Z has normal numbers and R a positive
// diagonal.
//
// With this sign of R the distribution is uniform (Mezzadri, How to generate random matrices from
// the classical compact groups, 2007). R is the Cholesky factor of Z^T Z and Q = Z R^-1. In
// floating point this loses orthogonality with the square of Z's condition number, so the same step
// is done again with Q in place of Z (CholeskyQR2: Yamamoto et al., Roundoff error analysis, 2015),
// and all of it in f64: square matrices of some thousand rows have condition numbers below 1e7.
// Householder reflections need no such bound, but one loop step per column.
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

} // namespace

namespace random {

Tensor orthogonal(const Key &key, int64_t rows, int64_t columns, ElementType type, Where where) {
  constexpr const char *name = "random::orthogonal";
  const Shape tall{std::max(rows, columns), std::min(rows, columns)};
  if (!isFloat(type) || rows < 1 || columns < 1)
    fail(where, std::string(name) + " of " + text(Type{type, {rows, columns}}) +
                    "; it draws bf16, f16, f32 and f64, with a row and a column or more");
  const Operand z(normal(key, tall, type, where), where);
  return apply(name, {&z}, OpKey(int64_t(rows < columns)),
               [&](Emitter &e, llvm::ArrayRef<Term> terms) {
                 mlir::Value q = e.convert(terms[0].value, f64);
                 for (int pass = 0; pass < 2; ++pass)
                   q = orthonormalized(e, q);
                 q = e.convert(q, type);
                 return rows < columns ? e.transpose(q, {1, 0}) : q;
               });
}

} // namespace random
} // namespace frontend
} // namespace spmd
