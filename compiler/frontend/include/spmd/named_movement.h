// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named tensors in other forms: renamed, rearranged, merged and split axes, joined tensors, parts
// that are read and written.
#pragma once
#include <spmd/movement.h>
#include <spmd/named.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// An axis and its other name.
struct AxisRename {
  AxisSelector from;
  std::string to;
};
/// x with other names: rename(x, Position, "key_position"). All renames happen at once, so that two
/// names can change places. Throws where two axes would have one name.
NamedTensor rename(const NamedOperand &x, const AxisSelector &from, const std::string &to);
NamedTensor rename(const NamedOperand &x, const std::vector<AxisRename> &renames);

/// An axis of a tensor and the axes that take its place.
struct AxisSplit {
  AxisSelector axis;
  Axes parts; // major first
};
/// Axes that become one, of this name.
struct AxisMerge {
  std::string into;
  AxisSelection parts; // major first
};
/// What rearrange splits before it orders the axes, and what it merges behind that.
struct RearrangeOptions {
  std::vector<AxisSplit> split = {};
  std::vector<AxisMerge> merge = {};
};
/// x with its axes in this order; `ellipsis` stands for those that are not named, in their order.
/// Axes are split first and merged last, so both may be a part of the order:
///   rearrange(x, {Heads, Batch, Position, HeadDim}, {.split = {{Embed, {Heads, HeadDim}}}})
///   rearrange(x, {Batch, "embed"}, {.merge = {{"embed", {Heads, HeadDim}}}})
/// Throws where an axis would be lost, is named twice or does not exist, and where the sizes of
/// parts do not multiply to that of their axis.
NamedTensor rearrange(const NamedOperand &x, const AxisSelection &order,
                      const RearrangeOptions &options = {});
/// Makes axes one, which stands where the first of `axes` stood.
NamedTensor flattenAxes(const NamedOperand &x, const AxisSelection &axes, const std::string &into);
/// Splits an axis into parts, major first, in its place.
NamedTensor unflattenAxis(const NamedOperand &x, const AxisSelector &axis, const Axes &parts);
/// x with more axes in front, along which it repeats.
NamedTensor broadcastAxes(const NamedOperand &x, const Axes &axes);

/// Joins tensors along an axis that all have. Their other axes are equal, in any order; the result
/// has the order of the first one. The size of `axis`, if it has one, is that of the result.
NamedTensor concatenate(const AxisSelector &axis, const std::vector<NamedOperand> &operands);
/// Joins tensors of equal axes along a new one in front, whose size is their number.
NamedTensor stack(const Axis &axis, const std::vector<NamedOperand> &operands);
/// The slices along an axis, which goes.
std::vector<NamedTensor> unstack(const NamedOperand &x, const AxisSelector &axis);
/// Parts along an axis, each with an axis of its own in its place: split(x, Embed, {Left, Right}).
/// Their sizes add up to that of the axis.
std::vector<NamedTensor> split(const NamedOperand &x, const AxisSelector &axis, const Axes &parts);

/// Rows at positions along an axis: x[{axis, ids}].
NamedTensor take(const NamedOperand &x, const AxisSelector &axis, const NamedOperand &ids);
/// 1 at the position that ids say, along a new last axis; else 0. Ids are integers.
NamedTensor oneHot(const NamedOperand &ids, const Axis &axis, ElementType type = f32);
/// The function of that name in movement.h and ops.h along axes, which stay.
NamedTensor flip(const NamedOperand &x, const AxisSelection &axes);
NamedTensor roll(const NamedOperand &x, int64_t shift, const AxisSelector &axis);
NamedTensor pad(const NamedOperand &x, const AxisSelector &axis, const Padding &width,
                const Operand &value = 0);

/// The part of x along `axis` that begins at `start`, an integer of the program, with `part` in
/// place of the axis. A start is clamped so that the part lies within x.
NamedTensor dynamicSlice(const NamedOperand &x, const AxisSelector &axis, const Operand &start,
                         const Axis &part);
/// An axis and where a part begins along it, an integer.
struct AxisStart {
  AxisSelector axis;
  Operand start;
};
/// x with `update` in place of the part that begins at the starts; axes without one begin at 0. The
/// update has the axes of x, in any order, with sizes that are not larger. Starts are clamped.
NamedTensor updateSlice(const NamedOperand &x, const NamedOperand &update,
                        const std::vector<AxisStart> &starts);
/// x with a changed part, as setAt and addAt of indexing.h: the value meets x[index] by name and
/// may lack axes of it.
NamedTensor setAt(const NamedOperand &x, const NamedIndex &index, const NamedTerm &value);
NamedTensor addAt(const NamedOperand &x, const NamedIndex &index, const NamedTerm &value);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
