// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks a function: every op unites the dims that grow together, and every sharding says how many
// shards have to divide a dim.
#include "compiler/partition/growth.h"
#include "compiler/ops/quantized.h"
#include "compiler/ops/region.h"
#include "compiler/ops/rule.h"
#include "compiler/sharding/even_borders.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/values.h"

using namespace mlir;

namespace spmd {
namespace {

/// The type of a value whose dims may grow; null for dynamic shapes.
RankedTensorType growingType(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type : RankedTensorType();
}

/// Along a permutation factor, operands and results grow apart: each of them has a size of its own.
/// Quantized ones are never split along it, and zero bits in their padding would be no zeros. Nor
/// do kernels grow: a zero in them times an infinite row that no window wants would be no zero.
///   pad of 16 rows to 18, over 4 shards: the operand stays as it is, the result grows to 20
bool growsApart(const Factor &factor) { return factor.kind == FactorKind::Permutation; }

/// The factors that grow by the rule alone, whatever the classes say.
SmallVector<bool> growingFactors(Operation *op, const ShardingRule &rule) {
  const OpRules &facets = Rules::of(op);
  SmallVector<bool> grows;
  bool isMoved = facets.window && facets.grow && !hasQuantized(op);
  for (auto [f, factor] : llvm::enumerate(rule.factors))
    // A dim of one element that a broadcast expands has a factor in the operand alone: longer, it
    // could not be expanded.
    grows.push_back(!rule.custom && factor.size > 0 &&
                    ((factor.kind == FactorKind::PassThrough && isInResults(rule, f)) ||
                     factor.kind == FactorKind::Reduction ||
                     (growsApart(factor) && isMoved && isInResults(rule, f))));
  for (size_t t = 0; t < rule.tensorCount(); ++t) {
    RankedTensorType type = growingType(valueAt(op, t));
    for (auto [d, parts] : llvm::enumerate(rule.tensor(t).dims)) {
      int64_t product = 1;
      for (int64_t f : parts) {
        product *= rule.factors[f].size;
        // Padding of a minor factor would lie between the elements of the dim.
        grows[f] &= type && f == parts.front();
        if (rule.factors[f].kind == FactorKind::Reduction && t < rule.operands.size())
          grows[f] &= type && neutralElement(op, type.getElementType());
      }
      bool isApart = !parts.empty() && growsApart(rule.factors[parts.front()]);
      if (type && product != type.getDimSize(d) && !isApart)
        for (int64_t f : parts)
          grows[f] = false;
    }
  }
  return grows;
}

} // namespace

DenseElementsAttr neutralElement(Operation *op, Type element) {
  const OpRules &facets = Rules::of(op);
  std::optional<sdy::ReductionKind> kind;
  if (facets.combine)
    kind = facets.combine(op);
  return kind ? identityOf(combinerOf(*kind), element) : DenseElementsAttr();
}

std::optional<int64_t> OpGrowth::majorFactor(size_t tensor, size_t dim) const {
  const auto &parts = rule.tensor(tensor).dims[dim];
  return !parts.empty() && grows[parts.front()] ? std::optional(parts.front()) : std::nullopt;
}

int64_t OpGrowth::elementsPerStep(size_t tensor, size_t dim) const {
  int64_t elements = 1;
  for (int64_t f : llvm::drop_begin(rule.tensor(tensor).dims[dim]))
    elements *= rule.factors[f].size;
  return elements;
}

/// Wishes of ops may not lengthen a dim to more than twice its size: 6 over 4 and over 7 would make
/// 28 of it. Partition then places such an op over fewer devices.
static constexpr double kMostGrowth = 2;

/// Without an uneven split nothing is united, since that takes the rule of every op.
Growth::Growth(func::FuncOp function) : symbols(function->getParentOfType<ModuleOp>()) {
  findSplits(function);
  auto isUneven = [](const DimSplit &split) {
    return cast<RankedTensorType>(split.value.getType()).getDimSize(split.dim) % split.shards != 0;
  };
  if (llvm::none_of(splits, isUneven))
    return;
  for (BlockArgument arg : function.getArguments())
    add(arg);
  visit(function.front());
  for (const DimSplit &split : splits)
    if (split.isFixed)
      classes.split(split.value, split.dim, split.shards);
  grantWishes();
  for (auto &[value, type] : types)
    grows |= after(value) != type;
}

/// Padding lengthens all values of a class on each device. Without it, the values of the split are
/// whole there, and so are longer ones that an op makes them of. So a class grows by at most the
/// part of its elements that those would add.
///   320 rows over 4, of which an associative scan makes 160, 80, .. 10, 5: the class would grow to
///   512 for the sake of the 5, which are whole instead
void Growth::grantWishes() {
  DenseMap<std::pair<Value, int64_t>, int64_t> shardsOf;
  for (const DimSplit &split : splits) {
    int64_t &shards = shardsOf[{split.value, split.dim}];
    shards = std::max(shards, split.shards);
  }
  // The elements of a device.
  auto partOf = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    int64_t part = type.getNumElements();
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (int64_t shards = shardsOf.lookup({value, d}))
        part = llvm::divideCeil(part, shards);
    return part;
  };
  DenseMap<unsigned, int64_t> ofClass;
  for (auto &[value, type] : types)
    for (int64_t d = 0; d < type.getRank(); ++d)
      ofClass[classes.classOf(value, d)] += partOf(value);
  // Splits of equal dims of one class are one wish.
  auto wishOf = [&](const DimSplit &split) {
    auto type = cast<RankedTensorType>(split.value.getType());
    return std::tuple(classOf(split), type.getDimSize(split.dim), split.shards);
  };
  DenseMap<std::tuple<unsigned, int64_t, int64_t>, int64_t> added;
  for (const DimSplit &split : splits) {
    int64_t &elements = added[wishOf(split)];
    elements += partOf(split.value) * (split.shards - 1);
    auto addLonger = [&](Value other) {
      auto type = types.lookup(other);
      for (int64_t d = 0; type && d < type.getRank(); ++d)
        if (classes.classOf(other, d) == classOf(split) &&
            type.getDimSize(d) > std::get<1>(wishOf(split)))
          elements += partOf(other) * (split.shards - 1);
    };
    if (Operation *op = split.value.getDefiningOp())
      llvm::for_each(op->getOperands(), addLonger);
    for (Operation *user : split.value.getUsers())
      llvm::for_each(user->getResults(), addLonger);
  }
  for (const DimSplit &split : splits)
    if (!split.isFixed) {
      double all = double(std::max<int64_t>(ofClass.lookup(classOf(split)), 1));
      double most = std::min(kMostGrowth, 1 + double(added.lookup(wishOf(split))) / all);
      classes.splitIfCheap(split.value, split.dim, split.shards, most);
    }
}

/// Bodies of manual computations are left out: their dims do not grow.
void Growth::findSplits(func::FuncOp function) {
  for (BlockArgument arg : function.getArguments())
    addSplits(arg, sdy::getFuncArgSharding(function, arg.getArgNumber()), /*isFixed=*/true);
  for (auto [i, value] : llvm::enumerate(function.front().getTerminator()->getOperands()))
    addSplits(value, sdy::getFuncResultSharding(function, i), /*isFixed=*/true);
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      addSplits(result, sdy::getSharding(result), sdy::isMove(op));
    return isa<sdy::ManualComputationOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
}

void Growth::addSplits(Value value, sdy::TensorShardingAttr sharding, bool isFixed) {
  RankedTensorType type = growingType(value);
  if (!sharding || !type)
    return;
  sdy::MeshAttr mesh = sharding.getMesh(symbols);
  auto isUneven = [&](auto pair) {
    auto [dim, size] = pair;
    return size % dim.getShardedSize(mesh) != 0;
  };
  // Most shardings are even, and have no axis that only adds padding.
  if (!isFixed &&
      llvm::any_of(llvm::zip_equal(sharding.getDimShardings(), type.getShape()), isUneven))
    sharding = cutUselessAxes(sharding, type, symbols);
  for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings()))
    if (int64_t shards = dim.getShardedSize(mesh); shards > 1)
      splits.push_back({value, int64_t(d), shards, isFixed});
}

RankedTensorType Growth::after(Value value) {
  RankedTensorType type = types.lookup(value);
  if (!type)
    return dyn_cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t d = 0; d < type.getRank(); ++d)
    shape.push_back(classes.paddedSize(value, d));
  return type.clone(shape);
}

const OpGrowth *Growth::of(Operation *op) const {
  auto found = growths.find(op);
  return found == growths.end() ? nullptr : &found->second;
}

void Growth::add(Value value) {
  if (RankedTensorType type = growingType(value))
    types.try_emplace(value, type);
}

void Growth::visit(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

/// Bodies of manual computations keep their types: these are local to the manual axes.
void Growth::visit(Operation *op) {
  for (Value result : op->getResults())
    add(result);
  if (isa<sdy::ManualComputationOp>(op))
    return;
  if (sdy::isDataFlowOp(op))
    return visitFlow(op);
  if (sdy::isMove(op))
    return uniteAll(op->getOperand(0), op->getResult(0));
  if (std::optional<ShardingRule> rule = shardingRuleOf(op, {.local = true})) {
    OpGrowth growth{std::move(*rule), {}};
    growth.grows = growingFactors(op, growth.rule);
    uniteFactors(op, growth);
    growths.try_emplace(op, std::move(growth));
  }
}

/// What flows into a value is padded like it.
void Growth::visitFlow(Operation *op) {
  for (Value owner : sdy::getDataFlowEdgeOwners(op)) {
    add(owner);
    for (Value target : sdy::getNonOwnerTargets(owner)) {
      add(target);
      uniteAll(owner, target);
    }
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visit(block);
  for (Value owner : sdy::getDataFlowEdgeOwners(op))
    for (Value source : sdy::getDataFlowSources(owner))
      uniteAll(owner, source);
}

void Growth::uniteAll(Value a, Value b) {
  auto type = types.lookup(a);
  if (!type || !types.contains(b))
    return;
  for (int64_t d = 0; d < type.getRank(); ++d)
    classes.unite(type.getDimSize(d), {{a, d}, {b, d}});
}

/// Unites the dims along each factor that grows. A factor along which that contradicts what is
/// known does not grow here.
void Growth::uniteFactors(Operation *op, OpGrowth &growth) {
  std::vector<SmallVector<DimClasses::Dim>> dims(growth.rule.factors.size());
  for (size_t t = 0; t < growth.rule.tensorCount(); ++t) {
    Value value = valueAt(op, t);
    if (types.contains(value))
      for (size_t d = 0; d < growth.rule.tensor(t).dims.size(); ++d)
        if (std::optional<int64_t> factor = growth.majorFactor(t, d))
          dims[*factor].push_back({value, int64_t(d), growth.elementsPerStep(t, d)});
  }
  for (auto [factor, ofFactor] : llvm::enumerate(dims)) {
    if (ofFactor.empty())
      continue;
    const bool isUnited = growsApart(growth.rule.factors[factor])
                              ? op->getNumResults() == 1 || uniteEqual(op, ofFactor)
                              : classes.unite(growth.rule.factors[factor].size, ofFactor);
    if (!isUnited)
      growth.grows[factor] = false;
  }
}

/// Windows over several operands run over all of them alike: the operands grow together, and so do
/// the results.
bool Growth::uniteEqual(Operation *op, ArrayRef<DimClasses::Dim> dims) {
  SmallVector<DimClasses::Dim> operands, results;
  for (const DimClasses::Dim &dim : dims)
    (dim.value.getDefiningOp() == op ? results : operands).push_back(dim);
  auto unite = [&](ArrayRef<DimClasses::Dim> alike) {
    return alike.empty() ||
           classes.unite(types.lookup(alike[0].value).getDimSize(alike[0].dim), alike);
  };
  return unite(operands) && unite(results);
}

} // namespace spmd
