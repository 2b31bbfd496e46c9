// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes that plan kernels and improve their plans. They look at each different kernel once.
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/kernel_techniques.h"
#include "compiler/kernels/loop_techniques.h"
#include "compiler/kernels/structure_key.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PLANKERNELS
#define GEN_PASS_DEF_STAGEROWS
#define GEN_PASS_DEF_CHOOSELANES
#define GEN_PASS_DEF_INTERLEAVEROWS
#include "compiler/passes.h.inc"

namespace {

struct PlanKernels : impl::PlanKernelsBase<PlanKernels> {
  void runOnOperation() override {
    SmallVector<ir::FusionOp> fusions;
    getOperation().walk([&](ir::FusionOp fusion) { fusions.push_back(fusion); });
    IRRewriter rewriter(&getContext());
    StructureKeys keys;
    llvm::StringMap<ir::KernelOp> planned; // by structure
    for (ir::FusionOp fusion : fusions) {
      FusionBody body = FusionBody::of(fusion.getBody().front());
      auto [entry, isNew] = planned.try_emplace(keys.of(body));
      if (!isNew) {
        copyPlan(entry->second, makeKernel(rewriter, fusion));
        continue;
      }
      std::string reason;
      FailureOr<FusionPlan> plan = planFusion(body, &reason);
      if (failed(plan)) {
        fusion.emitError("cannot be a kernel: ") << reason;
        return signalPassFailure();
      }
      entry->second = makeKernel(rewriter, fusion);
      setPlan(entry->second, *plan);
    }
  }
};

/// The kernels of a module by structure. Equal kernels have equal plans, before and after each
/// technique, so the passes share this analysis and look at the first kernel of each group.
struct EqualKernels {
  explicit EqualKernels(Operation *module) {
    StructureKeys keys;
    llvm::StringMap<size_t> groupOf;
    module->walk([&](ir::KernelOp kernel) {
      auto [entry, isNew] = groupOf.try_emplace(keys.of(kernel), groups.size());
      if (isNew)
        groups.emplace_back();
      groups[entry->second].push_back(kernel);
    });
  }
  std::vector<SmallVector<ir::KernelOp, 1>> groups;
};

void improveKernels(const EqualKernels &kernels, KernelTechnique technique) {
  for (ArrayRef<ir::KernelOp> group : kernels.groups) {
    ir::KernelOp first = group.front();
    FusionPlan plan = planOf(first);
    if (!technique(FusionBody::of(first.getBody().front()), plan))
      continue;
    setPlan(first, plan);
    for (ir::KernelOp kernel : group.drop_front())
      copyPlan(first, kernel);
  }
}

struct StageRows : impl::StageRowsBase<StageRows> {
  void runOnOperation() override {
    improveKernels(getAnalysis<EqualKernels>(),
                   [](const FusionBody &body, FusionPlan &plan) { return stageRows(body, plan); });
    markAnalysesPreserved<EqualKernels>();
  }
};

struct ChooseLanes : impl::ChooseLanesBase<ChooseLanes> {
  void runOnOperation() override {
    improveKernels(getAnalysis<EqualKernels>(), chooseLanes);
    markAnalysesPreserved<EqualKernels>();
  }
};

struct InterleaveRows : impl::InterleaveRowsBase<InterleaveRows> {
  using InterleaveRowsBase::InterleaveRowsBase;
  void runOnOperation() override {
    FailureOr<Machine> chosen = machineFrom(machine, getOperation().getLoc());
    if (failed(chosen))
      return signalPassFailure();
    improveKernels(getAnalysis<EqualKernels>(), [&](const FusionBody &body, FusionPlan &plan) {
      return interleaveRows(body, plan, *chosen);
    });
    markAnalysesPreserved<EqualKernels>();
  }
};

} // namespace
} // namespace spmd
