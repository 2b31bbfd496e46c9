// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the innermost loop of a nest does at the elements where the loops stand: it carries prefix
// scans on, adds to accumulators, stages values and stores results, as the plan says. Apart from
// kernel_loops.h, which writes the loops around it.
#pragma once
#include "compiler/kernels/elements.h"
#include "compiler/kernels/partial_results.h"
#include "compiler/kernels/prefix_scans.h"

namespace spmd {

class Step {
public:
  Step(LoopState &s, Accumulators &accumulators, PrefixScans &scans, PartialResults &partials,
       Elements &elements)
      : s(s), b(s.b), accumulators(accumulators), scans(scans), partials(partials),
        elements(elements) {}

  /// Everything that the pass of the current row computes at the element where the loops stand and
  /// at the `lanes` - 1 that follow it.
  void write(unsigned lanes);
  /// Stores the outputs that the current row stores once.
  void storePerRow();

private:
  void accumulate(mlir::AffineExpr number, unsigned lanes);
  void stage(mlir::AffineExpr number, unsigned lanes);
  llvm::SmallVector<mlir::Value, 2> neighbours(mlir::Value value, mlir::AffineExpr element,
                                               unsigned lanes);
  /// Element `element` of every output that is stored now (per row: the row's number).
  void store(llvm::function_ref<bool(const FusionPlan::Store &)> isNow, mlir::AffineExpr element,
             unsigned lanes);

  LoopState &s;
  LoopBuilder &b;
  Accumulators &accumulators;
  PrefixScans &scans;
  PartialResults &partials;
  Elements &elements;
};

} // namespace spmd
