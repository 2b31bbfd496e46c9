// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks counted loops: `spmd.trip_count` says how many times the body runs, and `spmd.counter`
// which carried value counts. A counted loop is a stablehlo.while whose condition compares a
// carried integer with a constant and whose body adds a constant to that integer.
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

/// The value of a scalar integer constant, looking through hints and reshards. The
/// caller looks through carried values that never change.
std::optional<APInt> constantInt(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->hasTrait<sdy::PropagationHint>() || isa<sdy::ReshardOp>(op)) {
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

/// Analyzes one loop.
class CountedLoop {
public:
  explicit CountedLoop(Operation *loop)
      : loop(loop), condition(loop->getRegion(0).front()), body(loop->getRegion(1).front()) {}

  /// The index of the carried value that counts, and the number of trips; nothing if the loop is
  /// not counted. The bound may stand on either side of the comparison.
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
  /// As above, for a counter on the left and a bound on the right.
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

  /// The direction of the comparison with its sides exchanged.
  static stablehlo::ComparisonDirection swapped(stablehlo::ComparisonDirection direction) {
    using enum stablehlo::ComparisonDirection;
    static constexpr stablehlo::ComparisonDirection exchanged[] = {EQ, NE, LE, LT, GE, GT};
    return exchanged[size_t(direction)]; // of EQ, NE, GE, GT, LE, LT
  }
  /// The index of a carried value, if `value` is one.
  std::optional<unsigned> counterIn(Value value) const {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &condition)
      return std::nullopt;
    return argument.getArgNumber();
  }

  /// A constant that stands in the condition, or that the loop carries without changing it.
  std::optional<APInt> constantOf(Value value) const {
    if (std::optional<unsigned> carried = counterIn(value)) {
      if (body.getTerminator()->getOperand(*carried) != body.getArgument(*carried))
        return std::nullopt;
      return constantInt(loop->getOperand(*carried));
    }
    return constantInt(value);
  }

  /// The constant that the body adds to the carried value; a subtraction gives its negative.
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

  /// The number of trips, or nothing if the loop would not end or would end only by overflow.
  /// Downward loops are mirrored to upward ones; `!=` must hit the limit exactly.
  ///   start 3, limit 10, step 2, LT: ceil((10 - 3) / 2) = 4
  ///   start 10, limit 3, step -2, GE: mirrored to -10, -3, 2, LE, so ceil((-2 + 10) / 2) = 4
  static std::optional<int64_t> countTrips(APInt start, APInt limit, APInt step,
                                           stablehlo::ComparisonDirection direction,
                                           bool isUnsigned) {
    using enum stablehlo::ComparisonDirection;
    // Two more bits: one for the last step past the limit, one for a sign.
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
    // The last value of the counter must fit its type; otherwise it wraps and the loop goes on.
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
  /// Writes both attributes on each counted loop.
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
