// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partitions a copy of a program and compares what the two compute, by the reference interpreter:
// op by op, or as a whole. The program itself stays as it is.
#include "compiler/compile.h"
#include "compiler/passes.h"
#include "compiler/pipeline.h"
#include "compiler/verify/comparison.h"
#include "compiler/verify/in_doubles.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

namespace spmd {
#define GEN_PASS_DEF_VERIFYPARTITION
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

int64_t elementsOf(TypeRange types) {
  int64_t elements = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.hasStaticShape())
      elements += tensor.getNumElements();
  return elements;
}

struct VerifyPartition : impl::VerifyPartitionBase<VerifyPartition> {
  using VerifyPartitionBase::VerifyPartitionBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    bool byOps = level == VerifyLevel::Ops;
    OwningOpRef<ModuleOp> program = byOps ? OwningOpRef<ModuleOp>() : inDoubles(getOperation());
    if (!program)
      program = getOperation().clone();
    OwningOpRef<ModuleOp> copy = program->clone();
    PassManager passes(&getContext());
    VerifyLocalFormsOptions options{maxSteps, maxDevices, seed, report};
    for (Stage stage : {Stage::Import, Stage::Propagate, Stage::Partition})
      addStage(passes, stage, {.checkContracts = true, .verify = byOps ? &options : nullptr});
    if (failed(run(passes, *copy, byOps)) || (!byOps && failed(compare(*program, *copy))))
      signalPassFailure();
  }

private:
  /// Remarks about a program in doubles would tell wrong types.
  LogicalResult run(PassManager &passes, ModuleOp copy, bool showsRemarks) {
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      return success(!showsRemarks && diagnostic.getSeverity() == DiagnosticSeverity::Remark);
    });
    return passes.run(copy);
  }

  LogicalResult skip(const Twine &reason) {
    if (report)
      getOperation().emitRemark() << "is not verified: " << reason;
    return success();
  }

  /// Compares the program with its partitioned form. The interpreter leaves annotations aside, so
  /// the program means what its author wrote even where partition misread that.
  LogicalResult compare(ModuleOp program, ModuleOp partitioned) {
    auto main = program.lookupSymbol<func::FuncOp>("main");
    if (!main || main.isExternal())
      return skip("there is no function main");
    int64_t elements = elementsOf(main.getArgumentTypes()) + elementsOf(main.getResultTypes());
    if (elements > maxElements)
      return skip("the arguments and results have " + Twine(elements) + " elements, the limit is " +
                  Twine(maxElements));
    int64_t devices = deviceCountOf(partitioned);
    if (devices > maxDevices)
      return skip("the mesh has " + Twine(devices) + " devices, the limit is " + Twine(maxDevices));
    auto difference = differenceOf({.whole = program,
                                    .partitioned = partitioned,
                                    .devices = devices,
                                    .seed = uint64_t(seed),
                                    .positive = true,
                                    .tolerance = std::nullopt});
    if (!difference)
      return skip(llvm::toString(difference.takeError()));
    if (*difference)
      return main.emitError("means something else when it is partitioned: ") << **difference;
    return success();
  }
};

} // namespace
} // namespace spmd
