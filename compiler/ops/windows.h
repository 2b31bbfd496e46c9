// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What convolutions and reduce_window share where a dim is split along which their windows move:
// each device needs the elements under its own windows, a few of which its neighbours hold.
#pragma once
#include "compiler/ops/localize.h"
#include "compiler/ops/row_window.h"
#include "dialects/stablehlo/infer.h"

namespace spmd::ops {

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

} // namespace spmd::ops
