// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the loops of a kernel that somebody wrote compute its body. What decides results is
// compared with a plan; the other numbers are free within what the loops can do.
#include "compiler/kernels/fusion_trace.h"
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/kernel_techniques.h"
#include "compiler/kernels/scatter_shape.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_CHECKKERNELS
#include "compiler/passes.h.inc"

namespace {

using Kind = FusionPlan::ReductionKind;

class KernelCheck {
public:
  KernelCheck(ir::KernelOp op, const FusionPlan &given, const FusionPlan &planned)
      : op(op), given(given), planned(planned) {}

  LogicalResult run() {
    if (given.kernels.size() != planned.kernels.size())
      return op.emitOpError("has ")
             << given.kernels.size() << " nests; its body needs " << planned.kernels.size();
    for (size_t k = 0; k < given.kernels.size(); ++k)
      if (failed(checkNest(k)))
        return failure();
    return failure(failed(checkStores()) || failed(checkAccumulations()) || failed(checkStaged()) ||
                   failed(checkBuffers()));
  }

private:
  ir::KernelOp op;
  const FusionPlan &given, &planned;

  /// The loops of nest k must be those of the plan; lanes, grain and pieces may be any that the
  /// loops allow.
  LogicalResult checkNest(size_t k) {
    const FusionKernel &mine = given.kernels[k], &wanted = planned.kernels[k];
    auto nest = cast<ir::NestAttr>(op.getNests()[k]);
    if (mine.sizes != wanted.sizes || mine.rowDims != wanted.rowDims ||
        mine.passes != wanted.passes || (mine.scatter == nullptr) != (wanted.scatter == nullptr))
      return op.emitOpError("has the nest ")
             << nest << "; its body needs rows and columns of " << describe(wanted) << " and "
             << wanted.passes << " passes";
    bool hasTotals = k == 0 && !given.reductions.empty();
    bool perRow = llvm::any_of(
        given.stores, [&](const FusionPlan::Store &s) { return s.kernel == k && s.perRow; });
    if (mine.tileColumns && (hasTotals || perRow || mine.passes > 1 || mine.rowDims != 1))
      return op.emitOpError("has the nest ")
             << nest << "; only one pass over single rows that adds nothing up can go by tiles";
    bool isOneRow = mine.rowDims == 0; // all elements: its pieces may have sums of their own
    if (mine.block && !mine.scatter && !isOneRow && (hasTotals || perRow || mine.passes > 1))
      return op.emitOpError("has the nest ")
             << nest << "; a row that is added up, or walked over twice, cannot be cut into blocks";
    if (mine.scatter && mine.block != wanted.block && scatterShape(mine.scatter)->isShifted)
      return op.emitOpError("has the nest ")
             << nest << "; windows that an index moves along a dim of theirs cannot be cut into "
             << "blocks";
    if (hasTotals && isOneRow && !mine.block)
      return op.emitOpError("has the nest ") << nest << "; without rows it needs a block";
    if (k == 0)
      return checkInterleavedRows(mine);
    return success();
  }

  LogicalResult checkInterleavedRows(const FusionKernel &nest) {
    constexpr int64_t kMostRows = 16; // each has code and scratch memory of its own
    Attribute rows = op->getAttr(kInterleavedRowsAttr);
    if (rows && (!isa<IntegerAttr>(rows) || nest.interleavedRows < 2 ||
                 nest.interleavedRows > kMostRows || !canInterleaveRows(given)))
      return op.emitOpError() << kInterleavedRowsAttr << " is " << rows << ", and its first nest "
                              << op.getNests()[0] << "; from 2 to " << kMostRows
                              << " rows can be interleaved, where an iteration does one row and "
                                 "no sum goes on in the next row";
    return success();
  }

  /// For messages: "[4] and [8, 16]", rows and columns.
  static std::string describe(const FusionKernel &kernel) {
    std::string out;
    llvm::raw_string_ostream os(out);
    os << "[";
    llvm::interleaveComma(ArrayRef(kernel.sizes).take_front(kernel.rowDims), os);
    os << "] and [";
    llvm::interleaveComma(ArrayRef(kernel.sizes).drop_front(kernel.rowDims), os);
    os << "]";
    return out;
  }

  /// Every output is written once, by the nest and in the pass in which its value is complete.
  LogicalResult checkStores() {
    auto key = [](const FusionPlan::Store &s) {
      return std::tuple(s.output, s.kernel, s.pass, s.perRow, s.value.getAsOpaquePointer());
    };
    auto mine = llvm::map_to_vector(given.stores, key),
         wanted = llvm::map_to_vector(planned.stores, key);
    llvm::sort(mine);
    llvm::sort(wanted);
    return mine == wanted
               ? success()
               : LogicalResult(op.emitOpError("stores ") << op.getStores()
                                                         << ", which is not where and when its "
                                                            "body has the results");
  }

  /// How a reduction is accumulated decides its bits, so it must be as planned.
  LogicalResult checkAccumulations() {
    for (const FusionPlan::Reduction &r : planned.reductions)
      if (llvm::none_of(given.reductions, [&](auto &mine) {
            return mine.op == r.op && mine.kind == r.kind && mine.pass == r.pass &&
                   mine.passes == r.passes;
          }))
        return r.op->emitOpError("is accumulated as ")
               << stringifyEnum(ir::AccumulationKind(int(r.kind))) << " in pass " << r.pass
               << " by its kernel's loops, which " << ir::kAccumulationAttr << " has to say";
    if (given.reductions.size() != planned.reductions.size())
      return op.emitOpError("accumulates ")
             << given.reductions.size() << " reductions in its loops; " << planned.reductions.size()
             << " are";
    return checkScratch();
  }

  /// Partial results of all iterations lie in the scratch buffer, no two in one place.
  LogicalResult checkScratch() {
    const FusionKernel &first = given.kernels[0];
    SmallVector<std::pair<int64_t, int64_t>> parts;
    for (const FusionPlan::Reduction &r : given.reductions)
      for (auto [offset, result] : llvm::zip(r.scratchOffsets, r.op->getResults())) {
        int64_t columns = r.kind == Kind::Columns ? first.columns() : 1;
        int64_t bytes = first.extent * columns * bytesInRegister(result);
        parts.push_back({int64_t(offset), int64_t(offset) + bytes});
      }
    llvm::sort(parts);
    int64_t taken = 0;
    for (auto [begin, end] : parts) {
      if (begin < taken || begin % 64 || end > int64_t(given.scratchBytes))
        return op.emitOpError("has partial results in bytes ")
               << begin << " to " << end << " of its scratch buffer of " << given.scratchBytes
               << "; they begin at multiples of 64 and share no byte";
      taken = end;
    }
    return success();
  }

  /// A staged value must exist per column of a row, in the pass from which on it is kept.
  LogicalResult checkStaged() {
    for (const FusionPlan::Staged &s : given.staged)
      if (llvm::none_of(planned.staged, [&](auto &known) {
            return known.value == s.value && known.pass == s.pass;
          }))
        return s.value.getDefiningOp()->emitOpError("is staged from pass ")
               << s.pass << " on; its kernel cannot keep it for the columns of a row";
    return success();
  }

  /// Updates in place must be as planned. Inputs that share a buffer with an output may be fewer.
  LogicalResult checkBuffers() {
    auto pair = [](auto &p) { return std::pair(p.input, p.output); };
    if (llvm::map_to_vector(given.updatesInPlace, pair) !=
        llvm::map_to_vector(planned.updatesInPlace, pair))
      return op.emitOpError("has updates ")
             << op.getUpdates() << ", which are not those of its body";
    for (auto [mine, may] : llvm::zip_equal(given.mayShare, planned.mayShare))
      for (unsigned input : mine)
        if (!llvm::is_contained(may, input))
          return op.emitOpError("shares ") << op.getShares() << "; input " << input
                                           << " is read after a result would take its place";
    return success();
  }
};

LogicalResult check(ir::KernelOp op) {
  FusionBody body = FusionBody::of(op.getBody().front());
  FusionPlan given = planOf(op);
  std::string reason;
  FailureOr<FusionPlan> planned = planFusion(body, &reason);
  if (failed(planned))
    return op.emitOpError("cannot be a kernel: ") << reason;
  // Later passes recompute all that is not staged, and read its operands then.
  llvm::DenseSet<Value> staged;
  for (const FusionPlan::Staged &s : given.staged)
    staged.insert(s.value);
  stageRows(body, *planned, &staged);
  return KernelCheck(op, given, *planned).run();
}

struct CheckKernels : impl::CheckKernelsBase<CheckKernels> {
  void runOnOperation() override {
    bool isSound = true;
    getOperation().walk([&](ir::KernelOp kernel) { isSound &= succeeded(check(kernel)); });
    if (!isSound)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

} // namespace spmd
