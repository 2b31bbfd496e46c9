// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes once what every trip of a loop would compute alike: matmuls, reductions and functions of
// values from outside of the loop.
//   while: h = exp(a) * h + x   ->   e = exp(a); while: h = e * h + x
// A trip reads what is hoisted from memory. So it may not be larger than what it is computed from,
// or small; a broadcast or an addition costs a kernel of the trip less than another value to read.
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
  bool combines = rules.space && llvm::any_of(rules.space(op).dims, [](const auto &dim) {
                    return dim.kind == DimKind::Reduction && dim.size > 1;
                  });
  return combines || libraryCall(op).has_value();
}

/// The ops of one loop's body that give the same in all trips.
///   body: t = transpose(b), d = dot(a, t), s = a + a, e = exp(a), p = e * a
///   All are invariant. d and e are expensive and leave, d with a copy of t.
class InvariantOps {
public:
  explicit InvariantOps(Operation *loop) : loop(loop), body(loop->getRegion(1).front()) {}

  /// Moves those that are worth it in front of the loop, in their order.
  void hoist() {
    for (Operation &op : body.without_terminator()) {
      if (!isInvariant(&op))
        continue;
      invariant.insert(&op);
      if (isExpensive(&op) && isNoLarger(&op))
        hoisted.insert(&op);
    }
    for (Operation *op : llvm::make_early_inc_range(hoisted)) {
      for (OpOperand &operand : op->getOpOperands())
        operand.set(outside(operand.get()));
      op->moveBefore(loop);
    }
  }

private:
  Operation *loop;
  Block &body;
  llvm::SetVector<Operation *> invariant, hoisted;
  IRMapping copies; // of cheap ops that hoisted ones read

  bool isFromOutside(Value value) const {
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  }
  bool isKnown(Value value) const {
    Operation *op = value.getDefiningOp();
    return isFromOutside(value) || (op && invariant.contains(op));
  }
  /// Whether all that the op and its regions read is known before the loop. Exchanges stay where
  /// they are: what they bring would be held by each device all the time.
  bool isInvariant(Operation *op) const {
    llvm::SetVector<Value> inside;
    getUsedValuesDefinedAbove(op->getRegions(), inside);
    return isPure(op) && !isControlFlow(op) && !exchangeOf(op) && op->getNumResults() &&
           llvm::all_of(op->getOperands(), [&](Value value) { return isKnown(value); }) &&
           llvm::all_of(inside, [&](Value value) { return isFromOutside(value); });
  }

  /// Adds the bytes that a trip reads to compute the value.
  void addRead(Value value, DenseSet<Value> &seen, int64_t &bytes) const {
    if (!seen.insert(value).second || matchPattern(value, m_Constant()))
      return;
    Operation *op = value.getDefiningOp();
    if (isFromOutside(value) || hoisted.contains(op))
      bytes += bytesOf(value.getType());
    else
      for (Value operand : op->getOperands())
        addRead(operand, seen, bytes);
  }
  /// Whether a trip has no more to read than before, or little more.
  bool isNoLarger(Operation *op) const {
    DenseSet<Value> seen;
    int64_t read = 0, made = 0;
    for (Value operand : op->getOperands())
      addRead(operand, seen, read);
    for (Type type : op->getResultTypes())
      made += bytesOf(type);
    return made <= std::max(kSmall, read);
  }

  /// The value in front of the loop.
  Value outside(Value value) {
    Operation *op = value.getDefiningOp();
    if (isFromOutside(value))
      return value;
    if (Value known = copies.lookupOrNull(value))
      return known;
    for (Value operand : op->getOperands())
      copies.map(operand, outside(operand));
    OpBuilder b(loop);
    b.clone(*op, copies);
    return copies.lookup(value);
  }
};

struct HoistInvariants : impl::HoistInvariantsBase<HoistInvariants> {
  /// Inner loops come first, so that what they give up may leave the outer ones, too.
  void runOnOperation() override {
    SmallVector<Operation *> loops;
    getOperation()->walk<WalkOrder::PostOrder>([&](Operation *op) {
      if (isLoop(op))
        loops.push_back(op);
    });
    for (Operation *loop : loops)
      InvariantOps(loop).hoist();
  }
};

} // namespace
} // namespace spmd
