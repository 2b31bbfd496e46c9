// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search for a plan: fusion_plan.cpp decides how often what is computed, fusion_loops.cpp
// chooses the loops, fusion_in_place.cpp says who shares a buffer, stage_rows.cpp what a row keeps
// between passes. These use it, and choose_lanes.cpp for a walk over a plan.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "compiler/kernels/fusion_trace.h"

namespace spmd {

/// Whether loops handle the value's elements: integers and floats of whole bytes, pred.
bool hasPlainType(mlir::Value v);

/// What the reductions of a body demand of the loops of the first kernel.
struct LoopDemands {
  // The shapes among which the loops are chosen.
  llvm::SmallVector<llvm::ArrayRef<int64_t>, 2> domains;
  bool hasRowReduction = false, hasPartial = false, hasColumns = false;
  int64_t columns = 0; // that row or column reductions require; 0: any number
  int64_t domain = 0;  // elements of the loops
  // Elements of the largest operand of a reduction or result. The first kernel reads so many where
  // it computes sums at their uses.
  int64_t largestOperand = 0;
};

/// Chooses the loops of the kernels of one plan, and adds to the plan what runs in them. After a
/// failure `reason` says why.
class LoopChooser {
public:
  LoopChooser(const FusionBody &body, const FusionLimits &limits, FusionTrace &trace,
              FusionPlan &plan)
      : body(body), limits(limits), trace(trace), plan(plan) {}

  mlir::LogicalResult planLoops(FusionKernel &kernel, unsigned index,
                                llvm::ArrayRef<unsigned> outputs);
  /// Traces `outputs` (and in kernel 0 all partial reductions) with the given loops; fails where an
  /// output does not fit.
  mlir::LogicalResult tryLoops(FusionKernel kernel, unsigned index,
                               llvm::ArrayRef<unsigned> outputs, FusionTrace::Result &result);
  void chooseChunks(FusionKernel &kernel) const;
  void chooseIterations(FusionKernel &kernel) const;
  /// Is it not too many times the work of the ops alone? Asked once the reductions are known.
  bool mayWork(double work);

  LoopDemands demands;
  llvm::SmallVector<mlir::Value> stored; // per output, the value to store
  std::string reason;

private:
  mlir::LogicalResult refuse(const llvm::Twine &why) {
    reason = why.str();
    return mlir::failure();
  }
  void proposeInterleaved(int64_t total, llvm::ArrayRef<unsigned> outputs,
                          llvm::SmallVector<FusionKernel> &all) const;
  llvm::SmallVector<FusionKernel> candidates(unsigned index,
                                             llvm::ArrayRef<unsigned> outputs) const;

  const FusionBody &body;
  const FusionLimits &limits;
  FusionTrace &trace;
  FusionPlan &plan;
  TraceResult::Sums sumsBefore; // of the nests that are planned
};

/// Finds outputs that are an input but for a window: the plan updates them in place, and only the
/// window is stored.
void findInPlace(const FusionBody &body, const FusionTrace &trace, FusionPlan &plan,
                 llvm::MutableArrayRef<mlir::Value> stored);
/// Finds outputs that may take over the buffer of an input.
void findShared(const FusionBody &body, const FusionTrace &trace, FusionPlan &plan);

/// Plans one body, once: run() gives the plan, or reason() says why the ops cannot be one kernel.
/// Or walks over a plan of the body.
class FusionPlanner {
public:
  FusionPlanner(const FusionBody &body, const FusionLimits &limits)
      : body(body), limits(limits), trace(body), loops(body, this->limits, trace, plan),
        demands(loops.demands), stored(loops.stored) {
    stored.assign(body.outputs.begin(), body.outputs.end());
  }

  mlir::FailureOr<FusionPlan> run();
  /// What the walk meets in each nest of `known`, a plan of the body; nothing in a scatter's. Fails
  /// where the loops are not those of such a plan.
  mlir::FailureOr<llvm::SmallVector<FusionTrace::Result, 0>>
  traceNests(const FusionPlan &known, std::optional<FusionTrace::Staging> staging = std::nullopt);
  mlir::LogicalResult stageRows(FusionPlan &known, const llvm::DenseSet<mlir::Value> *only);
  llvm::StringRef reason() const { return loops.reason; }

private:
  mlir::LogicalResult refuse(const llvm::Twine &why) {
    loops.reason = why.str();
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
  mlir::LogicalResult planScatter(mlir::Operation *op); // fusion_in_place.cpp
  bool dependsOnPartial(mlir::Value v);
  void placeInScratch();

  const FusionBody &body;
  const FusionLimits limits;
  FusionTrace trace;
  FusionPlan plan;
  LoopChooser loops;
  LoopDemands &demands;
  llvm::SmallVector<mlir::Value> &stored;
  llvm::DenseMap<mlir::Value, bool> afterPartial;
};

} // namespace spmd
