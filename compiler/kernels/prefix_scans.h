// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix scans along the columns of a row: each step carries them on over its lanes, by a loop that
// goes from lane to lane. scan_lanes.cpp replaces that loop.
#pragma once
#include "compiler/kernels/accumulators.h"

namespace spmd {

class PrefixScans {
public:
  PrefixScans(LoopState &s, Accumulators &accumulators, IndexCode::Element element)
      : s(s), b(s.b), accumulators(accumulators), element(std::move(element)) {}

  /// Are there any in these loops?
  bool exist() const;
  /// Before the columns of a row in this pass: sets the totals to the initial values.
  void start();
  /// Carries all on over the lanes of element `number`. Not when they are first asked for: that may
  /// be under a condition.
  void carryOn(mlir::AffineExpr number);
  /// The result `value` of scan `op` at `index`, where the loops stand.
  mlir::Value at(mlir::Operation *op, mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index);

private:
  bool isWanted(const FusionPlan::Reduction &r) const;
  llvm::SmallVector<mlir::Value> overLanes(mlir::Operation *op, llvm::ArrayRef<mlir::Value> before,
                                           llvm::ArrayRef<mlir::Value> elements);

  LoopState &s;
  LoopBuilder &b;
  Accumulators &accumulators;
  IndexCode::Element element;
};

} // namespace spmd
