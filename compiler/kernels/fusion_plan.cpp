// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Planning walks the body from its results to its inputs with symbolic indices, as code generation
// will. The walk shows which accesses are contiguous, how often a value is computed, and in which
// pass each reduction is complete.
#include "compiler/kernels/fusion_plan.h"
#include "compiler/kernels/fusion_planner.h"
#include "compiler/kernels/scatter_shape.h"
#include "compiler/structure/prefix_scan.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

LogicalResult FusionPlanner::checkOps() {
  for (Operation *op : body.ops) {
    std::string why;
    if (!isFusible(op, &why))
      return refuse(why);
  }
  for (Value v : body.inputs)
    if (!hasPlainType(v))
      return refuse("an input's type is not one that loops handle");
  if (body.outputs.empty())
    return refuse("no results");
  for (Value v : body.outputs)
    if (elementsOf(v) == 0)
      return refuse("a result without elements");
  return success();
}

/// Result i of the last dim combines elements 0 .. i of it, too many for windows.
static bool scansAlongRows(Operation *op) {
  std::optional<PrefixScan> scan = prefixScan(op);
  if (!scan || scan->isReverse)
    return false;
  ArrayRef<int64_t> shape = shapeOf(op->getResult(0));
  return scan->dim + 1 == int64_t(shape.size()) && shape.back() > kShortPrefixScan;
}

/// Classifies every reduction: chunked, per row, or computed where it is needed. The loops of the
/// first kernel run over the largest value for which some of them are needed there:
///   sum(square(sum(x, dim 1)))   x: 512x16x64. The inner sum is computed where it is needed, so
///                                the loops run over its 512x64 results, not over elements of x.
LogicalResult FusionPlanner::findReductions() {
  llvm::SmallDenseSet<Operation *, 4> scans;
  SmallVector<int64_t> counts;
  for (Value v : stored)
    counts.push_back(elementsOf(v));
  for (Operation *op : body.ops) {
    const ReductionShape *shape = trace.sources.reduction(op);
    if (shape && shape->windowed && scansAlongRows(op))
      scans.insert(op);
    if (shape && (!shape->windowed || scans.contains(op)))
      counts.push_back(shape->operandElements);
  }
  llvm::sort(counts, std::greater<>());
  counts.erase(llvm::unique(counts), counts.end());
  demands.largestOperand = counts.front();
  for (int64_t count : counts) {
    forgetReductions();
    demands.domain = count;
    if (failed(classifyReductions(scans)))
      return failure();
    bool isRunOver = !demands.domains.empty() || llvm::any_of(stored, [&](Value v) {
      return elementsOf(v) == demands.domain && !dependsOnPartial(v);
    });
    if (isRunOver || !demands.hasPartial)
      return success();
  }
  return refuse("its reductions have no loops in common");
}

/// Forgets the reductions of an earlier choice of loops.
void FusionPlanner::forgetReductions() {
  trace.sources.clearKinds();
  afterPartial.clear();
  demands.domains.clear();
  demands.hasRowReduction = demands.hasPartial = demands.hasColumns = false;
  demands.columns = 0;
}

LogicalResult FusionPlanner::classifyReductions(const llvm::SmallDenseSet<Operation *, 4> &scans) {
  for (Operation *op : body.ops) {
    const ReductionShape *shape = trace.sources.reduction(op);
    if (!shape)
      continue;
    if (!shape->windowed) {
      if (failed(classifyReduction(op, *shape)))
        return failure();
    } else if (scans.contains(op) && failed(addPrefixScan(op, *shape))) {
      return failure();
    }
  }
  return success();
}

LogicalResult FusionPlanner::classifyReduction(Operation *op, const ReductionShape &shape) {
  int64_t n = shape.operandElements, reduced = n / std::max<int64_t>(shape.resultElements, 1);
  bool followsBig =
      llvm::any_of(op->getOperands(), [&](Value v) { return trace.sources.followsRows(v); });
  bool all = shape.reducesLast && shape.reducesFirst;
  if (llvm::any_of(op->getOperands(), [&](Value v) { return dependsOnPartial(v); }))
    return refuse("a reduction over rows follows another");
  // Dims of one element: no loop of its own, and not the loop over a row's columns either.
  if (reduced <= 1)
    return followsBig ? refuse("a reduction of single elements follows one over rows") : success();
  if (n == demands.domain && shape.reducesLast && !all) {
    trace.sources.setKind(op, Kind::Row);
    demands.hasRowReduction = true;
    if (demands.columns && demands.columns != reduced)
      return refuse(llvm::formatv("reductions over {0} and over {1} elements need different loops",
                                  demands.columns, reduced));
    demands.columns = reduced;
  } else if (n == demands.domain && all && n <= limits.serialReduction && !demands.columns) {
    trace.sources.setKind(op, Kind::Row);
    demands.hasRowReduction = true;
    demands.columns = n;
  } else if (all && (n > limits.serialReduction || followsBig)) {
    trace.sources.setKind(op, n == demands.domain ? Kind::All : Kind::OfRows);
    demands.hasPartial = true;
  } else if (shape.reducesFirst && !all && n == demands.domain &&
             ((n > limits.serialReduction && reduced > 32) || followsBig)) {
    trace.sources.setKind(op, Kind::Columns);
    demands.hasPartial = demands.hasColumns = true;
    if (demands.columns && demands.columns != shape.resultElements)
      return refuse(
          llvm::formatv("reductions over {0} elements and to {1} elements need different loops",
                        demands.columns, shape.resultElements));
    demands.columns = shape.resultElements;
  } else if (followsBig) {
    return refuse(llvm::formatv("a reduction of {0} elements follows one over rows", n));
  } else {
    return success(); // computed where it is needed
  }
  if (n == demands.domain)
    demands.domains.push_back(shapeOf(op->getOperand(0)));
  return success();
}

/// A prefix scan is carried on from column to column.
LogicalResult FusionPlanner::addPrefixScan(Operation *op, const ReductionShape &shape) {
  int64_t columns = shapeOf(op->getResult(0)).back();
  if (llvm::any_of(op->getOperands(), [&](Value v) { return dependsOnPartial(v); }))
    return refuse("a prefix scan follows a reduction over rows");
  if (shape.resultElements != demands.domain)
    return refuse(
        llvm::formatv("a prefix scan of {0} elements would be computed again for some of {1}",
                      shape.resultElements, demands.domain));
  if (demands.columns && demands.columns != columns)
    return refuse(llvm::formatv(
        "reductions over {0} and a prefix scan over {1} elements need different loops",
        demands.columns, columns));
  trace.sources.setKind(op, Kind::PrefixScan);
  demands.columns = columns;
  demands.hasRowReduction = true;
  demands.domains.push_back(shapeOf(op->getResult(0)));
  return success();
}

bool FusionPlanner::dependsOnPartial(Value v) {
  Operation *op = v.getDefiningOp();
  if (!op || !trace.sources.inBody(op))
    return false;
  auto found = afterPartial.find(v);
  if (found != afterPartial.end())
    return found->second;
  std::optional<Kind> kind = trace.sources.kind(op);
  bool depends = (kind && FusionPlan::isPartial(*kind)) ||
                 llvm::any_of(op->getOperands(), [&](Value x) { return dependsOnPartial(x); });
  return afterPartial[v] = depends;
}

LogicalResult FusionPlanner::planFirstKernel() {
  SmallVector<unsigned> outputs;
  for (auto [o, v] : llvm::enumerate(stored))
    if (!dependsOnPartial(v))
      outputs.push_back(o);
  FusionKernel kernel;
  if (failed(loops.planLoops(kernel, 0, outputs)))
    return failure();
  if (demands.hasPartial)
    loops.chooseChunks(kernel);
  else
    loops.chooseIterations(kernel);
  plan.kernels.push_back(kernel);
  return success();
}

/// Plans the kernels that follow a partial reduction: one per number of elements.
LogicalResult FusionPlanner::planLaterKernels() {
  llvm::SetVector<int64_t> counts;
  for (Value v : stored)
    if (dependsOnPartial(v))
      counts.insert(elementsOf(v));
  for (int64_t count : counts) {
    SmallVector<unsigned> outputs;
    for (auto [o, v] : llvm::enumerate(stored))
      if (dependsOnPartial(v) && elementsOf(v) == count)
        outputs.push_back(o);
    FusionKernel kernel;
    bool rowsBefore = std::exchange(demands.hasRowReduction, false);
    trace.setPieces(plan.kernels[0].extent);
    LogicalResult planned = loops.planLoops(kernel, plan.kernels.size(), outputs);
    if (succeeded(planned))
      loops.chooseIterations(kernel);
    demands.hasRowReduction = rowsBefore;
    if (failed(planned))
      return failure();
    plan.kernels.push_back(kernel);
  }
  return success();
}

void FusionPlanner::placeInScratch() {
  const FusionKernel &kernel = plan.kernels[0];
  for (FusionPlan::Reduction &r : plan.reductions) {
    if (!FusionPlan::isPartial(r.kind))
      continue;
    int64_t columns = r.kind == Kind::Columns ? kernel.columns() : 1;
    for (Value result : r.op->getResults()) {
      r.scratchOffsets.push_back(plan.scratchBytes);
      plan.scratchBytes =
          llvm::alignTo(plan.scratchBytes + kernel.extent * columns * bytesInRegister(result), 64);
    }
  }
}

FailureOr<FusionPlan> FusionPlanner::run() {
  if (failed(checkOps()))
    return failure();
  findInPlace(body, trace, plan, stored);
  auto scatter =
      llvm::find_if(body.ops, [](Operation *op) { return scatterShape(op).has_value(); });
  if (scatter != body.ops.end()) {
    if (failed(planScatter(*scatter)))
      return failure();
  } else if (failed(findReductions()) || failed(planFirstKernel()) || failed(planLaterKernels()))
    return failure();
  if (!loops.mayWork(plan.work)) {
    (void)refuse(llvm::formatv("{0:f0} operations where the ops alone take {1:f0}", plan.work,
                               plan.unfusedWork));
    return failure();
  }
  placeInScratch();
  findShared(body, trace, plan);
  for (Value v : body.inputs)
    plan.bytesRead += elementsOf(v) * bytesInBuffer(v);
  for (Value v : stored)
    plan.bytesWritten += elementsOf(v) * bytesInBuffer(v);
  if (Operation *op = plan.kernels.back().scatter; op && plan.kernels.size() == 1)
    plan.bytesWritten = plan.bytesRead =
        2 * elementsOf(scatterShape(op)->update(0)) * bytesInBuffer(scatterShape(op)->update(0));
  double cost = std::max(double(plan.bytesRead + plan.bytesWritten), 1.5 * plan.work);
  for (FusionKernel &kernel : plan.kernels) {
    double each = std::max(cost / kernel.extent, 1.0);
    kernel.grain = std::clamp<int64_t>(int64_t(limits.grainBytes / each), 1, kernel.extent);
    // Long rows: a few one after the other, as the next one is prefetched while one is computed;
    // many tiles all the same.
    if (kernel.passes > 1)
      kernel.grain =
          std::max(kernel.grain, std::min<int64_t>(limits.grainRows, kernel.extent / 64));
  }
  return std::move(plan);
}

FailureOr<FusionPlan> planFusion(const FusionBody &body, std::string *reason,
                                 const FusionLimits &limits) {
  FusionPlanner planner(body, limits);
  FailureOr<FusionPlan> plan = planner.run();
  if (failed(plan) && reason)
    *reason = planner.reason().str();
  return plan;
}

} // namespace spmd
