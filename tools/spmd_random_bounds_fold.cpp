// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds of reductions and scatters: sums and products in any order, and sums whose value
// does not depend on the order.
#include "tools/spmd_random_bounds_step.h"

using namespace mlir;

namespace spmd::random {

/// The operand with its finite elements replaced by zero. A sum over it is NaN exactly where
/// infinities and NaNs make the sum NaN in any order.
static Tensor withoutFinite(const Bounds &x) {
  std::vector<double> parts = partsOf(x.low);
  for (double &v : parts)
    v = std::isfinite(v) ? 0 : v;
  return fromParts(x.low.type, parts);
}

/// The largest magnitude of each element.
static Tensor magnitudes(const Bounds &x) {
  std::vector<double> low = partsOf(x.low), high = partsOf(x.high);
  for (size_t i = 0; i < low.size(); ++i)
    low[i] = std::max(std::fabs(low[i]), std::fabs(high[i]));
  return fromParts(x.low.type, low);
}

/// Without rounding freedom (maxima, integers, unknown bodies on points) the reference value
/// is the only one. For sums and products of floats see foldFloats. Where an operand or a
/// position is unknown, so is the result.
llvm::Error Step::fold(llvm::MutableArrayRef<Bounds> out) {
  auto low = evalEnd(false);
  if (!low)
    return low.takeError();
  std::optional<ir::CombineKind> combiner = combinerOfPairs(op->getRegion(0));
  bool isScatter = op->getName().stripDialect() == "scatter", exact = allExact();
  bool rounds = combiner == ir::CombineKind::Sum || combiner == ir::CombineKind::Product;
  bool knownPlaces = !isScatter || in[1].isExact;
  for (auto [b, value] : llvm::zip_equal(out, *low))
    b = exactly(value);
  // A body may keep either of two equal values, such as -0 and +0, and the initial value
  // may be combined at any place.
  if (exact && !combiner && !isScatter)
    for (Bounds &b : out)
      if (isFloating(b.low.element()))
        forgetSignsOfZeros(partsOf(b.low), b);
  if (exact && (!combiner || !rounds))
    return llvm::Error::success();
  for (auto [k, b] : llvm::enumerate(out)) {
    if (!isFloating(b.low.element())) {
      if (!exact)
        b = nothingKnown(b.low);
      continue;
    }
    if (!combiner || !knownPlaces || hasUnknown() ||
        (!exact && combiner != ir::CombineKind::Sum && combiner != ir::CombineKind::Maximum &&
         combiner != ir::CombineKind::Minimum))
      b = nothingKnown(b.low);
    else if (auto error = foldFloats(k, *combiner, isScatter, b))
      return error;
  }
  return llvm::Error::success();
}

/// Does an operand have an element of which nothing is known?
bool Step::hasUnknown() const {
  return llvm::any_of(in, [](const Bounds &b) {
    if (b.isExact || !isFloating(b.low.element()))
      return false;
    std::vector<double> low = partsOf(b.low), high = partsOf(b.high);
    for (size_t i = 0; i < low.size(); ++i)
      if (isUnknown(low[i], high[i]))
        return true;
    return false;
  });
}

/// The number of elements that one result of a reduction or scatter combines at most, and one more
/// for the initial value. Any number of updates may hit one element of a scatter.
double Step::termsOf(const Bounds &result, bool isScatter) const {
  // A window has at most the elements of a whole dim: writeScan makes no other windows.
  if (op->getName().stripDialect() == "reduce_window")
    return double(*llvm::max_element(in[0].low.shape())) + 1;
  return double(in[isScatter ? 2 : 0].low.count()) /
             (isScatter ? 1 : std::max<double>(double(result.low.count()), 1)) +
         1;
}

/// The sum of magnitudes, which bounds every partial sum in any order, and a value that is NaN
/// where the sum is NaN in any order. (A NaN may also come from partial sums that overflow, which
/// depends on the order.) By element of result k.
llvm::Expected<std::pair<std::vector<double>, std::vector<double>>> Step::sumLimits(size_t k) {
  auto sizesOf = [&](auto fn) {
    TensorList out;
    for (const Bounds &x : in)
      out.push_back(isFloating(x.low.element()) ? fn(x) : x.low);
    return out;
  };
  auto sums = eval(sizesOf(magnitudes));
  if (!sums)
    return sums.takeError();
  auto skeleton = eval(sizesOf(withoutFinite));
  if (!skeleton)
    return skeleton.takeError();
  return std::pair(partsOf((*sums)[k]), partsOf((*skeleton)[k]));
}

/// The bounds of a reduction or scatter of floats. Sums in any order lie within terms * half a step
/// of the sum of magnitudes; products within that of the result, if no partial product leaves the
/// range of normal numbers.
llvm::Error Step::foldFloats(size_t k, ir::CombineKind combiner, bool isScatter, Bounds &b) {
  auto highs = evalEnd(true);
  if (!highs)
    return highs.takeError();
  b = {b.low, (*highs)[k], allExact()};
  if (combiner != ir::CombineKind::Sum && combiner != ir::CombineKind::Product)
    return llvm::Error::success();
  Type element = b.low.element();
  unsigned digits = isScatter ? precisionOf(element) : std::max(precisionOf(element), 24u);
  double terms = termsOf(b, isScatter);
  std::vector<double> low = partsOf(b.low), high = partsOf(b.high), sums, certain;
  if (combiner == ir::CombineKind::Sum) {
    auto limits = sumLimits(k);
    if (!limits)
      return limits.takeError();
    std::tie(sums, certain) = *limits;
    if (allExact() && sumsAreExact(sums, digits)) {
      forgetSignsOfZeros(sums, b);
      return llvm::Error::success();
    }
  }
  // Totals of a scatter have the element's type, those of a reduction are at least f32.
  int least =
      llvm::APFloat::semanticsMinExponent(cast<FloatType>(partType(element)).getFloatSemantics());
  bool staysInRange = combiner == ir::CombineKind::Product &&
                      productsStayInRange(terms, isScatter ? -least : std::max(-least, 126));
  double unit = std::ldexp(1.0, -int(digits)); // half a step at one
  for (size_t i = 0; i < low.size(); ++i) {
    if (std::isnan(low[i]) && std::isnan(high[i]) && combiner == ir::CombineKind::Sum &&
        std::isnan(certain[i]))
      continue;
    double size = combiner == ir::CombineKind::Sum
                      ? sums[i]
                      : std::max(std::fabs(low[i]), std::fabs(high[i]));
    bool isPlain = std::isfinite(low[i]) && std::isfinite(high[i]) && std::isfinite(size);
    if (combiner == ir::CombineKind::Product)
      isPlain &= staysInRange;
    if (!isPlain) {
      forget(low[i], high[i]);
      continue;
    }
    // Each of `terms` additions rounds by at most unit * size; subnormal sums round by a
    // fixed step.
    double by = 2.2 * terms * unit * size + terms * std::numeric_limits<float>::denorm_min();
    if (precisionOf(element) < 24) // narrow types: the end itself was rounded, by half a step
      by += 0.51 * stepAt(size, element) * (isScatter ? terms : 1);
    low[i] -= by;
    high[i] += by;
  }
  b = bounded(b.low.type, low, high);
  return llvm::Error::success();
}

/// Does no product of `terms` elements, in any order, overflow or become subnormal? A zero
/// gives zero in any order.
bool Step::productsStayInRange(double terms, double exponents) const {
  double most = 0;
  for (const Bounds &x : in)
    if (isFloating(x.low.element()))
      for (double v : partsOf(x.low)) {
        if (!std::isfinite(v))
          return false;
        if (v != 0)
          most = std::max(most, std::fabs(std::log2(std::fabs(v))));
      }
  return terms * most < exponents;
}

/// StableHLO lets an implementation add the initial value any number of times, also never. A
/// sum of zeros may therefore be -0 or +0. `sums` is zero for the elements that are
/// concerned.
void Step::forgetSignsOfZeros(llvm::ArrayRef<double> sums, Bounds &b) const {
  bool hasNegativeZero = llvm::any_of(in, [](const Bounds &x) {
    return isFloating(x.low.element()) &&
           llvm::any_of(partsOf(x.low), [](double v) { return v == 0 && std::signbit(v); });
  });
  if (!hasNegativeZero || !llvm::is_contained(sums, 0.0))
    return;
  std::vector<double> low = partsOf(b.low), high = low;
  for (auto [l, h, sum] : llvm::zip_equal(low, high, sums))
    if (sum == 0)
      l = -0.0, h = 0.0;
  b = bounded(b.low.type, low, high);
}

/// Are all elements multiples of one power of two, such that no sum needs more than `digits`
/// binary digits? Then every partial sum is exact.
bool Step::sumsAreExact(llvm::ArrayRef<double> sums, unsigned digits) const {
  int lowest = 4000;
  for (const Bounds &x : in)
    if (isFloating(x.low.element()))
      for (double v : partsOf(x.low)) {
        if (!std::isfinite(v))
          return false;
        if (v == 0)
          continue;
        int exponent;
        double fraction = std::frexp(v, &exponent);
        lowest =
            std::min(lowest, exponent - 53 +
                                 llvm::countr_zero(uint64_t(std::ldexp(std::fabs(fraction), 53))));
      }
  return llvm::all_of(sums,
                      [&](double s) { return std::ldexp(s, -lowest) <= std::ldexp(1.0, digits); });
}

} // namespace spmd::random
