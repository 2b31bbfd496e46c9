// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds tables over all 16-bit floats and their look-up with StableHLO ops (half_table.h).
#include "compiler/optimize/half_table.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {

static Type bitsType(OpBuilder &b) { return b.getIntegerType(16, /*isSigned=*/false); }

Value createHalfNumbers(OpBuilder &b, Location loc, Type element) {
  Value bits = IotaOp::create(b, loc, RankedTensorType::get({kHalfNumbers}, bitsType(b)), 0);
  // Number i of the iota becomes the float with the bits i. Some of these are NaN.
  return BitcastConvertOp::create(b, loc, RankedTensorType::get({kHalfNumbers}, element), bits);
}

Value createUniform(OpBuilder &b, Location loc, DenseElementsAttr value, ArrayRef<int64_t> shape) {
  return ConstantOp::create(
      b, loc, value.resizeSplat(RankedTensorType::get(shape, value.getElementType())));
}

// A gather with windows of one element, as jnp.take along dim 0.
Value createLookup(OpBuilder &b, Location loc, Value table, Value numbers) {
  auto from = cast<RankedTensorType>(numbers.getType());
  Value bits = BitcastConvertOp::create(b, loc, from.clone(bitsType(b)), numbers);
  // indexVectorDim is one past the last dim: each element of `bits` is an index vector by itself.
  auto places =
      GatherDimensionNumbersAttr::get(b.getContext(), /*offsetDims=*/{}, /*collapsedSliceDims=*/{0},
                                      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
                                      /*startIndexMap=*/{0}, /*indexVectorDim=*/from.getRank());
  Type to = from.clone(cast<RankedTensorType>(table.getType()).getElementType());
  return GatherOp::create(b, loc, to, table, bits, places, ArrayRef<int64_t>{1});
}

} // namespace spmd
