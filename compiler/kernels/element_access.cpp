// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits loads and stores of the elements of buffers at symbolic indices: scalars, vectors of
// contiguous elements forwards or backwards, gathers and scatters of all others.
#include "compiler/kernels/element_access.h"
#include "mlir/IR/TypeUtilities.h"
#include <numeric>

using namespace mlir;

namespace spmd {

static bool isNarrow(Type element) {
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
}

Value toRegister(LoopBuilder &b, Value value) {
  if (!isNarrow(getElementTypeOrSelf(value)))
    return value;
  return b.make<arith::ExtFOp>(withLanes(b.getF32Type(), lanesOf(value)), value);
}

Value toElement(LoopBuilder &b, Value value, Type element) {
  if (!isNarrow(element))
    return value;
  return b.make<arith::TruncFOp>(withLanes(element, lanesOf(value)), value);
}

Value ElementAccess::constantMask(unsigned lanes) {
  return b.splat(b.constant(b.getBoolAttr(true)), lanes);
}

Value ElementAccess::load(Value base, AffineExpr linear) {
  linear = algebra.simplify(linear);
  int lane = index.laneVariable(linear);
  return toRegister(b, lane < 0 ? Value(b.make<memref::LoadOp>(base, index.number(linear, 1)))
                                : loadLanes(base, linear, lane));
}

/// Every second element, third or fourth: vectors of all elements, of which a shuffle takes some.
/// Loads of neighbours, such as the parts of complex numbers, are the same loads. Null where that
/// could read behind the buffer.
///   x[2 * i + 1] of 4 lanes  ->  x[2 * i .. 2 * i + 7], lanes 1 3 5 7
Value ElementAccess::loadApart(Value base, AffineExpr linear, int lane, int64_t stride) {
  int64_t lanes = index.lanesOfVariable(lane);
  Type element = getElementTypeOrSelf(base);
  SmallVector<int64_t> taken(lanes);
  Value first = index.number(linear, 1);
  auto offset = dyn_cast<AffineConstantExpr>(algebra.simplify(linear % stride));
  if (offset && cast<MemRefType>(base.getType()).getNumElements() % stride == 0) {
    for (auto [i, from] : llvm::enumerate(taken))
      from = stride * int64_t(i) + offset.getValue();
    auto type = cast<VectorType>(withLanes(element, unsigned(lanes * stride)));
    first = b.sub(first, b.index(offset.getValue()));
    return b.shuffle(b.make<vector::LoadOp>(type, base, first), taken);
  }
  if (stride != 2)
    return nullptr;
  // The second vector ends with the last element that is wanted.
  for (auto [i, from] : llvm::enumerate(taken))
    from = 2 * int64_t(i) < lanes ? 2 * int64_t(i) : 2 * int64_t(i) + 1;
  auto type = cast<VectorType>(withLanes(element, unsigned(lanes)));
  Value low = b.make<vector::LoadOp>(type, base, first),
        high = b.make<vector::LoadOp>(type, base, b.add(first, b.index(lanes - 1)));
  return b.make<vector::ShuffleOp>(low, high, taken);
}

/// One load where neighbouring lanes read neighbouring elements, else a gather.
///   x[d0 + lane] -> vector.load    x[7 - lane] -> load, shuffle    x[4 * lane] -> gather
Value ElementAccess::loadLanes(Value base, AffineExpr linear, int lane) {
  unsigned lanes = index.lanesOfVariable(lane);
  auto type = cast<VectorType>(withLanes(getElementTypeOrSelf(base), lanes));
  Value mask = b.current()->maskOf(lane);
  std::optional<int64_t> stride = algebra.stride(linear, lane);
  if (stride == 1 && mask)
    return b.make<vector::MaskedLoadOp>(type, base, index.number(linear, 1), mask, b.zero(type));
  if (stride == 1)
    return b.make<vector::LoadOp>(type, base, index.number(linear, 1));
  if (stride == -1 && !mask) {
    Value first = b.sub(index.number(linear, 1), b.index(lanes - 1));
    SmallVector<int64_t> reversed(lanes);
    std::iota(reversed.rbegin(), reversed.rend(), 0);
    return b.shuffle(b.make<vector::LoadOp>(type, base, first), reversed);
  }
  if (stride && *stride > 1 && *stride <= kMostLoadedStride && !mask)
    if (Value found = loadApart(base, linear, lane, *stride))
      return found;
  Value places;
  if (stride && !mask) { // first + lane * stride, so that later passes can see the stride
    SmallVector<APInt> steps;
    for (unsigned i = 0; i < lanes; ++i)
      steps.push_back(APInt(64, uint64_t(*stride * i)));
    auto numbers = cast<VectorType>(withLanes(b.getIndexType(), lanes));
    places = b.add(b.splat(index.number(linear, 1), lanes),
                   b.constant(DenseElementsAttr::get(numbers, steps)));
  } else {
    places = index.number(linear, lanes);
  }
  return b.make<vector::GatherOp>(type, base, ValueRange(b.index(0)), places,
                                  mask ? mask : constantMask(lanes), b.zero(type));
}

/// A vector.store where neighbouring lanes write neighbouring elements, else a scatter.
void ElementAccess::store(Value base, AffineExpr linear, Value value, unsigned lanes) {
  linear = algebra.simplify(linear);
  int lane = index.laneVariable(linear);
  Type element = getElementTypeOrSelf(base);
  if (lane < 0) {
    assert(lanesOf(value) == 1 && "one place, one value");
    b.make<memref::StoreOp>(toElement(b, value, element), base, index.number(linear, 1));
    return;
  }
  value = toElement(b, b.splat(value, lanes), element);
  if (algebra.stride(linear, lane) == 1) {
    b.make<vector::StoreOp>(value, base, index.number(linear, 1));
    return;
  }
  b.make<vector::ScatterOp>(Type(), base, ValueRange(b.index(0)), index.number(linear, lanes),
                            constantMask(lanes), value);
}

/// All values are put one behind the other first, since a shuffle takes two vectors of one length:
///   x0 x1 .., y0 y1 ..  ->  x0 x1 .. y0 y1 ..  ->  x0 y0 x1 y1 ..
/// LLVM makes one or two permutations of both for each register that is stored.
void ElementAccess::storeNeighbours(Value base, AffineExpr linear, ArrayRef<Value> values,
                                    unsigned lanes) {
  Type element = getElementTypeOrSelf(base);
  Value first = index.number(algebra.simplify(linear), 1);
  if (lanes == 1) {
    for (auto [k, value] : llvm::enumerate(values))
      b.make<memref::StoreOp>(toElement(b, value, element), base, b.add(first, b.index(k)));
    return;
  }
  // One behind the other, then each lane's together.
  Value all = toElement(b, values[0], element);
  for (Value value : values.drop_front()) {
    unsigned before = lanesOf(all);
    if (before > lanes) { // a shuffle takes vectors of one length
      SmallVector<int64_t> longer(before, 0);
      std::iota(longer.begin(), longer.begin() + lanes, int64_t(0));
      value = b.shuffle(value, longer);
    }
    SmallVector<int64_t> joined(before + lanes);
    std::iota(joined.begin(), joined.end(), int64_t(0));
    all = b.make<vector::ShuffleOp>(all, toElement(b, value, element), joined);
  }
  SmallVector<int64_t> order;
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned k = 0; k < values.size(); ++k)
      order.push_back(int64_t(k) * lanes + lane);
  b.make<vector::StoreOp>(b.shuffle(all, order), base, first);
}

} // namespace spmd
