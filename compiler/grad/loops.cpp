// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gradient of a counted loop is a loop that runs the other way. It carries the cotangents of
// the carried values, and the sums of those of values from outside. The forward loop stacks what
// the backward one reads: residual r of trip t is row t of a buffer [trips, ..], as in JAX's scan.
//   while (i < 8) c = tanh(c w)
//   ->  while (i < 8) c = tanh(c w), buffer[i] = c
//       while (j < 8) i = 7 - j, (c', w') = vjp(buffer[i], w, c', w')
#include "compiler/grad/residuals.h"
#include "compiler/grad/reverse.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {
namespace {

class LoopGradient {
public:
  LoopGradient(Operation *loop, OpBuilder &b, Cotangents &c, Reverse &reverse)
      : loop(loop), body(loop->getRegion(1).front()), loc(loop->getLoc()), b(b), c(c),
        reverse(reverse) {}

  /// Refuses loops that may run any number of times: their buffers would have no size.
  LogicalResult run() {
    auto count = loop->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
    auto counterAttr = loop->getAttrOfType<IntegerAttr>(ir::kCounterAttr);
    if (!count || !counterAttr)
      return loop->emitOpError("has no gradient: it is not known how many times it runs; a loop "
                               "has to count by a constant from one constant to another");
    trips = count.getInt();
    counter = counterAttr.getInt();
    if (trips == 0) { // the results are the initial values
      for (auto [init, result] : llvm::zip_equal(loop->getOperands(), loop->getResults()))
        addCotangent(b, loc, c, init, c.totals.lookup(result));
      return success();
    }
    findActive();
    findCarried();
    if (failed(writeBody()))
      return failure();
    saveResiduals();
    finish();
    return success();
  }

private:
  Value yielded(unsigned i) { return body.getTerminator()->getOperand(i); }

  /// Activity goes around the loop until nothing is added.
  void findActive() {
    // A carried value may become active in the body only: a buffer of results begins as zeros.
    inner.active = c.active;
    Reverse::propagate(body, inner);
    for (bool changes = true; changes;) {
      changes = false;
      for (auto [i, argument] : llvm::enumerate(body.getArguments()))
        if (isDifferentiable(argument.getType()) && !inner.active.contains(argument) &&
            (c.active.contains(loop->getOperand(i)) || inner.active.contains(yielded(i)))) {
          inner.active.insert(argument);
          changes = true;
        }
      Reverse::propagate(body, inner);
    }
  }

  /// The carried values that have a cotangent in some trip, and the captured values that get one.
  void findCarried() {
    // A carried value has a cotangent if its result has one, or if another one that has depends on
    // it, in the same trip or in later ones.
    llvm::SmallBitVector has(body.getNumArguments());
    for (auto [i, result] : llvm::enumerate(loop->getResults()))
      if (c.totals.lookup(result) && inner.active.contains(body.getArgument(i)))
        has.set(i);
    llvm::DenseSet<Value> reached;
    for (bool changes = true; changes;) {
      changes = false;
      SmallVector<Value> roots;
      for (unsigned i : has.set_bits())
        roots.push_back(yielded(i));
      reached = Reverse::dependencies(body, roots, inner);
      for (auto [i, argument] : llvm::enumerate(body.getArguments()))
        if (!has[i] && inner.active.contains(argument) && reached.contains(argument)) {
          has.set(i);
          changes = true;
        }
    }
    carried.assign(has.set_bits_begin(), has.set_bits_end());
    for (Value value : activeCaptures(loop, c))
      if (reached.contains(value))
        captured.push_back(value);
  }

  /// The backward body, which still names values of the forward body.
  LogicalResult writeBody() {
    // The arguments are the counter, the cotangents of carried values behind the trip, and the sums
    // for captured ones so far.
    auto i32 = RankedTensorType::get({}, b.getI32Type());
    back = &backward.emplaceBlock();
    back->addArgument(i32, loc);
    OpBuilder inside = builderAtEnd(*back, b.getContext());
    for (unsigned i : carried)
      addCotangent(inside, loc, inner, yielded(i),
                   back->addArgument(body.getArgument(i).getType(), loc));
    for (Value value : captured)
      addCotangent(inside, loc, inner, value, back->addArgument(value.getType(), loc));
    if (failed(reverse.run(body, inside, inner)))
      return failure();
    Value one = constant(inside, 1);
    SmallVector<Value> next{stablehlo::AddOp::create(inside, loc, i32, back->getArgument(0), one)};
    for (unsigned i : carried)
      next.push_back(totalOf(inside, body.getArgument(i)));
    for (Value value : captured)
      next.push_back(totalOf(inside, value));
    stablehlo::ReturnOp::create(inside, loc, next);
    return success();
  }
  /// The cotangent that a trip hands to the one before it.
  Value totalOf(OpBuilder &at, Value value) {
    Value total = inner.totals.lookup(value);
    return total ? total : zerosOf(at, loc, value.getType());
  }
  Value constant(OpBuilder &at, int64_t number, Type element = {}) {
    auto type = RankedTensorType::get({}, element ? element : at.getI32Type());
    return stablehlo::ConstantOp::create(
        at, loc,
        DenseElementsAttr::get(type, Attribute(at.getIntegerAttr(type.getElementType(), number))));
  }

  /// The trip of the forward loop that a trip of the backward one undoes.
  Value tripUndone() {
    if (!trip) {
      // The backward counter runs up, as later passes expect of counted loops.
      Value last = constant(head, trips - 1);
      trip = stablehlo::SubtractOp::create(head, loc, last.getType(), last, back->getArgument(0));
    }
    return trip;
  }
  /// A linear function of the trip, which is `t` as a tensor of any integer type.
  Value linear(OpBuilder &at, OfTrip f, Value t, Type element) {
    auto type = RankedTensorType::get({}, element);
    if (t.getType() != type)
      t = stablehlo::ConvertOp::create(at, loc, type, t);
    if (f.scale != 1)
      t = stablehlo::MulOp::create(at, loc, type, t, constant(at, f.scale, element));
    if (f.offset != 0)
      t = stablehlo::AddOp::create(at, loc, type, t, constant(at, f.offset, element));
    return t;
  }

  bool isInvariant(Value value) {
    // It is the initial value in all trips.
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && yielded(argument.getArgNumber()) == argument;
  }
  std::optional<OfTrip> countedBy(Value value) {
    return value == body.getArgument(counter) ? ofTrip(loop, value) : std::nullopt;
  }

  /// Stacks what the backward body reads and cannot compute itself.
  void saveResiduals() {
    head = builderAtBegin(*back, b.getContext());
    auto make = [&](Value value) -> Value {
      if (isInvariant(value))
        return loop->getOperand(cast<BlockArgument>(value).getArgNumber());
      return linear(head, *countedBy(value), tripUndone(), getElementTypeOrSelf(value));
    };
    auto has = [&](Value value) { return isInvariant(value) || countedBy(value).has_value(); };
    SmallVector<Value> saved = recomputeResiduals(body, *back, {has, make}, true);
    if (saved.empty())
      return;
    // Buffers begin as zeros, which later passes find to be overwritten.
    OpBuilder before(loop);
    SmallVector<Value> buffers;
    for (Value value : saved) {
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape.insert(shape.begin(), trips);
      buffers.push_back(zerosOf(before, loc, type.clone(shape)));
    }
    // The row is the number of the trip, which the counter may be already.
    std::optional<OfTrip> counts = countedBy(body.getArgument(counter));
    bool isTrip = counts && counts->scale == 1 && counts->offset == 0;
    if (!isTrip)
      buffers.push_back(constant(before, 0));
    unsigned first = loop->getNumResults();
    loop = addCarried(loop, buffers, [&](ArrayRef<BlockArgument> arguments) {
      OpBuilder end(body.getTerminator());
      Value row = isTrip ? body.getArgument(counter) : arguments.back();
      SmallVector<Value> next;
      for (auto [value, buffer] : llvm::zip(saved, arguments))
        next.push_back(writeRow(end, loc, buffer, asRow(end, loc, value), row));
      if (!isTrip)
        next.push_back(stablehlo::AddOp::create(end, loc, row.getType(), row, constant(end, 1)));
      return next;
    });
    for (auto [i, value] : llvm::enumerate(saved)) {
      Value row = readRow(head, loc, loop->getResult(first + i), tripUndone());
      replaceUsesIn(*back, value, fromRow(head, loc, row, value.getType()));
    }
  }

  /// Makes the backward loop, and hands on what it returns.
  void finish() {
    // Cotangents that do not exist before the loop begin as zeros.
    SmallVector<Value> inits{constant(b, 0)};
    auto initial = [&](Value total, Type type) {
      inits.push_back(total ? total : zerosOf(b, loc, type));
    };
    for (unsigned i : carried)
      initial(c.totals.lookup(results[i]), loop->getResult(i).getType());
    for (Value value : captured)
      initial(c.totals.lookup(value), value.getType());
    auto made = stablehlo::WhileOp::create(b, loc, inits);
    Block &test = made.getCond().front();
    OpBuilder inTest = OpBuilder::atBlockEnd(&test);
    Value goesOn =
        stablehlo::CompareOp::create(inTest, loc, test.getArgument(0), constant(inTest, trips),
                                     stablehlo::ComparisonDirection::LT);
    stablehlo::ReturnOp::create(inTest, loc, goesOn);
    made->getRegion(1).takeBody(backward);
    // For tidyLoops, and for the loop around this one.
    made->setDiscardableAttr(ir::kTripCountAttr, b.getI64IntegerAttr(trips));
    made->setDiscardableAttr(ir::kCounterAttr, b.getI64IntegerAttr(0));
    auto results = made->getResults().drop_front();
    // The loop has gone on from the totals of what it captures. An initial value may be captured,
    // too, so it adds to these.
    for (auto [value, result] : llvm::zip(captured, results.drop_front(carried.size())))
      c.totals[value] = result;
    for (auto [i, result] : llvm::zip(carried, results))
      addCotangent(b, loc, c, loop->getOperand(i), result);
  }

  Operation *loop; // with its residual buffers, once there are some
  Block &body;
  Location loc;
  OpBuilder &b;
  Cotangents &c;
  Reverse &reverse;
  Cotangents inner;
  int64_t trips = 0;
  unsigned counter = 0;
  SmallVector<Value> results{loop->getResults()}; // of the loop as it was: keys of c.totals
  SmallVector<unsigned> carried;
  SmallVector<Value> captured;
  Region backward;
  Block *back = nullptr;
  OpBuilder head{b.getContext()}; // at the beginning of the backward body
  Value trip;
};

} // namespace

LogicalResult Reverse::runLoop(Operation *op, OpBuilder &b, Cotangents &c) {
  return LoopGradient(op, b, c, *this).run();
}

} // namespace spmd
