// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference meaning of collectives: combines the values that the members of a group
// (collective_groups.h) give. Sums are accumulated in the order of the group in the wide domain and
// rounded once.
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/collective_groups.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// The operands that the members of this device's group give, in the order of the group. A device
/// in no group meets nobody.
struct Meeting {
  SmallVector<int64_t> group;
  std::vector<TensorList> given;
  /// Operand j of each member.
  TensorList column(size_t j) const {
    return llvm::map_to_vector(given, [&](const TensorList &list) { return list[j]; });
  }
  /// The position of a device in the group.
  int64_t placeOf(int64_t device) const { return llvm::find(group, device) - group.begin(); }
};

/// Calls `make(j, meeting)` for each result j of the op. A device in no group may not reach the op
/// unless `mayBeAlone`.
template <class Op, class Fn>
llvm::Expected<TensorList> perResult(Op op, Inputs in, EvalContext &context, Fn make,
                                     bool mayBeAlone = false) {
  auto devices = groupOf(op, op.getReplicaGroups(), modeOf(op), context.place());
  if (!devices)
    return devices.takeError();
  if (devices->empty() && !mayBeAlone)
    return opError(op, "is reached by device " + Twine(context.place().id()) +
                           ", which is in none of its groups");
  Meeting meeting{*devices, {}};
  if (!devices->empty()) {
    auto given = context.exchange(op, meeting.group, TensorList(in));
    if (!given)
      return given.takeError();
    meeting.given = std::move(*given);
  }
  TensorList out;
  for (unsigned j = 0; j < op->getNumResults(); ++j) {
    llvm::Expected<Tensor> made = make(j, meeting);
    if (!made)
      return made.takeError();
    out.push_back(std::move(*made));
  }
  return out;
}

/// Reduces the values element by element.
llvm::Expected<Tensor> foldValues(Region &body, ArrayRef<Tensor> values, EvalContext &context) {
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

/// Part `k` of `count` equal parts along a dim.
Tensor partOf(const Tensor &whole, int64_t dim, int64_t k, int64_t count) {
  SmallVector<int64_t> start(whole.rank(), 0), limit(whole.shape()), ones(whole.rank(), 1);
  // Part k starts k * (size / count) along the dim.
  int64_t size = limit[dim] / count;
  start[dim] = k * size;
  limit[dim] = start[dim] + size;
  return slicedElements(whole, start, limit, ones);
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
std::optional<ShardingRule> borderRule(Operation *op, ArrayRef<int64_t> special) {
  if (op->getNumOperands() == 0)
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
struct AllReduce : Pointwise<AllReduceOp> {
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getReplicaGroups(), pointwiseRule(op));
  }
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    return perResult(op, in, context, [&](unsigned j, const Meeting &meeting) {
      return foldValues(op.getComputation(), meeting.column(j), context);
    });
  }
  /// Of sums only.
  static LogicalResult vjp(Op op, Backward &g) { return allReduceGradient(op, g); }
  using Facets = Has<Space, Rule, Vjp, BatchEach, Eval>;
};

// The legacy op, which has no computation: it always adds.
struct CrossReplicaSum : Pointwise<CrossReplicaSumOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in, EvalContext &context) {
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
    return isFloat ? ofComplex(in[0].type, sum) : Tensor::of(in[0].type, count);
  }
  /// A sum over devices is its own transpose.
  static Expr vjp(Op op, Backward &g) {
    return g.make(op->getName().getStringRef(), op.getType(), g.ct(), op->getAttrs());
  }
  using Facets = Has<Space, Rule, Vjp, Eval>;
};

/// Every member gets the operands of the group, concatenated along one dim.
///   <[0, 1]>: [1, 2], [3, 4] -> both get [1, 2, 3, 4]
struct AllGather : Meaning<AllGatherOp> {
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getReplicaGroups(),
                        borderRule(op, int64_t(op.getAllGatherDim())));
  }
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    return perResult(op, in, context, [&](unsigned j, const Meeting &meeting) {
      return joinedElements(meeting.column(j), op.getAllGatherDim());
    });
  }
  /// Sums and scatters.
  static LogicalResult vjp(Op op, Backward &g) { return allGatherGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) {
    return batchCollective(g, op.getAllGatherDimAttrName().strref());
  }
  using Facets = Has<Rule, Vjp, Batch, Eval>;
};

/// Member k gets part k of the reduction along one dim.
///   <[0, 1]>: [1, 2], [3, 4] -> device 0 gets [4], device 1 gets [6]
struct ReduceScatter : Meaning<ReduceScatterOp> {
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getReplicaGroups(),
                        borderRule(op, int64_t(op.getScatterDimension())));
  }
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    auto make = [&](unsigned j, const Meeting &meeting) -> llvm::Expected<Tensor> {
      auto folded = foldValues(op.getComputation(), meeting.column(j), context);
      if (!folded)
        return folded.takeError();
      // The position in the group says which part this device gets.
      return partOf(*folded, op.getScatterDimension(), meeting.placeOf(context.place().id()),
                    meeting.group.size());
    };
    return perResult(op, in, context, make);
  }
  /// Gathers.
  static LogicalResult vjp(Op op, Backward &g) { return reduceScatterGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) {
    return batchCollective(g, op.getScatterDimensionAttrName().strref());
  }
  using Facets = Has<Rule, Vjp, Batch, Eval>;
};

/// Member k gets part k along one dim of each operand, concatenated along another dim.
///   <[0, 1]>: [1, 2], [3, 4] -> device 0 gets [1, 3], device 1 gets [2, 4]
struct AllToAll : Meaning<AllToAllOp> {
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    SmallVector<int64_t> special{int64_t(op.getSplitDimension())};
    if (op.getConcatDimension() != op.getSplitDimension())
      special.push_back(op.getConcatDimension());
    return unlessJoined(op, options, op.getReplicaGroups(), borderRule(op, special));
  }
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    return perResult(op, in, context, [&](unsigned j, const Meeting &meeting) {
      // From every member the part that is meant for this device.
      int64_t own = meeting.placeOf(context.place().id());
      TensorList parts = meeting.column(j);
      for (Tensor &part : parts)
        part = partOf(part, op.getSplitDimension(), own, op.getSplitCount());
      return joinedElements(parts, op.getConcatDimension());
    });
  }
  /// The dims change roles.
  static LogicalResult vjp(Op op, Backward &g) { return allToAllGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) {
    return batchCollective(g, {op.getSplitDimensionAttrName(), op.getConcatDimensionAttrName()});
  }
  using Facets = Has<Rule, Vjp, Batch, Eval>;
};

/// The position of the root of operand j: the first member of the group, or the one that the last
/// operand gives.
template <class Op>
llvm::Expected<int64_t> rootOf(Op op, Inputs in, size_t j, const Meeting &meeting) {
  int64_t root = op.getHasDynamicRoot() ? in.back().integer(j) : 0;
  if (root < 0 || root >= int64_t(meeting.group.size()))
    return opError(op, "has root " + Twine(root) + " in a group of " + Twine(meeting.group.size()));
  return root;
}

/// Every member gets the operand of the root.
struct CollectiveBroadcast : Meaning<CollectiveBroadcastOp> {
  /// Each operand shares its dims with its own result. The list of roots is whole everywhere.
  ///   [8, 16] from roots [1] -> [8, 16]: ([i, j], [k])->([i, j]) with need_replication={k}
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    RuleBuilder builder(op);
    for (unsigned r = 0; r < op->getNumResults(); ++r)
      for (auto [d, size] : llvm::enumerate(tensorTypeOf(op->getResult(r)).getShape())) {
        SmallVector<int64_t> dims(r + 1, RuleBuilder::kAbsent);
        dims[r] = d;
        builder.add(dims, dims, size);
      }
    if (op.getHasDynamicRoot()) {
      SmallVector<int64_t> dims(op->getNumOperands(), RuleBuilder::kAbsent);
      dims.back() = 0;
      builder.add(dims, {}, op->getNumResults(), FactorKind::NeedReplication);
    }
    return unlessJoined(op, options, op.getReplicaGroups(), builder.build());
  }
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    auto make = [&](unsigned j, const Meeting &meeting) -> llvm::Expected<Tensor> {
      if (meeting.group.empty())
        return Tensor(in[j].type); // zeros for devices in no group
      auto root = rootOf(op, in, j, meeting);
      if (!root)
        return root.takeError();
      return meeting.given[*root][j];
    };
    return perResult(op, in, context, make, /*mayBeAlone=*/true);
  }
  /// The root gets the sum.
  static LogicalResult vjp(Op op, Backward &g) { return broadcastGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) {
    return batchFromRoots(g, op.getHasDynamicRoot());
  }
  using Facets = Has<Rule, Vjp, Batch, Eval>;
};

/// The root gets the reduction of all operands of the group, all others zeros.
struct CollectiveReduce : Meaning<CollectiveReduceOp> {
  // Only the root reduces; the others take part in the exchange.
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    auto make = [&](unsigned j, const Meeting &meeting) -> llvm::Expected<Tensor> {
      Tensor zeros(op->getResult(j).getType());
      if (meeting.group.empty())
        return zeros;
      auto root = rootOf(op, in, j, meeting);
      if (!root)
        return root.takeError();
      return meeting.group[*root] == context.place().id()
                 ? foldValues(op.getComputation(), meeting.column(j), context)
                 : zeros;
    };
    return perResult(op, in, context, make, /*mayBeAlone=*/true);
  }
  static LogicalResult batch(Op op, Batching &g) {
    return batchFromRoots(g, op.getHasDynamicRoot());
  }
  using Facets =
      Has<NoRule<"only one device has the value">, NoVjp<"JAX exports no such op">, Batch, Eval>;
};

/// Sends the operand of each source to its target.
///   (0, 1) (1, 0): [1], [2] -> device 0 gets [2], device 1 gets [1]
struct CollectivePermute : Pointwise<CollectivePermuteOp> {
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    return unlessJoined(op, options, op.getSourceTargetPairs(), pointwiseRule(op));
  }
  /// Exchanges values between the devices that pairs connect with this one; other devices may not
  /// reach the op. A device that is no target gets zeros.
  static llvm::Expected<Tensor> eval(Op op, Inputs in, EvalContext &context) {
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
    // A target has at most one source.
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (pairs[i + 1] == own && llvm::is_contained(ids, pairs[i]))
        return (*given)[llvm::find(ids, pairs[i]) - ids.begin()][0];
    return Tensor(in[0].type);
  }
  /// The pairs are reversed.
  static LogicalResult vjp(Op op, Backward &g) { return permuteGradient(op, g); }
  using Facets = Has<Space, Rule, Vjp, Eval>;
};

// partition_id and replica_id.
template <class OpT, int64_t DevicePlace::*Coordinate> struct OwnId : Meaning<OpT> {
  static Tensor eval(OpT op, Inputs, EvalContext &context) {
    return Tensor::of(op->getResult(0).getType(),
                      std::vector<int64_t>{context.place().*Coordinate});
  }
  using Facets = Has<NoRule<"a scalar of the device">, ZeroVjp, BatchEach, Eval>;
};

} // namespace

void addCollectiveRules(RuleTable &table) {
  table.add<AllReduce, CrossReplicaSum, AllGather, ReduceScatter, AllToAll, CollectiveBroadcast,
            CollectiveReduce, CollectivePermute, OwnId<PartitionIdOp, &DevicePlace::partition>,
            OwnId<ReplicaIdOp, &DevicePlace::replica>>();
}

} // namespace spmd::ops
