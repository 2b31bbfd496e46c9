// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the attributes of a convolution, and computes one element of the result after another.
#include "compiler/ops/convolution_numbers.h"
#include "compiler/elements/dtype.h"
#include "compiler/ops/facets.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

ConvNumbers numbersOf(ConvolutionOp op) {
  SmallVector<int64_t> padding;
  if (auto attr = op.getPaddingAttr())
    llvm::append_range(padding, attr.getValues<int64_t>());
  return ConvNumbers::of(op, tensorTypeOf(op.getRhs()).getShape(), padding);
}

namespace {
/// The reference sums, in row-major order of the result. Positions in the three tensors are summed
/// up dim by dim: batch, feature, then spatial dims.
template <class T>
std::vector<T> convolve(const ConvNumbers &n, const Tensor &lhs, const Tensor &rhs,
                        ArrayRef<int64_t> outShape) {
  std::vector<T> l = lhs.values<T>(), r = rhs.values<T>(), out;
  auto ls = stridesOf(lhs.shape()), rs = stridesOf(rhs.shape());
  auto dims = n.dims;
  // The kernel has only the input features of one group.
  int64_t inputFeatures = rhs.shape()[dims.getKernelInputFeatureDimension()];
  int64_t outFeatures = outShape[dims.getOutputFeatureDimension()];
  int64_t outBatch = outShape[dims.getOutputBatchDimension()];
  SmallVector<int64_t> windowSizes;
  for (const WindowDim &w : n.window)
    windowSizes.push_back(w.size);
  forEachIndex(outShape, [&](ArrayRef<int64_t> o) {
    int64_t of = o[dims.getOutputFeatureDimension()], ob = o[dims.getOutputBatchDimension()];
    // A group of output features uses its own part of the input features, or of the batch.
    int64_t featureGroup = of / (outFeatures / n.featureGroups),
            batchGroup = of / (outFeatures / n.batchGroups);
    // Group g reads the input features [g * inputFeatures, (g + 1) * inputFeatures).
    int64_t lhsBase = (batchGroup * outBatch + ob) * ls[dims.getInputBatchDimension()] +
                      featureGroup * inputFeatures * ls[dims.getInputFeatureDimension()];
    int64_t rhsBase = of * rs[dims.getKernelOutputFeatureDimension()];
    T sum{};
    forEachIndex(windowSizes, [&](ArrayRef<int64_t> k) {
      int64_t lhsAt = lhsBase, rhsAt = rhsBase;
      // The position of the window element in the dilated lhs; holes and padding contribute
      // nothing.
      for (auto [i, w] : llvm::enumerate(n.window)) {
        int64_t place =
            o[dims.getOutputSpatialDimensions()[i]] * w.stride + k[i] * w.windowDilation - w.low;
        int64_t d = dims.getInputSpatialDimensions()[i];
        if (place < 0 || place % w.baseDilation != 0 || place / w.baseDilation >= lhs.shape()[d])
          return;
        lhsAt += place / w.baseDilation * ls[d];
        rhsAt +=
            (n.reversed[i] ? w.size - 1 - k[i] : k[i]) * rs[dims.getKernelSpatialDimensions()[i]];
      }
      for (int64_t c = 0; c < inputFeatures; ++c) {
        T x = l[lhsAt + c * ls[dims.getInputFeatureDimension()]];
        T y = r[rhsAt + c * rs[dims.getKernelInputFeatureDimension()]];
        if constexpr (std::is_integral_v<T>)
          sum = T(uint64_t(sum) + uint64_t(x) * uint64_t(y));
        else
          sum += x * y;
      }
    });
    out.push_back(sum);
  });
  return out;
}

} // namespace

Tensor convolutionOf(const ConvNumbers &n, const Tensor &lhs, const Tensor &rhs, Type element) {
  auto dims = n.dims;
  // Batch, feature and spatial dims are placed as the attribute says.
  SmallVector<int64_t> shape(lhs.rank());
  shape[dims.getOutputBatchDimension()] =
      lhs.shape()[dims.getInputBatchDimension()] / n.batchGroups;
  shape[dims.getOutputFeatureDimension()] = rhs.shape()[dims.getKernelOutputFeatureDimension()];
  for (auto [i, w] : llvm::enumerate(n.window))
    shape[dims.getOutputSpatialDimensions()[i]] =
        windowCount(lhs.shape()[dims.getInputSpatialDimensions()[i]], w);
  auto type = RankedTensorType::get(shape, element);
  switch (domainOf(lhs.element())) {
  case Domain::Complex:
    return Tensor::of(type, convolve<Complex>(n, lhs, rhs, shape));
  case Domain::Real:
    return Tensor::of(type, convolve<double>(n, lhs, rhs, shape));
  default:
    break;
  }
  std::vector<int64_t> sums = convolve<int64_t>(n, lhs, rhs, shape);
  if (domainOf(element) == Domain::Real)
    return Tensor::of(type, std::vector<double>(sums.begin(), sums.end()));
  // A sum of ands is their `or`.
  if (domainOf(element) == Domain::Bool)
    for (int64_t &sum : sums)
      sum = sum != 0;
  return Tensor::of(type, sums);
}

} // namespace spmd::ops
