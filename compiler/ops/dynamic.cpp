// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose result shape is an operand. Only the reference interpreter runs them, once the shapes
// are known; import replaces those with constant shapes (compiler/import/decompose.cpp).
#include "compiler/ops/facets.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

SmallVector<int64_t> listOf(const Tensor &t) {
  return SmallVector<int64_t>(llvm::ArrayRef<int64_t>(t.values<int64_t>()));
}

RankedTensorType resultTypeOf(Operation *op, llvm::ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, tensorTypeOf(op->getResult(0)).getElementType());
}

/// An error if a size is negative.
llvm::Error negativeSize(Operation *op, llvm::ArrayRef<int64_t> shape) {
  for (int64_t size : shape)
    if (size < 0)
      return opError(op, "is given the size " + llvm::Twine(size));
  return llvm::Error::success();
}

/// broadcast_in_dim to a shape that is an operand. Dims of size 1 are expanded.
struct DynamicBroadcastInDim {
  using Op = DynamicBroadcastInDimOp;
  /// As broadcast_in_dim; the shape of the result is an operand.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &) {
    SmallVector<int64_t> shape = listOf(in[1]), strides = stridesOf(in[0].shape());
    if (auto error = negativeSize(op, shape))
      return error;
    // The verifier cannot check sizes that are operands.
    for (auto [d, r] : llvm::enumerate(op.getBroadcastDimensions()))
      if (in[0].shape()[d] != 1 && in[0].shape()[d] != shape[r])
        return opError(op, "expands dim " + llvm::Twine(d) + " of size " +
                               llvm::Twine(in[0].shape()[d]) + " to " + llvm::Twine(shape[r]));
    out[0] = Tensor(resultTypeOf(op, shape));
    // Expanded dims of the operand are read at index 0.
    moveElements(out[0], in[0], [&](llvm::ArrayRef<int64_t> r) {
      int64_t from = 0;
      for (auto [d, dim] : llvm::enumerate(op.getBroadcastDimensions()))
        from += in[0].shape()[d] == 1 ? 0 : r[dim] * strides[d];
      return from;
    });
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"the shape is known at run time only">, Eval>;
};

/// iota of a shape that is an operand.
struct DynamicIota {
  using Op = DynamicIotaOp;
  /// As iota; the shape of the result is an operand.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &) {
    SmallVector<int64_t> shape = listOf(in[0]);
    if (auto error = negativeSize(op, shape))
      return error;
    auto type = resultTypeOf(op, shape);
    // double holds the indices of all tensors that fit into memory.
    std::vector<double> values;
    forEachIndex(shape, [&](llvm::ArrayRef<int64_t> index) {
      values.push_back(index[op.getIotaDimension()]);
    });
    switch (domainOf(type.getElementType())) {
    case Domain::Real:
      out[0] = Tensor::of(type, values);
      break;
    case Domain::Complex:
      out[0] = Tensor::of(type, std::vector<Complex>(values.begin(), values.end()));
      break;
    default:
      out[0] = Tensor::of(type, std::vector<int64_t>(values.begin(), values.end()));
    }
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"the shape is known at run time only">, Eval>;
};

// The padding value fills the whole result first.
struct DynamicPad {
  using Op = DynamicPadOp;
  /// As pad; low, high and interior padding are operands.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &) {
    SmallVector<int64_t> low = listOf(in[2]), high = listOf(in[3]), interior = listOf(in[4]), shape;
    // Negative padding cuts, as in pad.
    for (auto [d, size] : llvm::enumerate(in[0].shape()))
      shape.push_back(size + low[d] + high[d] + std::max<int64_t>(size - 1, 0) * interior[d]);
    if (auto error = negativeSize(op, shape))
      return error;
    out[0] = Tensor(resultTypeOf(op, shape));
    moveElements(out[0], in[1], [](llvm::ArrayRef<int64_t>) { return 0; });
    auto strides = stridesOf(shape);
    // Then the elements are written at low + index * (interior + 1).
    putElements(out[0], in[0], [&](llvm::ArrayRef<int64_t> o) {
      int64_t to = 0;
      for (int64_t d = 0; d < in[0].rank(); ++d) {
        int64_t r = low[d] + o[d] * (interior[d] + 1);
        if (r < 0 || r >= shape[d])
          return int64_t(-1);
        to += r * strides[d];
      }
      return to;
    });
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"the shape is known at run time only">, Eval>;
};

/// reshape to a shape that is an operand, with the same number of elements.
struct DynamicReshape {
  using Op = DynamicReshapeOp;
  /// As reshape; the shape of the result is an operand, so its number of elements is checked here.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &) {
    SmallVector<int64_t> shape = listOf(in[1]);
    if (auto error = negativeSize(op, shape))
      return error;
    auto type = resultTypeOf(op, shape);
    if (type.getNumElements() != in[0].count())
      return opError(op, "reshapes " + llvm::Twine(in[0].count()) + " elements to " +
                             llvm::Twine(type.getNumElements()));
    out[0] = in[0].withType(type);
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"the shape is known at run time only">, Eval>;
};

/// The size of one dim as a scalar.
struct GetDimensionSize {
  using Op = GetDimensionSizeOp;
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &) {
    out[0] = Tensor::of(op->getResult(0).getType(),
                        std::vector<int64_t>{in[0].shape()[op.getDimension()]});
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"a scalar of the shape">, Eval>;
};

/// Bounds are known at run time and must be valid; they are not clamped.
struct RealDynamicSlice {
  using Op = RealDynamicSliceOp;
  /// As slice; starts, limits and strides are operands, so they are checked here.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &) {
    SmallVector<int64_t> start = listOf(in[1]), limit = listOf(in[2]), step = listOf(in[3]), shape;
    for (auto [d, size] : llvm::enumerate(in[0].shape())) {
      if (start[d] < 0 || start[d] > limit[d] || limit[d] > size || step[d] <= 0)
        return opError(op, "slices dim " + llvm::Twine(d) + " of size " + llvm::Twine(size) +
                               " by " + llvm::Twine(start[d]) + ":" + llvm::Twine(limit[d]) + ":" +
                               llvm::Twine(step[d]));
      shape.push_back((limit[d] - start[d] + step[d] - 1) / step[d]);
    }
    out[0] = Tensor(resultTypeOf(op, shape));
    auto strides = stridesOf(in[0].shape());
    // Element r of the result is element start + r * step of the operand.
    moveElements(out[0], in[0], [&](llvm::ArrayRef<int64_t> r) {
      int64_t from = 0;
      for (int64_t d = 0; d < in[0].rank(); ++d)
        from += strides[d] * (start[d] + r[d] * step[d]);
      return from;
    });
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"the shape is known at run time only">, Eval>;
};

} // namespace

void addDynamicRules(RuleTable &table) {
  table.add<DynamicBroadcastInDim, DynamicIota, DynamicPad, DynamicReshape, GetDimensionSize,
            RealDynamicSlice>();
}

} // namespace spmd::ops
