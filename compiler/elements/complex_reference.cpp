// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kahan's difference of products, and complex products and quotients based on it.
#include "compiler/elements/complex_reference.h"
#include <cmath>

namespace spmd {

// c d is rounded, and fma yields exactly what that lost; the other fma rounds a b - c d once.
double differenceOfProducts(double a, double b, double c, double d) {
  double product = c * d, lost = std::fma(-c, d, product);
  double out = std::fma(a, b, -product) + lost;
  return std::isnan(out) ? a * b - product : out;
}

Complex multiply(Complex x, Complex y) {
  return {differenceOfProducts(x.real(), y.real(), x.imag(), y.imag()),
          differenceOfProducts(x.real(), y.imag(), -x.imag(), y.real())};
}

/// The power of two that scales a number to about 1, so that squares and products neither overflow
/// nor underflow.
static double scaleOf(Complex z) {
  double size = std::max(std::fabs(z.real()), std::fabs(z.imag()));
  return size == 0 || !std::isfinite(size) ? 1
                                           : std::ldexp(1.0, -std::max(std::ilogb(size), -1000));
}

// The quotient of numbers scaled to about 1, with the scales undone at the end.
Complex divide(Complex x, Complex y) {
  if (y == Complex(0) || !std::isfinite(x.real()) || !std::isfinite(x.imag()) ||
      !std::isfinite(y.real()) || !std::isfinite(y.imag()))
    return x / y; // as in annex G
  double ofX = scaleOf(x), ofY = scaleOf(y);
  Complex dividend = x * ofX, divisor = y * ofY, product = multiply(dividend, std::conj(divisor));
  double size =
      differenceOfProducts(divisor.real(), divisor.real(), -divisor.imag(), divisor.imag());
  auto part = [&](double p) { return std::scalbn(p / size, std::ilogb(ofY) - std::ilogb(ofX)); };
  return {part(product.real()), part(product.imag())};
}

} // namespace spmd
