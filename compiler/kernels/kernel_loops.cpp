// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/kernel_loops.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

KernelLoops::KernelLoops(func::FuncOp function, ElementCodes &codes, const Machine &machine,
                         const FusionBody &body, const FusionPlan &plan, unsigned nest)
    : s(function, codes, machine, body, plan, nest,
        [this](Value v, ArrayRef<AffineExpr> i) { return pull(v, i); }),
      b(s.b), accumulators(s, [this](Value v, ArrayRef<AffineExpr> i) { return pull(v, i); }),
      scans(s, accumulators, [this](Value v, ArrayRef<AffineExpr> i) { return pull(v, i); }),
      partials(s, accumulators, [this](Value v, ArrayRef<AffineExpr> i) { return pull(v, i); }),
      elements(s, accumulators, scans, partials), step(s, accumulators, scans, partials, elements) {
}

void KernelLoops::build() {
  auto bounds = s.function.getArguments().take_back(2);
  Bounds iterations{bounds[0], bounds[1]};
  if (s.kernel.scatter)
    scatter(iterations);
  else if (s.kernel.block)
    blocks(iterations);
  else if (s.kernel.tileDim >= 0)
    tiledRows(iterations);
  else
    rows(iterations);
}

/// Gives each row dim its part of the row's number.
void KernelLoops::setRowVariables(Value row) {
  int64_t inner = s.kernel.rows();
  for (unsigned d = 0; d < s.kernel.rowDims; ++d) {
    int64_t size = s.kernel.sizes[d];
    inner /= size;
    Value value = b.quotient(row, inner);
    if (d > 0)
      value = b.remainder(value, size);
    s.dims[d] = s.index.variable(value, 0, size, 1);
  }
}

KernelLoops::Bounds KernelLoops::part(Value number, int64_t size, int64_t of) {
  Value from = b.mul(number, b.index(size));
  return {from, b.atMost(b.add(from, b.index(size)), b.index(of))};
}

void KernelLoops::startIteration(Value number) {
  s.iterationScope = b.current();
  s.iteration = s.index.variable(number, 0, s.kernel.extent, 1);
  partials.start();
}

/// Iteration t does elements [t * block, (t + 1) * block) of a row.
void KernelLoops::blocks(Bounds iterations) {
  int64_t columns = s.kernel.columns(), perRow = llvm::divideCeil(columns, s.kernel.block);
  b.loop(iterations.begin, iterations.end, 1, [&](Value t) {
    s.rowScope = b.current();
    startIteration(t);
    setRowVariables(b.quotient(t, perRow));
    Value piece = s.kernel.rows() == 1 ? t : b.remainder(t, perRow);
    betweenBorders(part(piece, s.kernel.block, columns), [&](unsigned lanes) { element(lanes); });
    partials.finish();
  });
}

void KernelLoops::rows(Bounds iterations) {
  auto single = [&](Value number) { interleaved(number); };
  if (!partials.exist() && s.kernel.rowsPerIteration == 1) {
    Value begin = iterations.begin;
    if (int64_t count = s.kernel.interleavedRows; count > 1)
      begin = b.loopTo(begin, iterations.end, count, [&](Value first) {
        SmallVector<Value> numbers;
        for (int64_t k = 0; k < count; ++k)
          numbers.push_back(b.add(first, b.index(k)));
        interleaved(numbers);
      });
    return b.loop(begin, iterations.end, 1, single);
  }
  b.loop(iterations.begin, iterations.end, 1, [&](Value t) {
    startIteration(t);
    Bounds own = part(t, s.kernel.rowsPerIteration, s.kernel.rows());
    b.loop(own.begin, own.end, 1, single);
    partials.finish();
  });
}

void KernelLoops::columnDims(unsigned dim) {
  int64_t size = s.kernel.sizes[dim];
  if (dim + 1 == s.kernel.sizes.size()) {
    if (int64_t elements = elementsToAlign(s); elements > 1)
      return alignedColumns(elements);
    return betweenBorders({b.index(0), b.index(size)}, [&](unsigned lanes) { element(lanes); });
  }
  b.loop(b.index(0), b.index(size), 1, [&](Value i) {
    s.dims[dim] = s.index.variable(i, 0, size, 1);
    columnDims(dim + 1);
  });
}

void KernelLoops::betweenBorders(Bounds bounds, Columns body) {
  SmallVector<int64_t> borders{0};
  llvm::append_range(borders, s.kernel.breaks);
  borders.push_back(s.kernel.sizes.back());
  bool isWhole = knownNumber(bounds.begin) && knownNumber(bounds.end);
  for (size_t i = 0; i + 1 < borders.size(); ++i) {
    int64_t low = borders[i], high = borders[i + 1];
    if (isWhole)
      lastDimOfKnownSize(low, high, body);
    else if (borders.size() == 2)
      lastDim(bounds, low, high, body);
    else
      lastDim({b.atLeast(bounds.begin, b.index(low)), b.atMost(bounds.end, b.index(high))}, low,
              high, body);
  }
}

/// Of the last dim. Values at an index that is one number are computed before all loops. A prefix
/// scan must not be, so a column that is left over has two numbers. The second one lies below the
/// first where it can: an element behind the last column would be in the next row.
void KernelLoops::setColumn(Value value, int64_t low, int64_t size, unsigned lanes) {
  if (size == 1 && scans.exist()) {
    size = 2;
    low = std::max<int64_t>(low - 1, 0);
  }
  s.dims.back() = s.index.variable(value, low, size, lanes);
}

void KernelLoops::lastDimOfKnownSize(int64_t low, int64_t high, Columns body) {
  constexpr unsigned kFewLanes = 8;
  SmallVector<unsigned, 3> widths{s.kernel.lanes};
  if (s.kernel.lanes > kFewLanes)
    widths.push_back(kFewLanes);
  if (s.kernel.lanes > 1)
    widths.push_back(1);
  for (unsigned lanes : widths) {
    int64_t count = (high - low) / lanes * lanes;
    b.loop(b.index(low), b.index(low + count), lanes, [&](Value i) {
      setColumn(i, low, count, lanes);
      body(lanes);
    });
    low += count;
  }
}

void KernelLoops::lastDim(Bounds bounds, int64_t low, int64_t high, Columns body) {
  constexpr unsigned kFewLanes = 8;
  const FusionKernel &kernel = s.kernel;
  Value reached = bounds.begin;
  auto stepsThatFit = [&](unsigned lanes) {
    // A step longer than the part never runs, and were its variable one number it would have no
    // lanes.
    if (lanes <= high - low)
      reached = b.loopTo(reached, bounds.end, lanes, [&](Value i) {
        setColumn(i, low, high - low, lanes);
        body(lanes);
      });
  };
  stepsThatFit(kernel.lanes);
  bool divides = (high - low) % kernel.lanes == 0 && low % kernel.lanes == 0 &&
                 kernel.block % kernel.lanes == 0 && kernel.tileColumns % kernel.lanes == 0;
  if (divides)
    return;
  if (kernel.tileColumns && kernel.lanes > kFewLanes)
    stepsThatFit(kFewLanes);
  stepsThatFit(1);
}

void KernelLoops::element(unsigned lanes) {
  eachRow([&] { step.write(lanes); });
}

// A scatter: windows in order, so that results do not depend on the threads, elements of a window
// in parallel.

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
