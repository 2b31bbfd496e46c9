// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over the rows of a nest. Row by row, totals of one pass are known in the next;
// interleaved rows share a loop over the columns, each a pass behind the one before it. Bands of
// rows serve kernels that read with a stride.
#include "compiler/kernels/kernel_loops.h"
#include "compiler/kernels/loop_techniques.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

/// Scratch memory for the staged values of the k-th interleaved row.
const DenseMap<Value, StagedRow> &KernelLoops::stagedRows(size_t k) {
  while (staged.size() <= k) {
    auto &made = staged.emplace_back();
    for (const FusionPlan::Staged &kept : s.plan.staged)
      if (s.nest == 0)
        made[kept.value] = {
            b.row(registerType(getElementTypeOrSelf(kept.value)), s.kernel.columns()), kept.pass};
  }
  return staged[k];
}

void KernelLoops::eachRow(llvm::function_ref<void()> body) {
  if (active.empty())
    return body();
  for (RowState &r : active) {
    if (!r.isActive)
      continue;
    s.row = &r;
    s.pass = r.pass;
    llvm::copy(r.dims, s.dims.begin());
    body();
  }
}

/// Is anything to be done at each column in this pass?
bool KernelLoops::walksColumns() const {
  bool stores = llvm::any_of(
      s.plan.stores, [&](auto &o) { return o.kernel == s.nest && !o.perRow && o.pass == s.pass; });
  return stores ||
         (s.nest == 0 && llvm::any_of(s.plan.reductions, [&](auto &r) {
            // A value that needs one of the latter kinds is computed on demand.
            return r.pass == s.pass && r.kind != Kind::OfRows && r.kind != Kind::PrefixScan;
          }));
}

void KernelLoops::interleaved(ArrayRef<Value> numbers) {
  s.rowScope = b.current();
  // The index of a single row is one number, and its totals are known in the row only.
  s.rowScope->isBarrier |= s.kernel.rows() == 1;
  active.clear();
  for (auto [k, n] : llvm::enumerate(numbers)) {
    setRowVariables(n);
    RowState &r = active.emplace_back();
    r.number = n;
    r.dims.assign(s.dims.begin(), s.dims.begin() + s.kernel.rowDims);
    r.staged = stagedRows(k);
  }
  for (size_t stage = 0; stage < s.kernel.passes + active.size() - 1; ++stage) {
    for (auto [k, r] : llvm::enumerate(active)) {
      s.pass = r.pass = stage - k;
      r.isActive = k <= stage && r.pass < s.kernel.passes && walksColumns();
    }
    if (llvm::none_of(active, [](const RowState &r) { return r.isActive; }))
      continue;
    eachRow([&] { startTotals(); });
    columnDims(s.kernel.rowDims);
    eachRow([&] { finishTotals(); });
  }
  for (RowState &r : active)
    r.pass = s.kernel.passes, r.isActive = true;
  eachRow([&] { step.storePerRow(); });
  eachRow([&] { partials.addRow(); });
  active.clear();
  s.row = &s.noRow;
}

void KernelLoops::startTotals() {
  for (const FusionPlan::Reduction &r : s.plan.reductions)
    if (s.nest == 0 && r.kind == Kind::Row && r.pass == s.pass)
      s.row->totals[r.op] = Totals{r.op, s.rowScope, true, {}};
  scans.start();
}

/// Makes the reductions over columns that end in this pass available to the rest of the row.
void KernelLoops::finishTotals() {
  for (const FusionPlan::Reduction &r : s.plan.reductions) {
    if (s.nest > 0 || r.kind != Kind::Row || r.pass != s.pass)
      continue;
    SmallVector<Value> totals =
        accumulators.rounded(r.op, accumulators.total(s.row->totals[r.op], true, 1));
    for (auto [v, made] : llvm::zip_equal(r.op->getResults(), totals))
      s.remember(s.rowScope, v, s.algebra.delinear(s.rowNumber(), shapeOf(v)), made);
  }
}

// Kernels that read with a stride: bands of rows, step by step along the columns, eight rows at a
// time.

/// Iterations are pieces of bands of rows. For each step along the columns all rows of the band are
/// done: what one row reads with a stride shares its cache lines with what the next rows read.
/// Where results are written by non-temporal stores, all steps are done for eight rows: then memory
/// sees longer runs of them, and inputs are prefetched along their own rows.
void KernelLoops::tiledRows(Bounds iterations) {
  const FusionKernel &kernel = s.kernel;
  int64_t columns = kernel.columns(), pieces = llvm::divideCeil(columns, kernel.tileColumns);
  bool hasGroups = kernel.rowDims == 1 && kernel.rows() >= kTileRows && kernel.lanes >= kTileRows;
  b.loop(iterations.begin, iterations.end, 1, [&](Value t) {
    Bounds band = part(b.quotient(t, pieces), kernel.rowsPerIteration, kernel.rows());
    Bounds own = pieces == 1 ? Bounds{b.index(0), b.index(columns)}
                             : part(b.remainder(t, pieces), kernel.tileColumns, columns);
    auto singleRows = [&](Value from, unsigned lanes) {
      b.loop(from, band.end, 1, [&](Value row) {
        setRowVariables(row);
        element(lanes);
      });
    };
    auto groups = [&](llvm::function_ref<void(Value)> body) {
      return b.loopTo(band.begin, band.end, kTileRows, body);
    };
    if (hasGroups && !s.nonTemporal.empty()) {
      Value reached = groups(
          [&](Value row) { betweenBorders(own, [&](unsigned lanes) { rowGroup(row, lanes); }); });
      if (kernel.rows() % kTileRows)
        betweenBorders(own, [&](unsigned lanes) { singleRows(reached, lanes); });
      return;
    }
    betweenBorders(own, [&](unsigned lanes) {
      bool inGroups = lanes >= kTileRows && hasGroups;
      Value reached = inGroups ? groups([&](Value row) { rowGroup(row, lanes); }) : band.begin;
      if (!inGroups || kernel.rows() % kTileRows)
        singleRows(reached, lanes);
    });
  });
}

/// Rows row, row + 1, .. of one step along the columns.
void KernelLoops::rowGroup(Value row, unsigned lanes) {
  AffineExpr number =
      s.index.variable(b.quotient(row, kTileRows), 0, s.kernel.rows() / kTileRows, 1);
  b.loop(b.index(0), b.index(kTileRows), 1, [&](Value i) {
    s.dims[0] = s.algebra.simplify(number * kTileRows + s.index.variable(i, 0, kTileRows, 1));
    element(lanes);
  });
}

} // namespace spmd
