// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Planning walks the body from its results to its inputs with symbolic indices, as code generation will, and looks at
// what it meets: which accesses are contiguous, how often a value is computed, what is complete when.
#include "compiler/ops/fusion_plan.h"
#include "compiler/ops/fusion_trace.h"
#include "compiler/ops/scatter_shape.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace spmd {

FusionBody FusionBody::of(Block &block) {
  FusionBody body;
  for (Operation &op : block.without_terminator())
    body.ops.push_back(&op);
  llvm::append_range(body.inputs, block.getArguments());
  llvm::append_range(body.outputs, block.getTerminator()->getOperands());
  return body;
}

FusionBody FusionBody::of(ArrayRef<Operation *> ops) {
  FusionBody body;
  body.ops.assign(ops.begin(), ops.end());
  llvm::SetVector<Value> inputs;
  llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
  for (Operation *op : ops) {
    for (Value operand : op->getOperands())
      if (!operand.getDefiningOp() || !inside.contains(operand.getDefiningOp()))
        inputs.insert(operand);
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            while (user && !inside.contains(user) && user->getBlock() != op->getBlock())
              user = user->getParentOp();
            return !user || !inside.contains(user);
          }))
        body.outputs.push_back(result);
  }
  body.inputs.assign(inputs.begin(), inputs.end());
  return body;
}

int64_t FusionKernel::rows() const {
  return std::accumulate(sizes.begin(), sizes.begin() + rowDims, int64_t(1), std::multiplies<>());
}
int64_t FusionKernel::columns() const {
  return std::accumulate(sizes.begin() + rowDims, sizes.end(), int64_t(1), std::multiplies<>());
}

namespace {
using Kind = FusionPlan::ReductionKind;

int64_t elements(Value v) { return cast<RankedTensorType>(v.getType()).getNumElements(); }
ArrayRef<int64_t> shapeOf(Value v) { return cast<RankedTensorType>(v.getType()).getShape(); }

bool hasPlainType(Value v) {
  auto type = dyn_cast<RankedTensorType>(v.getType());
  return type && type.hasStaticShape() && isa<IntegerType, FloatType>(type.getElementType()) &&
         type.getElementTypeBitWidth() <= 64 &&
         (type.getElementTypeBitWidth() % 8 == 0 || type.getElementType().isInteger(1));
}

/// One planning of one body.
class Planner {
public:
  Planner(const FusionBody &body, const FusionLimits &limits) : body(body), limits(limits), trace(body) {}

  FailureOr<FusionPlan> run();
  std::string reason;

private:
  LogicalResult refuse(const Twine &why) {
    reason = why.str();
    return failure();
  }
  LogicalResult checkOps();
  LogicalResult findReductions();
  LogicalResult planFirstKernel();
  LogicalResult planLaterKernels();
  LogicalResult planScatter(Operation *op);
  LogicalResult planLoops(FusionKernel &kernel, unsigned index, ArrayRef<unsigned> outputs);
  LogicalResult tryLoops(FusionKernel kernel, unsigned index, ArrayRef<unsigned> outputs, FusionTrace::Result &result);
  void chooseChunks(FusionKernel &kernel);
  void chooseIterations(FusionKernel &kernel);
  void placeInScratch();
  void findInPlace();
  void findShared();
  bool dependsOnPartial(Value v);

  const FusionBody &body;
  const FusionLimits &limits;
  FusionTrace trace;
  FusionPlan plan;
  SmallVector<Value> stored; // per output, what is stored
  DenseMap<Value, bool> afterPartial;
  SmallVector<ArrayRef<int64_t>, 2> domains; // candidate shapes of the first kernel's loops
  bool hasRowReduction = false, hasPartial = false, hasColumns = false;
  int64_t rowColumns = 0; // columns that row or column reductions demand; 0: free
  int64_t domain = 0;     // elements of the first kernel's loops
};

LogicalResult Planner::checkOps() {
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
    if (elements(v) == 0)
      return refuse("a result without elements");
  return success();
}

/// What is long enough to be cut into pieces, what runs per row, what is computed where it is needed.
LogicalResult Planner::findReductions() {
  for (Value v : stored)
    domain = std::max(domain, elements(v));
  for (Operation *op : body.ops)
    if (const ReductionShape *shape = trace.reduction(op); shape && !shape->windowed)
      domain = std::max(domain, shape->operandElements);
  for (Operation *op : body.ops) {
    const ReductionShape *shape = trace.reduction(op);
    if (!shape || shape->windowed)
      continue;
    int64_t n = shape->operandElements, reduced = n / std::max<int64_t>(shape->resultElements, 1);
    bool followsBig = llvm::any_of(op->getOperands(), [&](Value v) { return trace.followsRows(v); });
    bool all = shape->reducesLast && shape->reducesFirst;
    if (llvm::any_of(op->getOperands(), [&](Value v) { return dependsOnPartial(v); }))
      return refuse("a reduction over rows follows another");
    if (reduced <= 1) { // dims of one element: no loop of its own, and not the loop over a row's columns either
      if (followsBig)
        return refuse("a reduction of single elements follows one over rows");
      continue;
    }
    if (n == domain && shape->reducesLast && !all) {
      trace.setKind(op, Kind::Row);
      hasRowReduction = true;
      if (rowColumns && rowColumns != reduced)
        return refuse(llvm::formatv("reductions over {0} and over {1} elements need different loops", rowColumns, reduced));
      rowColumns = reduced;
    } else if (n == domain && all && n <= limits.serialReduction && !rowColumns) {
      trace.setKind(op, Kind::Row);
      hasRowReduction = true;
      rowColumns = n;
    } else if (all && (n > limits.serialReduction || followsBig)) {
      trace.setKind(op, n == domain ? Kind::All : Kind::OfRows);
      hasPartial = true;
    } else if (shape->reducesFirst && !all && n == domain &&
               ((n > limits.serialReduction && reduced > 32) || followsBig)) {
      trace.setKind(op, Kind::Columns);
      hasPartial = hasColumns = true;
      if (rowColumns && rowColumns != shape->resultElements)
        return refuse(llvm::formatv("reductions over {0} elements and to {1} elements need different loops", rowColumns,
                                    shape->resultElements));
      rowColumns = shape->resultElements;
    } else if (followsBig) {
      return refuse(llvm::formatv("a reduction of {0} elements follows one over rows", n));
    } else {
      continue; // computed where it is needed
    }
    if (n == domain)
      domains.push_back(shapeOf(op->getOperand(0)));
  }
  return success();
}

bool Planner::dependsOnPartial(Value v) {
  Operation *op = v.getDefiningOp();
  if (!op || !trace.inBody(op))
    return false;
  auto found = afterPartial.find(v);
  if (found != afterPartial.end())
    return found->second;
  std::optional<Kind> kind = trace.kind(op);
  bool depends = (kind && *kind != Kind::Row) ||
                 llvm::any_of(op->getOperands(), [&](Value x) { return dependsOnPartial(x); });
  return afterPartial[v] = depends;
}

/// Plans `outputs` (and in kernel 0 all partial reductions) with the given loops; fails where an output does not fit.
LogicalResult Planner::tryLoops(FusionKernel kernel, unsigned index, ArrayRef<unsigned> outputs,
                                FusionTrace::Result &result) {
  trace.begin(kernel, index);
  for (unsigned o : outputs) {
    Value v = stored[o];
    bool perRow = elements(v) != kernel.rows() * kernel.columns();
    if (perRow && elements(v) != kernel.rows())
      return refuse(llvm::formatv("results of {0} and {1} elements need different loops",
                                  kernel.rows() * kernel.columns(), elements(v)));
    trace.output(o, v, perRow);
  }
  if (index == 0)
    trace.partials();
  result = trace.finish(limits);
  return success();
}

/// The loops with the fewest accesses that cannot be vector loads; the longest columns among equals.
LogicalResult Planner::planLoops(FusionKernel &kernel, unsigned index, ArrayRef<unsigned> outputs) {
  int64_t total = domain;
  SmallVector<ArrayRef<int64_t>, 2> shapes;
  if (index == 0 && !domains.empty()) {
    shapes = domains;
  } else {
    total = 0;
    for (unsigned o : outputs)
      total = std::max(total, elements(stored[o]));
    for (unsigned o : outputs)
      if (elements(stored[o]) == total)
        shapes.push_back(shapeOf(stored[o]));
  }
  // The shape with the most dims allows most ways to cut it.
  ArrayRef<int64_t> shape = *llvm::max_element(shapes, [](auto a, auto b) { return a.size() < b.size(); });

  SmallVector<FusionKernel> candidates;
  auto propose = [&](SmallVector<int64_t> sizes, unsigned rowDims) {
    FusionKernel k;
    k.sizes = std::move(sizes);
    k.rowDims = rowDims;
    if (llvm::none_of(candidates, [&](auto &c) { return c.sizes == k.sizes && c.rowDims == k.rowDims; }))
      candidates.push_back(std::move(k));
  };
  int64_t fixed = index == 0 ? rowColumns : 0;
  if (fixed) {
    propose({total / fixed, fixed}, 1);
    SmallVector<int64_t> sizes{total / fixed};
    int64_t left = fixed; // the same columns as several dims
    for (size_t d = shape.size(); d-- > 0 && left > 1 && left % shape[d] == 0; left /= shape[d])
      if (shape[d] > 1)
        sizes.insert(sizes.begin() + 1, shape[d]);
    if (left == 1 && sizes.size() > 2)
      propose(sizes, 1);
  } else {
    bool perRow = llvm::any_of(outputs, [&](unsigned o) { return elements(stored[o]) != total; });
    if (!perRow && !hasRowReduction)
      propose({total}, 0);
    int64_t rows = 1;
    for (size_t d = 0; d + 1 < shape.size(); ++d) {
      rows *= shape[d];
      if (rows > 1 && rows < total && shape[d] > 1)
        propose({rows, total / rows}, 1);
    }
  }
  if (candidates.empty())
    propose({1, total}, 1);

  std::optional<FusionTrace::Result> best;
  bool isTraced = false; // the trace keeps the accesses of the loops that were tried last: are these the chosen ones?
  std::string firstReason;
  for (FusionKernel &candidate : candidates) {
    FusionTrace::Result result;
    isTraced = false;
    if (failed(tryLoops(candidate, index, outputs, result))) {
      if (firstReason.empty())
        firstReason = reason;
      continue;
    }
    if (best && result.penalty >= best->penalty)
      continue;
    kernel = candidate;
    best = std::move(result);
    isTraced = true;
    if (best->penalty == 0)
      break;
  }
  if (!best) {
    reason = firstReason;
    return failure();
  }
  FusionTrace::Result &result = *best;
  if (!isTraced && failed(tryLoops(kernel, index, outputs, result)))
    return failure();
  kernel.passes = result.passes;
  kernel.lanes = result.lanes;
  kernel.breaks = result.breaks;
  // Strided reads: neighbouring rows read neighbours, so a few rows go together, step by step.
  if (result.penalty > 0 && result.passes == 1 && result.reductions.empty() && kernel.rowDims == 1 && kernel.sizes.size() == 2 &&
      llvm::none_of(result.stores, [](auto &s) { return s.perRow; }))
    kernel.tileDim = 0;
  plan.work += result.work;
  llvm::append_range(plan.reductions, result.reductions);
  llvm::append_range(plan.staged, result.staged);
  llvm::append_range(plan.stores, result.stores);
  return success();
}

void Planner::chooseChunks(FusionKernel &kernel) {
  int64_t bytes = domain * 4;
  int64_t pieces = std::clamp<int64_t>(bytes / limits.chunkBytes, 1, limits.chunkCount);
  if (kernel.rowDims == 0) {
    kernel.block = llvm::alignTo(llvm::divideCeil(domain, pieces), 256);
    kernel.extent = llvm::divideCeil(domain, kernel.block);
    return;
  }
  // A column's partial result costs as much as a row: rows must be many more than pieces.
  if (hasColumns)
    pieces = std::min<int64_t>(pieces, std::max<int64_t>(kernel.rows() / 8, 1));
  kernel.rowsPerIteration = llvm::divideCeil(kernel.rows(), std::min(pieces, kernel.rows()));
  kernel.extent = llvm::divideCeil(kernel.rows(), kernel.rowsPerIteration);
}

/// Iterations and how many of them a tile takes: some 20 us of traffic or of work.
void Planner::chooseIterations(FusionKernel &kernel) {
  int64_t rows = kernel.rows(), columns = kernel.columns();
  if (kernel.tileDim >= 0) {
    kernel.rowsPerIteration = 16; // the floats of a cache line
    kernel.extent = llvm::divideCeil(rows, kernel.rowsPerIteration);
    return;
  }
  if (kernel.sizes.size() == kernel.rowDims + 1 && columns > 2 * limits.blockElements && !hasRowReduction &&
      kernel.passes == 1 && llvm::none_of(plan.stores, [](auto &s) { return s.perRow; })) {
    kernel.block = limits.blockElements;
    kernel.extent = rows * llvm::divideCeil(columns, kernel.block);
  } else {
    kernel.rowsPerIteration = 1;
    kernel.extent = rows;
  }
}

LogicalResult Planner::planFirstKernel() {
  SmallVector<unsigned> outputs;
  for (auto [o, v] : llvm::enumerate(stored))
    if (!dependsOnPartial(v))
      outputs.push_back(o);
  FusionKernel kernel;
  if (failed(planLoops(kernel, 0, outputs)))
    return failure();
  if (hasPartial)
    chooseChunks(kernel);
  else
    chooseIterations(kernel);
  plan.kernels.push_back(kernel);
  return success();
}

/// What follows a partial reduction: one kernel per number of elements.
LogicalResult Planner::planLaterKernels() {
  llvm::SetVector<int64_t> counts;
  for (Value v : stored)
    if (dependsOnPartial(v))
      counts.insert(elements(v));
  for (int64_t count : counts) {
    SmallVector<unsigned> outputs;
    for (auto [o, v] : llvm::enumerate(stored))
      if (dependsOnPartial(v) && elements(v) == count)
        outputs.push_back(o);
    FusionKernel kernel;
    bool rowsBefore = std::exchange(hasRowReduction, false);
    trace.setPieces(plan.kernels[0].extent);
    LogicalResult planned = planLoops(kernel, plan.kernels.size(), outputs);
    if (succeeded(planned))
      chooseIterations(kernel);
    hasRowReduction = rowsBefore;
    if (failed(planned))
      return failure();
    plan.kernels.push_back(kernel);
  }
  return success();
}

/// The inputs in place where they are buffers that nothing else reads, else written first by a kernel of their own; then the
/// windows, in parallel over their elements.
LogicalResult Planner::planScatter(Operation *op) {
  ScatterShape shape = *scatterShape(op);
  if (body.outputs.size() != shape.count)
    return refuse("a scatter's results are not the only ones");
  SmallVector<unsigned> first;
  for (auto [o, output] : llvm::enumerate(body.outputs)) {
    if (output != op->getResult(o) || llvm::any_of(output.getUsers(), [&](Operation *user) { return trace.inBody(user); }))
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
    domain = elements(stored[first[0]]);
    if (failed(planLoops(kernel, 0, first)))
      return failure();
    chooseIterations(kernel);
    plan.kernels.push_back(kernel);
  }
  IndexAlgebra algebra(op->getContext());
  AffineExpr window = algebra.newVariable(0, shape.windowCount), element = algebra.newVariable(0, shape.windowElements);
  SmallVector<IndexAlgebra::Condition> conditions;
  shape.resultIndex(algebra, window, element, conditions);
  bool perElement = llvm::any_of(conditions, [&](auto &c) { return algebra.uses(c.expr, 1); });
  FusionKernel kernel;
  kernel.scatter = op;
  kernel.sizes = {shape.windowCount, shape.windowElements};
  kernel.rowDims = 1;
  kernel.block = 64;
  kernel.lanes = perElement || shape.windowElements < 8 ? 1 : shape.windowElements < 64 ? 8 : 16;
  kernel.extent = llvm::divideCeil(shape.windowElements, kernel.block);
  plan.kernels.push_back(kernel);
  plan.work += 2.0 * double(shape.windowCount * shape.windowElements);
  return success();
}

void Planner::placeInScratch() {
  const FusionKernel &kernel = plan.kernels[0];
  for (FusionPlan::Reduction &r : plan.reductions) {
    if (r.kind == Kind::Row)
      continue;
    int64_t columns = r.kind == Kind::Columns ? kernel.columns() : 1;
    for (Value result : r.op->getResults()) {
      r.scratchOffsets.push_back(plan.scratchBytes);
      plan.scratchBytes = llvm::alignTo(plan.scratchBytes + kernel.extent * columns * trace.bytesInRegister(result), 64);
    }
  }
}

/// An output that is an input but for a window is written only there, if nothing else reads the input.
void Planner::findInPlace() {
  stored.assign(body.outputs.begin(), body.outputs.end());
  for (auto [o, output] : llvm::enumerate(body.outputs)) {
    Operation *op = output.getDefiningOp();
    std::optional<UpdateWindow> window = op && trace.inBody(op) ? updateWindow(op) : std::nullopt;
    if (!window || llvm::count(body.outputs, output) > 1)
      continue;
    auto input = llvm::find(body.inputs, window->whole);
    if (input == body.inputs.end() || llvm::is_contained(body.outputs, window->whole))
      continue;
    int64_t uses = 0;
    for (Operation *op : body.ops)
      uses += llvm::count(op->getOperands(), window->whole);
    bool usedInside = llvm::any_of(body.ops, [&](Operation *op) { return llvm::is_contained(op->getOperands(), output); });
    if (uses != 1 || usedInside)
      continue;
    plan.updatesInPlace.push_back({unsigned(input - body.inputs.begin()), unsigned(o)});
    stored[o] = window->update;
  }
}

/// Reading exactly the element that is written, and not later than it is written.
void Planner::findShared() {
  plan.mayShare.resize(body.outputs.size());
  for (const FusionPlan::Store &store : plan.stores) {
    Value output = body.outputs[store.output];
    if (store.value != output)
      continue;
    unsigned width = trace.bytes(output);
    for (auto [i, input] : llvm::enumerate(body.inputs)) {
      if (trace.bytes(input) != width || elements(input) != elements(output))
        continue;
      bool ok = !plan.kernels.back().scatter && llvm::all_of(trace.accesses(), [&](const FusionTrace::Access &a) {
        if (a.input != input || a.kernel < store.kernel)
          return true;
        return a.kernel == store.kernel && a.atDomain && !store.perRow && a.pass <= store.pass;
      });
      if (ok)
        plan.mayShare[store.output].push_back(i);
    }
  }
}

FailureOr<FusionPlan> Planner::run() {
  if (failed(checkOps()))
    return failure();
  findInPlace();
  auto scatter = llvm::find_if(body.ops, [](Operation *op) { return scatterShape(op).has_value(); });
  if (scatter != body.ops.end()) {
    if (failed(planScatter(*scatter)))
      return failure();
  } else if (failed(findReductions()) || failed(planFirstKernel()) || failed(planLaterKernels()))
    return failure();
  plan.unfusedWork = trace.unfusedWork();
  if (plan.work > limits.recompute * plan.unfusedWork + 1000) {
    (void)refuse(llvm::formatv("{0:f0} operations where the ops alone take {1:f0}", plan.work, plan.unfusedWork));
    return failure();
  }
  placeInScratch();
  findShared();
  for (Value v : body.inputs)
    plan.bytesRead += elements(v) * trace.bytes(v);
  for (Value v : stored)
    plan.bytesWritten += elements(v) * trace.bytes(v);
  if (Operation *op = plan.kernels.back().scatter; op && plan.kernels.size() == 1)
    plan.bytesWritten = plan.bytesRead = 2 * elements(scatterShape(op)->update(0)) * trace.bytes(scatterShape(op)->update(0));
  double cost = std::max(double(plan.bytesRead + plan.bytesWritten), 1.5 * plan.work);
  for (FusionKernel &kernel : plan.kernels) {
    double each = std::max(cost / kernel.extent, 1.0);
    kernel.grain = std::clamp<int64_t>(int64_t(limits.grainBytes / each), 1, kernel.extent);
  }
  return std::move(plan);
}

} // namespace

bool isFusible(Operation *op, std::string *reason) {
  auto refuse = [&](const Twine &why) {
    if (reason)
      *reason = (op->getName().getStringRef() + Twine(" ") + why).str();
    return false;
  };
  if (!llvm::all_of(op->getOperands(), hasPlainType) || !llvm::all_of(op->getResults(), hasPlainType))
    return refuse("has a type that loops do not handle");
  const OpRules &rules = Rules::of(op);
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return constant.isSplat() || constant.getNumElements() <= kMaxInlineConstant
               ? true
               : refuse("has more elements than a kernel holds");
  if (isElementwise(op) || rules.index)
    return true;
  if (rules.emit && op->getNumRegions() == 0)
    return refuse("has no arithmetic for these types");
  if (scatterShape(op))
    return true;
  if (std::optional<ReductionShape> shape = reductionShape(op))
    return shape->operandElements > 0 ? true : refuse("reduces nothing");
  return refuse("has no loops: neither emit nor index, nor a reduction with a region");
}

FailureOr<FusionPlan> planFusion(const FusionBody &body, std::string *reason, const FusionLimits &limits) {
  Planner planner(body, limits);
  FailureOr<FusionPlan> plan = planner.run();
  if (failed(plan) && reason)
    *reason = planner.reason;
  return plan;
}

} // namespace spmd
