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

/// The fusions and kernels of a module by structure. Equal ones have equal plans, before and after
/// each technique, so the passes share this analysis and look at the first op of each group.
struct EqualKernels {
  explicit EqualKernels(Operation *module) {
    StructureKeys keys;
    llvm::StringMap<size_t> groupOf;
    auto add = [&](Operation *op, const std::string &key) {
      auto [entry, isNew] = groupOf.try_emplace(key, groups.size());
      if (isNew)
        groups.emplace_back();
      groups[entry->second].push_back(op);
    };
    module->walk([&](Operation *op) {
      if (auto fusion = dyn_cast<ir::FusionOp>(op))
        add(op, keys.of(FusionBody::of(fusion.getBody().front())));
      else if (auto kernel = dyn_cast<ir::KernelOp>(op))
        add(op, "kernel" + keys.of(kernel));
    });
  }
  std::vector<SmallVector<Operation *, 1>> groups;
};

struct PlanKernels : impl::PlanKernelsBase<PlanKernels> {
  /// Plans the first fusion of each group, and gives all of the group that plan. Kernels that the
  /// text has are groups of their own, which stay as they are. Afterwards the groups hold kernels,
  /// so that later passes need no keys again: keys of ten thousand kernels take 10 ms.
  void runOnOperation() override {
    auto &equal = getAnalysis<EqualKernels>();
    IRRewriter rewriter(&getContext());
    for (MutableArrayRef<Operation *> group : equal.groups) {
      auto first = dyn_cast<ir::FusionOp>(group.front());
      if (!first)
        continue; // the text has the kernel
      std::string reason;
      FailureOr<FusionPlan> plan = planFusion(FusionBody::of(first.getBody().front()), &reason);
      if (failed(plan)) {
        first.emitError("cannot be a kernel: ") << reason;
        return signalPassFailure();
      }
      for (Operation *&op : group)
        op = makeKernel(rewriter, cast<ir::FusionOp>(op));
      setPlan(cast<ir::KernelOp>(group.front()), *plan);
      for (Operation *op : group.drop_front())
        copyPlan(cast<ir::KernelOp>(group.front()), cast<ir::KernelOp>(op));
    }
    markAnalysesPreserved<EqualKernels>();
  }
};

void improveKernels(const EqualKernels &kernels, KernelTechnique technique) {
  for (ArrayRef<Operation *> group : kernels.groups) {
    auto first = dyn_cast<ir::KernelOp>(group.front());
    if (!first)
      continue; // a fusion that is not planned yet
    FusionPlan plan = planOf(first);
    if (!technique(FusionBody::of(first.getBody().front()), plan))
      continue;
    setPlan(first, plan);
    for (Operation *op : group.drop_front())
      copyPlan(first, cast<ir::KernelOp>(op));
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
