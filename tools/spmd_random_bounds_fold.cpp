// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scatters on intervals: sums and products in other orders, and sums that have only
// one value in any order.
#include "tools/spmd_random_bounds_step.h"

using namespace mlir;

namespace spmd::random {

static Tensor withoutFinite(const Bounds &x) {
  std::vector<double> parts = partsOf(x.low);
  for (double &v : parts)
    v = std::isfinite(v) ? 0 : v;
  return fromParts(x.low.type, parts);
}

static Tensor magnitudes(const Bounds &x) {
  std::vector<double> low = partsOf(x.low), high = partsOf(x.high);
  for (size_t i = 0; i < low.size(); ++i)
    low[i] = std::max(std::fabs(low[i]), std::fabs(high[i]));
  return fromParts(x.low.type, low);
}

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
  // Of two equal values a body may keep the later one, and the initial value may come anywhere.
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

llvm::Error Step::foldFloats(size_t k, ir::CombineKind combiner, bool isScatter, Bounds &b) {
  auto highs = evalEnd(true);
  if (!highs)
    return highs.takeError();
  b = {b.low, (*highs)[k], allExact()};
  if (combiner != ir::CombineKind::Sum && combiner != ir::CombineKind::Product)
    return llvm::Error::success();
  Type element = b.low.element();
  unsigned digits = isScatter ? precisionOf(element) : std::max(precisionOf(element), 24u);
  double terms = double(in[isScatter ? 2 : 0].low.count()) /
                     (isScatter ? 1 : std::max<double>(double(b.low.count()), 1)) +
                 1;
  if (op->getName().stripDialect() == "reduce_window")
    terms = double(*llvm::max_element(in[0].low.shape())) + 1;
  std::vector<double> low = partsOf(b.low), high = partsOf(b.high), sums;
  // NaN where the sum is one in any order: not by an infinity that partial sums come to.
  std::vector<double> certain;
  if (combiner == ir::CombineKind::Sum) {
    auto sizesOf = [&](auto fn) {
      TensorList out;
      for (const Bounds &x : in)
        out.push_back(isFloating(x.low.element()) ? fn(x) : x.low);
      return out;
    };
    auto made = eval(sizesOf(magnitudes));
    if (!made)
      return made.takeError();
    sums = partsOf((*made)[k]);
    auto skeleton = eval(sizesOf(withoutFinite));
    if (!skeleton)
      return skeleton.takeError();
    certain = partsOf((*skeleton)[k]);
    if (allExact() && sumsAreExact(sums, digits)) {
      forgetSignsOfZeros(sums, b);
      return llvm::Error::success();
    }
  }
  // A scatter's totals are of the element's type, those of a reduction at least f32.
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
    double by = 2.2 * terms * unit * size + terms * std::numeric_limits<float>::denorm_min();
    if (precisionOf(element) < 24) // the end was rounded from what lies half a step away
      by += 0.51 * stepAt(size, element) * (isScatter ? terms : 1);
    low[i] -= by;
    high[i] += by;
  }
  b = bounded(b.low.type, low, high);
  return llvm::Error::success();
}

/// Whether no product of so many of the elements, in any order, is infinite or loses digits for
/// being small. A zero is one in any order.
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

/// StableHLO adds the initial value in as often as an implementation likes, not at all too: -0 may
/// come to +0 or stay. `sums` are zero where that is the question.
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

/// Whether all elements are multiples of one power of two of which no sum has more
/// than `digits` binary digits.
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
