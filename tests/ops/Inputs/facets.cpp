// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs of ops as facet_misspelt.test compiles them: right without a macro, wrong with one.
#include "compiler/ops/elements.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd::ops {
namespace {
struct Sample : Unary<mlir::func::CallOp, Sample> {
  template <class T> static T eval(T x) { return x; }
#ifdef MISSPELT
  static mlir::Value emitt(ScalarBuilder &, mlir::Value x) { return x; }
#else
  static mlir::Value emit(ScalarBuilder &, mlir::Value x) { return x; }
#endif
#ifdef UNDECLARED
  static Movement index(mlir::func::CallOp) { return {}; }
#endif
#ifdef WRONG_SIGNATURE
  static int index(mlir::func::CallOp) { return 0; }
  using Facets = Has<Space, Rule, Emit, Index, Eval>;
#else
  using Facets = Has<Space, Rule, Emit, Eval>;
#endif
};
} // namespace

void addSample(RuleTable &table) { table.add<Sample>(); }
} // namespace spmd::ops
