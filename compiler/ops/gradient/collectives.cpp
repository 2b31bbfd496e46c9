// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of collectives in manual computations. A collective is a linear map of what all devices
// hold, and its gradient is the transpose: a sum stays a sum, what was gathered is summed and
// scattered, and permutes go back.
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/groups.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

/// The op on other operands.
static Expr again(Backward &g, Expr ct, Type type, ArrayRef<NamedAttribute> attributes) {
  // The region, which sums, is the same in both directions.
  OperationState state(g.loc, g.op->getName(), ct.value, type, attributes);
  for (Region &region : g.op->getRegions()) {
    IRMapping mapping;
    region.cloneInto(state.addRegion(), mapping);
  }
  return g.of(g.b.create(state)->getResult(0));
}

LogicalResult allReduceGradient(AllReduceOp op, Backward &g) {
  if (combinerOf(op.getComputation()) != ir::CombineKind::Sum)
    return op.emitOpError("has no gradient: only a sum over devices has one");
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (Expr ct = g.ct(i); ct && g.wants(i))
      g.give(i, again(g, ct, ct.type(), op->getAttrs()));
  return success();
}

// Each device has its own cotangent of the gathered whole; a part belongs to one of them.
LogicalResult allGatherGradient(AllGatherOp op, Backward &g) {
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (Expr ct = g.ct(i); ct && g.wants(i))
      g.give(i, g.of(ReduceScatterOp::create(
                    g.b, g.loc, g.in(i).type(), ct.value, op.getAllGatherDim(), "stablehlo.add",
                    op.getReplicaGroups(), op.getChannelHandleAttr(), op.getUseGlobalDeviceIds())));
  return success();
}

// The part that a device got is a sum over all, so all get its cotangent.
LogicalResult reduceScatterGradient(ReduceScatterOp op, Backward &g) {
  if (combinerOf(op.getComputation()) != ir::CombineKind::Sum)
    return op.emitOpError("has no gradient: only a sum over devices has one");
  auto gathered = AllGatherOp::create(g.b, g.loc, g.in().type(), g.ct().value,
                                      op.getScatterDimension(), op.getReplicaGroups(),
                                      op.getChannelHandleAttr(), op.getUseGlobalDeviceIds());
  g.give(0u, g.of(gathered->getResult(0)));
  return success();
}

// The exchange goes back the way it came.
LogicalResult allToAllGradient(AllToAllOp op, Backward &g) {
  NamedAttrList attributes(op->getAttrs());
  attributes.set(op.getSplitDimensionAttrName(), op.getConcatDimensionAttr());
  attributes.set(op.getConcatDimensionAttrName(), op.getSplitDimensionAttr());
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (Expr ct = g.ct(i); ct && g.wants(i))
      g.give(i, again(g, ct, g.in(i).type(), attributes));
  return success();
}

// All members of a group hold copies of what the root had, so it gets the sum of their cotangents.
// The collective that hands a sum to one device alone has no generated code; the others drop it.
LogicalResult broadcastGradient(CollectiveBroadcastOp op, Backward &g) {
  SymbolTableCollection symbols;
  auto groups = listGroups(op, op.getReplicaGroups(), symbols);
  auto channel = op.getChannelHandle();
  if (op.getHasDynamicRoot() || !groups || !channel || channel->getHandle() <= 0)
    return op.emitOpError("has no gradient: its roots are not known, or are no devices");
  SmallVector<int64_t> roots;
  for (ArrayRef<int64_t> group : *groups)
    if (!group.empty())
      roots.push_back(group.front());
  auto i32 = RankedTensorType::get({}, g.b.getI32Type());
  int64_t count = roots.size();
  Expr own = convert(g.of(PartitionIdOp::create(g.b, g.loc)), i32.getElementType());
  Expr isOne = compare(broadcast(own, {count}, {}), "EQ",
                       g.integers(roots, i32.clone(ArrayRef<int64_t>{count})));
  Expr none = g.number(0, RankedTensorType::get({}, isOne.element()));
  Expr isRoot = g.of(
      ReduceOp::create(g.b, g.loc, isOne.value, none.value, ArrayRef<int64_t>{0}, "stablehlo.or")
          ->getResult(0));
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (Expr ct = g.ct(i); ct && g.wants(i)) {
      auto sum = AllReduceOp::create(g.b, g.loc, ct.value, "stablehlo.add", op.getReplicaGroups(),
                                     op.getChannelHandleAttr(), /*useGlobalDeviceIds=*/true);
      g.give(i, select(isRoot, g.of(sum->getResult(0)), {}));
    }
  return success();
}

// Devices that were no source get zeros, as their values went nowhere.
LogicalResult permuteGradient(CollectivePermuteOp op, Backward &g) {
  SmallVector<int64_t> pairs(op.getSourceTargetPairs().getValues<int64_t>());
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    std::swap(pairs[i], pairs[i + 1]);
  NamedAttrList attributes(op->getAttrs());
  attributes.set(op.getSourceTargetPairsAttrName(),
                 DenseIntElementsAttr::get(op.getSourceTargetPairs().getType(), pairs));
  g.give(0u, again(g, g.ct(), g.in().type(), attributes));
  return success();
}

} // namespace spmd::ops
