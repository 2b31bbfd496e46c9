// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sends rows once that several collective_permutes send over the same pairs: the rows of the
// neighbours that a convolution needs, and again the gradient of its kernel; or those that x[1:-1]
// and x[2:] of a stencil take.
//   permute(slice %x [0:1]), permute(slice %x [0:2])   ->   %r = permute(slice %x [0:2])
//                                                           slice %r [0:1], %r
// The first permute of a block takes the rows of later ones, so what it brings lives until the last
// of them is read: a few rows more from forward to backward. CSE does not merge collectives, since
// it may not know that all devices leave out the same ones.
//
// Then permutes of the same elements over pairs that have no device in common become one, which has
// one latency. Those of a roll are such: one to each neighbour, and one from the last to the first.
//   permute(%x, [0, 1], [1, 2]), permute(%x, [2, 0])
//   ->   %r = permute(%x, [0, 1], [1, 2], [2, 0])
//        select(the device is 1 or 2, %r, 0), select(the device is 0, %r, 0)
#include "compiler/ops/shifts.h"
#include "compiler/passes.h"
#include "compiler/structure/device_values.h"
#include "compiler/structure/exchange.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_MERGEEXCHANGES
#include "compiler/passes.h.inc"
namespace {

/// Elements [start, limit) of each dim.
struct Box {
  SmallVector<int64_t> start, limit;

  int64_t count() const {
    int64_t count = 1;
    for (auto [from, to] : llvm::zip_equal(start, limit))
      count *= to - from;
    return count;
  }
  /// The smallest box that has both.
  Box with(const Box &other) const {
    Box both = *this;
    for (size_t d = 0; d < start.size(); ++d) {
      both.start[d] = std::min(start[d], other.start[d]);
      both.limit[d] = std::max(limit[d], other.limit[d]);
    }
    return both;
  }
  bool operator==(const Box &) const = default;
};

/// A permute of a box of a value.
struct SentBox {
  Operation *op = nullptr;
  Operation *slice = nullptr; // that cuts the box out; null where the box is the whole value
  Box box;

  /// Asked at the time, since the value may be what a permute brings that is replaced.
  Value value() const { return (slice ? slice : op)->getOperand(0); }
};

/// Permutes that become one. All stand in one block, in this order.
struct Merged {
  SmallVector<SentBox> parts;
  Box box;
};

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The box that a permute sends: that of a slice without strides, or the whole operand.
SentBox sentBy(Operation *op) {
  Value sent = op->getOperand(0);
  auto slice = sent.getDefiningOp<stablehlo::SliceOp>();
  if (slice && llvm::all_of(slice.getStrides(), [](int64_t stride) { return stride == 1; }))
    return {op,
            slice,
            {llvm::to_vector(slice.getStartIndices()), llvm::to_vector(slice.getLimitIndices())}};
  ArrayRef<int64_t> shape = typeOf(sent).getShape();
  return {op, nullptr, {SmallVector<int64_t>(shape.size(), 0), SmallVector<int64_t>(shape)}};
}

/// `value`, or the box of it, whose bounds count from `origin`.
Value sliceOf(OpBuilder &b, Location loc, Value value, const Box &box, ArrayRef<int64_t> origin) {
  SmallVector<int64_t> start, limit, size, strides(origin.size(), 1);
  for (auto [from, to, first] : llvm::zip_equal(box.start, box.limit, origin)) {
    start.push_back(from - first);
    limit.push_back(to - first);
    size.push_back(to - from);
  }
  if (typeOf(value).getShape() == ArrayRef(size))
    return value;
  return stablehlo::SliceOp::create(b, loc, typeOf(value).clone(size), value, start, limit,
                                    strides);
}

/// Replaces the permutes by one in the place of the first, and slices of what it brings.
void replace(const Merged &merged) {
  const SentBox &first = merged.parts.front();
  OpBuilder b(first.op);
  Location loc = first.op->getLoc();
  SmallVector<int64_t> zero(merged.box.start.size(), 0);
  IRMapping mapping;
  mapping.map(first.op->getOperand(0), sliceOf(b, loc, first.value(), merged.box, zero));
  Operation *permute = b.clone(*first.op, mapping);
  permute->getResult(0).setType(permute->getOperand(0).getType());
  for (const SentBox &part : merged.parts)
    part.op->getResult(0).replaceAllUsesWith(
        sliceOf(b, part.op->getLoc(), permute->getResult(0), part.box, merged.box.start));
  for (const SentBox &part : merged.parts)
    part.op->erase();
}

/// Permutes of one value in one block over the same pairs.
using Key = std::tuple<Block *, Value, Attribute>;

/// Adds a permute to those that it shares elements with, or as one of its own. Two boxes share
/// elements where the smallest box around both has fewer than they have together; then one permute
/// sends fewer bytes.
void add(std::vector<Merged> &all, const SentBox &sent) {
  auto same = llvm::find_if(all, [&](const Merged &merged) {
    return merged.box.with(sent.box).count() < merged.box.count() + sent.box.count();
  });
  if (same == all.end()) {
    all.push_back({{sent}, sent.box});
    return;
  }
  same->parts.push_back(sent);
  same->box = same->box.with(sent.box);
}

/// Permutes of the same elements, in the order of their block, and the devices of their pairs. No
/// device sends to two, and none gets from two.
struct Round {
  SmallVector<SentBox> parts;
  DenseSet<int64_t> sources, targets;

  /// Adds a permute, or returns false if a device would send or get twice.
  bool add(const SentBox &sent) {
    auto pairs =
        cast<stablehlo::CollectivePermuteOp>(sent.op).getSourceTargetPairs().getValues<int64_t>();
    DenseSet<int64_t> newSources, newTargets;
    for (auto [i, device] : llvm::enumerate(pairs))
      if ((i % 2 ? targets : sources).contains(device))
        return false;
      else
        (i % 2 ? newTargets : newSources).insert(device);
    sources.insert_range(newSources);
    targets.insert_range(newTargets);
    parts.push_back(sent);
    return true;
  }
};

/// Whether the device is a target of the permute, as a scalar of i1. The last entry of the table
/// stands for all devices behind it, since the index of a slice is clamped.
Value isTarget(ImplicitLocOpBuilder &b, stablehlo::CollectivePermuteOp permute) {
  auto ids = llvm::to_vector(permute.getSourceTargetPairs().getValues<int64_t>());
  SmallVector<bool> table(*llvm::max_element(ids) + 2, false);
  for (size_t i = 1; i < ids.size(); i += 2)
    table[ids[i]] = true;
  auto scalar = RankedTensorType::get({}, b.getI1Type()), one = scalar.clone(ArrayRef<int64_t>{1});
  Value id = b.create<stablehlo::PartitionIdOp>(
      RankedTensorType::get({}, b.getIntegerType(32, /*isSigned=*/false)));
  Value entries = b.create<stablehlo::ConstantOp>(DenseElementsAttr::get(
      scalar.clone(ArrayRef<int64_t>{int64_t(table.size())}), ArrayRef<bool>(table)));
  Value entry = b.create<stablehlo::DynamicSliceOp>(one, entries, ValueRange{id},
                                                    b.getDenseI64ArrayAttr({1}));
  return b.create<stablehlo::ReshapeOp>(scalar, entry);
}

/// Replaces the permutes of a round by one in the place of the first. Devices that get nothing by a
/// permute have zeros.
void replace(const Round &round) {
  auto first = cast<stablehlo::CollectivePermuteOp>(round.parts.front().op);
  ImplicitLocOpBuilder b(first.getLoc(), first);
  SmallVector<int64_t> pairs;
  for (const SentBox &part : round.parts)
    llvm::append_range(
        pairs,
        cast<stablehlo::CollectivePermuteOp>(part.op).getSourceTargetPairs().getValues<int64_t>());
  auto permute = cast<stablehlo::CollectivePermuteOp>(b.clone(*first));
  permute.setSourceTargetPairsAttr(DenseIntElementsAttr::get(
      RankedTensorType::get({int64_t(pairs.size()) / 2, 2}, b.getI64Type()), pairs));
  RankedTensorType type = typeOf(permute.getResult());
  Value zero = ops::zero(b, b.getLoc(), type.getElementType());
  Value zeros = b.create<stablehlo::BroadcastInDimOp>(type, zero, b.getDenseI64ArrayAttr({}));
  for (const SentBox &part : round.parts) {
    auto op = cast<stablehlo::CollectivePermuteOp>(part.op);
    Value got = b.create<stablehlo::SelectOp>(isTarget(b, op), permute.getResult(), zeros);
    op.getResult().replaceAllUsesWith(got);
  }
  for (const SentBox &part : round.parts)
    part.op->erase();
}

struct MergeExchanges : impl::MergeExchangesBase<MergeExchanges> {
  void runOnOperation() override {
    bool isMerged = mergeBoxes(), isJoined = joinRounds();
    if (!isMerged && !isJoined)
      markAllAnalysesPreserved();
  }

private:
  template <class Add> void forPermutes(Add add) {
    getOperation().walk([&](Operation *op) {
      std::optional<Exchange> exchange = exchangeOf(op);
      if (!exchange || exchange->kind != ir::CollectiveKind::Permute)
        return;
      SentBox box = sentBy(op);
      if (box.box.count())
        add(box, *exchange);
    });
  }

  /// Replaces the permutes that found others. Returns whether there were any.
  template <class Sent> static bool replaceAll(const Sent &sent) {
    bool changed = false;
    for (const auto &[key, all] : sent)
      for (const auto &together : all)
        if (together.parts.size() > 1) {
          replace(together);
          changed = true;
        }
    return changed;
  }

  /// Merges permutes over the same pairs.
  bool mergeBoxes() {
    llvm::MapVector<Key, std::vector<Merged>> sent;
    forPermutes([&](const SentBox &box, const Exchange &exchange) {
      add(sent[{box.op->getBlock(), box.value(), exchange.groups}], box);
    });
    return replaceAll(sent);
  }

  /// A roll sends one part of its rows around the end, over a pair of its own.
  /// Joins permutes of the same elements over other pairs. Without a channel, pairs are no device
  /// ids of partitions.
  bool joinRounds() {
    llvm::MapVector<std::pair<Block *, Value>, std::vector<Round>> sent;
    forPermutes([&](const SentBox &box, const Exchange &) {
      auto permute = cast<stablehlo::CollectivePermuteOp>(box.op);
      auto channel = permute.getChannelHandle();
      if (!channel || channel->getHandle() <= 0 ||
          !areDevices(llvm::to_vector(permute.getSourceTargetPairs().getValues<int64_t>())))
        return;
      std::vector<Round> &rounds = sent[{box.op->getBlock(), box.value()}];
      if (llvm::none_of(rounds, [&](Round &round) {
            return round.parts.front().box == box.box && round.add(box);
          }))
        rounds.emplace_back().add(box);
    });
    return replaceAll(sent);
  }
};

} // namespace
} // namespace spmd
