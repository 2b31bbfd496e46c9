// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts between the collectives of StableHLO and their common description (exchange.h).
#include "compiler/structure/exchange.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

// A reducer that is not one op gives an empty name.
std::optional<Exchange> exchangeOf(Operation *op) {
  using ir::CombineKind;
  auto combine = [&] { return combinerOf(op->getRegion(0)).value_or(CombineKind::None); };
  if (auto gather = dyn_cast<stablehlo::AllGatherOp>(op))
    return Exchange{ir::CollectiveKind::AllGather, CombineKind::None, gather.getReplicaGroups(),
                    int64_t(gather.getAllGatherDim())};
  if (auto reduce = dyn_cast<stablehlo::AllReduceOp>(op))
    return Exchange{ir::CollectiveKind::AllReduce, combine(), reduce.getReplicaGroups()};
  if (auto scatter = dyn_cast<stablehlo::ReduceScatterOp>(op))
    return Exchange{ir::CollectiveKind::ReduceScatter, combine(), scatter.getReplicaGroups(),
                    int64_t(scatter.getScatterDimension())};
  if (auto all = dyn_cast<stablehlo::AllToAllOp>(op))
    return Exchange{ir::CollectiveKind::AllToAll, CombineKind::None, all.getReplicaGroups(),
                    int64_t(all.getSplitDimension()), int64_t(all.getConcatDimension())};
  if (auto permute = dyn_cast<stablehlo::CollectivePermuteOp>(op))
    return Exchange{ir::CollectiveKind::Permute, CombineKind::None, permute.getSourceTargetPairs()};
  if (auto broadcast = dyn_cast<stablehlo::CollectiveBroadcastOp>(op)) {
    Exchange exchange{ir::CollectiveKind::Broadcast, CombineKind::None,
                      broadcast.getReplicaGroups()};
    // Without one, the first member of each group is the root.
    if (broadcast.getHasDynamicRoot())
      exchange.roots = broadcast.getOperands().back();
    return exchange;
  }
  return std::nullopt;
}

// The roots are the last operand.
ValueRange sentOperands(Operation *op, const Exchange &exchange) {
  return ValueRange(op->getOperands()).drop_back(exchange.roots ? 1 : 0);
}

// Groups are flattened device ids, so the ops use global device ids.
Value createExchange(OpBuilder &b, Location loc, const Exchange &exchange, Value input, Type result,
                     int64_t channel) {
  // Type 1 is the device-to-device channel of StableHLO.
  auto handle = stablehlo::ChannelHandleAttr::get(b.getContext(), channel, /*type=*/1);
  ValueRange inputs(input);
  switch (exchange.kind) {
  case ir::CollectiveKind::AllGather:
    return stablehlo::AllGatherOp::create(b, loc, TypeRange{result}, inputs, exchange.dim,
                                          exchange.groups, handle,
                                          /*use_global_device_ids=*/true)
        ->getResult(0);
  case ir::CollectiveKind::AllReduce:
    return stablehlo::AllReduceOp::create(b, loc, inputs, opNameOf(exchange.combine),
                                          exchange.groups, handle,
                                          /*useGlobalDeviceIds=*/true)
        ->getResult(0);
  case ir::CollectiveKind::ReduceScatter:
    return stablehlo::ReduceScatterOp::create(b, loc, result, input, exchange.dim,
                                              opNameOf(exchange.combine), exchange.groups, handle,
                                              /*useGlobalDeviceIds=*/true);
  case ir::CollectiveKind::AllToAll:
    return stablehlo::AllToAllOp::create(b, loc, TypeRange{result}, inputs, exchange.dim,
                                         exchange.concatDim, exchange.groupSize, exchange.groups,
                                         handle)
        ->getResult(0);
  case ir::CollectiveKind::Permute:
    return stablehlo::CollectivePermuteOp::create(
        b, loc, result, input, cast<DenseIntElementsAttr>(exchange.groups), handle);
  case ir::CollectiveKind::Broadcast: {
    SmallVector<Value> operands{input};
    if (exchange.roots)
      operands.push_back(exchange.roots);
    return stablehlo::CollectiveBroadcastOp::create(b, loc, TypeRange{result}, operands,
                                                    exchange.groups, handle,
                                                    /*has_dynamic_root=*/bool(exchange.roots))
        ->getResult(0);
  }
  }
  llvm_unreachable("all kinds are handled");
}

int64_t ringBytes(ir::CollectiveKind kind, int64_t bytes, int64_t members) {
  return bytes * (members - 1) / members * (kind == ir::CollectiveKind::AllReduce ? 2 : 1);
}

} // namespace spmd
