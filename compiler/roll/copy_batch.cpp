// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes independent equal copies, such as the updates of the parameters of all layers, as ops on
// stacks of all copies. UpdateInLoops then does them row by row in the loop that makes the
// gradients, in the buffers of the old parameters.
//   p0 = p0 - r g0, p1 = p1 - r g1, ..   ->   p = stack(p0, p1, ..) - r stack(g0, g1, ..)
#include "compiler/ops/batching.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "compiler/roll/copies.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// Constants are ops of the copies, too; tracing writes them in front of each use.
bool isConstant(Operation *op) { return op->hasTrait<OpTrait::ConstantLike>(); }

/// The values of a list in another order: entry k is that of copy order[k].
std::vector<Value> ordered(const std::vector<Value> &values, ArrayRef<size_t> order) {
  std::vector<Value> out;
  for (size_t copy : order)
    out.push_back(values[copy]);
  return out;
}

/// Ops on all copies of one run. Values that are the same for all copies have no batch dim, as in
/// compiler/batch; all others have it in front.
class CopyBatch {
public:
  CopyBatch(const LayerRun &run, ArrayRef<size_t> order, LayerRows &layerRows)
      : run(run), order(order), layerRows(layerRows), loc(run.op(0, 0)->getLoc()),
        b(run.op(run.copies - 1, run.period - 1)) {
    b.setInsertionPointAfter(run.op(run.copies - 1, run.period - 1));
  }

  /// Writes the ops, and tells what stands for their results.
  LogicalResult write() {
    for (const std::vector<Value> &values : run.rows) {
      std::vector<Value> wanted = ordered(values, order);
      std::optional<CopyRows> known = layerRows.find(wanted);
      rows.push_back(known ? known->whole : layerRows.make(wanted, b, loc));
    }
    for (size_t at = 0; at < run.period; ++at)
      if (failed(writeOp(at)))
        return failure();
    for (auto &[place, copies] : run.outputs)
      handOn({place.first, place.second});
    return success();
  }

private:
  /// What an op of the copies reads, for all of them.
  Batched valueOf(const LayerRun::Read &read) {
    using enum LayerRun::From;
    if (read.from == Copy)
      return made.at({read.place.op, read.place.result});
    if (read.from == Row)
      return {rows[read.index], 0};
    return {layerRows.now(read.value), Batched::kNone};
  }

  /// Writes one op of the copies by its facet `batch`, or once where nothing that it reads differs.
  LogicalResult writeOp(size_t at) {
    Operation *op = run.op(0, at);
    if (DenseElementsAttr numbers = numbersByCopy(run, at, order)) {
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
  void handOn(CopyPlace place) {
    Batched result = made.at({place.op, place.result});
    SmallVector<Value> values;
    for (size_t copy : order)
      values.push_back(run.value(copy, place));
    if (result.isBatched())
      return layerRows.addMade(values, result.value, [](Value) { return true; });
    for (Value value : values)
      layerRows.replace(value, result.value);
  }

  const LayerRun &run;
  ArrayRef<size_t> order;
  LayerRows &layerRows;
  Location loc;
  OpBuilder b;
  SmallVector<Value> rows;
  DenseMap<std::pair<unsigned, unsigned>, Batched> made;
};

/// The copies in the order in which the values are rows of one stack that has no others; nothing if
/// there is none.
std::optional<SmallVector<size_t>> orderIn(const std::vector<Value> &values,
                                           const LayerRows &layerRows) {
  std::optional<SmallVector<int64_t>> places = layerRows.placesIn(values);
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

// The copies need no order of their own, so they take that of the rows of a known stack: a stack
// that the loop of the layers writes has the order of the layers, while a tree of parameters may be
// sorted by name (layer_0, layer_1, layer_10, ..).
std::optional<SmallVector<size_t>> batchOrder(const LayerRun &run, const LayerRows &layerRows) {
  for (size_t at = 0; at < run.period; ++at) {
    Operation *op = run.op(0, at);
    if (op->getNumRegions() || op->getNumResults() != 1 || op->hasAttr("sdy.sharding") ||
        !(isConstant(op) || isElementwise(op) || spreadsScalar(op)) ||
        !(isConstant(op) || Rules::of(op).batch))
      return std::nullopt;
  }
  // What needs all gradients first, as clipping by their norm, cannot be done in the loop that
  // makes them. The layers are updated one by one then, each in its own buffer.
  for (const auto &reads : run.reads)
    for (const LayerRun::Read &read : reads)
      if (read.from == LayerRun::From::Outside && layerRows.dependsOnRolled(read.value))
        return std::nullopt;
  std::optional<SmallVector<size_t>> order;
  for (const std::vector<Value> &values : run.rows)
    if (!order)
      order = orderIn(values, layerRows);
  if (!order)
    order = llvm::to_vector(llvm::seq<size_t>(run.copies));
  for (const std::vector<Value> &values : run.rows) {
    std::optional<CopyRows> known = layerRows.find(ordered(values, *order));
    bool isWhole =
        known && known->scale == 1 && known->offset == 0 &&
        cast<RankedTensorType>(known->whole.getType()).getDimSize(0) == int64_t(run.copies);
    if (!isWhole && (known || !layerRows.isCheap(values)))
      return std::nullopt;
  }
  return numbersAreFew(run) ? order : std::nullopt;
}

LogicalResult writeBatch(const LayerRun &run, ArrayRef<size_t> order, LayerRows &layerRows) {
  return CopyBatch(run, order, layerRows).write();
}

} // namespace spmd
