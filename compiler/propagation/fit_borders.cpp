// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays at the borders of a program are cut evenly. What the user left open is ours to choose: axes there are cut to
// what divides the dim. What the user closed stays as it is written.
#include "compiler/passes.h"
#include "compiler/sharding/even_borders.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_FITBORDERS
#include "compiler/passes.h.inc"

namespace {

struct FitBorders : impl::FitBordersBase<FitBorders> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      cutBordersToDivide(function, symbols, /*onlyOpen=*/true);
  }
};

} // namespace
} // namespace spmd
