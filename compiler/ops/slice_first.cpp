// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The patterns of slice_first.h.
#include "compiler/ops/slice_first.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"
#include <map>

using namespace mlir;

namespace spmd {
namespace {

// Smaller values are not rewritten. Their buffers are cheap, and the program that runs stays close
// to the one that the user wrote.
constexpr int64_t kLargeBytes = int64_t(64) << 20;
constexpr int kDeepest = 16; // length of a chain of producers that a slice may move through

/// The elements that a slice takes along one dim.
struct Range {
  int64_t start, limit, stride;
  int64_t size() const { return (limit - start + stride - 1) / stride; }
};
using Ranges = SmallVector<Range>;

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

RankedTensorType slicedType(RankedTensorType type, ArrayRef<Range> ranges) {
  return type.clone(llvm::map_to_vector(ranges, [](const Range &range) { return range.size(); }));
}

// At least kLargeBytes of integers or floats.
bool isLarge(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getElementType().isIntOrFloat() &&
         type.getNumElements() >=
             kLargeBytes / std::max<int64_t>(1, type.getElementTypeBitWidth() / 8);
}

/// Finds out whether little of a value is used: every user is a slice, and the slices together use
/// less than a quarter of its elements. Users may also be large broadcasts, pads and concatenations
/// of which little is used, because those are replaced as well. Each value is visited once, however
/// often a concatenation names it.
class Readers {
public:
  // Visits each value once. The entry stays false until the answer is known.
  bool areFew(Value value, int depth = 0) {
    auto [found, isNew] = known.try_emplace(value, false);
    if (!isNew)
      return found->second;
    const bool few = look(value, depth);
    return known[value] = few;
  }

private:
  llvm::DenseMap<Value, bool> known;

  // Adds up the elements that slices read until they reach a quarter of the value.
  // Chains of large values are allowed up to kDeepest.
  bool look(Value value, int depth) {
    int64_t elements = 0;
    for (Operation *user : value.getUsers()) {
      bool isReplaced =
          depth < kDeepest &&
          isa<stablehlo::BroadcastInDimOp, stablehlo::PadOp, stablehlo::ConcatenateOp>(user) &&
          isLarge(user->getResult(0)) && areFew(user->getResult(0), depth + 1);
      if (isReplaced)
        continue;
      if (!isa<stablehlo::SliceOp>(user))
        return false;
      elements += typeOf(user->getResult(0)).getNumElements();
      if (elements >= typeOf(value).getNumElements() / 4)
        return false;
    }
    return true;
  }
};

/// Creates slices at one position of the program, and each slice of a value only once.
class Slicer {
public:
  Slicer(RewriterBase &rewriter, Location loc) : rewriter(rewriter), loc(loc) {}

  /// The slice, computed without its operand, or null if that is not possible.
  Value sliceWithout(Value value, ArrayRef<Range> ranges, int depth);

private:
  RewriterBase &rewriter;
  Location loc;
  // The key is the value with its starts, limits and strides.
  std::map<std::pair<void *, std::vector<int64_t>>, Value> made;

  Value slice(Value value, ArrayRef<Range> ranges, int depth);
  Value sliceOfBroadcast(stablehlo::BroadcastInDimOp op, ArrayRef<Range> ranges, int depth);
  Value sliceOfIota(stablehlo::IotaOp op, ArrayRef<Range> ranges);
  Value sliceOfPad(stablehlo::PadOp op, ArrayRef<Range> ranges, int depth);
  Value sliceOfConcatenate(stablehlo::ConcatenateOp op, ArrayRef<Range> ranges, int depth);
};

// Expanded dims of the operand are taken at 0, the others as the slice takes them.
Value Slicer::sliceOfBroadcast(stablehlo::BroadcastInDimOp op, ArrayRef<Range> ranges, int depth) {
  RankedTensorType from = typeOf(op.getOperand());
  Ranges inner;
  // slice(broadcast [4] -> [2^30, 4]) [0:2, 1:3] -> broadcast(slice(x) [1:3]) to [2, 2].
  for (auto [d, dim] : llvm::enumerate(op.getBroadcastDimensions()))
    inner.push_back(from.getDimSize(d) == 1 ? Range{0, 1, 1} : ranges[dim]);
  Value part = slice(op.getOperand(), inner, depth);
  return stablehlo::BroadcastInDimOp::create(rewriter, loc, slicedType(op.getType(), ranges), part,
                                             op.getBroadcastDimensionsAttr());
}

/// Counts in i64 and converts, so that elements of a long float iota are rounded once.
Value Slicer::sliceOfIota(stablehlo::IotaOp op, ArrayRef<Range> ranges) {
  RankedTensorType type = slicedType(typeOf(op.getResult()), ranges),
                   wide = type.clone(rewriter.getI64Type());
  // iota [2^30] sliced by [5:20:3] -> iota [5] * 3 + 5.
  const Range &range = ranges[op.getIotaDimension()];
  auto number = [&](int64_t value) {
    return stablehlo::ConstantOp::create(
        rewriter, loc, DenseElementsAttr::get(wide, rewriter.getI64IntegerAttr(value)));
  };
  Value index = stablehlo::IotaOp::create(rewriter, loc, wide, op.getIotaDimension());
  index = stablehlo::MulOp::create(rewriter, loc, index, number(range.stride));
  index = stablehlo::AddOp::create(rewriter, loc, index, number(range.start));
  return wide == type ? index
                      : stablehlo::ConvertOp::create(rewriter, loc, type, index).getResult();
}

/// Null for interior padding and for strides.
Value Slicer::sliceOfPad(stablehlo::PadOp op, ArrayRef<Range> ranges, int depth) {
  RankedTensorType from = typeOf(op.getOperand()),
                   type = slicedType(typeOf(op.getResult()), ranges);
  Ranges inner;
  SmallVector<int64_t> low, high, none(ranges.size(), 0);
  bool isPadding = false;
  for (auto [d, range] : llvm::enumerate(ranges)) {
    if (op.getInteriorPadding()[d] != 0 || range.stride != 1)
      return {};
    int64_t first = op.getEdgePaddingLow()[d], size = from.getDimSize(d);
    // The part of the operand inside of the slice; what remains at both ends is padding.
    Range taken{std::clamp<int64_t>(range.start - first, 0, size),
                std::clamp<int64_t>(range.limit - first, 0, size), 1};
    isPadding |= taken.start >= taken.limit;
    inner.push_back(taken);
    low.push_back(taken.start + first - range.start);
    high.push_back(range.limit - first - taken.limit);
  }
  // The slice is all padding.
  if (isPadding)
    return stablehlo::BroadcastInDimOp::create(rewriter, loc, type, op.getPaddingValue(),
                                               rewriter.getDenseI64ArrayAttr({}));
  Value part = slice(op.getOperand(), inner, depth);
  if (part.getType() == type)
    return part;
  return stablehlo::PadOp::create(rewriter, loc, type, part, op.getPaddingValue(), low, high, none);
}

/// Null for strides along the joined dim.
Value Slicer::sliceOfConcatenate(stablehlo::ConcatenateOp op, ArrayRef<Range> ranges, int depth) {
  int64_t dim = op.getDimension(), begin = 0;
  if (ranges[dim].stride != 1)
    return {};
  SmallVector<Value> parts;
  // Inputs outside of the slice disappear, the others are sliced themselves.
  for (Value input : op.getInputs()) {
    int64_t size = typeOf(input).getDimSize(dim);
    Ranges inner(ranges);
    inner[dim] = {std::clamp<int64_t>(ranges[dim].start - begin, 0, size),
                  std::clamp<int64_t>(ranges[dim].limit - begin, 0, size), 1};
    begin += size;
    if (inner[dim].start < inner[dim].limit)
      parts.push_back(slice(input, inner, depth));
  }
  if (parts.size() == 1)
    return parts.front();
  return stablehlo::ConcatenateOp::create(rewriter, loc, slicedType(typeOf(op.getResult()), ranges),
                                          parts, op.getDimension());
}

// Null if the producer is none of these ops; splat constants become smaller splats.
Value Slicer::sliceWithout(Value value, ArrayRef<Range> ranges, int depth) {
  Operation *op = value.getDefiningOp();
  DenseElementsAttr constant;
  if (!op || slicedType(typeOf(value), ranges).getNumElements() == 0)
    return {};
  if (matchPattern(op, m_Constant(&constant)))
    return constant.isSplat() ? Value(stablehlo::ConstantOp::create(
                                    rewriter, loc,
                                    constant.resizeSplat(slicedType(
                                        cast<RankedTensorType>(constant.getType()), ranges))))
                              : Value();
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op))
    return sliceOfBroadcast(broadcast, ranges, depth);
  if (auto iota = dyn_cast<stablehlo::IotaOp>(op))
    return sliceOfIota(iota, ranges);
  if (auto pad = dyn_cast<stablehlo::PadOp>(op))
    return sliceOfPad(pad, ranges, depth);
  if (auto concatenate = dyn_cast<stablehlo::ConcatenateOp>(op))
    return sliceOfConcatenate(concatenate, ranges, depth);
  return {};
}

// A slice that cannot move before its producer becomes a slice op.
Value Slicer::slice(Value value, ArrayRef<Range> ranges, int depth) {
  RankedTensorType type = slicedType(typeOf(value), ranges);
  if (type == value.getType())
    return value;
  std::vector<int64_t> key;
  for (const Range &range : ranges)
    key.insert(key.end(), {range.start, range.limit, range.stride});
  // The same slice of the same value is created once, so shared inputs do not multiply.
  Value &known = made[{value.getAsOpaquePointer(), std::move(key)}];
  if (!known && depth < kDeepest && isLarge(value))
    known = sliceWithout(value, ranges, depth + 1);
  if (known)
    return known;
  auto list = [&](int64_t Range::*field) {
    return llvm::map_to_vector(ranges, [&](const Range &range) { return range.*field; });
  };
  known = stablehlo::SliceOp::create(rewriter, loc, type, value, list(&Range::start),
                                     list(&Range::limit), list(&Range::stride));
  return known;
}

// The rewrite starts from a slice and replaces its operand's chain as far as it can.
LogicalResult sliceOfLarge(stablehlo::SliceOp op, PatternRewriter &rewriter) {
  if (!isLarge(op.getOperand()) || !Readers().areFew(op.getOperand()))
    return rewriter.notifyMatchFailure(
        op, "the operand is small, or its users read a quarter of it or more");
  Ranges ranges;
  for (auto [start, limit, stride] :
       llvm::zip_equal(op.getStartIndices(), op.getLimitIndices(), op.getStrides()))
    ranges.push_back({start, limit, stride});
  Value made = Slicer(rewriter, op.getLoc()).sliceWithout(op.getOperand(), ranges, /*depth=*/0);
  if (!made)
    return rewriter.notifyMatchFailure(op, "the operand is not made of something smaller");
  rewriter.replaceOp(op, made);
  return success();
}

} // namespace

void addSlicesOfLarge(RewritePatternSet &patterns) { patterns.add(sliceOfLarge); }

} // namespace spmd
