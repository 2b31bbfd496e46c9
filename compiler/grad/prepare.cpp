// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls before differentiation: composites become calls of their decompositions, and calls of short
// functions are inlined. JAX writes indexing as such functions; a loop that reads a row by a call
// would otherwise hide the row.
#include "compiler/grad/reverse.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace spmd {

/// A function of at most so many ops, without calls and regions, is inlined: two functions in its
/// place would be longer.
static constexpr size_t kShort = 12;

/// Functions with attributes for gradients stay: these say how the call is differentiated.
static bool isShort(func::FuncOp function) {
  if (function.isExternal() || function->hasAttr(kVjpAttr) || function->hasAttr(kCheckpointAttr) ||
      !function.getBody().hasOneBlock() ||
      function.getBody().front().getOperations().size() > kShort)
    return false;
  return llvm::none_of(function.getBody().front(), [](Operation &op) {
    return isa<CallOpInterface>(op) || op.getNumRegions() != 0;
  });
}

static void inlineCall(func::CallOp call, func::FuncOp callee) {
  OpBuilder b(call);
  // Copies are located at the call, under the callee's name, as import does.
  IRMapping mapping;
  Block &body = callee.getBody().front();
  mapping.map(body.getArguments(), call->getOperands());
  for (Operation &op : body.without_terminator()) {
    Operation *copy = b.clone(op, mapping);
    copy->setLoc(CallSiteLoc::get(NameLoc::get(b.getStringAttr(callee.getName()), op.getLoc()),
                                  call.getLoc()));
  }
  for (auto [result, returned] :
       llvm::zip_equal(call->getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(returned));
  call->erase();
}

/// Gradients are constants and broadcasts of static shapes.
static LogicalResult checkShapes(func::FuncOp function) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  };
  WalkResult walked = function.walk([&](Operation *op) -> WalkResult {
    for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
      if (!isStatic(type))
        return op->emitOpError("has a tensor of unknown size, ")
               << type << "; gradients need all sizes";
    return WalkResult::advance();
  });
  for (Type type : function.getArgumentTypes())
    if (!walked.wasInterrupted() && !isStatic(type))
      return function.emitOpError("has a tensor of unknown size, ")
             << type << "; gradients need all sizes";
  return failure(walked.wasInterrupted());
}

/// The attributes have one form each.
static LogicalResult checkAttributes(func::FuncOp function) {
  Attribute vjp = function->getAttr(kVjpAttr), policy = function->getAttr(kCheckpointAttr);
  if (vjp && !isa<FlatSymbolRefAttr>(vjp))
    return function.emitOpError("has ") << kVjpAttr << " = " << vjp << ", which names no function";
  if (policy && !isa<StringAttr>(policy))
    return function.emitOpError("has ")
           << kCheckpointAttr << " = " << policy << ", which is no text";
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("has several blocks; gradients need structured control flow");
  return success();
}

LogicalResult Reverse::prepare(func::FuncOp function) {
  if (failed(checkAttributes(function)) || failed(checkShapes(function)))
    return failure();
  // A composite means its decomposition (StableHLO specification, composite).
  SmallVector<stablehlo::CompositeOp> composites;
  function.walk([&](stablehlo::CompositeOp op) { composites.push_back(op); });
  for (stablehlo::CompositeOp op : composites)
    IRRewriter(op).replaceOpWithNewOp<func::CallOp>(op, op.getDecompositionAttr(),
                                                    op->getResultTypes(), op->getOperands());
  // Calls in regions are inlined, too: a scan reads its rows by such calls.
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp op) { calls.push_back(op); });
  for (func::CallOp op : calls)
    if (auto callee = symbols.lookup<func::FuncOp>(op.getCallee()); callee && isShort(callee))
      inlineCall(op, callee);
  return success();
}

} // namespace spmd
