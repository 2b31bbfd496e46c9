// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of a kernel, and the pass that shows readers those of all different kernels.
#include "compiler/kernels/expand_kernels.h"
#include "compiler/kernels/kernel_loops.h"
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/kernel_techniques.h"
#include "compiler/kernels/loop_techniques.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_EXPANDKERNELS
#include "compiler/passes.h.inc"

void loadLoopDialects(MLIRContext *context) {
  context->loadDialect<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                       memref::MemRefDialect, scf::SCFDialect, vector::VectorDialect>();
}

OwningOpRef<func::FuncOp> expandKernel(const FusionBody &body, const FusionPlan &plan,
                                       unsigned nest, ElementCodes &codes, const Machine &machine,
                                       StringRef name) {
  MLIRContext *context = body.outputs[0].getContext();
  OpBuilder builder(context);
  SmallVector<Type> arguments;
  for (Value v : llvm::concat<const Value>(body.inputs, body.outputs)) {
    auto type = cast<RankedTensorType>(v.getType());
    arguments.push_back(bufferType(type.getElementType(), type.getNumElements()));
  }
  if (plan.scratchBytes)
    arguments.push_back(bufferType(builder.getI8Type(), plan.scratchBytes));
  arguments.append(2, builder.getIndexType());
  auto loc = builder.getUnknownLoc();
  OwningOpRef<func::FuncOp> function =
      func::FuncOp::create(loc, name, builder.getFunctionType(arguments, {}));
  function->setPrivate();
  (*function)->setAttr(kLoopsAttr, builder.getUnitAttr());
  SmallVector<int64_t> nonTemporal;
  for (unsigned output : nonTemporalOutputs(body, plan, nest, machine))
    nonTemporal.push_back(body.inputs.size() + output);
  if (!nonTemporal.empty())
    (*function)->setAttr(kNonTemporalAttr, builder.getDenseI64ArrayAttr(nonTemporal));
  builder.setInsertionPointToEnd(function->addEntryBlock());
  func::ReturnOp::create(builder, loc);
  KernelLoops(*function, codes, machine, body, plan, nest).build();
  return function;
}

namespace {

/// Declares the functions that loops call because MLIR has no op for them, one for each type:
/// @logistic of vector<8xf32> becomes @logistic_f32x8.
void declareCalls(func::FuncOp loops, OpBuilder &builder, SymbolTable &symbols) {
  loops.walk([&](func::CallOp call) {
    Type type = call.getOperand(0).getType();
    std::string name = call.getCallee().str() + "_";
    llvm::raw_string_ostream os(name);
    os << getElementTypeOrSelf(type);
    if (auto vector = dyn_cast<VectorType>(type))
      os << "x" << vector.getNumElements();
    call.setCallee(name);
    if (symbols.lookup(name))
      return;
    auto declared = func::FuncOp::create(builder, loops.getLoc(), name, call.getCalleeType());
    declared.setPrivate();
    symbols.insert(declared);
  });
}

struct ExpandKernels : impl::ExpandKernelsBase<ExpandKernels> {
  using ExpandKernelsBase::ExpandKernelsBase;

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
    SymbolTable symbols(module);
    for (auto [i, kernel] : llvm::enumerate(kernels)) {
      FusionBody body = FusionBody::of(kernel.getBody().front());
      FusionPlan plan = planOf(kernel);
      ElementCodes codes(exact ? Rounding::Exact : Rounding::Usual);
      for (unsigned nest = 0; nest < plan.kernels.size(); ++nest) {
        std::string name = "kernel" + std::to_string(i);
        if (plan.kernels.size() > 1)
          name += "_" + std::to_string(nest);
        func::FuncOp loops = expandKernel(body, plan, nest, codes, *chosen, name).release();
        declareCalls(loops, builder, symbols);
        builder.insert(loops);
      }
    }
  }
};

} // namespace
} // namespace spmd
