// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop over a batch. Carried values are batched as far as the body makes them so; a counter that
// all entries share stays as it is, so that a counted loop stays one. Where the condition differs
// by entry, the loop runs until it is false for all of them, and entries that are done keep their
// values.
//   while (x < 8) x = x + y   ->   while (any(x < 8)) x = select(x < 8, x + y, x)
#include "compiler/batch/batcher.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

class BatchedLoop {
public:
  BatchedLoop(Operation *loop, OpBuilder &b, Batcher &batcher)
      : loop(loop), b(b), batcher(batcher), test(loop->getRegion(0).front()),
        body(loop->getRegion(1).front()) {}
  ~BatchedLoop() {
    for (auto [value, before] : moved)
      batcher.map(value, before);
  }

  /// Writes both regions until no further carried value becomes batched: what one trip hands on
  /// may be batched in the next one only.
  LogicalResult run() {
    for (Value operand : loop->getOperands())
      carried.push_back(batcher.dimOf(operand));
    moveRows();
    do {
      if (failed(writeRegions()))
        return failure();
    } while (grow());
    if (isMasked && (failed(refuseEffects(loop)) || failed(refuseTokens())))
      return failure();
    endTest();
    if (failed(endBody()))
      return failure();
    finish();
    return success();
  }

private:
  Value yielded(unsigned i) { return body.getTerminator()->getOperand(i); }
  bool isInvariant(unsigned i) { return yielded(i) == body.getArgument(i); }

  /// Whether the body reads nothing but rows of a value: xs of a scan.
  bool isReadByRows(Value value, bool isCarried) {
    int64_t rows = 0;
    for (Operation *user : value.getUsers()) {
      if (!isCarried && !loop->isProperAncestor(user))
        continue;
      if (user == body.getTerminator())
        continue;
      if (user->getParentOp() != loop || !rowReadBy(user, value))
        return false;
      ++rows;
    }
    return rows != 0;
  }
  /// Rows that loops read are contiguous if the batch comes behind their number: [batch, rows, ..]
  /// becomes [rows, batch, ..] once, before the loop.
  void moveRows() {
    for (auto [i, dim] : llvm::enumerate(carried))
      if (dim == 0 && isInvariant(i) && test.getArgument(i).use_empty() &&
          isReadByRows(body.getArgument(i), true))
        dim = 1;
    llvm::SetVector<Value> captured;
    loop->getRegion(1).walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (!loop->getRegion(1).isAncestor(operand.getParentRegion()))
          captured.insert(operand);
    });
    for (Value value : captured)
      if (batcher.dimOf(value) == 0 && isReadByRows(value, false)) {
        moved.push_back({value, batcher.of(value)}); // in this loop only
        batcher.map(value, {batcher.put(loop, b, batcher.of(value), 1), 1});
      }
  }

  LogicalResult writeRegions() {
    madeTest = std::make_unique<Block>();
    madeBody = std::make_unique<Block>();
    OpBuilder inTest(b.getContext()), inBody(b.getContext());
    inTest.setInsertionPointToEnd(madeTest.get());
    inBody.setInsertionPointToEnd(madeBody.get());
    batcher.mapArguments(test, *madeTest, carried);
    FailureOr<SmallVector<Batched>> holds = batcher.runRegion(loop->getRegion(0), inTest);
    if (failed(holds))
      return failure();
    predicate = holds->front();
    isMasked = predicate.isBatched();
    batcher.mapArguments(body, *madeBody, carried);
    FailureOr<SmallVector<Batched>> returned = batcher.runRegion(loop->getRegion(1), inBody);
    if (failed(returned))
      return failure();
    next = *returned;
    return success();
  }
  /// Marks the carried values that have become batched. False if there are none.
  bool grow() {
    bool grows = false;
    for (auto [i, dim] : llvm::enumerate(carried))
      if (dim == Batched::kNone &&
          (next[i].isBatched() || (isMasked && !isInvariant(i) && isTensor(i)))) {
        dim = next[i].isBatched() ? next[i].dim : 0;
        grows = true;
      }
    return grows;
  }
  bool isTensor(unsigned i) { return isa<RankedTensorType>(body.getArgument(i).getType()); }
  LogicalResult refuseTokens() {
    for (unsigned i = 0; i < carried.size(); ++i)
      if (!isTensor(i))
        return loop->emitOpError("has no batched form: it carries a token, and entries of the "
                                 "batch end in different trips");
    return success();
  }

  static void end(Block &block, Operation *terminator, ValueRange operands) {
    OpBuilder b(terminator->getContext());
    b.setInsertionPointToEnd(&block);
    OperationState state(terminator->getLoc(), terminator->getName(), operands, TypeRange(),
                         terminator->getAttrs());
    b.create(state);
  }
  void endTest() {
    Value goesOn = predicate.value;
    if (isMasked) {
      OpBuilder inside(b.getContext());
      inside.setInsertionPointToEnd(madeTest.get());
      Batching g(loop, inside, batcher.size, batcher.values);
      goesOn = reduce(g.of(goesOn), "stablehlo.or", {0}).value;
    }
    end(*madeTest, test.getTerminator(), goesOn);
  }
  /// The condition is computed again in the body, for the values that a trip begins with.
  LogicalResult endBody() {
    OpBuilder inside(b.getContext());
    Value which;
    if (isMasked) {
      inside.setInsertionPointToStart(madeBody.get());
      for (auto [argument, made, dim] :
           llvm::zip_equal(test.getArguments(), madeBody->getArguments(), carried))
        batcher.map(argument, {made, dim});
      FailureOr<SmallVector<Batched>> holds = batcher.runRegion(loop->getRegion(0), inside);
      if (failed(holds))
        return failure();
      which = holds->front().value;
    }
    inside.setInsertionPointToEnd(madeBody.get());
    SmallVector<Value> returned;
    for (auto [i, dim] : llvm::enumerate(carried)) {
      Value value = batcher.put(loop, inside, next[i], dim);
      if (isMasked && !isInvariant(i))
        value = batcher.choose(loop, inside, which, value, madeBody->getArgument(i), dim);
      returned.push_back(value);
    }
    end(*madeBody, body.getTerminator(), returned);
    return success();
  }
  void finish() {
    OperationState state(loop->getLoc(), loop->getName().getStringRef());
    for (auto [operand, dim] : llvm::zip_equal(loop->getOperands(), carried))
      state.operands.push_back(batcher.put(loop, b, batcher.of(operand), dim));
    state.addTypes(madeBody->getArgumentTypes());
    state.addAttributes(attributesWithoutSharding(loop));
    state.addRegion()->push_back(madeTest.release());
    state.addRegion()->push_back(madeBody.release());
    batcher.mapResults(loop, b.create(state)->getResults(), carried);
  }

  Operation *loop;
  OpBuilder &b;
  Batcher &batcher;
  Block &test, &body;
  SmallVector<int64_t> carried; // batch dims of carried values
  SmallVector<std::pair<Value, Batched>> moved;
  std::unique_ptr<Block> madeTest, madeBody;
  Batched predicate;
  SmallVector<Batched> next; // what the body returns
  bool isMasked = false;
};

LogicalResult Batcher::runLoop(Operation *op, OpBuilder &b) {
  return BatchedLoop(op, b, *this).run();
}

} // namespace spmd
