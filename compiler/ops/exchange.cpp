// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts between the collectives of StableHLO and their common description (exchange.h).
#include "compiler/ops/exchange.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

// A reducer that is not one op gives an empty name.
std::optional<Exchange> exchangeOf(Operation *op) {
  // combinerOf looks for a body of one op.
  auto reducer = [&] {
    std::optional<Combiner> combiner = combinerOf(op->getRegion(0));
    return combiner ? opNameOf(*combiner).str() : std::string();
  };
  if (auto gather = dyn_cast<stablehlo::AllGatherOp>(op))
    return Exchange{ExchangeKind::AllGather, "", gather.getReplicaGroups(),
                    int64_t(gather.getAllGatherDim())};
  if (auto reduce = dyn_cast<stablehlo::AllReduceOp>(op))
    return Exchange{ExchangeKind::AllReduce, reducer(), reduce.getReplicaGroups()};
  if (auto scatter = dyn_cast<stablehlo::ReduceScatterOp>(op))
    return Exchange{ExchangeKind::ReduceScatter, reducer(), scatter.getReplicaGroups(),
                    int64_t(scatter.getScatterDimension())};
  if (auto all = dyn_cast<stablehlo::AllToAllOp>(op))
    return Exchange{ExchangeKind::AllToAll, "", all.getReplicaGroups(),
                    int64_t(all.getSplitDimension()), int64_t(all.getConcatDimension())};
  if (auto permute = dyn_cast<stablehlo::CollectivePermuteOp>(op))
    return Exchange{ExchangeKind::Permute, "", permute.getSourceTargetPairs()};
  return std::nullopt;
}

// Groups are flattened device ids, so the ops use global device ids.
Value createExchange(OpBuilder &b, Location loc, const Exchange &exchange, Value input, Type result,
                     int64_t channel) {
  // Type 1 is the device-to-device channel of StableHLO.
  auto handle = stablehlo::ChannelHandleAttr::get(b.getContext(), channel, /*type=*/1);
  ValueRange inputs(input);
  switch (exchange.kind) {
  case ExchangeKind::AllGather:
    return stablehlo::AllGatherOp::create(b, loc, TypeRange{result}, inputs, exchange.dim,
                                          exchange.groups, handle,
                                          /*use_global_device_ids=*/true)
        ->getResult(0);
  case ExchangeKind::AllReduce:
    return stablehlo::AllReduceOp::create(b, loc, inputs, exchange.reducer, exchange.groups, handle,
                                          /*useGlobalDeviceIds=*/true)
        ->getResult(0);
  case ExchangeKind::ReduceScatter:
    return stablehlo::ReduceScatterOp::create(b, loc, result, input, exchange.dim, exchange.reducer,
                                              exchange.groups, handle,
                                              /*useGlobalDeviceIds=*/true);
  case ExchangeKind::AllToAll:
    return stablehlo::AllToAllOp::create(b, loc, TypeRange{result}, inputs, exchange.dim,
                                         exchange.concatDim, exchange.groupSize, exchange.groups,
                                         handle)
        ->getResult(0);
  case ExchangeKind::Permute:
    return stablehlo::CollectivePermuteOp::create(
        b, loc, result, input, cast<DenseIntElementsAttr>(exchange.groups), handle);
  }
  llvm_unreachable("all kinds are handled");
}

} // namespace spmd
