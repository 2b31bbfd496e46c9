// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks counted loops: `spmd.trip_count` says how often the body runs, `spmd.counter` which carried
// value counts. A counted loop is a stablehlo.while whose condition compares a carried integer with
// a constant and whose body adds a constant to it:
//   counter = 3; while (counter < 10) counter += 2    runs 4 times
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ANNOTATETRIPCOUNT
#include "compiler/passes.h.inc"

namespace {

/// The value of a scalar integer constant; carried values that the loop hands on unchanged are
/// looked through by the caller.
std::optional<APInt> constantInt(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<sdy::DataFlowEdgeOp, sdy::ShardingConstraintOp, sdy::ReshardOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    ElementsAttr elements;
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
      elements = constant.getValue();
    else if (auto constant = dyn_cast<sdy::ConstantOp>(op))
      elements = constant.getValue();
    if (!elements || elements.getNumElements() != 1 || !isa<IntegerType>(elements.getElementType()))
      return std::nullopt;
    return *elements.value_begin<APInt>();
  }
  return std::nullopt;
}

class CountedLoop {
public:
  explicit CountedLoop(Operation *loop)
      : loop(loop), condition(loop->getRegion(0).front()), body(loop->getRegion(1).front()) {}

  /// Number of the carried value that counts, and how often the body runs.
  std::optional<std::pair<unsigned, int64_t>> analyze() const {
    auto compare = condition.getTerminator()->getOperand(0).getDefiningOp<stablehlo::CompareOp>();
    if (!compare)
      return std::nullopt;
    stablehlo::ComparisonDirection direction = compare.getComparisonDirection();
    auto found = analyze(compare.getLhs(), direction, compare.getRhs());
    return found ? found : analyze(compare.getRhs(), swapped(direction), compare.getLhs());
  }

private:
  std::optional<std::pair<unsigned, int64_t>>
  analyze(Value counting, stablehlo::ComparisonDirection direction, Value bound) const {
    std::optional<unsigned> counter = counterIn(counting);
    std::optional<APInt> limit = constantOf(bound);
    if (!counter || !limit)
      return std::nullopt;
    std::optional<APInt> start = constantInt(loop->getOperand(*counter));
    std::optional<APInt> step = stepOf(*counter);
    if (!start || !step)
      return std::nullopt;
    bool isUnsigned = cast<ShapedType>(counting.getType()).getElementType().isUnsignedInteger();
    std::optional<int64_t> count = countTrips(*start, *limit, *step, direction, isUnsigned);
    if (!count)
      return std::nullopt;
    return std::pair(*counter, *count);
  }

  static stablehlo::ComparisonDirection swapped(stablehlo::ComparisonDirection direction) {
    using enum stablehlo::ComparisonDirection;
    switch (direction) {
    case LT:
      return GT;
    case LE:
      return GE;
    case GT:
      return LT;
    case GE:
      return LE;
    default:
      return direction;
    }
  }

  std::optional<unsigned> counterIn(Value value) const {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &condition)
      return std::nullopt;
    return argument.getArgNumber();
  }

  /// A constant, written in the condition or carried through the loop unchanged.
  std::optional<APInt> constantOf(Value value) const {
    if (std::optional<unsigned> carried = counterIn(value)) {
      if (body.getTerminator()->getOperand(*carried) != body.getArgument(*carried))
        return std::nullopt;
      return constantInt(loop->getOperand(*carried));
    }
    return constantInt(value);
  }

  /// What the body adds to the carried value.
  std::optional<APInt> stepOf(unsigned counter) const {
    Operation *op = body.getTerminator()->getOperand(counter).getDefiningOp();
    if (!op)
      return std::nullopt;
    Value argument = body.getArgument(counter);
    if (isa<stablehlo::AddOp>(op)) {
      if (op->getOperand(0) == argument)
        return constantInt(op->getOperand(1));
      if (op->getOperand(1) == argument)
        return constantInt(op->getOperand(0));
    } else if (isa<stablehlo::SubtractOp>(op) && op->getOperand(0) == argument) {
      if (std::optional<APInt> step = constantInt(op->getOperand(1)))
        return -*step;
    }
    return std::nullopt;
  }

  /// Nothing where the loop would not end, or only by overflow.
  static std::optional<int64_t> countTrips(APInt start, APInt limit, APInt step,
                                           stablehlo::ComparisonDirection direction,
                                           bool isUnsigned) {
    using enum stablehlo::ComparisonDirection;
    // Room for the last step past the limit, and for a sign.
    unsigned width = start.getBitWidth() + 2;
    auto widen = [&](const APInt &x) { return isUnsigned ? x.zext(width) : x.sext(width); };
    APInt wideStart = widen(start), wideLimit = widen(limit), wideStep = step.sext(width);
    if (direction == GT || direction == GE) {
      wideStart = -wideStart;
      wideLimit = -wideLimit;
      wideStep = -wideStep;
    } else if (direction == NE) {
      APInt distance = wideLimit - wideStart;
      if (wideStep.isZero() || !distance.srem(wideStep).isZero() ||
          distance.sdiv(wideStep).isNegative())
        return std::nullopt;
      return distance.sdiv(wideStep).getSExtValue();
    } else if (direction == EQ) {
      return std::nullopt;
    }
    if (direction == LE || direction == GE)
      ++wideLimit;
    if (wideStart.sge(wideLimit))
      return 0;
    if (!wideStep.isStrictlyPositive())
      return std::nullopt;
    APInt trips = (wideLimit - wideStart + wideStep - 1).sdiv(wideStep);
    // The counter's last value must still be one of its type, else it wraps and the loop goes on.
    // Counting down is counting up with all signs turned, and the type's ends with them.
    APInt last = wideStart + trips * wideStep;
    unsigned bits = start.getBitWidth();
    bool isDown = direction == GT || direction == GE;
    APInt least = widen(isUnsigned ? APInt::getMinValue(bits) : APInt::getSignedMinValue(bits));
    APInt greatest = widen(isUnsigned ? APInt::getMaxValue(bits) : APInt::getSignedMaxValue(bits));
    if (last.sgt(isDown ? -least : greatest))
      return std::nullopt;
    return trips.getSExtValue();
  }

  Operation *loop;
  Block &condition, &body;
};

struct AnnotateTripCount : impl::AnnotateTripCountBase<AnnotateTripCount> {
  void runOnOperation() override {
    Builder b(&getContext());
    getOperation().walk([&](Operation *op) {
      if (!isLoop(op))
        return;
      if (auto found = CountedLoop(op).analyze()) {
        op->setDiscardableAttr("spmd.trip_count", b.getI64IntegerAttr(found->second));
        op->setDiscardableAttr("spmd.counter", b.getI64IntegerAttr(found->first));
      }
    });
  }
};

} // namespace
} // namespace spmd
