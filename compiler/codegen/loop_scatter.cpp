// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of a scatter: windows in order, so that results do not depend on the threads, elements
// of a window in parallel.
#include "compiler/codegen/loop_emitter.h"
#include "compiler/kernels/scatter_shape.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

void LoopEmitter::emitScatter(llvm::Value *begin, llvm::Value *end) {
  ScatterShape shape = *scatterShape(kernel.scatter);
  int64_t elements = shape.windowElements;
  llvm::Value *nothing = b.getFalse();
  auto when = [&](ArrayRef<IndexAlgebra::Condition> conditions, llvm::function_ref<void()> body) {
    if (conditions.empty())
      return body();
    llvm::Value *ignored = nullptr;
    conditional(
        holds(conditions),
        [&] {
          body();
          return nothing;
        },
        [&] { return nothing; }, ignored);
  };
  auto element = [&](AffineExpr window, unsigned lanes) {
    SmallVector<IndexAlgebra::Condition> all, perElement;
    Index at = shape.resultIndex(algebra, window, dims[1], all);
    SmallVector<unsigned> own;
    algebra.collectVariables(dims[1], own);
    for (const IndexAlgebra::Condition &c : all)
      if (!own.empty() && algebra.uses(c.expr, own[0]))
        perElement.push_back(c);
    when(perElement, [&] {
      SmallVector<llvm::Value *> arguments;
      for (unsigned k = 0; k < shape.count; ++k) {
        Value output = body.outputs[k];
        AffineExpr linear = algebra.linear(at, cast<RankedTensorType>(output.getType()).getShape());
        // Read anew for every window: the same place may be hit again.
        arguments.push_back(splatTo(
            b, loadElement(buffer(body.inputs.size() + k), getElementTypeOrSelf(output), linear),
            lanes));
      }
      Index from = shape.updateIndex(algebra, window, dims[1]);
      for (unsigned k = 0; k < shape.count; ++k)
        arguments.push_back(splatTo(b, pull(shape.update(k), from), lanes));
      SmallVector<llvm::Value *> after = emitElements(b, codes.of(*shape.combine), arguments);
      for (unsigned k = 0; k < shape.count; ++k) {
        Type type = getElementTypeOrSelf(body.outputs[k]);
        AffineExpr linear =
            algebra.linear(at, cast<RankedTensorType>(body.outputs[k].getType()).getShape());
        store(buffer(body.inputs.size() + k), memoryType(type, b.getContext()), elementBytes(type),
              linear, toMemory(b, splatTo(b, after[k], lanes), type), lanes);
      }
    });
  };
  loop({begin, end, true}, 1, [&](llvm::Value *t) {
    llvm::Value *first = b.CreateMul(t, i64(kernel.block));
    llvm::Value *last = b.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, b.CreateAdd(first, i64(kernel.block)), i64(elements));
    loop({i64(0), i64(shape.windowCount), false}, 1, [&](llvm::Value *s) {
      AffineExpr window = variable(s, 0, shape.windowCount, 1);
      dims[0] = window;
      // Conditions that do not depend on the element are asked once per window.
      SmallVector<IndexAlgebra::Condition> all, perWindow;
      AffineExpr any = variable(first, 0, elements, 1);
      unsigned anyVariable = variables.size() - 1;
      shape.resultIndex(algebra, window, any, all);
      for (const IndexAlgebra::Condition &c : all)
        if (!algebra.uses(c.expr, anyVariable))
          perWindow.push_back(c);
      when(perWindow, [&] {
        lastDim(first, last, 0, elements, false, [&](unsigned lanes) { element(window, lanes); });
      });
    });
  });
}

} // namespace spmd
