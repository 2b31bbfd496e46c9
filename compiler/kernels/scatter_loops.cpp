// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of a scatter: windows in order, so that results do not depend on the threads, elements
// of a window in parallel.
#include "compiler/kernels/kernel_loops.h"

using namespace mlir;

namespace spmd {

static void whenAll(LoopState &s, ArrayRef<IndexAlgebra::Condition> conditions,
                    llvm::function_ref<void()> body) {
  if (conditions.empty())
    return body();
  s.b.when(s.index.holds(conditions), body);
}

/// The elements of a window at which the loops stand.
void KernelLoops::scatterElement(const ScatterShape &shape, AffineExpr window, unsigned lanes) {
  AffineExpr element = s.dims[1];
  SmallVector<IndexAlgebra::Condition> all, perElement;
  Index at = shape.resultIndex(s.algebra, window, element, all);
  SmallVector<unsigned> own;
  s.algebra.collectVariables(element, own);
  for (const IndexAlgebra::Condition &c : all)
    if (!own.empty() && s.algebra.uses(c.expr, own[0]))
      perElement.push_back(c);
  whenAll(s, perElement, [&] {
    SmallVector<Value> arguments;
    auto place = [&](unsigned k) { return s.algebra.linear(at, shapeOf(s.body.outputs[k])); };
    // Read again for every window: the same place may be hit again.
    for (unsigned k = 0; k < shape.count; ++k)
      arguments.push_back(b.splat(s.access.load(s.output(k), place(k)), lanes));
    Index from = shape.updateIndex(s.algebra, window, element);
    for (unsigned k = 0; k < shape.count; ++k)
      arguments.push_back(b.splat(pull(shape.update(k), from), lanes));
    SmallVector<Value> after = cloneElements(b, s.codes.of(*shape.combine), arguments);
    for (unsigned k = 0; k < shape.count; ++k)
      s.access.store(s.output(k), place(k), after[k], lanes);
  });
}

void KernelLoops::scatter(Bounds iterations) {
  ScatterShape shape = *scatterShape(s.kernel.scatter);
  int64_t elements = shape.windowElements;
  b.loop(iterations.begin, iterations.end, 1, [&](Value t) {
    Bounds own = part(t, s.kernel.block, elements);
    b.loop(b.index(0), b.index(shape.windowCount), 1, [&](Value i) {
      AffineExpr window = s.index.variable(i, 0, shape.windowCount, 1);
      s.dims[0] = window;
      // Conditions that do not depend on the element are asked once per window.
      SmallVector<IndexAlgebra::Condition> all, perWindow;
      AffineExpr any = s.index.variable(own.begin, 0, elements, 1);
      SmallVector<unsigned> anyVariable;
      s.algebra.collectVariables(any, anyVariable);
      shape.resultIndex(s.algebra, window, any, all);
      for (const IndexAlgebra::Condition &c : all)
        if (!s.algebra.uses(c.expr, anyVariable[0]))
          perWindow.push_back(c);
      whenAll(s, perWindow, [&] {
        lastDim(own, 0, elements, [&](unsigned lanes) { scatterElement(shape, window, lanes); });
      });
    });
  });
}

} // namespace spmd
