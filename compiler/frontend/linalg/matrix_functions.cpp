// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of square matrices: powers and the exponential.
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/linalg/matrices.h"
#include <cmath>
#include <span>

namespace spmd {
inline namespace frontend {
namespace {

/// Higham 2005, "The scaling and squaring method for the matrix exponential revisited", table 2.3:
/// up to this norm Pade's approximant of the degree has the precision of the type.
struct Approximant {
  double norm;
  std::span<const double> coefficients; // of powers 0, 1, ..
};
constexpr double kDegree7[] = {17297280, 8648640, 1995840, 277200, 25200, 1512, 56, 1};
constexpr double kDegree13[] = {64764752532480000,
                                32382376266240000,
                                7771770303897600,
                                1187353796428800,
                                129060195264000,
                                10559470521600,
                                670442572800,
                                33522128640,
                                1323241920,
                                40840800,
                                960960,
                                16380,
                                182,
                                1};

Approximant approximantOf(ElementType type) {
  return partType(type) == f64 ? Approximant{5.371920351148152, kDegree13}
                               : Approximant{3.925724783138660, kDegree7};
}

// Pade's approximant of exp(x) is p(x) / p(-x) for a polynomial p: the solution y of
//   (v - u) y = v + u
// where u has the odd and v the even powers of p(x).

/// The odd and the even powers of a polynomial of matrices, summed apart: {u, v} with u + v the
/// polynomial and -u + v that of -x.
std::pair<Tensor, Tensor> oddAndEven(const Tensor &x, std::span<const double> coefficients) {
  const Tensor one = identityLike(x), square = matmul(x, x);
  Tensor power = one, odd, even;
  for (size_t i = 0; i < coefficients.size(); i += 2) {
    if (i != 0)
      power = i == 2 ? square : matmul(power, square);
    const Tensor evenTerm = power * coefficients[i], oddTerm = power * coefficients[i + 1];
    even = i == 0 ? evenTerm : even + evenTerm;
    odd = i == 0 ? oddTerm : odd + oddTerm;
  }
  return {matmul(x, odd), even};
}

/// A norm of 2^16 times that of the approximant is enough for any exponential that is finite, but
/// for matrices that are far from normal.
constexpr int kSquarings = 16; // as JAX's max_squarings

} // namespace

/// By squares, as integerPower: x^13 = x^8 x^4 x. A negative power is that of the inverse, which is
/// formed once.
Tensor matrixPower(const Operand &x, int64_t exponent) {
  return compose("matrixPower", {&x}, OpKey(exponent), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in[0].rank() < 2 || in[0].size(-1) != in[0].size(-2))
      e.refuse("matrixPower of " + text(in[0].type()) + ": square matrices are wanted");
    // The identity matrix is not multiplied.
    Tensor square = exponent < 0 ? inv(in[0]) : in[0], product;
    for (uint64_t bits = exponent < 0 ? -uint64_t(exponent) : uint64_t(exponent); bits != 0;) {
      if (bits & 1)
        product = product.hasValue() ? matmul(product, square) : square;
      if (bits >>= 1)
        square = matmul(square, square);
    }
    return product.hasValue() ? product : identityLike(in[0]);
  });
}

/// x / 2^s has a norm that the approximant takes; its exponential is squared s times. Each matrix
/// of a batch has its own s, so all of them are squared as often as there may be squarings, and
/// keep their own result. Those squarings are no loop of the program: gradients need them all.
Tensor expm(const Operand &x) {
  return ofMatrix("expm", x, Square::Yes, OpKey(), [](const Tensor &a) {
    const Approximant by = approximantOf(a.elementType());
    const Tensor norm = max(sum(abs(a), -2), -1); // of order 1
    const Tensor count = maximum(0, ceil(log2(norm / by.norm)));
    const Tensor squarings = expandDims(expandDims(count, -1), -1);
    auto [odd, even] = oddAndEven(a / exp2(squarings), by.coefficients);
    Tensor result = solve(even - odd, even + odd);
    for (int i = 0; i < kSquarings; ++i)
      result = where(squarings > i, matmul(result, result), result);
    // A constant, not a product: the gradient of what is not chosen would be NaN as well.
    const double nan = std::nan("");
    return isComplex(a.elementType())
               ? where(squarings <= kSquarings, result, std::complex<double>(nan, nan))
               : where(squarings <= kSquarings, result, nan);
  });
}

} // namespace frontend
} // namespace spmd
