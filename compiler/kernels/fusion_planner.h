// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search for a plan, of which fusion_plan.cpp decides how often what is computed,
// fusion_loops.cpp the loops, fusion_in_place.cpp who shares a buffer and stage_rows.cpp what a row
// keeps between passes. Used by these only.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "compiler/kernels/fusion_trace.h"

namespace spmd {

inline int64_t elementsOf(mlir::Value v) {
  return llvm::cast<mlir::RankedTensorType>(v.getType()).getNumElements();
}

/// Whether loops handle the value's elements: integers and floats of whole bytes, pred.
bool hasPlainType(mlir::Value v);

/// Plans one body, once: run() gives the plan, or `reason` says why the ops cannot be one kernel.
class FusionPlanner {
public:
  FusionPlanner(const FusionBody &body, const FusionLimits &limits)
      : body(body), limits(limits), trace(body) {}

  mlir::FailureOr<FusionPlan> run();
  /// What the walk meets in each nest of `known`, a plan of the body; nothing in a scatter's.
  llvm::SmallVector<FusionTrace::Result, 0>
  traceNests(const FusionPlan &known, std::optional<FusionTrace::Staging> staging = std::nullopt);
  void stageRows(FusionPlan &known, const llvm::DenseSet<mlir::Value> *only);
  std::string reason;

private:
  mlir::LogicalResult refuse(const llvm::Twine &why) {
    reason = why.str();
    return mlir::failure();
  }
  mlir::LogicalResult checkOps();
  mlir::LogicalResult findReductions();
  void forgetReductions();
  mlir::LogicalResult classifyReductions(const llvm::SmallDenseSet<mlir::Operation *, 4> &scans);
  mlir::LogicalResult classifyReduction(mlir::Operation *op, const ReductionShape &shape);
  mlir::LogicalResult addPrefixScan(mlir::Operation *op, const ReductionShape &shape);
  mlir::LogicalResult planFirstKernel();
  mlir::LogicalResult planLaterKernels();
  bool dependsOnPartial(mlir::Value v);
  void placeInScratch();
  bool mayWork(double work);

  // Which loops (fusion_loops.cpp).
  llvm::SmallVector<FusionKernel> loopCandidates(unsigned index,
                                                 llvm::ArrayRef<unsigned> outputs) const;
  mlir::LogicalResult planLoops(FusionKernel &kernel, unsigned index,
                                llvm::ArrayRef<unsigned> outputs);
  mlir::LogicalResult tryLoops(FusionKernel kernel, unsigned index,
                               llvm::ArrayRef<unsigned> outputs, FusionTrace::Result &result);
  void chooseChunks(FusionKernel &kernel);
  void chooseIterations(FusionKernel &kernel);

  // Values that may share a buffer, and updates of a part of one (fusion_in_place.cpp).
  bool staysAtElement(mlir::Value value);
  void findInPlace();
  void findShared(FusionPlan &plan);
  mlir::LogicalResult planScatter(mlir::Operation *op);

  const FusionBody &body;
  const FusionLimits limits;
  FusionTrace trace;
  FusionPlan plan;
  llvm::SmallVector<mlir::Value> stored; // per output, the value to store
  llvm::DenseMap<mlir::Value, bool> afterPartial;
  // The shapes among which the first kernel's loops are chosen.
  llvm::SmallVector<llvm::ArrayRef<int64_t>, 2> domains;
  bool hasRowReduction = false, hasPartial = false, hasColumns = false;
  int64_t rowColumns = 0; // the columns that row or column reductions require; 0: any number
  int64_t domain = 0;     // elements of the first kernel's loops
  // Elements of the largest operand of a reduction or result. The first kernel reads so many where
  // it computes sums at their uses.
  int64_t largestOperand = 0;
};

} // namespace spmd
