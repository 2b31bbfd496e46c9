// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives of StableHLO in manual computations, ops on the device's id, and ops of sdy that say
// or change how a value is split.
#include "tools/cases/case_ops.h"
#include "llvm/ADT/StringExtras.h"

namespace spmd::random {
namespace {

constexpr llvm::StringLiteral kStableHlo = "stablehlo.";

/// By the writer of random manual computations, which knows over which axes values vary then.
void collective(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  writeCollective(c.w, c.scope, x, op.name.substr(kStableHlo.size()));
}

/// "dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>"
std::string groupsText(CaseWriter &c, AxisSet axes) {
  // One row for each group, in the order of the other axes.
  std::string rows;
  std::vector<std::vector<int64_t>> groups = c.w.mesh.groups(axes);
  for (const std::vector<int64_t> &group : groups)
    rows += (rows.empty() ? "[" : ", [") + listText(group) + "]";
  return "dense<[" + rows + "]> : tensor<" + std::to_string(groups.size()) + "x" +
         std::to_string(groups[0].size()) + "xi64>";
}

/// The result differs between the devices of a group: the root has the sum, others have zeros.
void collectiveReduce(CaseWriter &c, const CaseOp &op) {
  AxisSet axes = c.w.someOf(c.scope.manual & ~c.scope.divergent);
  if (!axes)
    return;
  Value x = c.input(op.elements, 1, 3), out = c.result({x}, x.shape, x.element, true);
  out.varies |= axes;
  c.emit(op.name, {x},
         "channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(++c.w.channels) +
             ", type = 1>, replica_groups = " + groupsText(c, axes) + ", use_global_device_ids",
         {out}, c.reducer("stablehlo.add", x.element));
}

/// The old form of an all_reduce, whose groups are those of replicas; there is one replica.
void crossReplicaSum(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  c.emit(op.name, {x}, "replica_groups = dense<0> : tensor<1x1xi64>",
         {c.result({x}, x.shape, x.element, true)});
}

/// The id is looked up in a table of positions, so that the result varies along one axis only.
void place(CaseWriter &c, const CaseOp &) { writePlace(c.w, c.scope); }

/// The id of the replica is zero everywhere.
void replica(CaseWriter &c, const CaseOp &op) {
  c.emit(op.name, {}, "", {c.result({}, {}, "ui32", false)});
}

/// A reshard states all of a sharding; a constraint may leave dims open.
void constraint(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3), out = x;
  bool isReshard = op.name == "sdy.reshard";
  bool wasUneven = std::exchange(c.w.isUneven, c.w.isUneven && !c.scope.manual);
  out.name = c.w.fresh();
  c.w.line(out.name + " = " + op.name.str() + " " + x.name + " " + c.sharding(x.shape, !isReshard) +
           " : " + x.type());
  c.w.isUneven = wasUneven;
  c.scope.values.push_back(out);
}

/// Shardings pass it in one direction or in none.
void propagationBarrier(CaseWriter &c, const CaseOp &op) {
  constexpr llvm::StringLiteral kDirections[] = {"NONE", "FORWARD", "BACKWARD"};
  Value x = c.input(op.elements, 1, 3);
  c.w.define(c.scope, x,
             op.name.str() + " " + x.name + " allowed_direction=" + c.w.pick(kDirections) + " : " +
                 x.type());
}

/// Two values of one shape are split alike.
void shardingGroup(CaseWriter &c, const CaseOp &op) {
  // A barrier behind the group, so that both values are there in one result.
  Value x = c.input(op.elements, 1, 3), y = c.inputOf(x.shape, x.element);
  for (const Value &value : {x, y})
    c.w.line(op.name.str() + " " + value.name + " group_id=0 : " + value.type());
  c.emit("stablehlo.optimization_barrier", {x, y}, "", {x, y});
}

/// An edge stands behind a result that shares its sharding with an operand.
void dataFlowEdge(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  Value y = c.helper("stablehlo.optimization_barrier", {x}, "", x);
  c.w.define(c.scope, y,
             op.name.str() + " " + y.name + " sharding=" + c.sharding(y.shape, true) + " : " +
                 y.type());
}

/// Such an edge ties an argument of a function to its calls.
void argumentEdge(CaseWriter &c, const CaseOp &op) {
  Value x = c.argument(c.shape(1, 3), c.element(op.elements));
  c.scope.values.pop_back(); // the edge is the only reader
  c.w.define(c.scope, x, op.name.str() + " " + x.name + " : " + x.type());
}

/// sdy collectives state the sharding behind them; the writer draws one to three of them.
void move(CaseWriter &c, const CaseOp &op) {
  writeMovesOf(c.w, c.scope, c.input(op.elements, 1, 3));
}

// Groups of collectives are along manual axes.
constexpr CaseOp kExchange[] = {
    {"stablehlo.all_gather", collective, kAny, Place::Manual},
    {"stablehlo.all_reduce", collective, kAny, Place::Manual},
    {"stablehlo.all_to_all", collective, kAny, Place::Manual},
    {"stablehlo.collective_broadcast", collective, kAny, Place::Manual},
    {"stablehlo.collective_permute", collective, kAny, Place::Manual},
    {"stablehlo.reduce_scatter", collective, kAny, Place::Manual},
    {"stablehlo.collective_reduce", collectiveReduce, kNumbers, Place::Manual},
    {"stablehlo.cross-replica-sum", crossReplicaSum, kNumbers, Place::Manual},
    {"stablehlo.partition_id", place, kAny, Place::Manual},
    {"stablehlo.replica_id", replica, kAny, Place::Manual},
};
// Some of these name axes, which must be free; others are edges that propagation reads.
constexpr CaseOp kSharding[] = {
    {"sdy.sharding_constraint", constraint, kAny},
    {"sdy.reshard", constraint, kAny},
    {"sdy.propagation_barrier", propagationBarrier, kAny},
    {"sdy.sharding_group", shardingGroup, kAny, Place::Free},
    {"sdy.data_flow_edge", dataFlowEdge, kAny, Place::Free},
    {"sdy.func_data_flow_edge", argumentEdge, kAny, Place::Main},
    {"sdy.all_gather", move, kNumbers, Place::Free},
    {"sdy.all_reduce", move, kNumbers, Place::Free},
    {"sdy.all_slice", move, kNumbers, Place::Free},
    {"sdy.all_to_all", move, kNumbers, Place::Free},
    {"sdy.collective_permute", move, kNumbers, Place::Free},
    {"sdy.reduce_scatter", move, kNumbers, Place::Free},
    {"sdy.replicated_to_unreduced", move, kNumbers, Place::Free},
    {"sdy.sharded_to_unreduced", move, kNumbers, Place::Free},
};

} // namespace

llvm::ArrayRef<CaseOp> exchangeCases() { return kExchange; }
llvm::ArrayRef<CaseOp> shardingCases() { return kSharding; }

} // namespace spmd::random
