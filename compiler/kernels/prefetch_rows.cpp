// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefetches lines that the hardware prefetcher misses: the inputs of a later row during the second
// pass over this one, and the elements that the next row looks up.
#include "compiler/kernels/loop_techniques.h"
#include "compiler/kernels/value_size.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

namespace {

// The hardware prefetcher follows a row after its first few lines, so shorter rows gain nothing.
constexpr int64_t kFewLines = 4;

std::optional<int64_t> numberOf(Value v) {
  APInt number;
  if (matchPattern(v, m_ConstantInt(&number)))
    return number.getSExtValue();
  return std::nullopt;
}

/// One pass over the columns of a row: a loop between constants, in steps of whole lines.
struct Walk {
  scf::ForOp loop;
  SmallVector<vector::LoadOp> loads; // of whole lines, directly in the loop
};

/// Computes values of the next row while this one runs, by cloning the ops that depend on the row.
class NextRow {
public:
  NextRow(scf::ForOp rows, scf::ForOp walk) : rows(rows), walk(walk) {}
  /// The value that `v` will have in the next row: `v` itself where it does not depend on the row,
  /// null where an op with side effects would have to be cloned.
  Value of(Value v);
  bool looksUp = false; // a cloned op reads memory

private:
  Value made(Operation *op);
  Value nextNumber();

  scf::ForOp rows, walk;
  DenseMap<Value, Value> known;
};

} // namespace

/// The number of the next row; of the last one its own.
Value NextRow::nextNumber() {
  ImplicitLocOpBuilder b(rows.getLoc(), rows.getContext());
  b.setInsertionPointToStart(rows.getBody());
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value last = arith::SubIOp::create(b, rows.getUpperBound(), one);
  Value next = arith::AddIOp::create(b, rows.getInductionVar(), rows.getStep());
  return arith::MinSIOp::create(b, next, last);
}

/// The result of `op` in the next row: of a clone, if an operand changes.
Value NextRow::made(Operation *op) {
  if (op->getNumRegions() || op->getNumResults() != 1)
    return nullptr;
  IRMapping operands;
  bool changes = false, isRead = isa<memref::LoadOp>(op);
  for (Value operand : op->getOperands()) {
    Value next = of(operand);
    if (!next)
      return nullptr;
    changes |= next != operand;
    operands.map(operand, next);
  }
  if (!changes)
    return op->getResult(0);
  if (!isRead && !isMemoryEffectFree(op))
    return nullptr;
  looksUp |= isRead;
  // An op that does not depend on the column is cloned before the loop over columns.
  OpBuilder b(op);
  if (op->getParentRegion() != &walk.getRegion())
    b.setInsertionPoint(walk);
  return b.clone(*op, operands)->getResult(0);
}

Value NextRow::of(Value v) {
  if (!rows.getRegion().isAncestor(v.getParentRegion()))
    return v;
  if (auto found = known.find(v); found != known.end())
    return found->second;
  Value next = v;
  if (v == rows.getInductionVar())
    next = nextNumber();
  else if (Operation *op = v.getDefiningOp())
    next = made(op);
  return known[v] = next;
}

/// The part of the load's place that does not change along the walk; null where the load is not
/// contiguous along it.
static Value startOfRow(vector::LoadOp load, scf::ForOp walk) {
  auto sum = load.getIndices()[0].getDefiningOp<arith::AddIOp>();
  if (!sum)
    return nullptr;
  for (unsigned i : {0, 1})
    if (sum->getOperand(i) == walk.getInductionVar() &&
        !walk.getRegion().isAncestor(sum->getOperand(1 - i).getParentRegion()))
      return sum->getOperand(1 - i);
  return nullptr;
}

/// The number of columns, if the place is row * columns with a constant.
static std::optional<int64_t> columnsOf(Value start) {
  auto product = start ? start.getDefiningOp<arith::MulIOp>() : nullptr;
  return product ? numberOf(product.getRhs()) : std::nullopt;
}

namespace {

/// A buffer and the place where a row of it starts.
using RowStart = std::pair<Value, Value>;

/// Prefetches for one loop over rows.
class RowPrefetcher {
public:
  RowPrefetcher(scf::ForOp rows, const Machine &machine) : rows(rows), machine(machine) {}
  void run();

private:
  std::optional<Walk> walkOf(scf::ForOp loop) const;
  void prefetchLaterRow(Walk &walk, Walk &next);
  void prefetchNextLookUp(Walk &walk);
  void prefetchLines(vector::LoadOp load, OpBuilder &builder, Value first) const;

  scf::ForOp rows;
  const Machine &machine;
  int64_t leastBytes = kFewLines * machine.cacheLine; // of a row
  llvm::SmallDenseSet<RowStart, 4> seen;
};

} // namespace

static int64_t bytesOf(vector::LoadOp load) {
  return load.getVectorType().getNumElements() * bytesInBuffer(load);
}

/// Every line of the vector that the load reads where its place is `first`.
void RowPrefetcher::prefetchLines(vector::LoadOp load, OpBuilder &builder, Value first) const {
  ImplicitLocOpBuilder b(load.getLoc(), builder);
  for (int64_t offset = 0; offset < bytesOf(load); offset += machine.cacheLine) {
    Value at = first;
    if (offset)
      at = arith::AddIOp::create(b, first,
                                 arith::ConstantIndexOp::create(b, offset / bytesInBuffer(load)));
    prefetch(b, load.getBase(), at);
  }
}

/// In pass `next`, prefetches the lines that pass `walk` will load from the row that lies
/// prefetchDistance() ahead, or from the next row if that is further. The first pass over a row
/// waits for memory; the second computes.
void RowPrefetcher::prefetchLaterRow(Walk &walk, Walk &next) {
  for (vector::LoadOp load : walk.loads) {
    Value start = startOfRow(load, walk.loop);
    std::optional<int64_t> columns = columnsOf(start);
    int64_t rowBytes = columns.value_or(0) * bytesInBuffer(load);
    if (rowBytes < leastBytes || !seen.insert({load.getBase(), start}).second ||
        walk.loop.getStep() != next.loop.getStep())
      continue;
    OpBuilder b = OpBuilder::atBlockBegin(next.loop.getBody());
    int64_t ahead = llvm::divideCeil(machine.prefetchDistance(), rowBytes) * *columns;
    Value number = arith::ConstantIndexOp::create(b, load.getLoc(), ahead);
    Value later = arith::AddIOp::create(b, load.getLoc(), start, number);
    prefetchLines(load, b,
                  arith::AddIOp::create(b, load.getLoc(), later, next.loop.getInductionVar()));
  }
}

/// Beside each load of a row that was looked up (a gather of rows), prefetches the same lines of
/// the row that is looked up next.
void RowPrefetcher::prefetchNextLookUp(Walk &walk) {
  for (vector::LoadOp load : walk.loads) {
    if (*numberOf(walk.loop.getUpperBound()) * bytesInBuffer(load) < leastBytes)
      continue;
    NextRow next(rows, walk.loop);
    Value place = next.of(load.getIndices()[0]);
    if (place && next.looksUp) {
      OpBuilder b(load);
      prefetchLines(load, b, place);
    }
  }
}

std::optional<Walk> RowPrefetcher::walkOf(scf::ForOp loop) const {
  if (numberOf(loop.getLowerBound()) != 0 || !numberOf(loop.getUpperBound()))
    return std::nullopt;
  Walk walk{loop, {}};
  for (auto load : loop.getOps<vector::LoadOp>())
    if (isa<BlockArgument>(load.getBase()) && bytesOf(load) >= machine.cacheLine)
      walk.loads.push_back(load);
  return walk;
}

void RowPrefetcher::run() {
  SmallVector<Walk> walks;
  for (auto inner : rows.getOps<scf::ForOp>())
    if (std::optional<Walk> walk = walkOf(inner))
      walks.push_back(*walk);
  for (size_t i = 0; i + 1 < walks.size(); ++i)
    prefetchLaterRow(walks[i], walks[i + 1]);
  if (!walks.empty())
    prefetchNextLookUp(walks.front());
}

void prefetchRows(func::FuncOp loops, const Machine &machine) {
  SmallVector<scf::ForOp> all;
  loops.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) { all.push_back(loop); });
  for (scf::ForOp rows : all)
    RowPrefetcher(rows, machine).run();
}

} // namespace spmd
