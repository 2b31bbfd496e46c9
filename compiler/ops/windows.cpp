// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of split windows. Window y covers the positions y * stride + k * dilation - low of the
// dilated dim, k < size; element e lies at position e * baseDilation.
#include "compiler/ops/windows.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

/// The positions that `count` windows cover, from the first one of the first.
///   3 windows of size 2, stride 3: x x . x x . x x  ->  8
static int64_t spanOf(const WindowDim &w, int64_t count) {
  return (count - 1) * w.stride + (w.size - 1) * w.windowDilation + 1;
}

// Device p's windows begin at position p * to / shards * stride - low. The element there is the
// same for all devices, but for p times the step, where the base dilation divides that distance.
std::optional<SplitWindows> splitWindows(const WindowDim &w, int64_t from, int64_t to,
                                         int64_t shards) {
  if (from == 0 || to == 0 || w.size == 0 || from % shards != 0 || to % shards != 0 ||
      to / shards * w.stride % w.baseDilation != 0)
    return std::nullopt;
  SplitWindows split;
  split.rows = {.shards = shards,
                .rows = from / shards,
                .first = llvm::divideCeilSigned(-w.low, w.baseDilation),
                .step = to / shards * w.stride / w.baseDilation};
  split.low = split.rows.first * w.baseDilation + w.low;
  int64_t behind = spanOf(w, to / shards) - 1 - split.low; // positions behind the first element
  if (behind < 0)
    return std::nullopt; // all windows lie between elements
  split.rows.size = behind / w.baseDilation + 1;
  split.high = behind % w.baseDilation;
  return split;
}

// From the end of the last window back to the last element.
//   size 3, stride 2, low 1: from 8 elements to 4 windows  ->  (4 - 1) * 2 + 3 - 1 - 8 = 0
int64_t highPadding(const WindowDim &w, int64_t from, int64_t to) {
  int64_t dilated = from == 0 ? 0 : (from - 1) * w.baseDilation + 1;
  return spanOf(w, to) - w.low - dilated;
}

// Element `from` would lie at position from * baseDilation.
//   size 3, low 1, high 1: the last window of 14 elements covers positions 12 to 14  ->  true
bool readsBeyond(const WindowDim &w, int64_t from) {
  int64_t last = spanOf(w, windowCount(from, w)) - 1 - w.low;
  return last >= from * w.baseDilation;
}

// Numbers of one window follow each other: low, high, low, high.
DenseIntElementsAttr paddingAttr(Builder &builder, ArrayRef<WindowDim> windows) {
  SmallVector<int64_t> numbers;
  for (const WindowDim &w : windows)
    numbers.append({w.low, w.high});
  auto type = RankedTensorType::get({int64_t(windows.size()), 2}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, numbers);
}

// Row r of shard p is row first + step * p + r of the dim. Nothing is filled in where no shard's
// rows reach beyond an end.
Value fillOutside(LocalizeContext &c, Value value, Value fill, int64_t dim,
                  ArrayRef<sdy::AxisRefAttr> axes, const RowWindow &window) {
  int64_t end = window.shards * window.rows;
  if (std::min(window.begin(0), window.begin(window.shards - 1)) >= 0 &&
      std::max(window.begin(0), window.begin(window.shards - 1)) + window.size <= end)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  auto numbers = type.clone(c.builder.getI32Type());
  auto scalar = RankedTensorType::get({}, c.builder.getI32Type());
  Value begin = c.make<MulOp>(c.shardIndex(axes), splatInteger(c, scalar, window.step));
  begin = c.make<AddOp>(begin, splatInteger(c, scalar, window.first));
  Value row = c.make<AddOp>(c.make<IotaOp>(numbers, dim), scalarBroadcast(c, begin, numbers));
  auto compared = [&](int64_t bound, ComparisonDirection direction) {
    return c.make<CompareOp>(row, splatInteger(c, numbers, bound), direction);
  };
  Value inside =
      c.make<AndOp>(compared(0, ComparisonDirection::GE), compared(end, ComparisonDirection::LT));
  return c.make<SelectOp>(inside, value, scalarBroadcast(c, fill, type));
}

} // namespace spmd::ops
