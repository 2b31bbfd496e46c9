// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbolic walk that planning is based on: which element of which value is needed for one
// iteration of the loops, as a graph of (value, index) nodes. The expansion (elements.cpp) walks
// the same way and emits instead of recording.
#pragma once
#include "compiler/kernels/element_source.h"
#include "compiler/kernels/enclosing_loops.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {

/// The work of the ops of a body if each ran alone.
double unfusedWork(const FusionBody &body, const ElementSources &sources);

/// A value at an index, with the nodes that it is made from.
struct TraceNode {
  mlir::Value value;
  Index index;
  llvm::SmallVector<unsigned, 4> operands;
  unsigned ready = 0; // the first pass in which it can be computed
  double work = 0;    // of one element
  double chain = 0;   // with everything below that runs along the columns
  // The value or one of its operands is arithmetic. Indices of look-ups do not count.
  bool isComputed = false;
  uint64_t needed = 0; // passes, as bits
  bool alongColumns = false, atElement = false, complete = false;
  bool isInput = false, hasArithmetic = false;
};
/// An input that the loops read.
struct TraceAccess {
  mlir::Value input;
  unsigned kernel = 0, pass = 0;
  bool atDomain = false; // the element that the loops stand at
};

/// What the walk over one set of loops has met.
struct TraceResult {
  double penalty = 0; // element reads that are not vector loads, weighted
  double work = 0;
  // Of values that are broadcast along the loops: work at places where they are computed again.
  double repeated = 0;
  /// A sum (any reduction) that is computed where it is wanted, at so many `places`: `work` for
  /// each of its `elements`, without what it sums up, so that this may still join.
  struct Sum {
    double work = 0, elements = 0, places = 0;
    void addPlaces(double count, double ofElements, double ofWork) {
      places += count, elements = ofElements, work = std::max(work, ofWork);
    }
  };
  using Sums = llvm::SmallMapVector<mlir::Operation *, Sum, 4>;
  Sums sums;
  double rowFunctions = 0; // work of functions that are computed once per row, one lane at a time
  double rowSums = 0; // elements that are summed up for a row as a whole, outside of its passes
  unsigned passes = 1;
  // A gather wants elements of what is computed here, more of them than there are. (A pad or a
  // concatenation may have one piece, too, where the loops stand.)
  bool looksUp = false;
  bool leavesRow = false; // a prefix scan is wanted at another element than the loops stand at
  // Of a step: is a function computed, and how much of the registers do inputs take.
  bool hasFunction = false;
  int64_t bytesOfLane = 0;
  bool repeats = false; // values are wanted at too many places: the walk has stopped
  llvm::SmallVector<int64_t> breaks;
  llvm::SmallVector<FusionPlan::Reduction> reductions;
  llvm::SmallVector<FusionPlan::Staged> staged;
  llvm::SmallVector<FusionPlan::Store> stores;
};

/// Which values rows stage: `only` these, as far as they can be staged; null: what is worth it.
struct TraceStaging {
  FusionLimits limits;
  const llvm::DenseSet<mlir::Value> *only = nullptr;
};

class FusionTrace {
public:
  using Kind = FusionPlan::ReductionKind;
  explicit FusionTrace(const FusionBody &body);

  /// The ops of the body, and how its reductions are accumulated.
  ElementSources sources;

  /// Into how many pieces partial reductions were cut.
  void setPieces(int64_t count) { pieces = count; }

  using Result = TraceResult;
  /// For each set of loops that is tried: begin, then output and partials for each result, then
  /// finish.
  void begin(const FusionKernel &kernel, unsigned index);
  void output(unsigned number, mlir::Value value, bool perRow);
  void partials();
  Result finish();
  using Staging = TraceStaging;
  /// From the next `begin` on.
  void setStaging(std::optional<Staging> chosen) { staging = chosen; }
  llvm::ArrayRef<TraceAccess> accesses() const { return allAccesses; }

private:
  void interleaved(unsigned number, mlir::Value value);
  unsigned visit(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index);
  void visitSource(mlir::Value value, unsigned node, llvm::ArrayRef<mlir::AffineExpr> index);
  void visitArithmetic(mlir::Operation *op, unsigned node, llvm::ArrayRef<mlir::AffineExpr> index);
  void visitRowTotal(mlir::Operation *op, unsigned node);
  Index atElement(mlir::Value v) { return algebra->delinear(element, shapeOf(v)); }
  Index atRow(mlir::Value v) { return algebra->delinear(row, shapeOf(v)); }
  void visitMovement(mlir::Operation *op, unsigned node, llvm::ArrayRef<mlir::AffineExpr> index);
  void visitReduction(mlir::Operation *op, unsigned node, llvm::ArrayRef<mlir::AffineExpr> index);
  void visitPrefixScan(mlir::Operation *op, unsigned node, llvm::ArrayRef<mlir::AffineExpr> index);
  void use(unsigned node, mlir::Value operand, llvm::ArrayRef<mlir::AffineExpr> index);
  unsigned lookAt(unsigned node, mlir::Value operand, llvm::ArrayRef<mlir::AffineExpr> index);
  void useSymbols(unsigned node, mlir::AffineExpr expr);
  void read(unsigned node, mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index);
  void demand(unsigned node, unsigned pass, llvm::DenseSet<unsigned> &seen,
              const llvm::DenseSet<unsigned> &staged);
  void findNeeded(const llvm::DenseSet<unsigned> &staged);
  llvm::DenseSet<unsigned> chooseStaged();

  const FusionBody &body;
  llvm::DenseMap<mlir::Operation *, double> works;
  int64_t pieces = 1;
  std::optional<Staging> staging;

  // Of the loops that are being tried.
  FusionKernel kernel;
  unsigned kernelIndex = 0;
  std::unique_ptr<IndexAlgebra> algebra;
  Index variables; // one per loop dim
  EnclosingLoops loops;
  mlir::AffineExpr row, element; // where the loops stand, row-major
  llvm::SmallVector<TraceNode> nodes;
  size_t mostNodes = 0; // at which the walk stops
  llvm::DenseMap<ElementKey, unsigned> nodeOf;
  struct Goal {
    unsigned node = 0, pass = 0;
  };
  llvm::SmallVector<Goal> goals;
  Result result;
  llvm::SmallVector<TraceAccess> allAccesses;
};

} // namespace spmd
