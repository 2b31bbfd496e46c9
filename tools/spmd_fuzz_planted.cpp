// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The planted pass: one kind of defect for each kind of finding that spmd-fuzz
// distinguishes.
#include "tools/spmd_fuzz_planted.h"
#include "dialects/sdy/sdy.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include <cstdlib>

using namespace mlir;

namespace spmd::fuzz {
namespace {

struct Planted : PassWrapper<Planted, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Planted)
  StringRef getArgument() const override { return "fuzz-planted"; }

  /// One defect for each kind of finding: a fatal error, an endless loop and a refusal
  /// without a message.
  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (name == "stablehlo.tanh")
        llvm::report_fatal_error("planted at tanh of " +
                                     Twine(sdy::getTensorRank(op->getResult(0))) + " dims",
                                 /*gen_crash_diag=*/true);
      // volatile: a compiler may remove an endless loop without effects
      volatile uint64_t steps = 0;
      while (name == "stablehlo.cosine")
        steps = steps + 1;
      if (name == "stablehlo.exponential")
        signalPassFailure();
    });
  }
};

} // namespace

void registerPlantedPass() { PassRegistration<Planted>(); }

} // namespace spmd::fuzz
