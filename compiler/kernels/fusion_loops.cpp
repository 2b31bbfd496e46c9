// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops a kernel has, how many of their iterations are one of its own, and where they split.
#include "compiler/kernels/fusion_planner.h"
#include "compiler/kernels/loop_breaks.h"
#include "compiler/structure/neighbours.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

/// Work of sums at all places but one for each element, in this nest and those before it, where
/// writing and reading the elements takes less. Of a nest behind the first, reads that are no
/// vector loads count as well: rows of a matrix lie across its columns.
///   (a @ b) @ c, all of them 4 x 4   ->   each element of a @ b at four places
///   v = a @ x, v / norm(v)           ->   each element of v for the norm and for the quotient
static double sumsAgain(const FusionTrace::Result &result, const TraceResult::Sums &before,
                        const FusionLimits &limits) {
  constexpr double lanes = double(Machine{}.vectorBytes) / FusionLimits::kF32;
  double again = 0;
  for (auto &[op, sum] : result.sums) {
    const double earlier = before.lookup(op).places;
    const double more = sum.work * (earlier + sum.places - sum.elements);
    if (more >= limits.cheapWork * sum.elements)
      again += more + (earlier > 0 ? lanes * result.penalty : 0);
  }
  return again;
}

/// Time that other lanes wait while a function is computed for a row, in additions. As a kernel of
/// its own it would take all lanes, and the elements would be read again: one addition for each
/// that the second cache still holds and one for what is written, else as many as are done
/// meanwhile.
///   x [300, 90]: sum over 300 of x * f(sum over 90 of x * w), f a logarithm   ->   three kernels
static double lanesWaiting(const FusionTrace::Result &result, const FusionKernel &kernel) {
  constexpr Machine machine;
  constexpr double addsPerNs = FusionLimits::kStartWork / 1400;
  constexpr double lanes = double(machine.vectorBytes) / FusionLimits::kF32;
  constexpr double fromMemory = FusionLimits::kF32 / machine.memoryRate * addsPerNs;
  const double elements = double(kernel.rows() * kernel.columns());
  const bool isCached = elements * FusionLimits::kF32 <= double(machine.secondCache);
  const double factor = isCached ? Machine::functionWorkInCache / Machine::functionWork : 1;
  return result.rowFunctions * factor * (lanes - 1) - elements * (isCached ? 2 : fromMemory);
}

LogicalResult LoopChooser::tryLoops(FusionKernel kernel, unsigned index, ArrayRef<unsigned> outputs,
                                    FusionTrace::Result &result) {
  trace.begin(kernel, index);
  for (unsigned o : outputs) {
    Value v = stored[o];
    bool perRow = elementsOf(v) != kernel.rows() * kernel.columns() && !kernel.interleaves(v);
    if (perRow && elementsOf(v) != kernel.rows())
      return refuse(llvm::formatv("results of {0} and {1} elements need different loops",
                                  kernel.rows() * kernel.columns(), elementsOf(v)));
    trace.output(o, v, perRow);
  }
  if (index == 0) {
    for (Operation *op : body.ops)
      if (const ReductionShape *shape = trace.sources.reduction(op);
          shape && trace.sources.kind(op) == Kind::OfRows &&
          shape->operandElements != kernel.rows())
        return refuse(
            llvm::formatv("a reduction of {0} elements would take one of each of {1} rows",
                          shape->operandElements, kernel.rows()));
    trace.partials();
  }
  result = trace.finish();
  if (result.repeats)
    return refuse("values would be computed at too many places");
  if (result.leavesRow)
    return refuse("a prefix scan is wanted at another element than the loops stand at");
  if (result.looksUp)
    return refuse(
        "elements that a gather picks would be computed once for each place that wants them");
  if (sumsAgain(result, sumsBefore, limits) > limits.repeatedWork)
    return refuse("sums would be computed again at each place that wants them");
  if (kernel.columns() > 1 && lanesWaiting(result, kernel) > limits.repeatedWork)
    return refuse("functions of rows would be computed one lane at a time");
  return success();
}

/// Loops over the places at which a join along the last dim has `interleave` neighbours:
///   concatenate(real [n, 1], imaginary [n, 1])   ->   n places with 2 results each
/// Other results have one element at each place or as many neighbours.
void LoopChooser::proposeInterleaved(int64_t total, ArrayRef<unsigned> outputs,
                                     SmallVector<FusionKernel> &all) const {
  if (demands.hasPartial || demands.hasRowReduction)
    return;
  for (Operation *op : body.ops) {
    if (!joinsNeighbours(op) || total % int64_t(op->getNumOperands()))
      continue;
    FusionKernel k;
    k.interleave = op->getNumOperands();
    k.sizes = {total / k.interleave};
    if (k.columns() > 1 && llvm::all_of(outputs, [&](unsigned o) {
          return elementsOf(stored[o]) == k.columns() ||
                 (k.interleaves(stored[o]) && stored[o] == body.outputs[o]);
        }))
      all.push_back(k);
  }
}

/// Ways to cut the largest shape into rows and columns.
SmallVector<FusionKernel> LoopChooser::candidates(unsigned index,
                                                  ArrayRef<unsigned> outputs) const {
  int64_t total = demands.domain;
  SmallVector<ArrayRef<int64_t>, 2> shapes;
  if (index == 0 && !demands.domains.empty()) {
    shapes = demands.domains;
  } else {
    total = 0;
    for (unsigned o : outputs)
      total = std::max(total, elementsOf(stored[o]));
    for (unsigned o : outputs)
      if (elementsOf(stored[o]) == total)
        shapes.push_back(shapeOf(stored[o]));
  }
  // The shape with the most dims allows most ways to cut it.
  ArrayRef<int64_t> shape =
      *llvm::max_element(shapes, [](auto a, auto b) { return a.size() < b.size(); });

  SmallVector<FusionKernel> all;
  auto propose = [&](SmallVector<int64_t> sizes, unsigned rowDims) {
    FusionKernel k;
    k.sizes = std::move(sizes);
    k.rowDims = rowDims;
    if (llvm::none_of(all, [&](auto &c) {
          return c.sizes == k.sizes && c.rowDims == k.rowDims && c.interleave == k.interleave;
        }))
      all.push_back(std::move(k));
  };
  int64_t fixed = index == 0 ? demands.columns : 0;
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
    proposeInterleaved(total, outputs, all);
    bool perRow = llvm::any_of(outputs, [&](unsigned o) { return elementsOf(stored[o]) != total; });
    if (!perRow && !demands.hasRowReduction)
      propose({total}, 0);
    int64_t rows = 1;
    for (size_t d = 0; d + 1 < shape.size(); ++d) {
      rows *= shape[d];
      if (rows > 1 && rows < total && shape[d] > 1)
        propose({rows, total / rows}, 1);
    }
  }
  if (all.empty())
    propose({1, total}, 1);
  return all;
}

/// The loops with the fewest accesses that cannot be vector loads, the longest columns among
/// equals; but rather any that recompute little than such that recompute too much.
LogicalResult LoopChooser::planLoops(FusionKernel &kernel, unsigned index,
                                     ArrayRef<unsigned> outputs) {
  std::optional<FusionTrace::Result> best;
  bool isBestCheap = false;
  // The trace keeps the accesses of the loops that were tried last: are these the chosen ones?
  bool isTraced = false;
  std::string firstReason;
  for (const FusionKernel &candidate : candidates(index, outputs)) {
    FusionTrace::Result result;
    isTraced = false;
    if (failed(tryLoops(candidate, index, outputs, result))) {
      if (firstReason.empty())
        firstReason = reason;
      continue;
    }
    bool isCheap = mayWork(plan.work + result.work);
    if (best && std::pair(!isCheap, result.penalty) >= std::pair(!isBestCheap, best->penalty))
      continue;
    kernel = candidate;
    best = std::move(result);
    isBestCheap = isCheap;
    isTraced = true;
    if (best->penalty == 0 && isCheap)
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
  kernel.breaks = result.breaks;
  // Strided reads: neighbouring rows read neighbours, so a few rows go together, step by step.
  if (result.penalty > 0 && result.passes == 1 && result.reductions.empty() &&
      kernel.rowDims == 1 && kernel.sizes.size() == 2 &&
      llvm::none_of(result.stores, [](auto &s) { return s.perRow; }))
    kernel.tileDim = 0;
  // Each tile of a row would sum up all that the row needs, along strides.
  constexpr double kFewSummed = 8; // for each row
  if (kernel.tileDim == 0 && result.rowSums > kFewSummed * double(kernel.rows())) {
    reason = "sums over rows would be computed again in each tile";
    return failure();
  }
  if (result.repeated >
      std::max(limits.cheapWork * double(kernel.rows() * kernel.columns()), limits.repeatedWork)) {
    reason = "values that are broadcast along the loops would be computed again at each place";
    return failure();
  }
  for (auto &[op, sum] : result.sums)
    sumsBefore[op].addPlaces(sum.places, sum.elements, sum.work);
  plan.work += result.work;
  llvm::append_range(plan.reductions, result.reductions);
  llvm::append_range(plan.stores, result.stores);
  return success();
}

void LoopChooser::chooseChunks(FusionKernel &kernel) const {
  int64_t bytes = demands.largestOperand * 4;
  int64_t pieces = std::clamp<int64_t>(bytes / limits.chunkBytes, 1, limits.chunkCount);
  if (kernel.rowDims == 0) {
    kernel.block = llvm::alignTo(llvm::divideCeil(demands.domain, pieces), 256);
    kernel.extent = llvm::divideCeil(demands.domain, kernel.block);
    return;
  }
  // A column's partial result costs as much as a row: rows must be many more than pieces.
  if (demands.hasColumns)
    pieces = std::min<int64_t>(pieces, std::max<int64_t>(kernel.rows() / 8, 1));
  kernel.rowsPerIteration = llvm::divideCeil(kernel.rows(), std::min(pieces, kernel.rows()));
  kernel.extent = llvm::divideCeil(kernel.rows(), kernel.rowsPerIteration);
}

/// Iterations and how many of them a tile takes: some 20 us of traffic or of work.
void LoopChooser::chooseIterations(FusionKernel &kernel) const {
  int64_t rows = kernel.rows(), columns = kernel.columns();
  if (kernel.tileDim >= 0) {
    // Strided inputs are read along the rows of a band: the longer, the nearer to how memory likes
    // to be read.
    kernel.tileColumns = std::min(limits.tileColumns, columns);
    int64_t pieces = llvm::divideCeil(columns, kernel.tileColumns), band = limits.tileRows;
    while (band > limits.fewestTileRows &&
           int64_t(llvm::divideCeil(rows, band)) * pieces < limits.tiles)
      band /= 2;
    kernel.rowsPerIteration = band;
    kernel.extent = llvm::divideCeil(rows, band) * pieces;
    return;
  }
  if (kernel.sizes.size() == kernel.rowDims + 1 && columns > 2 * limits.blockElements &&
      !demands.hasRowReduction && kernel.passes == 1 &&
      llvm::none_of(plan.stores, [](auto &s) { return s.perRow; })) {
    kernel.block = limits.blockElements;
    kernel.extent = rows * llvm::divideCeil(columns, kernel.block);
  } else {
    kernel.rowsPerIteration = 1;
    kernel.extent = rows;
  }
}

bool LoopChooser::mayWork(double work) {
  if (plan.unfusedWork == 0)
    plan.unfusedWork = unfusedWork(body, trace.sources);
  return work <= limits.recompute * plan.unfusedWork + 1000;
}

// An equality holds for one element, so the loop is split before and behind it.
void addBreak(const IndexAlgebra::Condition &condition, int64_t stride, IndexAlgebra &algebra,
              AffineExpr column, int64_t columns, SmallVectorImpl<int64_t> &breaks) {
  AffineExpr rest = algebra.simplify(condition.expr - column * stride);
  int64_t c = cast<AffineConstantExpr>(rest).getValue();
  int64_t at =
      stride > 0 ? llvm::divideCeilSigned(-c, stride) : llvm::divideFloorSigned(c, -stride) + 1;
  for (int64_t v : {at, condition.equality ? at + 1 : at})
    if (v > 0 && v < columns && !llvm::is_contained(breaks, v))
      breaks.push_back(v);
}

// Short dims consist of ends.
bool addWindowBreak(const IndexAlgebra::Condition &condition, AffineExpr minor, int64_t size,
                    IndexAlgebra &algebra, ArrayRef<AffineExpr> variables,
                    SmallVectorImpl<int64_t> &breaks) {
  constexpr int64_t kStep = 16; // lanes of a usual step
  const unsigned lane = variables.size() - 1;
  AffineExpr column = variables[lane];
  if (size < 3 * kStep || !algebra.uses(minor, lane))
    return false;
  // The bound along the dim: stride * column + rest >= 0, with rest at least `least`.
  AffineExpr bound = algebra.simplify(condition.expr.replace(minor, column));
  std::optional<int64_t> stride = algebra.stride(bound, lane);
  if (!stride || *stride == 0)
    return false;
  const int64_t least = algebra.range(algebra.simplify(bound - column * *stride)).low;
  if (least <= -IndexRange::kFar)
    return false;
  // The number of elements at the end some of whose windows are outside.
  const int64_t outside = *stride > 0 ? llvm::divideCeilSigned(-least, *stride)
                                      : size - 1 - llvm::divideFloorSigned(least, -*stride);
  const int64_t end = llvm::alignTo(std::max<int64_t>(outside, 0), kStep);
  if (end > size / 3 || minor != column)
    return true;
  const int64_t at = *stride > 0 ? end : size - end;
  if (at > 0 && at < size && !llvm::is_contained(breaks, at))
    breaks.push_back(at);
  return false;
}

} // namespace spmd
