// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the axes that a reshard gathers through the rules of the ops behind it, as if the value
// had stayed split, until an annotation stops them.
#include "compiler/partition/gather_remedy.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/factor_atoms.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/source_names.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;

namespace spmd {
namespace {

/// The most values that are followed: long programs have long chains, and an annotation that is
/// far away tells the reader little.
constexpr size_t kMostValues = 256;

/// The op of the text that the reshard replaced, if it has the trait or the condition holds.
std::optional<SourceName> replaced(sdy::ReshardOp reshard,
                                   function_ref<bool(const SourceName &, OperationName)> is) {
  std::optional<SourceName> source = sourceNameOf(reshard.getLoc());
  if (!source || source->names.empty() ||
      !is(*source, OperationName(source->op, reshard.getContext())))
    return std::nullopt;
  return source;
}

/// A constraint or a reshard of the text. A barrier says nothing about where a value lies.
std::optional<SourceName> annotationOf(sdy::ReshardOp reshard) {
  return replaced(reshard, [&](const SourceName &source, OperationName op) {
    return source.isAnnotated && (op.hasTrait<sdy::PropagationHint>() || op == reshard->getName());
  });
}

/// A collective of the text, in the sharding language.
std::optional<SourceName> collectiveOf(sdy::ReshardOp reshard) {
  return replaced(reshard, [](const SourceName &, OperationName op) {
    return op.hasTrait<sdy::CollectiveTrait>();
  });
}

constexpr llvm::StringLiteral kSameAxes = " splits another dim of its result by the same axes",
                              kOtherAxes = " splits this dim of its result by other axes";

/// The search of one reshard.
class Search {
public:
  Search(sdy::ReshardOp reshard, const AtomTable &atoms) : reshard(reshard), atoms(atoms) {
    Placement before = placed(reshard.getInput()), after = placed(reshard.getResult());
    for (const Atoms &dim : before.dims)
      llvm::copy_if(dim, std::back_inserter(lost), [&](int atom) {
        return llvm::none_of(after.dims,
                             [&](const Atoms &kept) { return llvm::is_contained(kept, atom); });
      });
    kept = std::move(before);
    kept.partial.clear();
  }

  /// The cases from the most certain to the least: what the program says itself, where the value
  /// leaves the op's reach at once, and what a rule passes on.
  std::string run() {
    OpOperand *use = lost.empty() ? nullptr : firstUse(reshard);
    if (!use)
      return "";
    if (std::optional<SourceName> own = collectiveOf(reshard))
      return ("the program asks for it by " + own->op + " " + own->names.front()).str();
    if (std::optional<SourceName> annotation = annotationOf(reshard))
      return inAnnotation(kept, *annotation);
    if (std::optional<std::string> found = atBorder(*use, kept))
      return *found;
    return through(*use);
  }

private:
  sdy::ReshardOp reshard;
  const AtomTable &atoms;
  Atoms lost;     // the atoms that are gathered
  Placement kept; // of the value, before

  Placement placed(Value value) const {
    return atoms.placement(sdy::getSharding(value), sdy::getTensorRank(value));
  }
  /// Whether the placement has any of the atoms, on whatever dim.
  bool hasLost(const Placement &placement) const {
    return llvm::any_of(lost, [&](int atom) { return placement.uses(atom); });
  }

  /// "sdy.sharding_constraint <@mesh, [{"a"}, {}]> on %2 would keep it split"
  std::string wanted(const Placement &placement, const Twine &where, bool isConstraint) const {
    std::string text = llvm::to_string(atoms.sharding(placement, sdy::ReductionKind::SUM));
    StringRef sharding = text;
    sharding.consume_front("#sdy.sharding");
    return ((isConstraint ? "sdy.sharding_constraint " : "") + sharding + " " + where +
            " would keep it split")
        .str();
  }

  /// "<@mesh, [{"a"}, {}]> in the annotation %3 would keep it split"
  std::string inAnnotation(const Placement &placement, const SourceName &annotation) const {
    return wanted(placement, "in the annotation " + annotation.names.front(),
                  /*isConstraint=*/false);
  }

  /// The remedy where a value leaves main, or flows into a loop or a branch; nothing elsewhere.
  std::optional<std::string> atBorder(OpOperand &use, const Placement &placement) const {
    Operation *op = use.getOwner();
    if (isa<func::FuncOp>(op->getParentOp()) && op->hasTrait<OpTrait::IsTerminator>())
      return "the sharding " +
             wanted(placement, "on result " + Twine(use.getOperandNumber()) + " of @main", false);
    if (Value owner = sdy::getDataFlowOwnerOfSource(use))
      return wanted(placement, "on " + nameOf(owner), /*isConstraint=*/true);
    return std::nullopt;
  }

  /// What the value is called, or for one without a name the op that makes it.
  static std::string nameOf(Value value) {
    std::string name = sourceNameOfValue(value);
    Operation *op = value.getDefiningOp();
    return !name.empty() ? name
           : op          ? "the result of " + op->getName().getStringRef().str()
                         : "the argument";
  }

  /// Where the atoms go through the op of `use`, they are followed to an annotation; without one, a
  /// constraint on the op's result keeps the value split.
  std::string through(OpOperand &use) const {
    Operation *op = use.getOwner();
    std::optional<ShardingRule> rule = shardingRuleOf(op, {.local = true});
    StringRef name = op->getName().getStringRef();
    if (!rule)
      return (name + " takes its operands whole").str();
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      Placement passed = carried(*rule, use.getOperandNumber(), i, kept);
      if (!hasLost(passed))
        continue;
      std::optional<Placement> joined = join(placed(result), passed);
      if (!joined)
        return (name + (hasLost(placed(result)) ? kSameAxes : kOtherAxes)).str();
      std::optional<std::string> found = follow(result, *joined);
      return found ? *found : wanted(*joined, "on " + nameOf(result), /*isConstraint=*/true);
    }
    if (llvm::any_of(op->getResults(), [&](Value result) { return hasLost(placed(result)); }))
      return (name + kSameAxes).str();
    return whyNot(*rule, use.getOperandNumber(), name);
  }

  /// The placement that the result gets from the operand's.
  Placement carried(const ShardingRule &rule, unsigned operand, unsigned result,
                    const Placement &placement) const {
    return carryOver(rule, atoms.sizes(), rule.operands[operand], placement, rule.results[result]);
  }

  /// The result's own axes with those that pass; nothing if both want one dim or one axis.
  std::optional<Placement> join(Placement own, const Placement &passed) const {
    own.partial.clear();
    for (auto [dim, more] : llvm::zip_equal(own.dims, passed.dims)) {
      if (more.empty() || dim == more)
        continue;
      if (!dim.empty() || llvm::any_of(more, [&](int atom) { return own.uses(atom); }))
        return std::nullopt;
      dim = more;
    }
    return own;
  }

  /// The first annotation behind a value that would stop the atoms there. Breadth first, so that
  /// the nearest one is named. Where an op needs the dim whole or adds up along it, the search ends
  /// without one on that path: the value is small from there on, or is gathered there anyway.
  std::optional<std::string> follow(Value first, const Placement &placement) const {
    llvm::SetVector<Value> values;
    std::vector<Placement> placements{placement};
    values.insert(first);
    for (size_t v = 0; v < values.size() && v < kMostValues; ++v) {
      Placement here = placements[v]; // the list grows meanwhile
      for (OpOperand &use : values[v].getUses()) {
        Operation *op = use.getOwner();
        if (std::optional<std::string> found = atBorder(use, here))
          return found;
        if (auto next = dyn_cast<sdy::ReshardOp>(op)) {
          if (std::optional<SourceName> annotation = annotationOf(next))
            return inAnnotation(here, *annotation);
          if (values.insert(next))
            placements.push_back(here);
          continue;
        }
        std::optional<ShardingRule> rule = shardingRuleOf(op, {.local = true});
        for (auto [i, result] : llvm::enumerate(op->getResults())) {
          if (!rule || hasLost(placed(result)))
            continue; // it is split there already
          std::optional<Placement> joined =
              join(placed(result), carried(*rule, use.getOperandNumber(), i, here));
          if (joined && hasLost(*joined) && values.insert(result))
            placements.push_back(*joined);
        }
      }
    }
    return std::nullopt;
  }

  /// Why the op's results take none of the atoms.
  std::string whyNot(const ShardingRule &rule, unsigned operand, StringRef name) const {
    for (auto [d, factors] : llvm::enumerate(rule.operands[operand].dims)) {
      if (llvm::none_of(kept.dims[d], [&](int atom) { return llvm::is_contained(lost, atom); }))
        continue;
      for (int64_t factor : factors)
        switch (rule.factors[factor].kind) {
        case FactorKind::Reduction:
          return (name + " adds up along dim " + Twine(d) + ", and its partial sums cost more")
              .str();
        case FactorKind::NeedReplication:
          return (name + " works on dim " + Twine(d) + " as a whole").str();
        case FactorKind::Permutation:
          return (name + " moves rows along dim " + Twine(d) + ", and their exchange costs more")
              .str();
        case FactorKind::PassThrough:
          break;
        }
    }
    return (name + " is split otherwise").str();
  }
};

} // namespace

// The op for which a reshard was made is at its location; other users came later.
OpOperand *firstUse(sdy::ReshardOp reshard) {
  if (reshard.use_empty())
    return nullptr;
  auto uses = reshard->getUses();
  auto own = llvm::find_if(
      uses, [&](OpOperand &use) { return use.getOwner()->getLoc() == reshard.getLoc(); });
  OpOperand *use = own == uses.end() ? &*uses.begin() : &*own;
  auto next = dyn_cast<sdy::ReshardOp>(use->getOwner());
  return next ? firstUse(next) : use;
}

// Runs for each reshard of an account only, so it may look at many ops.
std::string remedyAgainstGather(sdy::ReshardOp reshard, const AtomTable &atoms) {
  return Search(reshard, atoms).run();
}

} // namespace spmd
