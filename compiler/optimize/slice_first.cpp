// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The patterns of slice_first.h.
#include "compiler/optimize/slice_first.h"
#include "compiler/machine.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include <map>

using namespace mlir;

namespace spmd {
namespace {

// Smaller values are not rewritten: at half of this a cache holds them, and the program that runs
// stays close to the one that the user wrote.
constexpr int64_t kLargeBytes = 2 * Machine{}.lastCache;
constexpr int kDeepest = 16; // length of a chain of producers that a slice may move through

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

// At least kLargeBytes of integers or floats.
bool isLarge(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getElementType().isIntOrFloat() &&
         type.getNumElements() >=
             kLargeBytes / std::max<int64_t>(1, type.getElementTypeBitWidth() / 8);
}

/// Finds out whether little of a value is used: every user is a slice, and the slices together use
/// less than a quarter of its elements. Users may also be large ops with the facet `restrict` of
/// which little is used, because those are replaced as well. Each value is visited once, however
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
  DenseMap<Value, bool> known;

  // Adds up the elements that slices read until they reach a quarter of the value.
  // Chains of large values are allowed up to kDeepest.
  bool look(Value value, int depth) {
    int64_t elements = 0;
    for (Operation *user : value.getUsers()) {
      bool isReplaced = depth < kDeepest && Rules::of(user).restrict &&
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
  Value sliceWithout(Value value, ArrayRef<SliceRange> ranges, int depth) {
    Operation *op = value.getDefiningOp();
    if (!op || !Rules::of(op).restrict ||
        llvm::any_of(ranges, [](const SliceRange &range) { return range.size() == 0; }))
      return {};
    auto operand = [&](Value v, ArrayRef<SliceRange> inner) { return slice(v, inner, depth); };
    SliceBuilder builder{rewriter, loc, operand};
    return Rules::of(op).restrict(op, ranges, builder);
  }

private:
  RewriterBase &rewriter;
  Location loc;
  // The key is the value with its starts, limits and strides.
  std::map<std::pair<void *, std::vector<int64_t>>, Value> made;

  // A slice that cannot move before its producer becomes a slice op.
  Value slice(Value value, ArrayRef<SliceRange> ranges, int depth) {
    RankedTensorType type = typeOf(value).clone(
        llvm::map_to_vector(ranges, [](const SliceRange &range) { return range.size(); }));
    if (type == value.getType())
      return value;
    std::vector<int64_t> key;
    for (const SliceRange &range : ranges)
      key.insert(key.end(), {range.start, range.limit, range.stride});
    // The same slice of the same value is created once, so shared inputs do not multiply.
    Value &known = made[{value.getAsOpaquePointer(), std::move(key)}];
    if (!known && depth < kDeepest && isLarge(value))
      known = sliceWithout(value, ranges, depth + 1);
    if (known)
      return known;
    auto list = [&](int64_t SliceRange::*field) {
      return llvm::map_to_vector(ranges, [&](const SliceRange &range) { return range.*field; });
    };
    known = stablehlo::SliceOp::create(rewriter, loc, type, value, list(&SliceRange::start),
                                       list(&SliceRange::limit), list(&SliceRange::stride));
    return known;
  }
};

// The rewrite starts from a slice and replaces its operand's chain as far as it can.
LogicalResult sliceOfLarge(stablehlo::SliceOp op, PatternRewriter &rewriter) {
  if (!isLarge(op.getOperand()) || !Readers().areFew(op.getOperand()))
    return rewriter.notifyMatchFailure(
        op, "the operand is small, or its users read a quarter of it or more");
  SmallVector<SliceRange> ranges;
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
