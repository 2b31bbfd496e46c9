// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes once what every trip of a loop would compute alike: matmuls, reductions and functions of
// values from outside of the loop.
//   while: h = exp(a) * h + x   ->   e = exp(a); while: h = e * h + x
// A trip reads what is hoisted from memory. So it is no larger than a value that it is computed
// from, or small, and all of it is no larger than what the loop holds anyway; a broadcast or an
// addition costs a kernel of the trip less than another value to read.
#include "compiler/machine.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/rule.h"
#include "compiler/ops/space.h"
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/exchange.h"
#include "compiler/structure/op_sets.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_HOISTINVARIANTS
#include "compiler/passes.h.inc"
namespace {

/// Elementwise ops of more work are functions, as exp is; less work costs less than a load.
constexpr double kFunction = 8;
/// Values of at most this many bytes stay in the first cache from trip to trip.
constexpr int64_t kSmall = Machine{}.firstCache / 2;

/// Whether the op takes longer than to read its result.
bool isExpensive(Operation *op) {
  if (op->getNumRegions() == 0 && isElementwise(op))
    return arithmeticWork(op) > kFunction;
  const OpRules &rules = Rules::of(op);
  return (rules.space && rules.space(op).combines()) || libraryCall(op).has_value();
}

/// The ops of one loop's body that give the same in all trips.
///   body: t = transpose(b), d = dot(a, t), s = a + a, e = exp(a), p = e * a
///   All are invariant. d and e are expensive and leave, d with a copy of t.
class InvariantOps {
public:
  explicit InvariantOps(Operation *loop) : loop(loop) {}

  /// Moves those that are worth it in front of the loop, in their order.
  void hoist() {
    room = kSmall + bytesHeld();
    for (Operation &op : loop->getRegion(1).front().without_terminator())
      if (isInvariant(&op))
        add(&op);
    if (hoisted.empty())
      return;
    OpBuilder b(loop);
    IRMapping copies; // of cheap ops
    DenseSet<Operation *> needed = neededOutside();
    for (Operation *op : invariant) {
      if (!needed.contains(op))
        continue;
      if (!hoisted.contains(op)) {
        b.clone(*op, copies);
        continue;
      }
      for (OpOperand &operand : op->getOpOperands())
        operand.set(copies.lookupOrDefault(operand.get()));
      op->moveBefore(loop);
    }
  }

private:
  Operation *loop;
  SmallVector<Operation *> invariant; // in the order of the body
  DenseSet<Operation *> hoisted;
  DenseMap<Value, int64_t> largest; // of an invariant value: the most bytes of one that it reads
  int64_t room = 0;                 // bytes that may still leave

  /// Of what the loop carries and of what it reads from outside, constants aside.
  int64_t bytesHeld() const {
    llvm::SetVector<Value> held(loop->operand_begin(), loop->operand_end());
    getUsedValuesDefinedAbove(loop->getRegion(1), held);
    int64_t bytes = 0;
    for (Value value : held)
      bytes += matchPattern(value, m_Constant()) ? 0 : bytesOf(value.getType());
    return bytes;
  }
  bool isFromOutside(Value value) const {
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  }
  /// Whether all that the op and its regions read is known before the loop. Exchanges stay where
  /// they are: what they bring would be held by each device all the time.
  bool isInvariant(Operation *op) const {
    auto isKnown = [&](Value value) { return isFromOutside(value) || largest.contains(value); };
    if (!op->getNumResults() || !llvm::all_of(op->getOperands(), isKnown) || !isPure(op) ||
        isControlFlow(op) || exchangeOf(op))
      return false;
    llvm::SetVector<Value> inside;
    getUsedValuesDefinedAbove(op->getRegions(), inside);
    return llvm::all_of(inside, [&](Value value) { return isFromOutside(value); });
  }

  /// Decides whether the op leaves: a trip then has no more to read than before, or little more.
  void add(Operation *op) {
    int64_t read = 0, made = 0;
    for (Value operand : op->getOperands())
      if (auto it = largest.find(operand); it != largest.end())
        read = std::max(read, it->second);
      else if (!matchPattern(operand, m_Constant()))
        read = std::max(read, bytesOf(operand.getType()));
    for (Type type : op->getResultTypes())
      made += bytesOf(type);
    invariant.push_back(op);
    const bool leaves = made <= std::min(room, std::max(kSmall, read)) && isExpensive(op);
    if (leaves) {
      hoisted.insert(op);
      room -= made;
      for (Value operand : op->getOperands()) // no trip reads it any more
        if (operand.hasOneUse() && hoisted.contains(operand.getDefiningOp()))
          room += bytesOf(operand.getType());
    }
    for (Value result : op->getResults())
      largest[result] = leaves ? bytesOf(result.getType()) : read;
  }

  /// The ops that leave, and those that they read, which do not.
  DenseSet<Operation *> neededOutside() const {
    DenseSet<Operation *> needed = hoisted;
    for (Operation *op : llvm::reverse(invariant))
      if (needed.contains(op))
        for (Value operand : op->getOperands())
          if (largest.contains(operand))
            needed.insert(operand.getDefiningOp());
    return needed;
  }
};

struct HoistInvariants : impl::HoistInvariantsBase<HoistInvariants> {
  /// Inner loops come first, so that what they give up may leave the outer ones, too.
  void runOnOperation() override {
    for (Operation *loop : opsWhere(getOperation(), isLoop))
      InvariantOps(loop).hoist();
  }
};

} // namespace
} // namespace spmd
