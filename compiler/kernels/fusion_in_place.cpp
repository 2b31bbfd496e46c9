// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outputs that take over an input's buffer: because each element is read where it is written, or
// because all but a window or the targets of a scatter stays as it is.
#include "compiler/kernels/fusion_planner.h"
#include "compiler/kernels/scatter_shape.h"
#include "compiler/kernels/update_window.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

/// Whether element n of the op's result depends on element n of `operand` alone, in row-major
/// order.
static bool keepsElement(Operation *op, Value operand) {
  if (!isElementwise(op))
    return keepsOrder(op, operand);
  return op->getNumResults() == 1 && shapeOf(op->getResult(0)) == shapeOf(operand);
}

/// Whether everything in the body that follows from `value` is computed at the element of the same
/// number.
static bool staysAtElement(const FusionBody &body, const FusionTrace &trace, Value value) {
  if (llvm::any_of(body.ops, [&](Operation *op) { return trace.sources.reduction(op) != nullptr; }))
    return false; // what is needed again in a later pass would be read after it was written
  SmallVector<Value> work{value};
  DenseSet<Value> seen{value};
  while (!work.empty()) {
    Value at = work.pop_back_val();
    for (Operation *user : at.getUsers()) {
      if (!trace.sources.inBody(user))
        continue;
      std::optional<UpdateWindow> window = updateWindow(user);
      bool isUpdate = window && seen.contains(window->update) && !seen.contains(window->whole) &&
                      llvm::is_contained(body.outputs, user->getResult(0));
      if (isUpdate)
        continue;
      if (!keepsElement(user, at))
        return false;
      if (seen.insert(user->getResult(0)).second)
        work.push_back(user->getResult(0));
    }
  }
  return true;
}

/// An output that is an input but for a window is written only there, if nothing else reads the
/// input but what computes the window, each element of the one at that element of the other.
void findInPlace(const FusionBody &body, const FusionTrace &trace, FusionPlan &plan,
                 MutableArrayRef<Value> stored) {
  for (auto [o, output] : llvm::enumerate(body.outputs)) {
    Operation *op = output.getDefiningOp();
    std::optional<UpdateWindow> window =
        op && trace.sources.inBody(op) ? updateWindow(op) : std::nullopt;
    if (!window || llvm::count(body.outputs, output) > 1)
      continue;
    auto input = llvm::find(body.inputs, window->whole);
    if (input == body.inputs.end() || llvm::is_contained(body.outputs, window->whole))
      continue;
    bool isReadElsewhere = llvm::any_of(body.ops, [&](Operation *reader) {
      int64_t uses = llvm::count(reader->getOperands(), window->whole);
      if (reader == op || uses == 0)
        return uses > 1;
      return !readsWindow(reader, op, *window) ||
             !staysAtElement(body, trace, reader->getResult(0));
    });
    bool usedInside = llvm::any_of(
        body.ops, [&](Operation *op) { return llvm::is_contained(op->getOperands(), output); });
    if (isReadElsewhere || usedInside)
      continue;
    plan.updatesInPlace.push_back({unsigned(input - body.inputs.begin()), unsigned(o)});
    stored[o] = window->update;
  }
}

/// Reading exactly the element that is written, and not later than it is written.
void findShared(const FusionBody &body, const FusionTrace &trace, FusionPlan &plan) {
  plan.mayShare.assign(body.outputs.size(), {});
  for (const FusionPlan::Store &store : plan.stores) {
    Value output = body.outputs[store.output];
    if (store.value != output)
      continue;
    unsigned width = bytesInBuffer(output);
    for (auto [i, input] : llvm::enumerate(body.inputs)) {
      if (bytesInBuffer(input) != width || elementsOf(input) != elementsOf(output))
        continue;
      bool ok =
          !plan.kernels.back().scatter && llvm::all_of(trace.accesses(), [&](const TraceAccess &a) {
            if (a.input != input || a.kernel < store.kernel)
              return true;
            return a.kernel == store.kernel && a.atDomain && !store.perRow && a.pass <= store.pass;
          });
      if (ok)
        plan.mayShare[store.output].push_back(i);
    }
  }
}

/// The inputs in place where they are buffers that nothing else reads, else written first by a
/// kernel of their own; then the windows, in parallel over their elements if no two of these meet.
LogicalResult FusionPlanner::planScatter(Operation *op) {
  ScatterShape shape = *scatterShape(op);
  if (body.outputs.size() != shape.count)
    return refuse("a scatter's results are not the only ones");
  SmallVector<unsigned> first;
  for (auto [o, output] : llvm::enumerate(body.outputs)) {
    if (output != op->getResult(o) || llvm::any_of(output.getUsers(), [&](Operation *user) {
          return trace.sources.inBody(user);
        }))
      return refuse("something follows a scatter");
    Value whole = shape.input(o);
    stored[o] = whole;
    auto input = llvm::find(body.inputs, whole);
    int64_t uses = 0;
    for (Operation *other : body.ops)
      uses += llvm::count(other->getOperands(), whole);
    if (input != body.inputs.end() && uses == 1)
      plan.updatesInPlace.push_back({unsigned(input - body.inputs.begin()), unsigned(o)});
    else
      first.push_back(o);
  }
  if (!first.empty()) {
    FusionKernel kernel;
    demands.domain = elementsOf(stored[first[0]]);
    if (failed(loops.planLoops(kernel, 0, first)))
      return failure();
    loops.chooseIterations(kernel);
    plan.kernels.push_back(kernel);
  }
  FusionKernel kernel;
  kernel.scatter = op;
  kernel.sizes = {shape.windowCount, shape.windowElements};
  kernel.rowDims = 1;
  kernel.block = shape.isShifted ? shape.windowElements : 64;
  kernel.extent = llvm::divideCeil(shape.windowElements, kernel.block);
  plan.kernels.push_back(kernel);
  plan.work += shape.work();
  return success();
}

} // namespace spmd
