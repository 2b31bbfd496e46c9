// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a move as a minimum cut. A variable is 1 if its value moves. An op is a variable, too: it
// is split as if all its values stayed, or as if all moved. Pairs cost the reshards between them.
#include "compiler/partition/placement_move.h"
#include "compiler/structure/min_cut.h"

using namespace mlir;

namespace spmd {

/// Sums of the same numbers in another order differ by less.
static constexpr double kRounding = 1e-6;

// The region of a move are the ops around its values, and all values that these ops ask for. What
// other ops ask for stays as it is, but may serve the region, too.
PlacementMove::PlacementMove(PlacementGraph &graph,
                             const llvm::MapVector<unsigned, PlacementId> &proposed)
    : graph(graph), proposed(proposed) {
  for (auto [id, placement] : proposed) {
    const PlacedValue &value = graph.values[id];
    if (value.maker)
      ops.insert({*value.maker, nullptr});
    for (unsigned reader : value.readers)
      ops.insert({reader, nullptr});
    sources.insert(value.flowsFrom.begin(), value.flowsFrom.end());
    sources.insert(id);
  }
  for (const auto &entry : ops) {
    const PlacedOp &op = graph.ops[entry.first];
    sources.insert(op.operands.begin(), op.operands.end());
  }
  before = cost();
}

// A value that the move does not touch is where it is in both forms of an op.
PlacementId PlacementMove::placementOf(unsigned value, bool isMoved) const {
  auto found = isMoved ? proposed.find(value) : proposed.end();
  return found == proposed.end() ? graph.values[value].placement : found->second;
}

const OpSplit &PlacementMove::movedSplitOf(const PlacedOp &op) {
  SmallVector<PlacementId> operands, results;
  for (unsigned value : op.operands)
    operands.push_back(placementOf(value, /*isMoved=*/true));
  for (unsigned value : op.results)
    results.push_back(placementOf(value, /*isMoved=*/true));
  return graph.splitOf(op, operands, results);
}

/// Values come first, then ops.
std::optional<PlacementMove::Variable> PlacementMove::variableOf(unsigned op) const {
  auto *found = ops.find(op);
  return found == ops.end() ? std::nullopt
                            : std::optional<Variable>(proposed.size() + (found - ops.begin()));
}

// A placement that no reshard leads to has a price above everything else, so that no cut keeps it,
// and takes no time.
void PlacementMove::Cost::add(double trips, std::optional<const ReshardPlan *> plan,
                              ArrayRef<Link> links) {
  double cost = trips * PlacementGraph::costOf(plan);
  bytes += cost;
  sent += cost;
  time += plan && *plan ? trips * timeOf(**plan, links) : 0;
}

/// The cost of the region where all values are where they are now: each op, and each reshard once,
/// whoever asks for it.
PlacementMove::Cost PlacementMove::cost() {
  Cost total;
  ArrayRef<Link> links = graph.atoms.links();
  for (const auto &entry : ops) {
    PlacedOp &op = graph.ops[entry.first];
    const OpSplit &split = graph.splitOf(op);
    total.bytes += op.trips * split.own;
    for (auto [value, made] : llvm::zip_equal(op.results, split.results))
      total.add(op.trips, graph.planOfResult(value, made, graph.values[value].placement), links);
  }
  for (unsigned id : sources) {
    const PlacedValue &value = graph.values[id];
    llvm::SmallSetVector<PlacementId, 4> requests(value.requests.begin(), value.requests.end());
    for (unsigned reader : value.readers) {
      PlacedOp &op = graph.ops[reader];
      const OpSplit &split = graph.splitOf(op);
      for (auto [operand, request] : llvm::zip_equal(op.operands, split.operands))
        if (operand == id)
          requests.insert(request);
    }
    for (unsigned owner : value.flowsInto)
      requests.insert(graph.values[owner].placement);
    for (PlacementId request : requests)
      total.add(value.trips, graph.planOf(id, value.placement, request), links);
  }
  return total;
}

/// The op costs its own work in either split, and a pair with each result.
void PlacementMove::addOp(MinCut &cut, unsigned id) {
  PlacedOp &op = graph.ops[id];
  Variable variable = *variableOf(id);
  const OpSplit *splits[2] = {&graph.splitOf(op), ops.lookup(id)};
  cut.addCost(variable, op.trips * splits[0]->own, op.trips * splits[1]->own);
  for (auto [i, value] : llvm::enumerate(op.results)) {
    std::array<std::array<double, 2>, 2> costs;
    for (bool isMoved : {false, true})
      for (bool isResultMoved : {false, true})
        costs[isMoved][isResultMoved] =
            op.trips * graph.costOf(graph.planOfResult(value, splits[isMoved]->results[i],
                                                       placementOf(value, isResultMoved)));
    if (auto *found = proposed.find(value); found != proposed.end())
      cut.addCost(variable, found - proposed.begin(), costs);
    else
      cut.addCost(variable, costs[0][0], costs[1][0]);
  }
}

/// A reshard is paid once if anyone asks for it. One that somebody outside of the region asks for,
/// or an op in both of its forms, costs what it costs from where the value is. Another one is a
/// pair of the value and of who asks. Several that ask share a variable, which is 1 if one of those
/// is 1 that ask as moved, or 0 if one of those is 0 that ask as they are.
///   w stays split; matmuls a and b take it whole if they move
///   ->   any is 1 if a or b is; the pair (any, w) costs the gather
void PlacementMove::addRequests(MinCut &cut, unsigned id) {
  const PlacedValue &value = graph.values[id];
  llvm::MapVector<PlacementId, Request> requests;
  for (PlacementId request : value.requests)
    requests[request].always = true;
  // Somebody whose wish does not depend on the move asks in any case.
  auto ask = [&](std::optional<Variable> who, PlacementId asIs, PlacementId moved) {
    if (!who || asIs == moved) {
      requests[asIs].always = true;
      return;
    }
    requests[asIs].ifZero.push_back(*who);
    requests[moved].ifOne.push_back(*who);
  };
  for (unsigned reader : value.readers) {
    PlacedOp &op = graph.ops[reader];
    std::optional<Variable> variable = variableOf(reader);
    const OpSplit &asIs = graph.splitOf(op), &moved = variable ? *ops.lookup(reader) : asIs;
    for (auto [i, operand] : llvm::enumerate(op.operands))
      if (operand == id)
        ask(variable, asIs.operands[i], moved.operands[i]);
  }
  for (unsigned owner : value.flowsInto) {
    auto *found = proposed.find(owner);
    bool isIn = found != proposed.end();
    ask(isIn ? std::optional<Variable>(found - proposed.begin()) : std::nullopt,
        placementOf(owner, false), placementOf(owner, isIn));
  }
  // Whether the value itself moves decides what the reshard costs, or it stays and nothing does.
  auto *own = proposed.find(id);
  for (const auto &[to, request] : requests) {
    double costs[2];
    for (bool isMoved : {false, true})
      costs[isMoved] = value.trips * graph.costOf(id, placementOf(id, isMoved), to);
    auto add = [&](Variable who, bool ifOne) {
      if (own == proposed.end())
        cut.addCost(who, ifOne ? 0 : costs[0], ifOne ? costs[0] : 0);
      else if (ifOne)
        cut.addCost(who, own - proposed.begin(), {{{0, 0}, {costs[0], costs[1]}}});
      else
        cut.addCost(who, own - proposed.begin(), {{{costs[0], costs[1]}, {0, 0}}});
    };
    if (request.always) {
      if (own != proposed.end())
        cut.addCost(own - proposed.begin(), costs[0], costs[1]);
      continue;
    }
    for (bool ifOne : {false, true}) {
      ArrayRef<Variable> all = ifOne ? request.ifOne : request.ifZero;
      if (all.size() == 1)
        add(all[0], ifOne);
      if (all.size() < 2)
        continue;
      Variable any = cut.addVariable();
      for (Variable who : all)
        ifOne ? cut.imply(who, any) : cut.imply(any, who);
      add(any, ifOne);
    }
  }
}

// Variables are the values, then the ops, then those of shared requests.
double PlacementMove::apply() {
  MinCut cut;
  for (size_t i = 0; i < proposed.size(); ++i)
    cut.addVariable();
  for (auto &[op, moved] : ops) {
    cut.addVariable();
    moved = &movedSplitOf(graph.ops[op]);
  }
  for (const auto &entry : ops)
    addOp(cut, entry.first);
  for (unsigned value : sources)
    addRequests(cut, value);
  std::vector<bool> isMoved = cut.solve();
  SmallVector<std::pair<unsigned, PlacementId>> undo;
  for (auto [i, entry] : llvm::enumerate(proposed))
    if (isMoved[i]) {
      undo.emplace_back(entry.first, graph.values[entry.first].placement);
      graph.place(entry.first, entry.second);
    }
  // The cut prices ops whose values move in part as one of the two; this is what they really cost.
  if (!undo.empty())
    if (Cost after = cost();
        after.bytes < before.bytes * (1 - kRounding) && after.time <= before.time * (1 + kRounding))
      return before.bytes - after.bytes;
  for (auto [value, placement] : undo)
    graph.place(value, placement);
  return 0;
}

} // namespace spmd
