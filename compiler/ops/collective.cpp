// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference meaning of collectives: combines the values that the members of a group
// (collective_groups.h) give. Sums are accumulated in the order of the group in the wide domain and
// rounded once.
#include "compiler/ops/collective_groups.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// The values of all members, in the order of the group, which is also returned in `group`.
template <class Op>
llvm::Expected<std::vector<TensorList>> meet(Op op, Inputs in, EvalContext &context,
                                             SmallVector<int64_t> &group) {
  // A device in no group may not reach the op.
  auto devices = groupOf(op, op.getReplicaGroups(), modeOf(op), context.place());
  if (!devices)
    return devices.takeError();
  if (devices->empty())
    return opError(op, "is reached by device " + llvm::Twine(context.place().id()) +
                           ", which is in none of its groups");
  group = *devices;
  return context.exchange(op, group, TensorList(in));
}

/// Reduces the values element by element.
llvm::Expected<Tensor> foldValues(Region &body, llvm::ArrayRef<Tensor> values,
                                  EvalContext &context) {
  Fold fold(body, Tensor(RankedTensorType::get({}, values[0].element())), values[0].count(),
            context);
  // The first value starts the accumulators; the others follow in the order of the group.
  fold.startFrom(values[0]);
  for (const Tensor &value : values.drop_front()) {
    if (auto error = fold.setElements(value))
      return error;
    for (int64_t i = 0; i < value.count(); ++i)
      if (auto error = fold.take(i, i))
        return error;
  }
  return fold.finish(values[0].shape())[0];
}

/// Operand j of each member.
TensorList column(llvm::ArrayRef<TensorList> given, size_t j) {
  TensorList values;
  for (const TensorList &list : given)
    values.push_back(list[j]);
  return values;
}

/// Concatenates parts along a dim.
Tensor join(llvm::ArrayRef<Tensor> parts, int64_t dim) {
  SmallVector<int64_t> shape(parts[0].shape());
  // Shapes may differ along the joined dim only.
  shape[dim] = 0;
  for (const Tensor &part : parts)
    shape[dim] += part.shape()[dim];
  Tensor out(RankedTensorType::get(shape, parts[0].element()));
  auto strides = stridesOf(shape);
  int64_t offset = 0;
  for (const Tensor &part : parts) {
    // The part starts at `offset` along the joined dim.
    putElements(out, part, [&](llvm::ArrayRef<int64_t> i) {
      return positionOf(i, strides) + offset * strides[dim];
    });
    offset += part.shape()[dim];
  }
  return out;
}

/// Part `k` of `count` equal parts along a dim.
Tensor partOf(const Tensor &whole, int64_t dim, int64_t k, int64_t count) {
  SmallVector<int64_t> shape(whole.shape());
  shape[dim] /= count;
  // Part k starts k * (size / count) along the dim.
  Tensor out(RankedTensorType::get(shape, whole.element()));
  auto strides = stridesOf(whole.shape());
  int64_t base = k * shape[dim] * strides[dim];
  moveElements(out, whole,
               [&](llvm::ArrayRef<int64_t> i) { return base + positionOf(i, strides); });
  return out;
}

/// The position of a device in its group.
int64_t placeIn(llvm::ArrayRef<int64_t> group, int64_t device) {
  return llvm::find(group, device) - group.begin();
}

/// `rule`, unless it is for the local program and the collective joins devices that hold different
/// parts.
std::optional<ShardingRule> unlessJoined(Operation *op, const RuleOptions &options,
                                         Attribute groups, std::optional<ShardingRule> rule) {
  // Propagation (not local) always uses the rule.
  return options.local && !joinsAlongManualAxes(op, groups) ? std::nullopt : std::move(rule);
}

/// Dims of equal size pass through. Each dim in `special` has a factor in the operand and another
/// one in the result, both of which need replication.
std::optional<ShardingRule> borderRule(Operation *op, llvm::ArrayRef<int64_t> special) {
  if (op->getNumOperands() == 0 || !hasStaticShapes(op))
    return std::nullopt;
  auto in = tensorTypeOf(op->getOperand(0)), out = tensorTypeOf(op->getResult(0));
  RuleBuilder builder(op);
  // all_gather [4, 8] -> [8, 8] along 0: ([j, i])->([k, i]) with need_replication={j, k}.
  for (int64_t d = 0; d < in.getRank(); ++d)
    if (!llvm::is_contained(special, d))
      builder.addEverywhere(d, d, in.getDimSize(d));
  for (int64_t d : special) {
    builder.addEverywhere(d, RuleBuilder::kAbsent, in.getDimSize(d), FactorKind::NeedReplication);
    builder.addEverywhere(RuleBuilder::kAbsent, d, out.getDimSize(d), FactorKind::NeedReplication);
  }
  return builder.build();
}

/// Every member gets the reduction of all operands of the group.
///   <[0, 1]>: device 0 gives 1, device 1 gives 2 -> both get 3
struct AllReduce {
  using Op = AllReduceOp;
  static IterationSpace space(AllReduceOp op) { return IterationSpace::pointwise(op); }
  static std::optional<ShardingRule> rule(AllReduceOp op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getReplicaGroups(), pointwiseRule(op));
  }

  /// All devices of a group compute the same sum of the values of all, in the order of positions.
  static llvm::Error eval(AllReduceOp op, Inputs in, Outputs out, EvalContext &context) {
    SmallVector<int64_t> group;
    auto given = meet(op, in, context, group);
    if (!given)
      return given.takeError();
    for (auto [j, result] : llvm::enumerate(out)) {
      if (auto error = foldValues(op.getComputation(), column(*given, j), context).moveInto(result))
        return error;
    }
    return llvm::Error::success();
  }
  using Facets = Has<Space, Rule, Eval>;
};

// The legacy op, which has no computation: it always adds.
struct CrossReplicaSum {
  using Op = CrossReplicaSumOp;
  static IterationSpace space(CrossReplicaSumOp op) { return IterationSpace::pointwise(op); }
  /// XLA's older all_reduce: always a sum, over replicas only.
  static llvm::Error eval(CrossReplicaSumOp op, Inputs in, Outputs out, EvalContext &context) {
    auto group = groupOf(op, op.getReplicaGroups(), GroupMode::CrossReplica, context.place());
    if (!group)
      return group.takeError();
    auto given = context.exchange(op, *group, TensorList(in));
    if (!given)
      return given.takeError();
    // Sums in the wide domain: complex for floats, wrapping integers for the rest.
    std::vector<Complex> sum(in[0].count());
    std::vector<int64_t> count(in[0].count());
    bool isFloat =
        domainOf(in[0].element()) == Domain::Real || domainOf(in[0].element()) == Domain::Complex;
    for (const TensorList &list : *given) {
      if (isFloat)
        for (auto [to, x] : llvm::zip_equal(sum, list[0].values<Complex>()))
          to += x;
      else
        for (auto [to, x] : llvm::zip_equal(count, list[0].values<int64_t>()))
          to = int64_t(uint64_t(to) + uint64_t(x));
    }
    if (!isFloat)
      out[0] = Tensor::of(in[0].type, count);
    else if (domainOf(in[0].element()) == Domain::Complex)
      out[0] = Tensor::of(in[0].type, sum);
    else {
      std::vector<double> reals;
      for (Complex z : sum)
        reals.push_back(z.real());
      out[0] = Tensor::of(in[0].type, reals);
    }
    return llvm::Error::success();
  }
  using Facets = Has<Space, Rule, Eval>;
};

/// Every member gets the operands of the group, concatenated along one dim.
///   <[0, 1]>: [1, 2], [3, 4] -> both get [1, 2, 3, 4]
struct AllGather {
  using Op = AllGatherOp;
  static std::optional<ShardingRule> rule(AllGatherOp op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getReplicaGroups(),
                        borderRule(op, int64_t(op.getAllGatherDim())));
  }

  /// The values of all positions, joined along one dim.
  static llvm::Error eval(AllGatherOp op, Inputs in, Outputs out, EvalContext &context) {
    SmallVector<int64_t> group;
    auto given = meet(op, in, context, group);
    if (!given)
      return given.takeError();
    for (auto [j, result] : llvm::enumerate(out))
      result = join(column(*given, j), op.getAllGatherDim());
    return llvm::Error::success();
  }
  using Facets = Has<Rule, Eval>;
};

/// Member k gets part k of the reduction along one dim.
///   <[0, 1]>: [1, 2], [3, 4] -> device 0 gets [4], device 1 gets [6]
struct ReduceScatter {
  using Op = ReduceScatterOp;
  static std::optional<ShardingRule> rule(ReduceScatterOp op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getReplicaGroups(),
                        borderRule(op, int64_t(op.getScatterDimension())));
  }

  /// Combines like an all_reduce and keeps the part at this device's position.
  static llvm::Error eval(ReduceScatterOp op, Inputs in, Outputs out, EvalContext &context) {
    SmallVector<int64_t> group;
    auto given = meet(op, in, context, group);
    if (!given)
      return given.takeError();
    auto folded = foldValues(op.getComputation(), column(*given, 0), context);
    if (!folded)
      return folded.takeError();
    // The position in the group says which part this device gets.
    out[0] = partOf(*folded, op.getScatterDimension(), placeIn(group, context.place().id()),
                    group.size());
    return llvm::Error::success();
  }
  using Facets = Has<Rule, Eval>;
};

/// Member k gets part k along one dim of each operand, concatenated along another dim.
///   <[0, 1]>: [1, 2], [3, 4] -> device 0 gets [1, 3], device 1 gets [2, 4]
struct AllToAll {
  using Op = AllToAllOp;
  static std::optional<ShardingRule> rule(AllToAllOp op, const RuleOptions &options) {
    SmallVector<int64_t> special{int64_t(op.getSplitDimension())};
    if (op.getConcatDimension() != op.getSplitDimension())
      special.push_back(op.getConcatDimension());
    return unlessJoined(op, options, op.getReplicaGroups(), borderRule(op, special));
  }

  /// Each device cuts its value into parts, one per position, and receives the parts that are meant
  /// for its own.
  ///   positions 0, 1 with [a0, a1], [b0, b1] -> [a0, b0], [a1, b1]
  static llvm::Error eval(AllToAllOp op, Inputs in, Outputs out, EvalContext &context) {
    SmallVector<int64_t> group;
    auto given = meet(op, in, context, group);
    if (!given)
      return given.takeError();
    int64_t own = placeIn(group, context.place().id());
    for (auto [j, result] : llvm::enumerate(out)) {
      // From every member the part that is meant for this device.
      TensorList parts;
      for (const TensorList &list : *given)
        parts.push_back(partOf(list[j], op.getSplitDimension(), own, op.getSplitCount()));
      result = join(parts, op.getConcatDimension());
    }
    return llvm::Error::success();
  }
  using Facets = Has<Rule, Eval>;
};

/// The root of operand j: the first member of the group, or the one that the last operand gives.
llvm::Expected<int64_t> rootOf(Operation *op, bool isDynamic, Inputs in, size_t j,
                               size_t groupSize) {
  int64_t root = isDynamic ? in.back().integer(j) : 0;
  if (root < 0 || root >= int64_t(groupSize))
    return opError(op,
                   "has root " + llvm::Twine(root) + " in a group of " + llvm::Twine(groupSize));
  return root;
}

/// Every member gets the operand of the root.
struct CollectiveBroadcast {
  using Op = CollectiveBroadcastOp;
  static IterationSpace space(CollectiveBroadcastOp op) { return IterationSpace::pointwise(op); }
  static std::optional<ShardingRule> rule(CollectiveBroadcastOp op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getReplicaGroups(), pointwiseRule(op));
  }
  // Reads the root from the last operand if it is dynamic.
  static llvm::Error eval(CollectiveBroadcastOp op, Inputs in, Outputs out, EvalContext &context) {
    auto group = groupOf(op, op.getReplicaGroups(), modeOf(op), context.place());
    if (!group)
      return group.takeError();
    for (auto [j, result] : llvm::enumerate(out))
      result = Tensor(in[j].type); // zeros for devices in no group
    if (group->empty())
      return llvm::Error::success();
    auto given = context.exchange(op, *group, TensorList(in));
    if (!given)
      return given.takeError();
    for (auto [j, result] : llvm::enumerate(out)) {
      auto root = rootOf(op, op.getHasDynamicRoot(), in, j, group->size());
      if (!root)
        return root.takeError();
      result = (*given)[*root][j];
    }
    return llvm::Error::success();
  }
  using Facets = Has<Space, Rule, Eval>;
};

/// The root gets the reduction of all operands of the group, all others zeros.
struct CollectiveReduce {
  using Op = CollectiveReduceOp;
  // Only the root reduces; the others take part in the exchange.
  static llvm::Error eval(CollectiveReduceOp op, Inputs in, Outputs out, EvalContext &context) {
    auto group = groupOf(op, op.getReplicaGroups(), modeOf(op), context.place());
    if (!group)
      return group.takeError();
    // Devices other than the root get zeros.
    for (auto [j, result] : llvm::enumerate(out))
      result = Tensor(op->getResult(j).getType());
    if (group->empty())
      return llvm::Error::success();
    auto given = context.exchange(op, *group, TensorList(in));
    if (!given)
      return given.takeError();
    for (auto [j, result] : llvm::enumerate(out)) {
      auto root = rootOf(op, op.getHasDynamicRoot(), in, j, group->size());
      if (!root)
        return root.takeError();
      if ((*group)[*root] != context.place().id())
        continue;
      if (auto error = foldValues(op.getComputation(), column(*given, j), context).moveInto(result))
        return error;
    }
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"only one device has the value">, Eval>;
};

/// Sends the operand of each source to its target.
///   (0, 1) (1, 0): [1], [2] -> device 0 gets [2], device 1 gets [1]
struct CollectivePermute {
  using Op = CollectivePermuteOp;
  static IterationSpace space(CollectivePermuteOp op) { return IterationSpace::pointwise(op); }
  static std::optional<ShardingRule> rule(CollectivePermuteOp op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getSourceTargetPairs(), pointwiseRule(op));
  }
  /// Exchanges values between the devices that pairs connect with this one; other devices may not
  /// reach the op. A device that is no target gets zeros.
  static llvm::Error eval(CollectivePermuteOp op, Inputs in, Outputs out, EvalContext &context) {
    DevicePlace place = context.place();
    GroupMode mode = modeOf(op);
    int64_t own = mode == GroupMode::CrossPartition ? place.partition : place.replica;
    auto pairs = llvm::to_vector(op.getSourceTargetPairs().getValues<int64_t>());
    // Devices that no pair connects form a group of one.
    SmallVector<int64_t> ids = joinedBy(pairs, own, idCount(mode, place));
    SmallVector<int64_t> group = devicesOf(mode, ids, place);
    auto given = context.exchange(op, group, TensorList(in));
    if (!given)
      return given.takeError();
    out[0] = Tensor(in[0].type);
    // A target has at most one source.
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (pairs[i + 1] == own && llvm::is_contained(ids, pairs[i]))
        out[0] = (*given)[llvm::find(ids, pairs[i]) - ids.begin()][0];
    return llvm::Error::success();
  }
  using Facets = Has<Space, Rule, Eval>;
};

// partition_id and replica_id.
template <class OpT, int64_t DevicePlace::*Coordinate> struct OwnId {
  using Op = OpT;
  static llvm::Error eval(OpT op, Inputs, Outputs out, EvalContext &context) {
    out[0] =
        Tensor::of(op->getResult(0).getType(), std::vector<int64_t>{context.place().*Coordinate});
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"a scalar of the device">, Eval>;
};

} // namespace

void addCollectiveRules(RuleTable &table) {
  table.add<AllReduce, CrossReplicaSum, AllGather, ReduceScatter, AllToAll, CollectiveBroadcast,
            CollectiveReduce, CollectivePermute, OwnId<PartitionIdOp, &DevicePlace::partition>,
            OwnId<ReplicaIdOp, &DevicePlace::replica>>();
}

} // namespace spmd::ops
