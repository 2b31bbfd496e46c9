// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of the check and interpreter dialects: comparisons that fail the program, and programs
// that run side by side on several devices.
#include "dialects/check/check.h"
#include "compiler/ops/checks.h"
#include "compiler/ops/facets.h"
#include "dialects/interpreter/interpreter.h"

using namespace mlir;

namespace spmd::ops {
namespace {

// An error that self-checking programs report as a failed check.
llvm::Error verdict(Operation *op, const CheckResult &result) {
  return result.holds ? llvm::Error::success()
                      : checkFailure(op, "does not hold: " + result.message);
}

/// check.expect_eq: both operands are equal, NaN to nothing.
struct ExpectEq {
  using Op = check::ExpectEqOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    return verdict(op, checkEqual(in[0], in[1]));
  }
  using Facets = Has<Eval>;
};

/// check.expect_almost_eq: the operands differ by at most the tolerance.
struct ExpectAlmostEq {
  using Op = check::ExpectAlmostEqOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    return verdict(op, checkAlmostEqual(in[0], in[1], op.getTolerance().convertToDouble()));
  }
  using Facets = Has<Eval>;
};

/// check.expect_close: the operands are between min and max units in the last place apart.
struct ExpectClose {
  using Op = check::ExpectCloseOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    return verdict(op,
                   checkClose(in[0], in[1], op.getMinUlpDifference(), op.getMaxUlpDifference()));
  }
  using Facets = Has<Eval>;
};

/// check.expect_eq_const: the operand equals the attribute `value`.
struct ExpectEqConst {
  using Op = check::ExpectEqConstOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    auto expected = Tensor::fromAttr(op.getValue());
    return expected ? verdict(op, checkEqual(in[0], *expected)) : expected.takeError();
  }
  using Facets = Has<Eval>;
};

/// check.expect_almost_eq_const: the operand is within the tolerance of the attribute `value`.
struct ExpectAlmostEqConst {
  using Op = check::ExpectAlmostEqConstOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    auto expected = Tensor::fromAttr(op.getValue());
    return expected ? verdict(op, checkAlmostEqual(in[0], *expected,
                                                   op.getTolerance().convertToDouble()))
                    : expected.takeError();
  }
  using Facets = Has<Eval>;
};

/// interpreter.run_parallel: runs functions on a grid of devices. The context owns the devices.
struct RunParallel {
  using Op = interp::RunParallelOp;
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &context) {
    return context.onDevices(op, in, out);
  }
  using Facets = Has<Eval>;
};

} // namespace

void addCheckRules(RuleTable &table) {
  table.add<ExpectEq, ExpectAlmostEq, ExpectClose, ExpectEqConst, ExpectAlmostEqConst,
            RunParallel>();
}

} // namespace spmd::ops
