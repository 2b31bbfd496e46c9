// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists the dialects that a context needs: those of this folder, and the upstream ones that
// programs contain or that code generation lowers through. Separate, so that no dialect includes
// another.
#include "dialects/register.h"
#include "dialects/check/check.h"
#include "dialects/chlo/chlo.h"
#include "dialects/interpreter/interpreter.h"
#include "dialects/sdy/sdy.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

// The inliner extension lets func.call be inlined by MLIR's inliner interface.
void spmd::registerAllDialects(DialectRegistry &registry) {
  registry.insert<stablehlo::StablehloDialect, chlo::ChloDialect, sdy::SdyDialect,
                  check::CheckDialect, interp::InterpreterDialect, ir::SpmdDialect>();
  registry.insert<func::FuncDialect, quant::QuantDialect, tensor::TensorDialect>();
  registry.insert<arith::ArithDialect, math::MathDialect, scf::SCFDialect, cf::ControlFlowDialect,
                  vector::VectorDialect, memref::MemRefDialect, affine::AffineDialect,
                  LLVM::LLVMDialect>();
  func::registerInlinerExtension(registry);
}
