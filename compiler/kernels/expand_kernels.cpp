// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of all different kernels of a module, for readers.
#include "compiler/kernels/expand_kernel.h"
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/loop_techniques.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_EXPANDKERNELS
#include "compiler/passes.h.inc"

namespace {

struct ExpandKernels : impl::ExpandKernelsBase<ExpandKernels> {
  using ExpandKernelsBase::ExpandKernelsBase;

  /// Adds one function per different kernel and nest, behind the program.
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<Machine> chosen = machineFrom(machine, module.getLoc());
    if (failed(chosen))
      return signalPassFailure();
    SmallVector<ir::KernelOp> kernels;
    llvm::StringSet<> known;
    module.walk([&](ir::KernelOp kernel) {
      if (known.insert(kernelText(kernel)).second)
        kernels.push_back(kernel);
    });
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    for (auto [i, kernel] : llvm::enumerate(kernels)) {
      FusionBody body = FusionBody::of(kernel.getBody().front());
      FusionPlan plan = planOf(kernel);
      ElementCodes codes(exact ? Rounding::Exact : Rounding::Usual);
      for (unsigned nest = 0; nest < plan.kernels.size(); ++nest) {
        std::string name = "kernel" + std::to_string(i);
        if (plan.kernels.size() > 1)
          name += "_" + std::to_string(nest);
        builder.insert(expandKernel(body, plan, nest, codes, *chosen, name).release());
      }
    }
  }
};

} // namespace
} // namespace spmd
