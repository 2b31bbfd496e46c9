// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes independent equal copies, such as the updates of the parameters of all layers, as ops on
// stacks of all copies.
//   p0 = p0 - r g0, p1 = p1 - r g1, ..   ->   p = stack(p0, p1, ..) - r stack(g0, g1, ..)
#include "compiler/ops/batching.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "compiler/roll/copies.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

bool isConstant(Operation *op) { return op->hasTrait<OpTrait::ConstantLike>(); }

/// The values of a list in another order.
std::vector<Value> ordered(const std::vector<Value> &values, ArrayRef<size_t> order) {
  std::vector<Value> out;
  for (size_t copy : order)
    out.push_back(values[copy]);
  return out;
}

class CopyBatch {
public:
  CopyBatch(const LayerRun &run, ArrayRef<size_t> order, LayerStacks &stacks)
      : run(run), order(order), stacks(stacks), loc(run.op(0, 0)->getLoc()),
        b(run.op(run.copies - 1, run.period - 1)) {
    b.setInsertionPointAfter(run.op(run.copies - 1, run.period - 1));
  }

  LogicalResult write() {
    for (const std::vector<Value> &values : run.rows) {
      std::vector<Value> wanted = ordered(values, order);
      std::optional<StackRows> known = stacks.find(wanted);
      rows.push_back(known ? known->stack : stacks.make(wanted, b, loc));
    }
    for (size_t at = 0; at < run.period; ++at)
      if (failed(writeOp(at)))
        return failure();
    for (auto &[place, copies] : run.outputs)
      handOn({place.first, place.second});
    return success();
  }

private:
  Batched valueOf(const LayerRun::Read &read) {
    using enum LayerRun::From;
    if (read.from == Copy)
      return made.at({read.place.op, read.place.result});
    if (read.from == Row)
      return {rows[read.index], 0};
    return {stacks.now(read.value), Batched::kNone};
  }

  LogicalResult writeOp(size_t at) {
    Operation *op = run.op(0, at);
    if (DenseElementsAttr numbers = stackedNumbers(run, at, order)) {
      made[{unsigned(at), 0}] = {stablehlo::ConstantOp::create(b, op->getLoc(), numbers), 0};
      return success();
    }
    IRMapping none;
    Batching g(op, b, run.copies, none);
    for (const LayerRun::Read &read : run.reads[at])
      g.in.push_back(valueOf(read));
    if (llvm::none_of(g.in, [](const Batched &in) { return in.isBatched(); })) {
      Operation *copy = b.clone(*op);
      for (auto [i, in] : llvm::enumerate(g.in))
        copy->setOperand(i, in.value);
      for (OpResult result : copy->getResults())
        g.give(result.getResultNumber(), result, Batched::kNone);
    } else if (failed(Rules::of(op).batch(op, g))) {
      return failure();
    }
    for (auto [i, result] : llvm::enumerate(g.results))
      made[{unsigned(at), unsigned(i)}] = result;
    return success();
  }

  /// A result that is the same for all copies stands for all of them.
  void handOn(Place place) {
    Batched result = made.at({place.op, place.result});
    SmallVector<Value> values;
    for (size_t copy : order)
      values.push_back(run.value(copy, place));
    if (result.isBatched())
      return stacks.addMade(values, result.value);
    for (Value value : values)
      stacks.replace(value, result.value);
  }

  const LayerRun &run;
  ArrayRef<size_t> order;
  LayerStacks &stacks;
  Location loc;
  OpBuilder b;
  SmallVector<Value> rows;
  DenseMap<std::pair<unsigned, unsigned>, Batched> made;
};

/// The copies in the order in which the values are rows of one stack that has no others; nothing if
/// there is none.
std::optional<SmallVector<size_t>> orderIn(const std::vector<Value> &values,
                                           const LayerStacks &stacks) {
  std::optional<SmallVector<int64_t>> places = stacks.placesIn(values);
  if (!places)
    return std::nullopt;
  SmallVector<size_t> order(values.size(), values.size());
  for (auto [copy, row] : llvm::enumerate(*places)) {
    if (row >= int64_t(values.size()) || order[row] != values.size())
      return std::nullopt;
    order[row] = copy;
  }
  return order;
}

} // namespace

std::optional<SmallVector<size_t>> batchOrder(const LayerRun &run, const LayerStacks &stacks) {
  for (size_t at = 0; at < run.period; ++at) {
    Operation *op = run.op(0, at);
    if (op->getNumRegions() || op->getNumResults() != 1 || op->hasAttr("sdy.sharding") ||
        !(isConstant(op) || isElementwise(op) || spreadsScalar(op)) ||
        !(isConstant(op) || Rules::of(op).batch))
      return std::nullopt;
  }
  std::optional<SmallVector<size_t>> order;
  for (const std::vector<Value> &values : run.rows)
    if (!order)
      order = orderIn(values, stacks);
  if (!order)
    order = llvm::to_vector(llvm::seq<size_t>(run.copies));
  for (const std::vector<Value> &values : run.rows) {
    std::optional<StackRows> known = stacks.find(ordered(values, *order));
    bool isWhole = known && known->scale == 1 && known->offset == 0 &&
                   cast<RankedTensorType>(known->stack.getType()).getDimSize(0) ==
                       int64_t(run.copies);
    if (!isWhole && (known || !stacks.isCheap(values)))
      return std::nullopt;
  }
  return numbersAreFew(run) ? order : std::nullopt;
}

LogicalResult writeBatch(const LayerRun &run, ArrayRef<size_t> order, LayerStacks &stacks) {
  return CopyBatch(run, order, stacks).write();
}

} // namespace spmd
