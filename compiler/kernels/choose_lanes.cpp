// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many elements of the last dim a step of a nest computes. Lanes are part of the order of sums
// over rows, so they follow from shapes and from the reference machine.
#include "compiler/kernels/fusion_planner.h"
#include "compiler/kernels/kernel_techniques.h"
#include "compiler/kernels/scatter_shape.h"
#include "compiler/ops/elementwise.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

constexpr int64_t kUsualLanes = 16;

/// Sums of columns keep their order with any lanes. A step loads inputs and partial sums and stores
/// the latter, so the longer a step is the more loads are under way: as long as all of these fit
/// the vector registers (f32 (4096, 3072) on one thread: 16 lanes 1.71 ms, 64 lanes 1.16 ms). What
/// is left of a row goes few lanes at a time; a row of four steps or more pays for that.
static int64_t lanesOfColumnSums(int64_t columns, const FusionTrace::Result &step) {
  constexpr int64_t kRegisterFile = Machine::vectorRegisters * FusionLimits::kMachine.vectorBytes;
  int64_t bytes = step.bytesOfLane;
  for (const FusionPlan::Reduction &r : step.reductions)
    for (Value sum : r.op->getResults())
      bytes += bytesInRegister(sum);
  int64_t most = std::min(kRegisterFile / bytes, columns / 4);
  return std::clamp<int64_t>(llvm::bit_floor(uint64_t(most)), 8, 64);
}

/// Several registers per step hide the latency of sums over rows, and that of functions, each of
/// which is a chain of some twenty instructions (gelu of f32 on one thread: 7.0 -> 6.2 ms).
static int64_t lanesOfSteps(int64_t columns, const FusionTrace::Result &step) {
  auto areOnly = [&](std::initializer_list<Kind> kinds) {
    return llvm::all_of(step.reductions,
                        [&](auto &r) { return llvm::is_contained(kinds, r.kind); });
  };
  bool accumulates = !step.reductions.empty();
  int64_t lanes = kUsualLanes;
  if (accumulates && !step.hasFunction && areOnly({Kind::Columns}))
    lanes = lanesOfColumnSums(columns, step);
  else if (accumulates ? !areOnly({Kind::Columns, Kind::OfRows}) : step.hasFunction)
    lanes = columns >= 256 ? 32 : columns >= 64 ? 16 : 8;
  return std::min<int64_t>(lanes, llvm::bit_floor(uint64_t(std::max<int64_t>(columns, 1))));
}

/// A window that may lie outside for some of its elements only is combined element by element.
static int64_t lanesOfScatter(Operation *op) {
  ScatterShape shape = *scatterShape(op);
  IndexAlgebra algebra(op->getContext());
  AffineExpr window = algebra.newVariable(0, shape.windowCount),
             element = algebra.newVariable(0, shape.windowElements);
  SmallVector<IndexAlgebra::Condition> conditions;
  shape.resultIndex(algebra, window, element, conditions);
  bool perElement = llvm::any_of(conditions, [&](auto &c) { return algebra.uses(c.expr, 1); });
  return perElement || shape.windowElements < 8 ? 1 : shape.windowElements < 64 ? 8 : kUsualLanes;
}

/// Does an op cost as much as a function: one, or a reduction?
static bool computesFunction(const FusionBody &body) {
  return llvm::any_of(body.ops, [&](Operation *op) {
    if (isElementwise(op))
      return arithmeticWork(op) >= Machine::functionWork;
    std::optional<ReductionShape> shape;
    if (op->getNumRegions())
      shape = reductionShape(op);
    return shape && shape->combinations >= Machine::functionWork * double(shape->resultElements);
  });
}

/// What the steps of each nest compute. All ops of a single nest are in its steps; which ops those
/// of several nests are in needs a walk.
static FailureOr<SmallVector<FusionTrace::Result, 0>> stepsOf(const FusionBody &body,
                                                              const FusionPlan &plan) {
  if (plan.kernels.size() > 1)
    return FusionPlanner(body, FusionLimits()).traceNests(plan);
  FusionTrace::Result step;
  step.reductions = plan.reductions;
  step.hasFunction = plan.reductions.empty() && computesFunction(body);
  return SmallVector<FusionTrace::Result, 0>{step};
}

bool chooseLanes(const FusionBody &body, FusionPlan &plan) {
  if (llvm::any_of(plan.kernels, [](const FusionKernel &nest) { return nest.lanes > 1; }))
    return false;
  auto steps = stepsOf(body, plan);
  if (failed(steps))
    return false;
  for (auto [kernel, step] : llvm::zip_equal(plan.kernels, *steps)) {
    kernel.lanes =
        kernel.scatter ? lanesOfScatter(kernel.scatter) : lanesOfSteps(kernel.sizes.back(), step);
    if (kernel.interleave > 1) // a step has so many results at each place
      kernel.lanes = std::min<unsigned>(kernel.lanes, kUsualLanes);
  }
  return true;
}

} // namespace spmd
