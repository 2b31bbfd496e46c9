// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reshapes of split dims. The dims of both sides fall into groups of equal products: 6x4x5 -> 24x5
// has the groups (6, 4 -> 24) and (5 -> 5). A group is right as it is if each shard holds the same
// elements before and after. Otherwise its elements are rows that shards exchange.
#include "compiler/export/halo_ops.h"
#include "compiler/export/op_reshards.h"
#include "compiler/export/padding.h"
#include "compiler/structure/views.h"

using namespace mlir;

namespace spmd {
namespace {

/// Dims [inBegin, inEnd) of the operand become dims [outBegin, outEnd) of the result.
struct DimGroup {
  int64_t inBegin, inEnd, outBegin, outEnd;
  int64_t elements = 1;
  std::optional<HaloPlan> plan; // if elements are exchanged
};

/// The groups; tensors without elements have none.
SmallVector<DimGroup> groupDims(ArrayRef<int64_t> in, ArrayRef<int64_t> out) {
  SmallVector<DimGroup> groups;
  if (llvm::is_contained(in, 0))
    return groups;
  int64_t i = 0, o = 0, ins = in.size(), outs = out.size();
  // 2x6 -> 3x4: products 2 < 3, 12 > 3, 12 = 12, so all four dims are one group.
  while (i < ins || o < outs) {
    DimGroup group{i, i, o, o};
    int64_t left = 1, right = 1;
    // The shorter side takes the next dim, and dims of size one stay with those before them.
    do {
      if (i < ins && (left <= right || o == outs))
        left *= in[i++];
      else
        right *= out[o++];
    } while (left != right);
    while (i < ins && in[i] == 1)
      ++i;
    while (o < outs && out[o] == 1)
      ++o;
    group.inEnd = i;
    group.outEnd = o;
    group.elements = left;
    groups.push_back(group);
  }
  return groups;
}

/// A digit of the number of an element in its group: axes that it picks a shard by, or the size of
/// a run of elements within shards.
struct Digit {
  AxisList axes;
  int64_t size = 1;
  bool operator==(const Digit &) const = default;
};

/// One side of a reshape.
struct Side {
  ArrayRef<int64_t> shape;
  sdy::TensorShardingAttr sharding; // closed and replicated where there was none
  sdy::MeshAttr mesh;

  AxisList axes(int64_t d) const { return sdy::toAxes(sharding.getDimSharding(d).getAxes(), mesh); }
  int64_t local(int64_t d) const { return llvm::divideCeil(shape[d], shardCount(axes(d))); }
  bool isSplit(int64_t begin, int64_t end) const {
    return llvm::any_of(llvm::seq(begin, end), [&](int64_t d) { return !axes(d).empty(); });
  }
  /// How shards share the elements of the dims: axes and local sizes in turn, major first. Nothing
  /// if the shards are not equal. Equal lists mean equal shards.
  ///   24 over x=4 -> x, 6;  4x6 over x=4 -> x, 6;  6x4 over y=2 -> y, 12
  std::optional<SmallVector<Digit>> digits(int64_t begin, int64_t end) const {
    SmallVector<Digit> list;
    for (int64_t d = begin; d < end; ++d) {
      AxisList own = axes(d);
      if (shape[d] % shardCount(own) != 0)
        return std::nullopt;
      if (!own.empty() && !list.empty() && !list.back().axes.empty())
        appendMerged(list.back().axes, own);
      else if (!own.empty())
        list.push_back({.axes = own});
      int64_t size = shape[d] / shardCount(own);
      if (size > 1 && !list.empty() && list.back().axes.empty())
        list.back().size *= size;
      else if (size > 1)
        list.push_back({.size = size});
    }
    return list;
  }
  /// The axes of the group if only its major dim is split; dims of size one before it do not count.
  std::optional<AxisList> majorAxes(int64_t begin, int64_t end) const {
    while (begin < end && shape[begin] == 1 && axes(begin).empty())
      ++begin;
    if (begin == end || isSplit(begin + 1, end))
      return std::nullopt;
    return axes(begin);
  }
  /// The elements of the group on one shard, padding included.
  int64_t localElements(int64_t begin, int64_t end) const {
    int64_t count = 1;
    for (int64_t d = begin; d < end; ++d)
      count *= local(d);
    return count;
  }
};

/// The exchange that gives each shard the elements of its part of the result. Nothing where shards
/// are not runs of consecutive elements, or too far from each other.
std::optional<HaloPlan> planGroup(const DimGroup &group, const Side &in, const Side &out) {
  // A split major dim means that each shard holds a run of elements.
  std::optional<AxisList> from = in.majorAxes(group.inBegin, group.inEnd),
                          to = out.majorAxes(group.outBegin, group.outEnd);
  if (!from || !to || *from != *to)
    return std::nullopt;
  HaloPlan plan({.rowsIn = group.elements, .rowsOut = group.elements}, shardCount(*from),
                in.localElements(group.inBegin, group.inEnd),
                out.localElements(group.outBegin, group.outEnd));
  // Elements go to neighbours only: further permutes would each send as much as the shard has.
  return plan.isLocal() || plan.hops() <= 1 ? std::optional(plan) : std::nullopt;
}

/// The sharding with dims that `isWhole` marks made whole.
sdy::TensorShardingAttr withWholeDims(sdy::TensorShardingAttr sharding, ArrayRef<bool> isWhole) {
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (auto [dim, whole] : llvm::zip_equal(sharding.getDimShardings(), isWhole))
    dims.push_back(whole ? dim.dropPriority().withAxes({}) : dim);
  return sharding.withDimShardings(dims);
}

/// Replaces the reshape by a manual computation in which each group is one dim.
///   8x12 -> 8x3x4 with dims 0 and 1 split over x=4 and y=2: local 2x6, an exchange along dim 1
///   to 2x8, local 2x2x4
void exchangeElements(const SplitOp &split, const Side &in, const Side &out,
                      ArrayRef<DimGroup> groups) {
  OpBuilder b(split.op);
  Location loc = split.op->getLoc();
  Value even = padTo(b, loc, split.operand(),
                     paddedType(split.operandType(), in.sharding, split.mesh), {}, in.sharding);
  SmallVector<bool> isSplit;
  for (size_t d = 0; d < in.shape.size(); ++d)
    isSplit.push_back(!in.axes(d).empty());
  HaloBody body(split.context, b, loc, even, in.sharding,
                manualAxesFor(in.sharding, split.mesh, isSplit));
  SmallVector<int64_t> flat, local;
  for (const DimGroup &group : groups)
    flat.push_back(in.localElements(group.inBegin, group.inEnd));
  Value rows = body.reshape(body.argument(0), flat);
  for (auto [g, group] : llvm::enumerate(groups)) {
    if (!group.plan || group.plan->isLocal())
      continue;
    SmallVector<sdy::AxisRefAttr> axes =
        sdy::toAttrs(*in.majorAxes(group.inBegin, group.inEnd), split.mesh);
    rows = body.exchange(rows, g, axes, *group.plan, {});
  }
  for (size_t d = 0; d < out.shape.size(); ++d)
    local.push_back(out.local(d));
  RankedTensorType padded = paddedType(split.resultType(), out.sharding, split.mesh);
  Value result = body.finish(body.reshape(rows, local), padded.getShape(), out.sharding);
  split.op->getResult(0).replaceAllUsesWith(
      cutTo(b, loc, result, split.resultType(), out.sharding));
  split.op->erase();
}

} // namespace

// A view of the same bytes with as many elements in another shape.
bool isReshape(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return false;
  auto in = dyn_cast<RankedTensorType>(op->getOperand(0).getType()),
       out = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!in || !out || in == out || !in.hasStaticShape() || !out.hasStaticShape() ||
      in.getElementType() != out.getElementType() || in.getNumElements() != out.getNumElements())
    return false;
  std::optional<View> view = viewOf(op->getResult(0));
  return view && view->base == op->getOperand(0) && view->moving.empty();
}

void resolveReshape(const SplitOp &split, sdy::TensorShardingAttr result, bool canExchange) {
  RankedTensorType inType = split.operandType(), outType = split.resultType();
  Side in{inType.getShape(), split.sharding, split.mesh},
      out{outType.getShape(), result, split.mesh};
  SmallVector<DimGroup> groups = groupDims(in.shape, out.shape);
  SmallVector<bool> wholeIn(in.shape.size(), false), wholeOut(out.shape.size(), false);
  bool exchanges = false;
  for (DimGroup &group : groups) {
    if (auto digits = in.digits(group.inBegin, group.inEnd);
        digits && digits == out.digits(group.outBegin, group.outEnd))
      continue;
    group.plan = planGroup(group, in, out);
    bool isLocal = group.plan && group.plan->isLocal();
    if (isLocal || (group.plan && canExchange)) {
      exchanges |= !isLocal;
      continue;
    }
    group.plan.reset();
    std::fill(wholeIn.begin() + group.inBegin, wholeIn.begin() + group.inEnd, true);
    std::fill(wholeOut.begin() + group.outBegin, wholeOut.begin() + group.outEnd, true);
  }
  // Reshards take the axes off on both sides; the other groups keep theirs.
  in.sharding = withWholeDims(in.sharding, wholeIn);
  out.sharding = withWholeDims(out.sharding, wholeOut);
  if (!sdy::isEquivalent(in.sharding, split.sharding))
    reshardOperand(split.op->getOpOperand(0), in.sharding);
  if (!sdy::isEquivalent(out.sharding, result))
    reshardResult(split.op->getResult(0), out.sharding);
  if (exchanges)
    exchangeElements(split, in, out, groups);
}

} // namespace spmd
