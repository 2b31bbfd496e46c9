// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk: one function per way in which an op is computed (arithmetic, movement, reduction).
#include "compiler/kernels/fusion_trace.h"
#include "compiler/kernels/loop_breaks.h"
#include "compiler/kernels/scatter_shape.h"
#include "compiler/kernels/update_window.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace spmd {

/// Combinations of an element of a prefix scan: those of its step's lanes by halves, and one with
/// what came before.
constexpr double kPrefixScanWork = 6;

/// A kernel has code for each value at each place where it is wanted. Values that are joined or
/// shifted k times inside each other are wanted at 2^k places and more: code grows with the
/// kernel's ops, so a value is wanted at 8 places on average at most; 512 values, which compile in
/// a few tenths of a second, are always few enough.
constexpr size_t kMostPlaces = 8, kFewValues = 512;

FusionTrace::FusionTrace(const FusionBody &body)
    : sources(body), body(body), mostNodes(kFewValues) {
  for (Operation *op : body.ops)
    mostNodes += kMostPlaces * (1 + op->getNumOperands());
}

double unfusedWork(const FusionBody &body, const ElementSources &sources) {
  double work = 0;
  for (Operation *op : body.ops) {
    const ReductionShape *shape = sources.reduction(op);
    double n = !shape ? double(elementsOf(op->getResult(0)))
               : sources.kind(op) == FusionPlan::ReductionKind::PrefixScan
                   ? kPrefixScanWork * double(shape->resultElements * shape->count)
                   : shape->combinations * shape->count;
    work += n * std::max(arithmeticWork(op), 1.0);
    if (std::optional<ScatterShape> scatter = scatterShape(op))
      work += scatter->work();
  }
  return work;
}

void FusionTrace::begin(const FusionKernel &kernel, unsigned index) {
  this->kernel = kernel;
  kernelIndex = index;
  algebra = std::make_unique<IndexAlgebra>(body.outputs[0].getContext());
  variables.clear();
  for (int64_t size : kernel.sizes)
    variables.push_back(algebra->newVariable(0, size));
  loops = EnclosingLoops(*algebra, variables);
  row = rowNumber(*algebra, kernel, variables);
  element = elementNumber(*algebra, kernel, variables);
  nodes.clear();
  nodeOf.clear();
  goals.clear();
  result = Result();
}

/// How many values an index takes over all loops.
static double iterations(IndexAlgebra &algebra, ArrayRef<AffineExpr> index) {
  SmallVector<unsigned> all;
  for (AffineExpr e : index)
    algebra.collectVariables(e, all);
  llvm::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  double count = 1;
  for (unsigned v : all) {
    IndexRange r = algebra.rangeOfVariable(v);
    count *= double(r.high - r.low + 1);
  }
  return count;
}

/// An element is computed in the innermost loop that its index uses. A value of columns is so
/// computed again in each row:
///   x - mean[column] / sqrt(variance[column])   ->   a root for each element of x
/// This is the work at all places but one for each element.
static double repeatedWork(const TraceNode &node, const EnclosingLoops &loops) {
  constexpr double kBroadcast = 8; // fewer places are shifts and joins, which share elements
  if (node.work == 0 || !node.alongColumns)
    return 0;
  double elements = double(elementsOf(node.value)), places = loops.around(node.index).repetitions();
  return places >= kBroadcast * elements ? node.work * (places - elements) : 0;
}

/// The work of a function that is computed once for each row.
static double rowFunction(const TraceNode &node, IndexAlgebra &algebra) {
  return node.work >= Machine::functionWork && !node.alongColumns
             ? node.work * iterations(algebra, node.index)
             : 0;
}

unsigned FusionTrace::visit(Value value, ArrayRef<AffineExpr> index) {
  unsigned id = nodes.size();
  auto [found, isNew] = nodeOf.try_emplace(keyOf(value, index), id);
  if (!isNew)
    return found->second;
  TraceNode node{.value = value, .index = Index(index)};
  SmallVector<unsigned> used;
  for (AffineExpr e : index)
    algebra->collectVariables(e, used);
  node.alongColumns = llvm::any_of(used, [&](unsigned v) { return v >= kernel.rowDims; });
  node.atElement = elementsOf(value) == kernel.rows() * kernel.columns() &&
                   algebra->linear(index, shapeOf(value)) == element;
  nodes.push_back(node);
  Operation *op = value.getDefiningOp();
  if (nodes.size() > mostNodes)
    result.repeats = true;
  else
    visitSource(value, id, index);
  nodes[id].isComputed |= nodes[id].work > 0 && op->getNumOperands() > 0;
  result.repeated += repeatedWork(nodes[id], loops);
  double chain = nodes[id].work;
  for (unsigned operand : nodes[id].operands)
    if (nodes[operand].alongColumns && !nodes[operand].complete)
      chain += nodes[operand].chain;
  nodes[id].chain = std::min(chain, 1e12);
  return id;
}

unsigned FusionTrace::lookAt(unsigned node, Value operand, ArrayRef<AffineExpr> index) {
  unsigned used = visit(operand, index);
  nodes[node].operands.push_back(used);
  nodes[node].ready = std::max(nodes[node].ready, nodes[used].ready);
  return used;
}

void FusionTrace::use(unsigned node, Value operand, ArrayRef<AffineExpr> index) {
  const TraceNode &used = nodes[lookAt(node, operand, index)];
  nodes[node].isComputed |= used.isComputed && used.alongColumns && !used.complete;
}

void FusionTrace::useSymbols(unsigned node, AffineExpr expr) {
  expr.walk([&](AffineExpr e) {
    if (auto s = dyn_cast<AffineSymbolExpr>(e)) {
      IndexAlgebra::Symbol symbol = algebra->symbolAt(s.getPosition());
      lookAt(node, symbol.value, symbol.at);
    }
  });
}

/// Of a load that is no plain vector load, beside that of a gather at places without a stride. With
/// a small stride all elements between are loaded, too. In a nest that interleaves results, these
/// are parts that the same step wants.
static double weightOfStride(int64_t stride, bool isInterleaved) {
  if (stride < 0 || stride > kMostLoadedStride)
    return 0.5;
  return isInterleaved ? 0.0 : 0.05;
}

/// Memory is read at `index`: contiguous along the last loop dim, or at one place for all lanes, is
/// free.
void FusionTrace::read(unsigned node, Value value, ArrayRef<AffineExpr> index) {
  AffineExpr linear = algebra->linear(index, shapeOf(value));
  unsigned lane = kernel.sizes.size() - 1;
  std::optional<int64_t> stride = algebra->stride(linear, lane);
  // Where the data alone says the place, all loops are alike.
  bool isPlain = isa<AffineSymbolExpr>(linear) || (stride && (*stride == 0 || *stride == 1));
  double weight = isPlain ? 0.0 : !stride ? 1.0 : weightOfStride(*stride, kernel.interleave > 1);
  if (algebra->uses(linear, lane))
    result.penalty += weight * iterations(*algebra, index);
  useSymbols(node, linear);
}

void FusionTrace::visitSource(Value value, unsigned node, ArrayRef<AffineExpr> index) {
  Operation *op = value.getDefiningOp();
  switch (sources.of(value, index, kernelIndex, *algebra, [&] { return row; })) {
  case Source::Buffer:
    nodes[node].isInput = true;
    return read(node, value, index);
  case Source::Table:
    return read(node, value, index);
  case Source::Splat:
    return;
  case Source::Arithmetic:
    return visitArithmetic(op, node, index);
  case Source::RowTotal:
    return visitRowTotal(op, node);
  case Source::PrefixScan:
    return visitPrefixScan(op, node, index);
  case Source::Pieces: // added up where they are wanted
    nodes[node].work = double(pieces);
    result.work += double(pieces) * iterations(*algebra, index);
    for (Value initial : op->getOperands().drop_front(op->getNumResults()))
      use(node, initial, {});
    return;
  case Source::Reduction:
    return visitReduction(op, node, index);
  case Source::Movement:
    return visitMovement(op, node, index);
  }
}

void FusionTrace::visitArithmetic(Operation *op, unsigned node, ArrayRef<AffineExpr> index) {
  auto [work, isNew] = works.try_emplace(op, 0.0);
  if (isNew)
    work->second = arithmeticWork(op);
  nodes[node].work = work->second;
  nodes[node].hasArithmetic = true;
  // Each kernel counts for itself, which is no work that another would save.
  if (op->getNumOperands())
    result.work += nodes[node].work * iterations(*algebra, index);
  result.rowFunctions += rowFunction(nodes[node], *algebra);
  Index at(index); // nodes may move
  for (Value operand : op->getOperands())
    use(node, operand, operandIndex(operand, at));
  // An iota is made of its index, which may be read from memory.
  if (op->getNumOperands() == 0)
    for (AffineExpr e : at)
      useSymbols(node, e);
}

void FusionTrace::visitMovement(Operation *op, unsigned node, ArrayRef<AffineExpr> index) {
  const Movement movement = Rules::of(op).index(op);
  IndexAlgebra::Pieces pieces = algebra->move(op, movement, index);
  unsigned lane = kernel.sizes.size() - 1;
  double count = iterations(*algebra, index);
  bool isGather = pieces.pieces.size() == 1 && pieces.fill < 0 && !movement.symbols.empty();
  for (const IndexAlgebra::Piece &piece : pieces.pieces) {
    for (const IndexAlgebra::Condition &c : piece.conditions) {
      useSymbols(node, c.expr);
      // Loops are split where a condition on the last dim alone changes; others are masks.
      std::optional<int64_t> stride = algebra->stride(c.expr, lane);
      bool onlyLane =
          stride && isa<AffineConstantExpr>(algebra->simplify(c.expr - variables[lane] * *stride));
      if (onlyLane && *stride != 0)
        addBreak(c, *stride, *algebra, variables[lane], kernel.sizes.back(), result.breaks);
      else if (algebra->uses(c.expr, lane))
        result.penalty += 0.25 * count;
    }
    use(node, op->getOperand(piece.operand), piece.index);
    result.looksUp |= isGather &&
                      elementsOf(op->getResult(0)) > elementsOf(op->getOperand(piece.operand)) &&
                      nodes[nodes[node].operands.back()].isComputed;
  }
  if (pieces.fill >= 0)
    use(node, op->getOperand(pieces.fill), {});
}

/// The total of the row is complete in the pass after the one that accumulates it.
void FusionTrace::visitRowTotal(Operation *op, unsigned node) {
  const ReductionShape &shape = *sources.reduction(op);
  for (unsigned k = 0; k < shape.count; ++k) {
    use(node, op->getOperand(k), atElement(op->getOperand(k)));
    use(node, op->getOperand(shape.count + k), {});
  }
  result.work += double(kernel.rows() * kernel.columns());
  unsigned pass = nodes[node].ready;
  if (llvm::none_of(result.reductions, [&](auto &r) { return r.op == op; })) {
    result.reductions.push_back({op, Kind::Row, pass, {}});
    result.sums[op].addPlaces(kernel.rows(), kernel.rows(), kernel.columns());
    for (unsigned k = 0; k < shape.count; ++k)
      goals.push_back({nodes[node].operands[2 * k], pass});
  }
  nodes[node].ready = pass + 1;
  nodes[node].complete = true;
  result.passes = std::max(result.passes, pass + 1);
}

void FusionTrace::visitReduction(Operation *op, unsigned node, ArrayRef<AffineExpr> index) {
  const ReductionShape &shape = *sources.reduction(op);
  SmallVector<AffineExpr> reduced;
  for (unsigned d : shape.reducedDims)
    reduced.push_back(algebra->newVariable(0, shape.space.dims[d].size));
  SmallVector<IndexAlgebra::Condition> conditions;
  Index at = shape.operandIndex(*algebra, index, reduced, conditions);
  for (const IndexAlgebra::Condition &c : conditions) {
    useSymbols(node, c.expr);
    if (!index.empty() && addWindowBreak(c, index.back(), shapeOf(op->getResult(0)).back(),
                                         *algebra, variables, result.breaks))
      result.penalty += 0.25 * iterations(*algebra, index);
  }
  nodes[node].work = iterations(*algebra, at) / std::max(iterations(*algebra, index), 1.0);
  llvm::SaveAndRestore inside(loops, loops.around(index));
  result.sums[op].addPlaces(loops.repetitions(), double(shape.resultElements), nodes[node].work);
  loops.enter(reduced);
  result.work += loops.repetitions();
  if (!nodes[node].alongColumns)
    result.rowSums += loops.repetitions();
  for (unsigned k = 0; k < shape.count; ++k) {
    use(node, op->getOperand(k), at);
    use(node, op->getOperand(shape.count + k), {});
  }
}

/// Elements of the same place are combined with those of the same step's earlier lanes and with
/// what earlier steps came to.
void FusionTrace::visitPrefixScan(Operation *op, unsigned node, ArrayRef<AffineExpr> index) {
  const ReductionShape &shape = *sources.reduction(op);
  if (kernelIndex || !nodes[node].atElement) {
    result.leavesRow = true;
    return;
  }
  SmallVector<AffineExpr> at(index);
  for (unsigned k = 0; k < shape.count; ++k) {
    use(node, op->getOperand(k), at);
    use(node, op->getOperand(shape.count + k), {});
  }
  nodes[node].work = kPrefixScanWork * shape.count;
  nodes[node].hasArithmetic = true;
  result.work += nodes[node].work * iterations(*algebra, index);
  // For another of its results.
  if (llvm::none_of(result.reductions, [&](auto &r) { return r.op == op; }))
    result.reductions.push_back({op, Kind::PrefixScan, nodes[node].ready, {}});
}

void FusionTrace::output(unsigned number, Value value, bool perRow) {
  if (kernel.interleaves(value))
    return interleaved(number, value);
  Index index = perRow ? atRow(value) : atElement(value);
  unsigned node = visit(value, index);
  if (value != body.outputs[number]) { // the window's place is read, too
    Operation *op = body.outputs[number].getDefiningOp();
    if (std::optional<UpdateWindow> window = updateWindow(op))
      for (AffineExpr e : indexInWhole(*algebra, op, *window, index))
        useSymbols(node, e);
  }
  unsigned pass = perRow ? 0 : nodes[node].ready;
  result.stores.push_back({number, kernelIndex, pass, perRow, value});
  goals.push_back({node, nodes[node].ready});
  result.passes = std::max(result.passes, pass + 1);
}

/// The neighbours at the place where the loops stand.
void FusionTrace::interleaved(unsigned number, Value value) {
  for (int64_t k = 0; k < kernel.interleave; ++k) {
    AffineExpr neighbour = algebra->simplify(element * kernel.interleave + k);
    goals.push_back({visit(value, algebra->delinear(neighbour, shapeOf(value))), 0});
  }
  result.stores.push_back({number, kernelIndex, /*pass=*/0, /*perRow=*/false, value});
}

void FusionTrace::partials() {
  for (Operation *op : body.ops) {
    std::optional<Kind> kind = sources.kind(op);
    if (!kind || !FusionPlan::isPartial(*kind))
      continue;
    const ReductionShape &shape = *sources.reduction(op);
    unsigned pass = 0;
    SmallVector<unsigned> operands;
    for (unsigned k = 0; k < shape.count; ++k) {
      Value operand = op->getOperand(k);
      unsigned node = visit(operand, *kind == Kind::OfRows ? atRow(operand) : atElement(operand));
      pass = std::max(pass, nodes[node].ready);
      operands.push_back(node);
    }
    // All operands are read in the pass of the last one, also those that are ready earlier.
    for (unsigned node : operands)
      goals.push_back({node, pass});
    result.reductions.push_back({op, *kind, pass, {}});
    result.work += double(shape.operandElements);
    if (*kind != Kind::OfRows)
      result.passes = std::max(result.passes, pass + 1);
  }
}

} // namespace spmd
