// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows, pass by pass: totals of one pass are known in the next. Short rows are done several at a
// time, each a pass behind the one before it, in one loop over the columns: while one is divided by
// its sum the units for matmuls work on the exponentials of the next (softmax of rows of 256 as in
// bench/kernels.py: 1.3 times as fast). What a row's own order is stays.
#include "compiler/codegen/loop_emitter.h"
#include "compiler/ops/elementwise.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

static ArrayRef<int64_t> shapeOf(Value v) { return cast<RankedTensorType>(v.getType()).getShape(); }

constexpr int64_t kShortRow = 512, kRowsAtOnce = 4;
constexpr unsigned kManyPasses = 3; // of fewer little is gained: the code is several times as long

int64_t LoopEmitter::rowsAtOnce() const {
  if (kernelIndex > 0 || rowsAllowNonTemporal || kernel.passes < kManyPasses ||
      kernel.columns() > kShortRow)
    return 1;
  bool hasFunction = llvm::any_of(body.ops, [&](Operation *op) {
    return isElementwise(op) && arithmeticWork(op) >= kFunctionWork &&
           cast<RankedTensorType>(op->getResult(0).getType()).getNumElements() ==
               kernel.rows() * kernel.columns();
  });
  return hasFunction ? kRowsAtOnce : 1;
}

/// What staged values of row `k` of those that are done at once are kept in.
const LoopEmitter::Tiles &LoopEmitter::tilesOf(size_t k) {
  while (rowTiles.size() <= k) {
    Tiles &made = rowTiles.emplace_back();
    for (const FusionPlan::Staged &s : plan.staged) {
      llvm::Type *element = registerType(getElementTypeOrSelf(s.value), b.getContext());
      if (kernelIndex == 0)
        made[s.value] = {
            local(element->isIntegerTy(1) ? b.getInt8Ty() : element, i64(kernel.columns())),
            s.pass};
    }
  }
  return rowTiles[k];
}

void LoopEmitter::eachRow(llvm::function_ref<void()> body) {
  if (rows.empty())
    return body();
  for (Row &r : rows) {
    if (!r.isActive)
      continue;
    row = &r;
    pass = r.pass;
    llvm::copy(r.dims, dims.begin());
    body();
  }
}

/// Is anything to be done at each column in this pass?
bool LoopEmitter::walksColumns() const {
  bool stores = llvm::any_of(
      plan.stores, [&](auto &s) { return s.kernel == kernelIndex && !s.perRow && s.pass == pass; });
  return stores || (kernelIndex == 0 && llvm::any_of(plan.reductions, [&](auto &r) {
                      // What wants the latter is asked itself.
                      return r.pass == pass && r.kind != Kind::OfRows && r.kind != Kind::PrefixScan;
                    }));
}

/// The row's number as the loops have it.
AffineExpr LoopEmitter::rowNumber() {
  AffineExpr e = algebra.constant(0);
  for (unsigned d = 0; d < kernel.rowDims; ++d)
    e = e * kernel.sizes[d] + dims[d];
  return algebra.simplify(e);
}

void LoopEmitter::emitRowsAtOnce(ArrayRef<llvm::Value *> numbers) {
  rowScope = current;
  rows.clear();
  for (auto [k, n] : llvm::enumerate(numbers)) {
    setRowVariables(n);
    Row &r = rows.emplace_back();
    r.number = n;
    r.dims.assign(dims.begin(), dims.begin() + kernel.rowDims);
    r.tiles = tilesOf(k);
  }
  for (size_t stage = 0; stage < kernel.passes + rows.size() - 1; ++stage) {
    for (auto [k, r] : llvm::enumerate(rows)) {
      pass = r.pass = stage - k;
      r.isActive = k <= stage && r.pass < kernel.passes && walksColumns();
    }
    if (llvm::none_of(rows, [](const Row &r) { return r.isActive; }))
      continue;
    eachRow([&] { startTotals(); });
    columnDims(kernel.rowDims);
    eachRow([&] { finishTotals(); });
  }
  for (Row &r : rows)
    r.pass = kernel.passes, r.isActive = true;
  eachRow(
      [&] { storeOutputs([&](const FusionPlan::Store &s) { return s.perRow; }, rowNumber(), 1); });
  eachRow([&] { addOfRows(); });
  rows.clear();
  row = &noRow;
}

void LoopEmitter::startTotals() {
  for (const FusionPlan::Reduction &r : plan.reductions)
    if (kernelIndex == 0 && r.kind == Kind::Row && r.pass == pass)
      row->totals[r.op] = Totals{r.op, rowScope, true, {}};
  startPrefixScans();
}

/// What this pass added up over the columns is known in the row from now on.
void LoopEmitter::finishTotals() {
  for (const FusionPlan::Reduction &r : plan.reductions) {
    if (kernelIndex > 0 || r.kind != Kind::Row || r.pass != pass)
      continue;
    SmallVector<llvm::Value *> totals = roundTotals(r.op, total(row->totals[r.op], true, 1));
    for (auto [v, made] : llvm::zip_equal(r.op->getResults(), totals))
      remember(rowScope, v, algebra.delinear(rowNumber(), shapeOf(v)), made);
  }
}

void LoopEmitter::addOfRows() {
  for (const FusionPlan::Reduction &r : plan.reductions) {
    if (kernelIndex > 0 || r.kind != Kind::OfRows)
      continue;
    SmallVector<llvm::Value *> elements;
    for (Value operand : r.op->getOperands().take_front(r.op->getNumResults()))
      elements.push_back(pull(operand, algebra.delinear(rowNumber(), shapeOf(operand))));
    addTo(partialTotals[r.op], elements, 1);
  }
}

} // namespace spmd
