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

} // namespace spmd
