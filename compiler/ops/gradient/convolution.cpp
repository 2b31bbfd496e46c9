// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gradient of a convolution in both operands. Each is a convolution of the cotangent again, in
// which dims change roles and strides become dilations (Dumoulin and Visin 2016, "A guide to
// convolution arithmetic", section 4).
#include "compiler/ops/gradient/gradients.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Splits dim `dim` into [count, rest], and makes the first of these the major part of dim `into`.
/// The number of dims stays.
Expr moveMajorPart(Expr x, int64_t dim, int64_t count, int64_t into) {
  // [.., 6, .., 4] with count 2 of the first dim -> [.., 3, .., 8]
  SmallVector<int64_t> split(x.shape()), order, merged(x.shape());
  split[dim] /= count;
  split.insert(split.begin() + dim, count);
  for (int64_t d = 0; d < int64_t(split.size()); ++d)
    if (d != dim)
      order.push_back(d);
  order.insert(order.begin() + into, dim);
  merged[dim] /= count;
  merged[into] *= count;
  return reshape(transpose(reshape(x, split), order), merged);
}

int64_t dilated(int64_t size, int64_t by) { return size ? (size - 1) * by + 1 : 0; }

struct ConvolutionGradient {
  ConvolutionOp op;
  Backward &g;
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  SmallVector<WindowDim> window = *op.window();
  int64_t features = op.getFeatureGroupCount(), batches = op.getBatchGroupCount();

  Expr convolve(Expr l, Expr r, ConvDimensionNumbersAttr numbers, ArrayRef<WindowDim> w,
                RankedTensorType type, int64_t featureGroups, int64_t batchGroups) {
    // The kernel is mirrored by ops of its own, so the attribute for it stays away.
    auto list = [&](auto get) { return g.b.getDenseI64ArrayAttr(llvm::map_to_vector(w, get)); };
    SmallVector<int64_t> padding;
    for (const WindowDim &d : w)
      padding.append({d.low, d.high});
    auto paddingType = RankedTensorType::get({int64_t(w.size()), 2}, g.b.getI64Type());
    return g.of(ConvolutionOp::create(
        g.b, g.loc, type, l.value, r.value, list([](const WindowDim &d) { return d.stride; }),
        DenseIntElementsAttr::get(paddingType, padding),
        list([](const WindowDim &d) { return d.baseDilation; }),
        list([](const WindowDim &d) { return d.windowDilation; }), DenseBoolArrayAttr(), numbers,
        featureGroups, batchGroups, op.getPrecisionConfigAttr()));
  }

  SmallVector<int64_t> reversedDims() {
    // Dims in which the forward op has mirrored the kernel.
    SmallVector<int64_t> reversed;
    if (auto flags = op.getWindowReversal())
      for (auto [flag, dim] : llvm::zip_equal(*flags, dims.getKernelSpatialDimensions()))
        if (flag)
          reversed.push_back(dim);
    return reversed;
  }
  Expr reverse(Expr x, ArrayRef<int64_t> along) {
    return along.empty() ? x
                         : g.make("stablehlo.reverse", x.type(), x,
                                  g.b.getNamedAttr("dimensions", g.b.getDenseI64ArrayAttr(along)));
  }

  /// The cotangent of lhs: the cotangent of the result under the mirrored kernel.
  Expr ofLhs(Expr ct) {
    // Input and output features change roles. Groups of input features are groups of output
    // features of the transposed kernel.
    Expr kernel = convert(g.in(1), ct.element());
    int64_t in = dims.getKernelInputFeatureDimension(),
            out = dims.getKernelOutputFeatureDimension(), groups = std::max(features, batches);
    // The op is a correlation, so its transpose mirrors the kernel, unless it was mirrored already.
    SmallVector<int64_t> mirrored, reversed = reversedDims();
    for (int64_t d : dims.getKernelSpatialDimensions())
      if (!llvm::is_contained(reversed, d))
        mirrored.push_back(d);
    kernel = reverse(kernel, mirrored);
    if (groups > 1)
      kernel = moveMajorPart(kernel, out, groups, in);
    auto numbers = ConvDimensionNumbersAttr::get(
        op.getContext(), dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(),
        dims.getOutputSpatialDimensions(), out, in, dims.getKernelSpatialDimensions(),
        dims.getInputBatchDimension(), dims.getInputFeatureDimension(),
        dims.getInputSpatialDimensions());
    // The padding is what makes the result as long as lhs: each element of lhs meets all windows
    // that reach it.
    SmallVector<WindowDim> back;
    for (auto [i, w] : llvm::enumerate(window)) {
      int64_t reach = dilated(w.size, w.windowDilation),
              from = dilated(g.in(0).shape()[dims.getInputSpatialDimensions()[i]], w.baseDilation),
              to = dilated(ct.shape()[dims.getOutputSpatialDimensions()[i]], w.stride);
      back.push_back({.size = w.size,
                      .stride = w.baseDilation,
                      .low = reach - w.low - 1,
                      .high = from - to + w.low,
                      .baseDilation = w.stride,
                      .windowDilation = w.windowDilation});
    }
    // Groups of the batch come out as groups of features first.
    SmallVector<int64_t> shape(g.in(0).shape());
    shape[dims.getInputBatchDimension()] /= batches;
    shape[dims.getInputFeatureDimension()] *= batches;
    Expr given = convolve(ct, kernel, numbers, back, ct.type().clone(shape), groups, 1);
    if (batches > 1)
      given = moveMajorPart(given, dims.getInputFeatureDimension(), batches,
                            dims.getInputBatchDimension());
    return convert(given, g.in(0).element());
  }

  /// The cotangent of the kernel: the cotangent of the result slides over lhs.
  Expr ofKernel(Expr ct) {
    // The batch is what is contracted: it takes the role of the features, and these that of the
    // batch.
    auto numbers = ConvDimensionNumbersAttr::get(
        op.getContext(), dims.getInputFeatureDimension(), dims.getInputBatchDimension(),
        dims.getInputSpatialDimensions(), dims.getOutputBatchDimension(),
        dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions(),
        dims.getKernelInputFeatureDimension(), dims.getKernelOutputFeatureDimension(),
        dims.getKernelSpatialDimensions());
    SmallVector<WindowDim> back;
    for (auto [i, w] : llvm::enumerate(window)) {
      int64_t reach = dilated(w.size, w.windowDilation),
              from = dilated(g.in(0).shape()[dims.getInputSpatialDimensions()[i]], w.baseDilation),
              size = ct.shape()[dims.getOutputSpatialDimensions()[i]];
      back.push_back({.size = size,
                      .stride = w.windowDilation,
                      .low = w.low,
                      .high = dilated(size, w.stride) - from + reach - w.low - 1,
                      .baseDilation = w.baseDilation,
                      .windowDilation = w.stride});
    }
    Expr given = convolve(convert(g.in(0), ct.element()), ct, numbers, back,
                          g.in(1).type().clone(ct.element()), batches, features);
    return convert(reverse(given, reversedDims()), g.in(1).element());
  }
};

} // namespace

LogicalResult convolutionGradient(ConvolutionOp op, Backward &g) {
  if (g.ct().type().getNumElements() == 0)
    return success();
  ConvolutionGradient gradient{op, g};
  if (g.wants(0u))
    g.give(0u, gradient.ofLhs(g.ct()));
  if (g.wants(1u))
    g.give(1, gradient.ofKernel(g.ct()));
  return success();
}

} // namespace spmd::ops
