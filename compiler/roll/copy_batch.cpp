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
#include "llvm/ADT/IntEqClasses.h"

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
  CopyBatch(const LayerRun &run, const CopyPart &part, LayerRows &layerRows)
      : run(run), part(part), order(part.copies), layerRows(layerRows), loc(run.op(0, 0)->getLoc()),
        b(&run.text->block, run.behind()) {}

  /// Writes the ops, and tells what stands for their results.
  LogicalResult write() {
    for (size_t at : part.ops)
      if (failed(writeOp(at)))
        return failure();
    for (auto &[place, copies] : run.outputs)
      if (llvm::is_contained(part.ops, place.first))
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
      return {rowsOf(read.index), 0};
    return {layerRows.now(read.value), Batched::kNone};
  }

  /// The stack of one list of rows.
  Value rowsOf(unsigned index) {
    Value &whole = rows[index];
    if (whole)
      return whole;
    std::vector<Value> wanted = ordered(run.rows[index], order);
    std::optional<CopyRows> known = layerRows.find(wanted);
    return whole = known ? known->whole : layerRows.make(wanted, b, loc);
  }

  /// Writes one op of the copies by its facet `batch`, or once where nothing that it reads differs.
  LogicalResult writeOp(size_t at) {
    Operation *op = run.op(0, at);
    if (DenseElementsAttr numbers = numbersByCopy(run, at, order)) {
      made[{unsigned(at), 0}] = {stablehlo::ConstantOp::create(b, op->getLoc(), numbers), 0};
      return success();
    }
    IRMapping none;
    Batching g(op, b, order.size(), none);
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
    // Broadcasts of scalars to [1, 4] give [1, copies, 4].
    for (auto [i, result] : llvm::enumerate(g.results))
      made[{unsigned(at), unsigned(i)}] =
          result.isBatched() ? Batched{g.put(result, 0), 0} : result;
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
  const CopyPart &part;
  ArrayRef<size_t> order;
  LayerRows &layerRows;
  Location loc;
  OpBuilder b;
  DenseMap<unsigned, Value> rows;
  DenseMap<std::pair<unsigned, unsigned>, Batched> made;
};

/// The copies whose values are all rows of one stack, in the order of the rows; nothing if there is
/// no such stack. The first or last layer may be wired otherwise, so that its gradient is no row.
std::optional<SmallVector<size_t>> orderIn(const std::vector<Value> &values,
                                           const LayerRows &layerRows) {
  for (Value value : values) {
    Value whole = layerRows.wholeOf(value);
    if (!whole)
      continue;
    constexpr size_t kNone = SIZE_MAX;
    SmallVector<size_t> order(cast<RankedTensorType>(whole.getType()).getDimSize(0), kNone);
    for (auto [copy, each] : llvm::enumerate(values))
      if (std::optional<int64_t> row = layerRows.rowIn(each, whole))
        order[*row] = copy;
    if (!llvm::is_contained(order, kNone))
      return order;
  }
  return std::nullopt;
}

/// Whether the op may be written for all copies at once.
bool isBatchable(Operation *op) {
  if (op->getNumRegions() || op->getNumResults() != 1 || op->hasAttr("sdy.sharding"))
    return false;
  return isConstant(op) || ((isElementwise(op) || spreadsScalar(op)) && Rules::of(op).batch);
}

/// The copies that a part can be written for; none if it cannot. The copies need no order of their
/// own, so they take that of the rows of a known stack: a stack that the loop of the layers writes
/// has the order of the layers, while a tree of parameters may be sorted by name (layer_0, layer_1,
/// layer_10, ..).
SmallVector<size_t> copiesOf(const LayerRun &run, ArrayRef<size_t> ops, const LayerRows &layerRows,
                             DenseSet<Value> &independent) {
  std::optional<SmallVector<size_t>> order;
  SmallVector<const std::vector<Value> *> lists;
  for (size_t at : ops) {
    if (!isBatchable(run.op(0, at)))
      return {};
    for (const LayerRun::Read &read : run.reads[at]) {
      // What needs all gradients first, as clipping by their norm, cannot be done in the loop that
      // makes them. The layers are updated one by one then, each in its own buffer.
      if (read.from == LayerRun::From::Outside &&
          layerRows.dependsOnRolled(read.value, independent))
        return {};
      if (read.from == LayerRun::From::Row)
        lists.push_back(&run.rows[read.index]);
    }
  }
  for (const std::vector<Value> *values : lists)
    if (!order)
      order = orderIn(*values, layerRows);
  if (!order)
    order = llvm::to_vector(llvm::seq<size_t>(run.copies));
  for (const std::vector<Value> *values : lists) {
    std::vector<Value> wanted = ordered(*values, *order);
    std::optional<CopyRows> known = layerRows.find(wanted);
    bool isWhole =
        known && known->scale == 1 && known->offset == 0 &&
        cast<RankedTensorType>(known->whole.getType()).getDimSize(0) == int64_t(order->size());
    if (!isWhole && (known || !layerRows.isCheap(wanted)))
      return {};
  }
  return *order;
}

} // namespace

// Ops are in one part if one reads the result of the other.
std::vector<CopyPart> partsOf(const LayerRun &run, const LayerRows &layerRows, size_t leastCopies) {
  if (!numbersAreFew(run))
    return {};
  llvm::IntEqClasses classes(run.period);
  for (size_t at = 0; at < run.period; ++at)
    for (const LayerRun::Read &read : run.reads[at])
      if (read.from == LayerRun::From::Copy)
        classes.join(at, read.place.op);
  classes.compress();
  std::vector<CopyPart> all(classes.getNumClasses()), parts;
  for (size_t at = 0; at < run.period; ++at)
    all[classes[at]].ops.push_back(at);
  DenseSet<Value> independent;
  for (CopyPart &part : all) {
    part.copies = copiesOf(run, part.ops, layerRows, independent);
    if (part.copies.size() >= leastCopies)
      parts.push_back(std::move(part));
  }
  return parts;
}

LogicalResult writeBatch(const LayerRun &run, const CopyPart &part, LayerRows &layerRows) {
  return CopyBatch(run, part, layerRows).write();
}

} // namespace spmd
