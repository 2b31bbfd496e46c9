// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose result shape is an operand. Only the reference interpreter runs them, once the shapes
// are known; import replaces those with constant shapes (compiler/import/decompose.cpp).
#include "compiler/ops/batching.h"
#include "compiler/ops/facets.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

SmallVector<int64_t> listOf(const Tensor &t) {
  return SmallVector<int64_t>(ArrayRef<int64_t>(t.values<int64_t>()));
}

RankedTensorType resultTypeOf(Operation *op, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, tensorTypeOf(op->getResult(0)).getElementType());
}

/// An error if a size is negative.
llvm::Error negativeSize(Operation *op, ArrayRef<int64_t> shape) {
  for (int64_t size : shape)
    if (size < 0)
      return opError(op, "is given the size " + Twine(size));
  return llvm::Error::success();
}

/// An op whose operands the reference reads as lists of sizes.
template <class OpT> struct OfDynamicShape : Meaning<OpT> {
  using Facets = Has<NoRule<"the shape is known at run time only">,
                     NoVjp<"the shape is known at run time only">,
                     NoBatch<"the shape is known at run time only">, Eval>;
};

/// broadcast_in_dim to a shape that is an operand. Dims of size 1 are expanded.
struct DynamicBroadcastInDim : OfDynamicShape<DynamicBroadcastInDimOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    SmallVector<int64_t> shape = listOf(in[1]);
    if (auto error = negativeSize(op, shape))
      return error;
    // The verifier cannot check sizes that are operands.
    for (auto [d, r] : llvm::enumerate(op.getBroadcastDimensions()))
      if (in[0].shape()[d] != 1 && in[0].shape()[d] != shape[r])
        return opError(op, "expands dim " + Twine(d) + " of size " + Twine(in[0].shape()[d]) +
                               " to " + Twine(shape[r]));
    return broadcastElements(resultTypeOf(op, shape), in[0], op.getBroadcastDimensions());
  }
};

/// iota of a shape that is an operand.
struct DynamicIota : OfDynamicShape<DynamicIotaOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    SmallVector<int64_t> shape = listOf(in[0]);
    if (auto error = negativeSize(op, shape))
      return error;
    return indicesAlong(resultTypeOf(op, shape), op.getIotaDimension());
  }
};

struct DynamicPad : OfDynamicShape<DynamicPadOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    SmallVector<int64_t> low = listOf(in[2]), high = listOf(in[3]), interior = listOf(in[4]), shape;
    for (int64_t between : interior) // the verifier sees constants only
      if (between < 0)
        return opError(op, "puts " + Twine(between) + " elements between two; pads need 0 or more");
    // Negative padding cuts, as in pad.
    for (auto [d, size] : llvm::enumerate(in[0].shape()))
      shape.push_back(size + low[d] + high[d] + std::max<int64_t>(size - 1, 0) * interior[d]);
    if (auto error = negativeSize(op, shape))
      return error;
    return paddedElements(in[0], in[1], low, high, interior);
  }
};

/// reshape to a shape that is an operand, with the same number of elements.
struct DynamicReshape : OfDynamicShape<DynamicReshapeOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    SmallVector<int64_t> shape = listOf(in[1]);
    if (auto error = negativeSize(op, shape))
      return error;
    auto type = resultTypeOf(op, shape);
    if (type.getNumElements() != in[0].count())
      return opError(op, "reshapes " + Twine(in[0].count()) + " elements to " +
                             Twine(type.getNumElements()));
    return in[0].withType(type);
  }
};

/// The size of one dim as a scalar.
struct GetDimensionSize : Meaning<GetDimensionSizeOp> {
  static Tensor eval(Op op, Inputs in) {
    return Tensor::of(op->getResult(0).getType(),
                      std::vector<int64_t>{in[0].shape()[op.getDimension()]});
  }
  /// The size is the same for all entries.
  static LogicalResult batch(Op op, Batching &g) {
    int64_t dim = Batching::shifted(op.getDimension(), g.dim(0));
    return g.clone(g.value(0), Batched::kNone, g.number(op.getDimensionAttrName(), dim));
  }
  using Facets = Has<NoRule<"a scalar of the shape">, ZeroVjp, Batch, Eval>;
};

/// Bounds are known at run time and must be valid; they are not clamped.
struct RealDynamicSlice : OfDynamicShape<RealDynamicSliceOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    SmallVector<int64_t> start = listOf(in[1]), limit = listOf(in[2]), step = listOf(in[3]);
    for (auto [d, size] : llvm::enumerate(in[0].shape()))
      if (start[d] < 0 || start[d] > limit[d] || limit[d] > size || step[d] <= 0)
        return opError(op, "slices dim " + Twine(d) + " of size " + Twine(size) + " by " +
                               Twine(start[d]) + ":" + Twine(limit[d]) + ":" + Twine(step[d]));
    return slicedElements(in[0], start, limit, step);
  }
};

} // namespace

void addDynamicRules(RuleTable &table) {
  table.add<DynamicBroadcastInDim, DynamicIota, DynamicPad, DynamicReshape, GetDimensionSize,
            RealDynamicSlice>();
}

} // namespace spmd::ops
