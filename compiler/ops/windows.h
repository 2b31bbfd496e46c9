// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What convolutions, reduce_window and select_and_scatter share where a dim is split along which
// their windows move: each device needs the elements under some windows, a few of which its
// neighbours hold.
#pragma once
#include "compiler/ops/localize.h"
#include "compiler/ops/row_window.h"
#include "dialects/stablehlo/infer.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// Whether the window leaves the dim unchanged.
bool isTrivial(const stablehlo::WindowDim &w);
/// Whether windows are adjacent and fill the dim. A device with whole windows then needs nothing
/// from its neighbours.
bool isTiled(const stablehlo::WindowDim &w, int64_t size);
/// The position of element `k` of the window at `r`, or -1 for padding and holes.
int64_t windowElement(llvm::ArrayRef<stablehlo::WindowDim> window, llvm::ArrayRef<int64_t> r,
                      llvm::ArrayRef<int64_t> k, llvm::ArrayRef<int64_t> shape,
                      llvm::ArrayRef<int64_t> strides);

/// The elements under a device's windows, and the padding that remains at their ends: of holes, if
/// there is a base dilation; elements outside of the dim are part of `rows`.
struct SplitWindows {
  RowWindow rows;
  int64_t low = 0, high = 0;
};

/// The windows of a dim of `from` elements, `to` of them, over `shards` devices. None where they do
/// not divide both, or where the holes of a base dilation lie differently on each device.
///   size 3, padding 1 and 1, from 16 to 16, 4 shards   ->   rows first -1, step 4, size 6
std::optional<SplitWindows> splitWindows(const stablehlo::WindowDim &window, int64_t from,
                                         int64_t to, int64_t shards);

/// The windows that reach a device's part of a dim of `from` elements, and the elements under them.
/// None where `shards` do not divide `from` and `to`, the number of windows, or where a part does
/// not begin with the same step of all windows.
///   size 3, stride 2, from 16 to 8, 4 shards  ->  windows first -1, step 2, size 3 of [8]
struct ReachingWindows {
  RowWindow windows, rows;
};
std::optional<ReachingWindows> reachingWindows(const stablehlo::WindowDim &window, int64_t from,
                                               int64_t to, int64_t shards);

/// The padding at the end with which `from` elements have `to` windows; negative: a cut.
int64_t highPadding(const stablehlo::WindowDim &window, int64_t from, int64_t to);
/// Whether one of the windows reads beyond the last of `from` elements.
bool readsBeyond(const stablehlo::WindowDim &window, int64_t from);
/// The attribute `padding` of windows: low and high of each.
mlir::DenseIntElementsAttr paddingAttr(mlir::Builder &builder,
                                       llvm::ArrayRef<stablehlo::WindowDim> windows);

/// `value` holds the rows of `window` in dim `dim`. Puts `fill`, a scalar, where those lie outside
/// of the dim, which is split over `axes`.
mlir::Value fillOutside(LocalizeContext &c, mlir::Value value, mlir::Value fill, int64_t dim,
                        llvm::ArrayRef<sdy::AxisRefAttr> axes, const RowWindow &window);

/// The local form of a select_and_scatter of which dims are split along overlapping windows.
/// `windows` are those of the global op, with no padding along these dims; the operands come as the
/// elements and windows of `reaching`, which is empty for other dims. The selected elements become
/// positions, and those on this device receive their sources in the order of the windows.
mlir::Value scatterToSelected(stablehlo::SelectAndScatterOp op, LocalizeContext &c,
                              llvm::ArrayRef<stablehlo::WindowDim> windows,
                              llvm::ArrayRef<std::optional<ReachingWindows>> reaching);

} // namespace spmd::ops
