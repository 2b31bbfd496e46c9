// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds trees of additions whose inner results have no other reader, such as the squares of a norm
// over all parameters or a residual with two branches, and counts the sums that devices exchange in
// the order of the program. insert-reshards decides op by op and cannot move a term: where a whole
// term and a partial one are added, the partial one is summed up at once.
//   w + p, where p is partial over "a"   ->   w + all_reduce(p)
#include "compiler/partition/group_sums.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/readers.h"

using namespace mlir;

namespace spmd {
namespace {

/// The most terms of a tree, so that the recursion over it stays shallow.
constexpr size_t kMostTerms = 1024;

/// Whether the op adds two values of its own type: it commutes and is linear in both. A product of
/// two constants is that, too.
bool isAddition(Operation *op) {
  if (!op || op->getNumOperands() != 2 || op->getNumResults() != 1 || op->getNumRegions() ||
      !op->hasTrait<OpTrait::IsCommutative>())
    return false;
  const OpRules &facets = Rules::of(op);
  return facets.linearIn && llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           return facets.linearIn(op, operand.getOperandNumber()) &&
                  operand.get().getType() == op->getResult(0).getType() &&
                  !isFiniteNonzeroSplat(operand.get());
         });
}

/// The terms of a root, and what they send.
class SumTree {
public:
  SumTree(Operation *root, const AtomTable &atoms)
      : root(root), block(root->getBlock()), sharding(sdy::getSharding(root->getResult(0))),
        atoms(atoms) {
    sent += !collect(root->getResult(0)).empty();
  }

  /// Regrouped, the tree sends one sum for each set of axes.
  bool sendsLess() const {
    return count <= kMostTerms &&
           sent > llvm::count_if(groups, [](const Group &group) { return !group.partial.empty(); });
  }

  /// Adds up the terms of each group, and then the groups, the whole terms first.
  void regroup() {
    auto *whole = llvm::find_if(groups, [](const Group &group) { return group.partial.empty(); });
    if (whole != groups.end())
      std::rotate(groups.begin(), whole, whole + 1);
    Value total;
    for (const Group &group : groups) {
      Value sum;
      for (Value term : group.terms)
        sum = sum ? add(sum, term) : term;
      total = total ? add(total, sum) : sum;
    }
    root->getResult(0).replaceAllUsesWith(total);
    for (Operation *op : additions) // readers before what they read
      op->erase();
  }

private:
  /// Terms that are partial over the same axes.
  struct Group {
    Atoms partial;
    SmallVector<Value> terms;
  };

  Operation *root;
  Block *block;
  sdy::TensorShardingAttr sharding;
  const AtomTable &atoms;
  SmallVector<Group> groups; // in the order of their first terms
  SmallVector<Operation *> additions;
  size_t count = 0;
  int64_t sent = 0; // sums that are made whole in the order of the program

  /// Whether a value is an inner result, which nothing but the tree reads. One that is placed
  /// otherwise than the root is a term.
  bool isInner(Value value) const {
    Operation *op = value.getDefiningOp();
    return value == root->getResult(0) || (value.hasOneUse() && op && op->getBlock() == block &&
                                           isAddition(op) && sdy::getSharding(value) == sharding);
  }

  /// Collects the terms below a value. Returns the axes over which the value is partial: an
  /// addition passes partial sums on where both operands are partial alike.
  Atoms collect(Value value) {
    if (++count > kMostTerms || !isInner(value))
      return addTerm(value);
    Operation *op = value.getDefiningOp();
    additions.push_back(op);
    Atoms left = collect(op->getOperand(0)), right = collect(op->getOperand(1));
    if (left == right)
      return left;
    sent += !left.empty() + !right.empty();
    return {};
  }

  /// Adds a term to the group of its axes. Returns these, none for a whole value.
  Atoms addTerm(Value value) {
    Atoms partial;
    for (int atom = 0; atom < int(atoms.sizes().size()); ++atom)
      if (isPartialOver(atoms, value, atom))
        partial.push_back(atom);
    auto group =
        llvm::find_if(groups, [&](const Group &group) { return group.partial == partial; });
    if (group == groups.end())
      group = groups.insert(groups.end(), {partial, {}});
    group->terms.push_back(value);
    return partial;
  }

  /// The addition stands where its later operand is made, so that no term lives longer.
  Value add(Value left, Value right) {
    Operation *later = nullptr;
    for (Value operand : {left, right})
      if (Operation *made = operand.getDefiningOp(); made && made->getBlock() == block)
        later = !later || later->isBeforeInBlock(made) ? made : later;
    OpBuilder builder(root);
    if (later)
      builder.setInsertionPointAfter(later);
    else
      builder.setInsertionPointToStart(block);
    Operation *sum = builder.clone(*root);
    sum->setOperands({left, right});
    return sum->getResult(0);
  }
};

} // namespace

/// Roots are collected first, since the rewrite erases ops. Manual computations stay as they are.
void groupSums(func::FuncOp func, const AtomTable &atoms) {
  SmallVector<Operation *> roots;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<sdy::ManualComputationOp>(op))
      return WalkResult::skip();
    Operation *user = op->hasOneUse() ? *op->user_begin() : nullptr;
    bool isRoot = !isAddition(user) || user->getBlock() != op->getBlock() ||
                  sdy::getSharding(user->getResult(0)) != sdy::getSharding(op->getResult(0));
    if (isAddition(op) && isRoot)
      roots.push_back(op);
    return WalkResult::advance();
  });
  for (Operation *root : roots)
    if (SumTree tree(root, atoms); tree.sendsLess())
      tree.regroup();
}

} // namespace spmd
