// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the function once for its values and ops, and prices splits with the same function as
// insert-reshards. Splits of ops of one kind between the same placements are looked up, since
// layers repeat.
#include "compiler/partition/placement_graph.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/quantized.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/borders.h"
#include "compiler/partition/sum_group.h"
#include "compiler/partition/value_versions.h"
#include "compiler/placement/window_exchange.h"
#include "compiler/sharding/annotated.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/values.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd {

// Arguments and results of the function are where its caller has and wants them: arguments are
// values that cannot change, results are requests that are always there.
PlacementGraph::PlacementGraph(func::FuncOp func, const AtomTable &atoms, ReshardPlans &plans)
    : atoms(atoms), planner(plans, atoms.sizes(), atoms.links()) {
  for (BlockArgument arg : func.getArguments())
    add(arg, dividing(atoms, sdy::getFuncArgSharding(func, arg.getArgNumber()), arg.getType()));
  visit(func.front());
  for (auto [i, value] : llvm::enumerate(func.front().getTerminator()->getOperands()))
    request(value, dividing(atoms, sdy::getFuncResultSharding(func, i), value.getType()));
  uniteDims();
}

// Programs have few different placements, so numbers make keys of splits short and quick to
// compare.
PlacementId PlacementGraph::idOf(const Placement &placement) {
  auto [it, isNew] = placementIds.try_emplace(placement, placements.size());
  if (isNew)
    placements.push_back(&it->first);
  return it->second;
}

/// Whether a value of the type may be placed in any way: a scalar has one placement only, and
/// elements with a scale for each step of a dim cannot be split
/// (compiler/propagation/keep_scales.cpp).
static bool mayBePlaced(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() > 0 && tensor.hasStaticShape() &&
         !isa<quant::QuantizedType>(tensor.getElementType());
}

/// Adds a value where propagation placed it. Partial sums were marked with the whole loop in view
/// (defer_sums.h), so they stay.
unsigned PlacementGraph::add(Value value, const Placement &placement, bool mayChange) {
  PlacedValue placed{.value = value, .placement = idOf(placement), .trips = tripsOf(value)};
  placed.mayChange = mayChange && mayBePlaced(value.getType()) && placement.partial.empty();
  placed.isRemade = !isa<RankedTensorType>(value.getType()) ||
                    ValueVersions::isRemadeOfScalars(value.getDefiningOp());
  ids[value] = values.size();
  values.push_back(std::move(placed));
  return values.size() - 1;
}

/// Somebody asks for the value in this placement, whatever moves.
void PlacementGraph::request(Value value, const Placement &placement) {
  values[ids.lookup(value)].requests.push_back(idOf(placement));
}

/// An op without a rule takes its operands whole.
void PlacementGraph::requestAll(Operation *op) {
  for (Value operand : op->getOperands())
    request(operand, dividing(atoms, {}, operand.getType()));
}

void PlacementGraph::visit(Block &block) {
  double trips = tripsOf(&block);
  for (Operation &op : block)
    visit(&op, trips);
}

/// The cases are those of insert-reshards. What manual computations do inside is theirs: the
/// program itself says there what each device does, and only their borders ask for placements.
/// Reshards and collectives of the program are values of their own, at fixed places.
void PlacementGraph::visit(Operation *op, double trips) {
  auto wanted = [&](Value v) { return dividing(atoms, sdy::getSharding(v), v.getType()); };
  if (op->hasTrait<OpTrait::IsTerminator>())
    return; // what it passes on flows into another value
  if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      request(operand, dividing(atoms, manual.getInSharding(i), operand.getType()));
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      add(result, dividing(atoms, manual.getOutSharding(i), result.getType()));
    return;
  }
  if (sdy::isDataFlowOp(op))
    return visitFlow(op);
  if (sdy::isMove(op)) {
    request(op->getOperand(0), wanted(op->getResult(0)));
    add(op->getResult(0), wanted(op->getResult(0)));
    return;
  }
  if (visitWithRule(op, trips))
    return;
  requestAll(op);
  bool isFree = op->getNumOperands() == 0 && Rules::of(op).localize;
  for (Value result : op->getResults())
    add(result, isFree ? wanted(result) : dividing(atoms, {}, result.getType()));
}

/// Values that flow into a carried value, or into the result of a branch, are requested where that
/// one is, once for each run of their block: what a loop starts from once, what it yields in every
/// trip. A carried value that never changes is another name of what it starts as, so that a reshard
/// of it stands in front of the loop.
void PlacementGraph::visitFlow(Operation *op) {
  SmallVector<Value> owners = sdy::getDataFlowEdgeOwners(op);
  for (OpOperand &operand : op->getOpOperands())
    if (!sdy::getDataFlowOwnerOfSource(operand))
      request(operand.get(), dividing(atoms, {}, operand.get().getType()));
  for (Value owner : owners) {
    SmallVector<OpOperand *> sources = sdy::getDataFlowSourceOperands(owner);
    auto *init = llvm::find_if(sources, [&](OpOperand *s) { return s->getOwner() == op; });
    bool isSame = init != sources.end() && llvm::any_of(sources, [&](OpOperand *source) {
                    return sdy::passesOwnArgument(*source, owner);
                  });
    unsigned id = isSame ? ids.lookup((*init)->get())
                         : add(owner, dividing(atoms, sdy::getSharding(owner), owner.getType()),
                               /*mayChange=*/!op->hasAttr(kAnnotatedAttr));
    ids[owner] = id;
    for (Value target : sdy::getNonOwnerTargets(owner))
      ids[target] = id;
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visit(block);
  for (Value owner : owners)
    for (Value source : sdy::getDataFlowSources(owner))
      if (unsigned from = ids.lookup(source), to = ids.lookup(owner); from != to) {
        values[from].flowsInto.push_back(to);
        values[to].flowsFrom.push_back(from);
      }
}

/// Returns whether the op has a rule.
bool PlacementGraph::visitWithRule(Operation *op, double trips) {
  std::optional<unsigned> kind = kindOf(op);
  if (!kind)
    return false;
  PlacedOp placed{.op = op, .kind = *kind, .trips = trips};
  unsigned id = ops.size();
  for (Value operand : op->getOperands()) {
    placed.operands.push_back(ids.lookup(operand));
    values[placed.operands.back()].readers.push_back(id);
  }
  for (Value result : op->getResults()) {
    Placement wanted = dividing(atoms, sdy::getSharding(result), result.getType());
    placed.results.push_back(add(result, wanted, !op->hasAttr(kAnnotatedAttr)));
    values[placed.results.back()].maker = id;
  }
  ops.push_back(std::move(placed));
  return true;
}

/// What decides how an op may be split: the op, its attributes and types, and what is known of its
/// operands. Ops with regions, and those that take rows of neighbours, are kinds of their own.
std::optional<unsigned> PlacementGraph::kindOf(Operation *op) {
  const OpRules &facets = Rules::of(op);
  std::vector<const void *> key{op->getName().getAsOpaquePointer()};
  if (op->getNumRegions() || facets.window)
    key.push_back(op);
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.erase(sdy::kShardingAttr);
  key.push_back(attributes.getDictionary(op->getContext()).getAsOpaquePointer());
  for (Type type : op->getResultTypes())
    key.push_back(type.getAsOpaquePointer());
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    key.push_back(operand.getType().getAsOpaquePointer());
    bool isLinear = facets.linearIn && facets.linearIn(op, i);
    key.push_back(reinterpret_cast<const void *>(
        uintptr_t(isLinear + 2 * isZeroBits(operand) + 4 * values[ids.lookup(operand)].isRemade)));
  }
  auto [it, isNew] = kindIds.try_emplace(std::move(key));
  if (!isNew)
    return it->second;
  if (std::optional<ShardingRule> rule = shardingRuleOf(op, {.local = true})) {
    std::optional<sdy::ReductionKind> combine;
    if (facets.combine)
      combine = facets.combine(op);
    bool isSum = !facets.combine || combine == sdy::ReductionKind::SUM;
    it->second = kinds.size();
    kinds.push_back({op, std::move(*rule), combine.has_value(), bool(facets.linearIn) && isSum});
  }
  return it->second;
}

TensorOnMesh onMesh(Value value, Placement placement) {
  TensorOnMesh out{.placement = std::move(placement)};
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    out.shape.assign(type.getShape().begin(), type.getShape().end());
    out.elementBytes = bufferElementBytes(type);
  }
  return out;
}

// Only the ops around the value are asked again.
void PlacementGraph::place(unsigned id, PlacementId placement) {
  PlacedValue &value = values[id];
  value.placement = placement;
  if (value.maker)
    ops[*value.maker].split = nullptr;
  for (unsigned reader : value.readers)
    ops[reader].split = nullptr;
}

const OpSplit &PlacementGraph::splitOf(PlacedOp &op) {
  if (op.split)
    return *op.split;
  SmallVector<PlacementId> operands, results;
  for (unsigned value : op.operands)
    operands.push_back(values[value].placement);
  for (unsigned value : op.results)
    results.push_back(values[value].placement);
  op.split = &splitOf(op, operands, results);
  return *op.split;
}

const OpSplit &PlacementGraph::splitOf(const PlacedOp &placed, ArrayRef<PlacementId> operands,
                                       ArrayRef<PlacementId> results) {
  std::vector<unsigned> key{placed.kind};
  key.insert(key.end(), operands.begin(), operands.end());
  key.insert(key.end(), results.begin(), results.end());
  auto [it, isNew] = splits.try_emplace(std::move(key));
  OpSplit &split = it->second;
  if (!isNew)
    return split;
  // Everything that the price depends on is in the key. Where an op has another context than the
  // first one of its kind, as another value that an operand is a view of, insert-reshards may find
  // a cheaper way; the graph does not look for it.
  const OpKind &kind = kinds[placed.kind];
  const OpRules &facets = Rules::of(kind.op);
  SmallVector<TensorOnMesh> in, out;
  for (auto [i, operand] : llvm::enumerate(kind.op->getOperands())) {
    in.push_back(onMesh(operand, placement(operands[i])));
    in.back().isZero = isZeroBits(operand);
    in.back().isLinear = facets.linearIn && facets.linearIn(kind.op, i);
  }
  for (auto [i, result] : llvm::enumerate(kind.op->getResults()))
    out.push_back(onMesh(result, placement(results[i])));
  OpOnMesh question{kind.rule,      in,         out, atoms.sizes(), /*taken=*/{}, atoms.links(),
                    kind.reducible, kind.linear};
  auto sentRows = [&](unsigned i, int64_t dim, int64_t shards) -> std::optional<int64_t> {
    std::optional<RowWindow> window = facets.window(kind.op, i, dim, shards);
    return window ? std::optional(planWindow(*window).sentRows) : std::nullopt;
  };
  if (facets.window && !hasQuantized(kind.op))
    question.sentRows = sentRows;
  auto operandCost = [&](unsigned i, const Placement &to) -> std::optional<double> {
    double cost = costOf(placed.operands[i], operands[i], idOf(to));
    return cost < kNever ? std::optional(cost) : std::nullopt;
  };
  std::optional<OpPlacement> chosen = choosePlacement(question, operandCost);
  if (!chosen) { // wanted as partial sums that the op does not make: insert-reshards reports it
    split = {SmallVector<PlacementId, 3>(operands), SmallVector<PlacementId, 3>(results), kNever};
    return split;
  }
  // What is left of the price without the reshards is the op's own: the work that each device does,
  // and rows that it exchanges with neighbours.
  split.own = chosen->cost;
  for (auto [i, to] : llvm::enumerate(chosen->operands)) {
    split.operands.push_back(idOf(to));
    split.own -= costOf(placed.operands[i], operands[i], split.operands.back());
  }
  for (auto [i, made] : llvm::enumerate(chosen->results)) {
    split.results.push_back(idOf(made));
    split.own -= costOf(planOfResult(placed.results[i], split.results.back(), results[i]));
  }
  split.own = std::max(split.own, 0.0);
  return split;
}

// Constants and the like are made by every device as it needs them, and zeros are their own partial
// sums.
std::optional<const ReshardPlan *> PlacementGraph::planOf(unsigned value, PlacementId from,
                                                          PlacementId to) {
  const PlacedValue &placed = values[value];
  bool isPartial = !placement(to).partial.empty();
  if (isPartial ? isZeroBits(placed.value) : placed.isRemade)
    return nullptr;
  return planOfResult(value, from, to);
}

std::optional<const ReshardPlan *> PlacementGraph::planOfResult(unsigned value, PlacementId made,
                                                                PlacementId wanted) {
  Type type = values[value].value.getType();
  if (made == wanted || !isa<RankedTensorType>(type))
    return nullptr;
  const ReshardPlan *plan = planner.plan(type, placement(made), placement(wanted), /*taken=*/{});
  return plan ? std::optional(plan) : std::nullopt;
}

// A loop ties what flows into a carried value to it, from its start and from its trips.
void PlacementGraph::forEachNeighbour(unsigned id, function_ref<void(unsigned)> visit) const {
  auto visitAll = [&](unsigned op) {
    llvm::for_each(ops[op].operands, visit);
    llvm::for_each(ops[op].results, visit);
  };
  const PlacedValue &value = values[id];
  if (value.maker)
    visitAll(*value.maker);
  llvm::for_each(value.readers, visitAll);
  llvm::for_each(value.flowsInto, visit);
  llvm::for_each(value.flowsFrom, visit);
}

/// Dims belong together if an op runs along both with one factor that is the major one of each:
/// only the major one can be split while the others are whole. A dim of the queries and one of the
/// keys of attention belong together where both come from the same sequence; a value with two dims
/// of a class takes an atom on the first one that it divides.
void PlacementGraph::uniteDims() {
  unsigned count = 0;
  for (const PlacedValue &placed : values) {
    firstDim.push_back(count);
    count += sdy::getTensorRank(placed.value);
  }
  classes.grow(count);
  auto uniteAll = [&](unsigned a, unsigned b) {
    for (int64_t d = 0, e = sdy::getTensorRank(values[a].value); d < e; ++d)
      classes.join(firstDim[a] + d, firstDim[b] + d);
  };
  for (const PlacedOp &op : ops) {
    const ShardingRule &rule = kinds[op.kind].rule;
    SmallVector<std::optional<unsigned>> dimOf(rule.factors.size());
    for (size_t t = 0; t < rule.tensorCount(); ++t) {
      unsigned value = t < op.operands.size() ? op.operands[t] : op.results[t - op.operands.size()];
      for (auto [d, parts] : llvm::enumerate(rule.tensor(t).dims)) {
        if (parts.empty() || rule.factors[parts[0]].kind == FactorKind::NeedReplication)
          continue;
        std::optional<unsigned> &dim = dimOf[parts[0]];
        dim = dim ? classes.join(*dim, firstDim[value] + d) : firstDim[value] + d;
      }
    }
  }
  for (auto [id, placed] : llvm::enumerate(values)) {
    for (unsigned owner : placed.flowsInto)
      uniteAll(id, owner);
    if (Operation *op = placed.value.getDefiningOp(); op && sdy::isMove(op))
      uniteAll(id, ids.lookup(op->getOperand(0)));
  }
  classes.compress();
  valuesOfClass.resize(classes.getNumClasses());
  for (unsigned id = 0; id < values.size(); ++id)
    for (int64_t d = 0, e = sdy::getTensorRank(values[id].value); d < e; ++d)
      if (auto &list = valuesOfClass[classOf(id, d)]; list.empty() || list.back() != id)
        list.push_back(id);
}

} // namespace spmd
