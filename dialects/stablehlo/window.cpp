// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes with windows that move over an operand: reads the attributes of a window and counts the
// windows of a dim (infer.h). Used by convolution, reduce_window, select_and_scatter and pad. The
// formulas are those of the StableHLO specification, reduce_window C15.
#include "dialects/stablehlo/infer.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::stablehlo {

// Programs may state any 64-bit numbers as sizes, padding and dilations. Their products and sums
// need more bits, and 128 suffice: no formula here multiplies more than two of them.
using Wide = __int128;

/// Returns the extent of `size` elements with dilation - 1 holes between neighbors:
///   (3, dilation 2) -> 5    (0, any dilation) -> 0
static Wide dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (Wide(size) - 1) * dilation + 1;
}

// Also used by pad and dynamic_pad: (4, low 1, high -1, interior 2) -> 4 + 3 * 2 + 1 - 1 = 10.
int64_t paddedSize(int64_t size, int64_t low, int64_t high, int64_t interior) {
  Wide padded = Wide(size) + low + std::max<Wide>(Wide(size) - 1, 0) * interior + high;
  // The least 64-bit number is kDynamic, so the least size is one more.
  return int64_t(std::clamp<Wide>(padded, -INT64_MAX, INT64_MAX));
}

// Operand and window are dilated, the operand is padded, and windows start `stride` apart:
//   size 7, window 3, stride 2 -> (7 - 3) / 2 + 1 = 3
// A window that is larger than the padded operand gives 0.
int64_t windowCount(int64_t operandSize, const WindowDim &window) {
  if (ShapedType::isDynamic(operandSize) || ShapedType::isDynamic(window.size))
    return ShapedType::kDynamic;
  Wide padded = window.low + dilated(operandSize, window.baseDilation) + window.high;
  Wide extent = dilated(window.size, window.windowDilation);
  Wide count = padded <= 0 || extent > padded ? 0 : (padded - extent) / window.stride + 1;
  return int64_t(std::min<Wide>(count, INT64_MAX));
}

// Bounds change as sizes do; kDynamic, for no bound, gives kDynamic.
RankedTensorType windowedType(RankedTensorType operand, ArrayRef<WindowDim> window,
                              Type elementType) {
  SmallVector<int64_t> shape, bounds;
  for (auto [size, bound, dim] : llvm::zip_equal(operand.getShape(), boundsOf(operand), window)) {
    shape.push_back(windowCount(size, dim));
    bounds.push_back(windowCount(bound, dim));
  }
  return tensorType(shape, bounds, elementType);
}

/// Verifies a list of strides or dilations: it is empty, or has one positive entry per dim. `name`
/// is how messages call the list.
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

// sizes [3, 3], strides [2, 2], padding dense<[[1, 1], [0, 2]]>, no dilations ->
//   {size 3, stride 2, low 1, high 1}, {size 3, stride 2, low 0, high 2}, dilations 1
FailureOr<SmallVector<WindowDim>> windowDims(std::optional<Location> location, int64_t rank,
                                             ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                                             DenseIntElementsAttr padding,
                                             ArrayRef<int64_t> baseDilations,
                                             ArrayRef<int64_t> windowDilations) {
  if (int64_t(sizes.size()) != rank)
    return emitOptionalError(location, "window has ", sizes.size(), " dims, the operand has ",
                             rank);
  // A kernel with dynamic spatial dims has kDynamic as window size, which is negative.
  for (auto [d, size] : llvm::enumerate(sizes))
    if (size <= 0 && !ShapedType::isDynamic(size))
      return emitOptionalError(location, "window size is ", size, " in dim ", d,
                               ", it must be positive");
  if (failed(verifyWindowList(location, strides, rank, "window stride")) ||
      failed(verifyWindowList(location, baseDilations, rank, "base dilation")) ||
      failed(verifyWindowList(location, windowDilations, rank, "window dilation")))
    return failure();
  // Low and high padding of each dim, in turn.
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
