// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that read with a stride: bands of rows, step by step along the columns, eight rows at a
// time.
#include "compiler/kernels/kernel_loops.h"
#include "compiler/kernels/loop_techniques.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

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
