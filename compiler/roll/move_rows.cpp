// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves arguments that are rows of a stack where they are: the stack becomes a table of their
// buffers, and loops read and write single rows of it. A stack that some op reads as a whole is
// copied together, or, if it has few rows, becomes a concatenation again.
#include "compiler/passes.h"
#include "compiler/structure/argument_rows.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
#define GEN_PASS_DEF_MOVEROWS
#include "compiler/passes.h.inc"
namespace {

/// The value of a stack, such as the parameters of all layers, and the values that loops carry it
/// as.
class RowUses {
public:
  /// Whether all readers move single rows. Collects these.
  bool collect(Value whole) {
    if (!seen.insert(whole).second)
      return true;
    return llvm::all_of(whole.getUses(), [&](OpOperand &use) { return collect(use); });
  }

  SmallVector<DynamicSliceOp> reads;
  SmallVector<DynamicUpdateSliceOp> writes;

private:
  /// Looks at one reader. The index of a row must lie at a fixed place in memory, so it is no view.
  bool collect(OpOperand &use) {
    Operation *op = use.getOwner();
    unsigned i = use.getOperandNumber();
    if (auto read = dyn_cast<DynamicSliceOp>(op)) {
      Value row = rowReadBy(op, use.get());
      if (!row || viewOf(row))
        return false;
      reads.push_back(read);
      return true;
    }
    if (auto write = dyn_cast<DynamicUpdateSliceOp>(op)) {
      if (i != 0 || !writesRow(write))
        return false;
      writes.push_back(write);
      return collect(write.getResult());
    }
    if (isLoop(op))
      return collect(op->getRegion(0).front().getArgument(i)) &&
             collect(op->getRegion(1).front().getArgument(i)) && collect(op->getResult(i));
    // What a body hands on as this value must be the stack, too.
    if (op->hasTrait<OpTrait::IsTerminator>() && isLoop(op->getParentOp()))
      return seen.contains(op->getBlock()->getArgument(i));
    return rowOfSlice(op).has_value();
  }

  /// Whether the update is one whole row, at an index that commands can read.
  static bool writesRow(DynamicUpdateSliceOp op) {
    auto whole = cast<RankedTensorType>(op.getType()),
         row = cast<RankedTensorType>(op.getUpdate().getType());
    return row.getDimSize(0) == 1 && row.getShape().drop_front() == whole.getShape().drop_front() &&
           !viewOf(op.getStartIndices()[0]) &&
           llvm::all_of(op.getStartIndices().drop_front(),
                        [](Value start) { return matchPattern(start, m_Zero()); });
  }

  DenseSet<Value> seen;
};

/// Rows of arguments and rows of results are moved alike; all others stay in one buffer.
/// Runs behind all passes that know dynamic_slice and dynamic_update_slice, and before Fuse, which
/// would take these into kernels.
struct MoveRows : impl::MoveRowsBase<MoveRows> {
  void runOnOperation() override {
    for (ir::RowsOp op : opsIn<ir::RowsOp>(getOperation())) {
      RowUses uses;
      if (uses.collect(op))
        moveRows(uses);
      else if (op.getBuffers().size() >= kManyRows)
        op.setIsCopied(true);
      else
        concatenate(op);
    }
    for (ir::UndefinedOp op : opsIn<ir::UndefinedOp>(getOperation()))
      moveResults(op);
  }

private:
  /// Kernels and library calls get the rows themselves.
  static void moveRows(RowUses &uses) {
    for (DynamicSliceOp read : uses.reads) {
      OpBuilder b(read);
      Value row = ir::ReadRowOp::create(b, read.getLoc(), read.getType(), read.getOperand(),
                                        read.getStartIndices()[0]);
      read.getResult().replaceAllUsesWith(row);
      read.erase();
    }
    for (DynamicUpdateSliceOp write : uses.writes) {
      OpBuilder b(write);
      Value next = ir::WriteRowOp::create(b, write.getLoc(), write.getType(), write.getUpdate(),
                                          write.getOperand(), write.getStartIndices()[0]);
      write.getResult().replaceAllUsesWith(next);
      write.erase();
    }
  }
  static void concatenate(ir::RowsOp op) {
    OpBuilder b(op);
    auto rows =
        llvm::map_to_vector(op.getBuffers(), [&](Value row) { return asRow(b, op.getLoc(), row); });
    op.getResult().replaceAllUsesWith(
        ConcatenateOp::create(b, op.getLoc(), op.getType(), rows, b.getI64IntegerAttr(0)));
    op.erase();
  }
  /// Rows that a loop writes and main returns, such as gradients of layers, are results of their
  /// own.
  static void moveResults(ir::UndefinedOp op) {
    auto type = cast<RankedTensorType>(op.getType());
    if (!op->hasOneUse() || !isLoop(*op->user_begin()) || !type.hasStaticShape() ||
        !type.getNumElements())
      return;
    OpOperand &use = *op->use_begin();
    RowUses uses;
    if (!returnedRows(use.getOwner()->getResult(use.getOperandNumber())) ||
        !uses.collect(op.getResult()))
      return;
    moveRows(uses);
    OpBuilder b(op);
    op.getResult().replaceAllUsesWith(
        ir::RowsOp::create(b, op.getLoc(), op.getType(), ValueRange()));
    op.erase();
  }
};

} // namespace
} // namespace spmd
