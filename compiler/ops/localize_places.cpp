// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The local forms of gather and scatter, with indices relative to the part of the operand that the
// device holds.
#include "compiler/ops/localize_ops.h"
#include "compiler/ops/localize_values.h"
#include "compiler/ops/region.h"

using namespace mlir;

namespace spmd::ops {
namespace {

/// Indices as i32 or i64, in which all positions of the operand fit and indices out of bounds stay
/// out of bounds. The given type may be too narrow for the size of the dim. An unsigned type has no
/// room for positions before a shard.
Value wideIndices(LocalizeContext &c, Value indices) {
  auto type = cast<RankedTensorType>(indices.getType());
  auto element = cast<IntegerType>(type.getElementType());
  unsigned bits = element.getWidth();
  if (!element.isUnsigned() && bits >= 32)
    return indices;
  if (element.isUnsigned() && bits == 64) // indices from the middle on are beyond any bound
    indices = stablehlo::MinOp::create(c.builder, c.loc, indices, splatInteger(c, type, INT64_MAX));
  Type wide = bits < 32 ? c.builder.getI32Type() : c.builder.getI64Type();
  return stablehlo::ConvertOp::create(c.builder, c.loc, type.clone(wide), indices);
}

/// Makes the indices of a gather or scatter relative to this device's shard of the operand dims
/// that are sharded.
struct ShardedPlaces {
  LocalizeContext &c;
  RankedTensorType indices;        // local type
  int64_t vectorDim;               // of the indices; may be their rank
  ArrayRef<int64_t> componentDims; // operand dim of each component
  // The offsets per component, broadcast to the indices; null if nothing is sharded.
  Value offsets;
  SmallVector<int64_t> localSizes; // per component: local size of the operand dim

  // Dims with a window of one element may be sharded; other dims are whole or taken whole.
  ShardedPlaces(LocalizeContext &c, unsigned operand, unsigned indicesOperand, int64_t vectorDim,
                ArrayRef<int64_t> componentDims, ArrayRef<int64_t> windowSizes)
      : c(c), vectorDim(vectorDim), componentDims(componentDims) {
    // Other windows are local as they are.
    auto isSplit = [&](int64_t d) {
      return windowSizes[d] == 1 && !c.operandAxes(operand, d).empty();
    };
    if (llvm::none_of(componentDims, isSplit))
      return;
    auto local = cast<RankedTensorType>(c.operands[operand].getType());
    c.operands[indicesOperand] = wideIndices(c, c.operands[indicesOperand]);
    indices = cast<RankedTensorType>(c.operands[indicesOperand].getType());
    SmallVector<Value> parts;
    // Components of dims that are not sharded have offset 0.
    for (int64_t d : componentDims) {
      localSizes.push_back(local.getDimSize(d));
      Value offset =
          c.shardOffset(isSplit(d) ? c.operandAxes(operand, d) : ArrayRef<sdy::AxisRefAttr>(),
                        local.getDimSize(d));
      auto one = RankedTensorType::get({1}, indices.getElementType());
      Value typed = stablehlo::ConvertOp::create(
          c.builder, c.loc, RankedTensorType::get({}, indices.getElementType()), offset);
      parts.push_back(scalarBroadcast(c, typed, one));
    }
    offsets = perComponent(parts);
  }

  /// Broadcasts one value per component over the batch dims.
  Value perComponent(ArrayRef<Value> parts) {
    // [c] -> the shape of the indices along the vector dim, or a scalar without such a dim.
    Value list = parts.size() == 1
                     ? parts[0]
                     : Value(stablehlo::ConcatenateOp::create(
                           c.builder, c.loc,
                           RankedTensorType::get({int64_t(parts.size())}, indices.getElementType()),
                           parts, 0));
    if (vectorDim < indices.getRank())
      return broadcast(c, list, indices, {vectorDim});
    Value scalar = stablehlo::ReshapeOp::create(
        c.builder, c.loc, RankedTensorType::get({}, indices.getElementType()), list);
    return scalarBroadcast(c, scalar, indices);
  }
  // One constant per component.
  Value constants(ArrayRef<int64_t> values) {
    SmallVector<Value> parts;
    auto one = RankedTensorType::get({1}, indices.getElementType());
    for (int64_t value : values)
      parts.push_back(splatInteger(c, one, value));
    return perComponent(parts);
  }
};

} // namespace

// Masks the rows that other devices hold with zeros; partition adds an all-reduce.
LogicalResult localizeGather(stablehlo::GatherOp op, LocalizeContext &c) {
  auto numbers = op.getDimensionNumbers();
  auto global = cast<RankedTensorType>(op.getOperand().getType());
  auto local = cast<RankedTensorType>(c.operands[0].getType());
  SmallVector<int64_t> sizes(op.getSliceSizes());
  // A window over a whole sharded dim takes the local part.
  for (int64_t d = 0; d < global.getRank(); ++d)
    if (sizes[d] == global.getDimSize(d))
      sizes[d] = local.getDimSize(d); // a window over the whole dim is local
  ShardedPlaces places(c, 0, 1, numbers.getIndexVectorDim(), numbers.getStartIndexMap(),
                       op.getSliceSizes());
  NamedAttribute localSizes(op.getSliceSizesAttrName(), c.builder.getDenseI64ArrayAttr(sizes));
  if (!places.offsets) {
    c.replace(c.cloneLocal(op, {localSizes})->getResults());
    return success();
  }
  // Clamps as the global gather does, and then tests which rows are local.
  SmallVector<int64_t> limits, zeros(numbers.getStartIndexMap().size(), 0);
  for (int64_t d : numbers.getStartIndexMap())
    limits.push_back(global.getDimSize(d) - op.getSliceSizes()[d]);
  Value zero = places.constants(zeros);
  Value index =
      stablehlo::ClampOp::create(c.builder, c.loc, zero, c.operands[1], places.constants(limits));
  // Global index minus offset of the shard.
  index = stablehlo::SubtractOp::create(c.builder, c.loc, index, places.offsets);
  Value above = stablehlo::CompareOp::create(c.builder, c.loc, index, zero,
                                             stablehlo::ComparisonDirection::GE);
  Value below =
      stablehlo::CompareOp::create(c.builder, c.loc, index, places.constants(places.localSizes),
                                   stablehlo::ComparisonDirection::LT);
  Value here = stablehlo::AndOp::create(c.builder, c.loc, above, below);
  // A row is local if all components of its index are.
  int64_t vectorDim = numbers.getIndexVectorDim();
  if (vectorDim < places.indices.getRank()) { // all components must be local
    auto type = RankedTensorType::get({}, c.builder.getI1Type());
    Value yes = stablehlo::ConstantOp::create(c.builder, c.loc, DenseElementsAttr::get(type, true));
    here = stablehlo::ReduceOp::create(c.builder, c.loc, here, yes, ArrayRef<int64_t>{vectorDim},
                                       stablehlo::AndOp::getOperationName())
               ->getResult(0);
  }
  c.operands[1] = index;
  Value rows = c.cloneLocal(op, {localSizes})->getResult(0);
  auto type = cast<RankedTensorType>(rows.getType());
  SmallVector<int64_t> batchDims;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(numbers.getOffsetDims(), d))
      batchDims.push_back(d);
  // The mask over the batch dims is broadcast over the window dims.
  Value mask =
      broadcast(c, here, RankedTensorType::get(type.getShape(), c.builder.getI1Type()), batchDims);
  // Other devices contribute zeros to the sum.
  DenseElementsAttr nothing = identityOf(sdy::ReductionKind::SUM, type.getElementType());
  if (!nothing)
    return op.emitError("gathers elements of type ")
           << type.getElementType() << " from a split dim";
  c.replace(ValueRange{
      Value(stablehlo::SelectOp::create(c.builder, c.loc, mask, rows, splat(c, type, nothing)))});
  return success();
}

// Only dims that the updates lack need offsets; windows of all other dims are whole.
LogicalResult localizeScatter(stablehlo::ScatterOp op, LocalizeContext &c) {
  auto numbers = op.getScatterDimensionNumbers();
  unsigned n = op.getInputs().size();
  SmallVector<int64_t> windows(cast<RankedTensorType>(op.getInputs()[0].getType()).getShape());
  for (int64_t d : numbers.getInsertedWindowDims())
    windows[d] = 1; // other window dims are whole or not sharded
  ShardedPlaces places(c, 0, n, numbers.getIndexVectorDim(), numbers.getScatterDimsToOperandDims(),
                       windows);
  if (places.offsets) // the scatter itself skips positions outside of this shard
    c.operands[n] = stablehlo::SubtractOp::create(c.builder, c.loc, c.operands[n], places.offsets);
  if (failed(startOnFirstShard(op, c, op.getUpdateComputation(), 0, n)))
    return failure();
  c.replace(c.cloneLocal(op)->getResults());
  return success();
}

} // namespace spmd::ops
