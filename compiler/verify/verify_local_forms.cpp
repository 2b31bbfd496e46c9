// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs each op and its local form in the reference interpreter and compares what they compute.
#include "compiler/passes.h"
#include "compiler/verify/comparison.h"
#include "compiler/verify/op_program.h"
#include "dialects/sdy/data_flow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"

namespace spmd {
#define GEN_PASS_DEF_VERIFYLOCALFORMS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// Where no device adds up what others computed, the two forms have the same bits, since the
/// interpreter does the same arithmetic for an element in both.
/// Sums that several devices computed differ from a sum in order by at most so many units in the
/// last place of the largest element.
constexpr double kUnitsOfSums = 32;

int64_t devicesOf(ModuleOp module) {
  for (auto mesh : module.getOps<sdy::MeshOp>())
    return mesh.getMesh().getTotalSize();
  return 1;
}

/// Runs passes on a copy of a module. Nothing if they fail; their errors are not shown, since the
/// compilation itself shows them.
OwningOpRef<ModuleOp> after(ModuleOp module, function_ref<void(OpPassManager &)> add) {
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager passes(module.getContext());
  add(passes);
  if (failed(passes.run(*copy)))
    return {};
  return copy;
}

/// Verifies the local forms of the ops of one module. Ops are equal where their programs have the
/// same text: the layers of a model differ in their values only. An op that is wrong does not end
/// the walk, so that all of them are reported.
class LocalForms {
public:
  explicit LocalForms(const VerifyLocalFormsOptions &options) : options(options) {}

  int64_t verified = 0; // different ops that were compared
  int64_t others = 0;   // ops that were not

  LogicalResult visit(Block &block) {
    LogicalResult result = success();
    for (Operation &op : block)
      if (failed(visit(&op)))
        result = failure();
    return result;
  }

private:
  const VerifyLocalFormsOptions &options;
  llvm::StringSet<> seen;

  /// Ops that only pass values between blocks compute nothing.
  LogicalResult visit(Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      return success();
    if (sdy::isDataFlowOp(op)) {
      LogicalResult result = success();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (failed(visit(block)))
            result = failure();
      return result;
    }
    return verifyOp(op);
  }

  LogicalResult skip(Operation *op, const Twine &reason) {
    ++others;
    if (options.report)
      op->emitRemark() << "is not verified: " << reason;
    return success();
  }

  /// Compares one op with its local form. Where a pass refuses the op, it is skipped, because the
  /// pass refuses it in the whole module as well, and says so there.
  LogicalResult verifyOp(Operation *op) {
    llvm::Expected<OpProgram> program = programOf(op);
    if (!program)
      return skip(op, llvm::toString(program.takeError()));
    if (!seen.insert(program->text()).second)
      return success();
    if (program->steps > options.maxSteps)
      return skip(op, "it takes " + Twine(program->steps) + " steps, the limit is " +
                          Twine(options.maxSteps));
    int64_t devices = devicesOf(*program->module);
    if (devices > options.maxDevices)
      return skip(op, "the mesh has " + Twine(devices) + " devices, the limit is " +
                          Twine(options.maxDevices));
    OwningOpRef<ModuleOp> local = after(*program->module, [](OpPassManager &passes) {
      passes.addPass(createLowerReshards());
      passes.addPass(createLocalize());
    });
    if (!local)
      return skip(op, "partition refuses it");
    auto difference = differenceOf({.whole = *program->module,
                                    .partitioned = *local,
                                    .devices = devices,
                                    .seed = uint64_t(options.seed),
                                    .tolerance = program->combines ? kUnitsOfSums : 0});
    if (!difference)
      return skip(op, llvm::toString(difference.takeError()));
    ++verified;
    if (!*difference)
      return success();
    InFlightDiagnostic error = op->emitError("means something else when it is partitioned: ");
    error << **difference;
    error.attachNote() << "the op alone:\n" << program->text();
    return failure();
  }
};

struct VerifyLocalForms : impl::VerifyLocalFormsBase<VerifyLocalForms> {
  using VerifyLocalFormsBase::VerifyLocalFormsBase;
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (devicesOf(getOperation()) == 1)
      return;
    VerifyLocalFormsOptions options{maxSteps, maxDevices, seed, report};
    LocalForms forms(options);
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(forms.visit(function.front())))
        signalPassFailure();
    if (report)
      getOperation().emitRemark() << forms.verified << " different ops are verified, "
                                  << forms.others << " are not";
  }
};

} // namespace
} // namespace spmd
