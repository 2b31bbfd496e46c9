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

struct ExpectEq {
  using Op = check::ExpectEqOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    return verdict(op, checkEqual(in[0], in[1]));
  }
  using Facets = Has<Eval>;
};

struct ExpectAlmostEq {
  using Op = check::ExpectAlmostEqOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    return verdict(op, checkAlmostEqual(in[0], in[1], op.getTolerance().convertToDouble()));
  }
  using Facets = Has<Eval>;
};

struct ExpectClose {
  using Op = check::ExpectCloseOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    return verdict(op,
                   checkClose(in[0], in[1], op.getMinUlpDifference(), op.getMaxUlpDifference()));
  }
  using Facets = Has<Eval>;
};

struct ExpectEqConst {
  using Op = check::ExpectEqConstOp;
  static llvm::Error eval(Op op, Inputs in, Outputs, EvalContext &) {
    auto expected = Tensor::fromAttr(op.getValue());
    return expected ? verdict(op, checkEqual(in[0], *expected)) : expected.takeError();
  }
  using Facets = Has<Eval>;
};

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
