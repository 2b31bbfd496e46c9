// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ends of intervals and the steps by which rounding moves them. Floats of any type are
// handled as doubles, which hold all of them exactly.
#include "tools/spmd_random_intervals.h"
#include "mlir/IR/TypeUtilities.h"
#include <bit>
#include <limits>

using namespace mlir;

namespace spmd::random {

/// Complex numbers become pairs of neighbours.
std::vector<double> partsOf(const Tensor &t) {
  if (!isa<ComplexType>(t.element()))
    return t.values<double>();
  std::vector<double> parts;
  for (Complex z : t.values<Complex>()) {
    parts.push_back(z.real());
    parts.push_back(z.imag());
  }
  return parts;
}

/// Inverse of partsOf(): complex elements are pairs of numbers.
Tensor fromParts(Type type, const std::vector<double> &parts) {
  if (!isa<ComplexType>(getElementTypeOrSelf(type)))
    return Tensor::of(type, parts);
  std::vector<Complex> all;
  for (size_t i = 0; i < parts.size(); i += 2)
    all.push_back({parts[i], parts[i + 1]});
  return Tensor::of(type, all);
}

/// The unit in the last place of x, at least that of the smallest normal number.
double stepAt(double x, Type element) {
  const llvm::fltSemantics &semantics = cast<FloatType>(partType(element)).getFloatSemantics();
  int exponent =
      std::isfinite(x) && x != 0 ? std::ilogb(x) : llvm::APFloat::semanticsMinExponent(semantics);
  exponent = std::max(exponent, int(llvm::APFloat::semanticsMinExponent(semantics)));
  return std::ldexp(1.0, exponent - int(precisionOf(element)) + 1);
}

/// The interval between two lists of numbers, rounded to the type.
Bounds bounded(Type type, const std::vector<double> &low, const std::vector<double> &high) {
  Bounds b{fromParts(type, low), fromParts(type, high), false};
  std::vector<double> first = partsOf(b.low), second = partsOf(b.high);
  for (size_t i = 0; i < first.size(); ++i) {
    // Where a type has no infinities, both ends of an interval that is wider than its range
    // are NaN.
    bool hasNumbers = !std::isnan(low[i]) && !std::isnan(high[i]) &&
                      std::signbit(low[i]) != std::signbit(high[i]);
    if (std::isnan(first[i]) != std::isnan(second[i]) || (std::isnan(first[i]) && hasNumbers))
      forget(first[i], second[i]);
  }
  b.low = fromParts(type, first);
  b.high = fromParts(type, second);
  return b;
}

/// Floats: NaN in `low` alone. Integers: different bits in both ends.
Bounds nothingKnown(const Tensor &like) {
  if (isFloating(like.element())) {
    std::vector<double> low(partsOf(like).size(), NAN), high(low.size(), 0);
    return {fromParts(like.type, low), fromParts(like.type, high), false};
  }
  std::vector<int64_t> low(like.count(), 0), high(like.count(), -1);
  return {Tensor::of(like.type, low), Tensor::of(like.type, high), false};
}

/// Compares bits, since -0 and +0 are equal as numbers.
bool isSame(double x, double y) {
  return std::bit_cast<uint64_t>(x) == std::bit_cast<uint64_t>(y) ||
         (std::isnan(x) && std::isnan(y));
}
bool isBelow(double x, double y) {
  return x < y || (x == y && std::signbit(x) && !std::signbit(y));
}

/// An infinite end moves to the largest number before it is widened.
void widen(Bounds &b, bool isComplexProduct, double units) {
  Type element = b.low.element();
  std::vector<double> low = partsOf(b.low), high = partsOf(b.high);
  if (isComplexProduct)
    units = 3;
  // A result of a shorter type is rounded once from f32, so it may be off by one step.
  else if (precisionOf(element) < 24)
    units = 1;
  for (size_t i = 0; i < low.size(); ++i) {
    if (std::isnan(low[i]) || isUnknown(low[i], high[i]))
      continue;
    double size = std::max(std::fabs(low[i]), std::fabs(high[i]));
    if (isComplexProduct)
      // Index i ^ 1 is the other part of the same number.
      size = std::hypot(size, std::max(std::fabs(low[i ^ 1]), std::fabs(high[i ^ 1])));
    if (isComplexProduct && !std::isfinite(size)) {
      forget(low[i], high[i]);
      continue;
    }
    double largest =
        asDouble(llvm::APFloat::getLargest(cast<FloatType>(partType(element)).getFloatSemantics()));
    double by = units * stepAt(std::min(size, largest), element);
    low[i] = low[i] == kInfinity ? largest - by : low[i] - by;
    high[i] = high[i] == -kInfinity ? by - largest : high[i] + by;
  }
  b = bounded(b.low.type, low, high);
}

/// Lower ends below the smallest normal f32 become 0.
void admitZeros(Bounds &b) {
  std::vector<double> low = partsOf(b.low), high = partsOf(b.high);
  for (auto [l, h] : llvm::zip_equal(low, high))
    if (l > 0 && l < double(std::numeric_limits<float>::min()))
      l = 0;
  b = bounded(b.low.type, low, high);
}

} // namespace spmd::random
