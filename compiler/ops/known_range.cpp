// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches backwards from a value for bounds (known_range.h). It visits a limited number of ops and
// of elements of constants.
#include "compiler/ops/known_range.h"
#include "compiler/ops/rule.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

constexpr int64_t kMostElements = 1 << 16; // a larger constant is not searched
constexpr unsigned kMostOps = 64;          // of one search

/// One search, which counts the ops that it visits.
class RangeSearch {
public:
  // The bounds of one part of one value, by the op that computes the value.
  KnownRange find(Value value, TensorPart part) {
    Operation *op = value.getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!op || !type || !type.hasStaticShape() || !isa<IntegerType>(type.getElementType()) ||
        ++seen > kMostOps)
      return {};
    // The only index of a dim of size 1 is the whole dim.
    if (part.dim >= 0 && type.getDimSize(part.dim) == 1)
      part = {}; // the part is the whole tensor
    DenseElementsAttr constant;
    if (matchPattern(op, m_Constant(&constant)))
      return ofConstant(constant, part);
    auto operand = [&](unsigned i) { // a scalar has no parts
      return find(op->getOperand(i), cast<RankedTensorType>(op->getOperand(i).getType()).getRank()
                                         ? part
                                         : TensorPart());
    };
    // clamp(low, x, high) = min(max(low, x), high), whose bounds follow from those of all three.
    if (isa<stablehlo::ClampOp>(op))
      return least(greatest(operand(0), operand(1)), operand(2));
    if (isa<stablehlo::MinOp>(op))
      return least(operand(0), operand(1));
    if (isa<stablehlo::MaxOp>(op))
      return greatest(operand(0), operand(1));
    if (auto iota = dyn_cast<stablehlo::IotaOp>(op))
      return ifFits(part.dim == int64_t(iota.getIotaDimension())
                        ? KnownRange{part.position, part.position}
                        : KnownRange{0, type.getDimSize(iota.getIotaDimension()) - 1},
                    cast<IntegerType>(type.getElementType()));
    if (auto compare = dyn_cast<stablehlo::CompareOp>(op))
      return ofComparison(compare, operand(0), operand(1));
    if (isa<stablehlo::ConvertOp>(op))
      return ifFits(operand(0), cast<IntegerType>(type.getElementType()));
    if (isa<sdy::SdyDialect>(op->getDialect()) && op->getNumOperands() == 1 &&
        op->getNumRegions() == 0)
      return operand(0);
    if (auto concatenate = dyn_cast<stablehlo::ConcatenateOp>(op))
      return ofPieces(concatenate, part);
    // A dim that the broadcast adds or expands repeats elements.
    if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
      ArrayRef<int64_t> dims = broadcast.getBroadcastDimensions();
      const auto *found = llvm::find(dims, part.dim);
      return find(op->getOperand(0), found == dims.end()
                                         ? TensorPart()
                                         : TensorPart{found - dims.begin(), part.position});
    }
    if (isa<stablehlo::ReshapeOp>(op))
      return find(op->getOperand(0),
                  beforeReshape(cast<RankedTensorType>(op->getOperand(0).getType()), type, part));
    return {};
  }

private:
  static KnownRange least(KnownRange a, KnownRange b) {
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
  }
  static KnownRange greatest(KnownRange a, KnownRange b) {
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
  }
  static int64_t numberOf(const APInt &x, bool isUnsigned) {
    return isUnsigned ? int64_t(std::min<uint64_t>(x.getLimitedValue(), INT64_MAX))
                      : x.getSExtValue();
  }
  static bool isUnsigned(IntegerType type) { return type.isUnsigned() || type.getWidth() == 1; }

  /// The bounds survive a conversion only if the type can hold both.
  static KnownRange ifFits(KnownRange range, IntegerType type) {
    unsigned bits = std::min(type.getWidth(), 64u);
    int64_t low = isUnsigned(type) ? 0 : APInt::getSignedMinValue(bits).getSExtValue();
    // The bounds of the type itself.
    int64_t high =
        numberOf(isUnsigned(type) ? APInt::getMaxValue(bits) : APInt::getSignedMaxValue(bits),
                 isUnsigned(type));
    return range.low >= low && range.high <= high ? range : KnownRange();
  }

  // The least and the largest element of the part.
  static KnownRange ofConstant(DenseElementsAttr constant, TensorPart part) {
    bool naturals = isUnsigned(cast<IntegerType>(constant.getElementType()));
    if (constant.isSplat()) {
      int64_t x = numberOf(constant.getSplatValue<APInt>(), naturals);
      return {x, x};
    }
    ArrayRef<int64_t> shape = constant.getType().getShape();
    if (constant.getNumElements() > kMostElements || constant.empty())
      return {};
    // `inner` counts the elements from one index of the dim to the next.
    int64_t inner = 1, number = 0;
    for (int64_t d = part.dim + 1; part.dim >= 0 && d < int64_t(shape.size()); ++d)
      inner *= shape[d];
    KnownRange out{INT64_MAX, INT64_MIN};
    for (const APInt &bits : constant.getValues<APInt>()) {
      int64_t x = numberOf(bits, naturals), at = number++ / inner;
      if (part.dim < 0 || at % shape[part.dim] == part.position)
        out = {std::min(out.low, x), std::max(out.high, x)};
    }
    return out;
  }

  /// Comparisons of numbers that do not overlap, or touch, are known. The type of the numbers says
  /// whether they are signed, as in the interpreter.
  static KnownRange ofComparison(stablehlo::CompareOp op, KnownRange left, KnownRange right) {
    using Direction = stablehlo::ComparisonDirection;
    Direction direction = op.getComparisonDirection();
    if (direction == Direction::GT || direction == Direction::LE)
      std::swap(left, right); // a > b is b < a, and a <= b is b >= a
    bool isLess = left.high < right.low, isAtLeast = left.low >= right.high;
    bool isEqual = left.low == left.high && left == right;
    bool isOther = isLess || right.high < left.low;
    switch (direction) {
    case Direction::LT:
    case Direction::GT:
      return known(isLess, isAtLeast);
    case Direction::GE:
    case Direction::LE:
      return known(isAtLeast, isLess);
    case Direction::EQ:
      return known(isEqual, isOther);
    case Direction::NE:
      return known(isOther, isEqual);
    }
    return {0, 1};
  }
  static KnownRange known(bool isTrue, bool isFalse) { return {isTrue, !isFalse}; }

  // The pieces of a concatenation that the part overlaps.
  KnownRange ofPieces(stablehlo::ConcatenateOp op, TensorPart part) {
    int64_t begin = 0;
    KnownRange out{INT64_MAX, INT64_MIN};
    // Each piece has its own range of positions along the joined dim.
    for (Value piece : op.getInputs()) {
      TensorPart inside = part;
      if (int64_t(op.getDimension()) == part.dim) {
        int64_t size = cast<RankedTensorType>(piece.getType()).getDimSize(part.dim);
        inside.position = part.position - begin;
        begin += size;
        if (inside.position < 0 || inside.position >= size)
          continue;
      }
      KnownRange range = find(piece, inside);
      out = {std::min(out.low, range.low), std::max(out.high, range.high)};
    }
    return out;
  }

  /// The part before the reshape, if its dim was one before. Else all elements.
  static TensorPart beforeReshape(RankedTensorType from, RankedTensorType to, TensorPart part) {
    std::optional<int64_t> dim = dimBeforeReshape(from, to, part.dim);
    return dim ? TensorPart{*dim, part.position} : TensorPart();
  }

  unsigned seen = 0;
};

} // namespace

// [4, 1, 8] and [4, 8] have the same dims of more than one element: 4 and 8.
std::optional<int64_t> dimBeforeReshape(RankedTensorType from, RankedTensorType to, int64_t dim) {
  auto longDims = [](RankedTensorType type) {
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (type.getDimSize(d) != 1)
        dims.push_back(d);
    return dims;
  };
  SmallVector<int64_t> before = longDims(from), after = longDims(to);
  const auto *found = llvm::find(after, dim);
  auto isAlike = [&](int64_t b, int64_t a) { return from.getDimSize(b) == to.getDimSize(a); };
  if (found == after.end() || !llvm::equal(before, after, isAlike))
    return std::nullopt;
  return before[found - after.begin()];
}

KnownRange knownRange(Value value, TensorPart part) { return RangeSearch().find(value, part); }

/// How many ops that move elements are looked through: a chain of thousands would be walked again
/// for each of its ops.
static constexpr int kMostMoves = 4;

/// The constants of which an op that moves elements makes the value, and the value itself if it is
/// a constant; empty if anything else is in it.
static SmallVector<DenseElementsAttr, 2> constantsOf(Value value, int moves = 0) {
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return {constant};
  Operation *op = value.getDefiningOp();
  if (!op || moves == kMostMoves || !Rules::of(op).index)
    return {};
  SmallVector<DenseElementsAttr, 2> all;
  for (Value operand : op->getOperands()) {
    SmallVector<DenseElementsAttr, 2> more = constantsOf(operand, moves + 1);
    if (more.empty())
      return {};
    all.append(more);
  }
  return all;
}

bool isZeroBits(Value value) {
  SmallVector<DenseElementsAttr, 2> constants = constantsOf(value);
  return !constants.empty() && llvm::all_of(constants, [](DenseElementsAttr constant) {
    return llvm::all_of(constant.getRawData(), [](char byte) { return byte == 0; });
  });
}

/// Whether two elements are the same number; -0.0 is 0.0, as both may start a sum.
static bool isSameNumber(Attribute l, Attribute r) {
  if (auto parts = dyn_cast<ArrayAttr>(l)) // a complex number
    return llvm::all_of_zip(parts, cast<ArrayAttr>(r), isSameNumber);
  auto number = dyn_cast<FloatAttr>(l);
  return number ? number.getValue() == cast<FloatAttr>(r).getValue() : l == r;
}

// Constants of sdy have no folder, so the attribute is read under its name.
bool isSplatOf(Value value, DenseElementsAttr element) {
  Operation *def = value.getDefiningOp();
  while (def && isa<stablehlo::BroadcastInDimOp>(def))
    def = def->getOperand(0).getDefiningOp();
  auto attr = def && def->getNumOperands() == 0 ? def->getAttrOfType<DenseElementsAttr>("value")
                                                : DenseElementsAttr();
  return attr && attr.isSplat() &&
         isSameNumber(attr.getSplatValue<Attribute>(), element.getSplatValue<Attribute>());
}

// Rounding is not linear, but it keeps zeros.
bool keepsZeros(Operation *op) {
  return isa<stablehlo::ConvertOp, stablehlo::ReducePrecisionOp>(op);
}

size_t Choice::optionOf(int64_t element) const {
  if (cast<RankedTensorType>(by.getType()).getElementType().isInteger(1))
    return element ? 0 : 1;
  return element >= 0 && element < int64_t(options.size()) ? element : options.size() - 1;
}

// The regions of an if and a case return the options. A select has them as operands.
std::optional<Choice> choiceOf(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return std::nullopt;
  Operation *op = result.getOwner();
  if (auto select = dyn_cast<stablehlo::SelectOp>(op))
    return Choice{select.getPred(), {select.getOnTrue(), select.getOnFalse()}};
  if (!isa<stablehlo::IfOp, stablehlo::CaseOp>(op))
    return std::nullopt;
  Choice choice{op->getOperand(0), {}};
  for (Region &region : op->getRegions())
    choice.options.push_back(region.front().getTerminator()->getOperand(result.getResultNumber()));
  return choice;
}

// Numbers without a sign have one bit more.
int64_t greatestOf(IntegerType type) {
  unsigned bits = type.isUnsigned() ? type.getWidth() : type.getWidth() - 1;
  return bits >= 63 ? std::numeric_limits<int64_t>::max() : (int64_t(1) << bits) - 1;
}

bool isFiniteNonzeroSplat(Value value) {
  SmallVector<DenseElementsAttr, 2> constants = constantsOf(value);
  if (constants.size() != 1 || !constants[0].isSplat())
    return false;
  auto splat = constants[0].getSplatValue<Attribute>();
  auto real = dyn_cast<FloatAttr>(splat);
  auto integer = dyn_cast<IntegerAttr>(splat);
  return real ? real.getValue().isFiniteNonZero() : integer && !integer.getValue().isZero();
}

} // namespace spmd
