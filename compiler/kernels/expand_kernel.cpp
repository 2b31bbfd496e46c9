// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/expand_kernel.h"
#include "compiler/kernels/kernel_loops.h"
#include "compiler/kernels/loop_techniques.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

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

} // namespace spmd
