// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows that move over an operand: the attributes put together and the number of windows (see
// infer.h).
#include "dialects/stablehlo/infer.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::stablehlo {

// Sizes, padding and dilations are any 64-bit numbers that a program states: sums of them take more
// bits.
using Wide = __int128;

/// The extent of `size` elements when dilation - 1 holes stand between them.
static Wide dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (Wide(size) - 1) * dilation + 1;
}

int64_t paddedSize(int64_t size, int64_t low, int64_t high, int64_t interior) {
  Wide padded = Wide(size) + low + std::max<Wide>(Wide(size) - 1, 0) * interior + high;
  // The least one stands for a dynamic size.
  return int64_t(std::clamp<Wide>(padded, -INT64_MAX, INT64_MAX));
}

int64_t windowCount(int64_t operandSize, const WindowDim &window) {
  if (ShapedType::isDynamic(operandSize) || ShapedType::isDynamic(window.size))
    return ShapedType::kDynamic;
  Wide padded = window.low + dilated(operandSize, window.baseDilation) + window.high;
  Wide extent = dilated(window.size, window.windowDilation);
  Wide count = padded <= 0 || extent > padded ? 0 : (padded - extent) / window.stride + 1;
  return int64_t(std::min<Wide>(count, INT64_MAX));
}

RankedTensorType windowedType(RankedTensorType operand, ArrayRef<WindowDim> window,
                              Type elementType) {
  SmallVector<int64_t> shape, bounds;
  for (auto [size, bound, dim] : llvm::zip_equal(operand.getShape(), boundsOf(operand), window)) {
    shape.push_back(windowCount(size, dim));
    bounds.push_back(windowCount(bound, dim));
  }
  return tensorType(shape, bounds, elementType);
}

/// Checks one of the lists: empty, or one positive entry per dim.
static LogicalResult verifyWindowList(std::optional<Location> location, ArrayRef<int64_t> list,
                                      int64_t rank, StringRef name) {
  if (!list.empty() && int64_t(list.size()) != rank)
    return emitOptionalError(location, name, " has ", list.size(), " entries, the window has ",
                             rank, " dims");
  for (auto [d, value] : llvm::enumerate(list))
    if (value <= 0)
      return emitOptionalError(location, name, " is ", value, " in dim ", d,
                               ", it must be positive");
  return success();
}

FailureOr<SmallVector<WindowDim>> windowDims(std::optional<Location> location, int64_t rank,
                                             ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                                             DenseIntElementsAttr padding,
                                             ArrayRef<int64_t> baseDilations,
                                             ArrayRef<int64_t> windowDilations) {
  if (int64_t(sizes.size()) != rank)
    return emitOptionalError(location, "window has ", sizes.size(), " dims, the operand has ",
                             rank);
  // A dynamic window size (of a dynamic kernel) is kDynamic and negative.
  for (auto [d, size] : llvm::enumerate(sizes))
    if (size <= 0 && !ShapedType::isDynamic(size))
      return emitOptionalError(location, "window size is ", size, " in dim ", d,
                               ", it must be positive");
  if (failed(verifyWindowList(location, strides, rank, "window stride")) ||
      failed(verifyWindowList(location, baseDilations, rank, "base dilation")) ||
      failed(verifyWindowList(location, windowDilations, rank, "window dilation")))
    return failure();
  SmallVector<int64_t> edges(2 * rank, 0);
  if (padding) {
    auto shape = padding.getType().getShape();
    if (shape.size() != 2 || shape[0] != rank || shape[1] != 2)
      return emitOptionalError(location, "padding has type ", padding.getType(),
                               ", it must have shape [", rank, ", 2]: low and high for each dim");
    for (auto [edge, value] : llvm::zip_equal(edges, padding.getValues<APInt>()))
      edge = value.getSExtValue();
  }
  auto at = [](ArrayRef<int64_t> list, int64_t d) { return list.empty() ? 1 : list[d]; };
  SmallVector<WindowDim> window;
  for (int64_t d = 0; d < rank; ++d)
    window.push_back({.size = sizes[d],
                      .stride = at(strides, d),
                      .low = edges[2 * d],
                      .high = edges[2 * d + 1],
                      .baseDilation = at(baseDilations, d),
                      .windowDilation = at(windowDilations, d)});
  return window;
}

} // namespace spmd::stablehlo
