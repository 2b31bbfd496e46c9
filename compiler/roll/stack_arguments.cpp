// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves arguments that are rows of a stack where they are: the stack becomes a table of their
// buffers, and loops read and write single rows of it. A stack that some op reads as a whole becomes
// a concatenation again, which copies.
#include "compiler/passes.h"
#include "compiler/structure/argument_stacks.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
#define GEN_PASS_DEF_STACKARGUMENTS
#define GEN_PASS_DEF_MOVEROWS
#include "compiler/passes.h.inc"
namespace {

/// The value of a stack and the values that loops carry it as.
class StackUses {
public:
  /// Whether all readers move single rows. Collects these.
  bool collect(Value stack) {
    if (!seen.insert(stack).second)
      return true;
    return llvm::all_of(stack.getUses(), [&](OpOperand &use) { return collect(use); });
  }

  SmallVector<DynamicSliceOp> reads;
  SmallVector<DynamicUpdateSliceOp> writes;

private:
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

  static bool writesRow(DynamicUpdateSliceOp op) {
    auto whole = cast<RankedTensorType>(op.getType()),
         row = cast<RankedTensorType>(op.getUpdate().getType());
    return row.getDimSize(0) == 1 &&
           row.getShape().drop_front() == whole.getShape().drop_front() &&
           !viewOf(op.getStartIndices()[0]) &&
           llvm::all_of(op.getStartIndices().drop_front(),
                        [](Value start) { return matchPattern(start, m_Zero()); });
  }

  DenseSet<Value> seen;
};

/// The arguments of main that are the rows of a concatenation; empty if something else is. No
/// argument occurs twice.
SmallVector<Value> argumentsIn(ConcatenateOp op) {
  SmallVector<Value> rows;
  DenseSet<Value> seen;
  if (op.getDimension() != 0)
    return {};
  // The rows are reshapes of [dims] to [1, dims] (asRow of residual_buffers.h).
  for (Value piece : op.getInputs()) {
    auto reshape = piece.getDefiningOp<ReshapeOp>();
    auto argument = reshape ? dyn_cast<BlockArgument>(reshape.getOperand()) : BlockArgument();
    if (!argument || !isa<func::FuncOp>(argument.getOwner()->getParentOp()) ||
        !seen.insert(argument).second)
      return {};
    auto type = reshape.getType(), own = cast<RankedTensorType>(argument.getType());
    if (type.getRank() != own.getRank() + 1 || type.getShape().drop_front() != own.getShape())
      return {};
    rows.push_back(argument);
  }
  return rows;
}

struct StackArguments : impl::StackArgumentsBase<StackArguments> {
  void runOnOperation() override {
    for (ConcatenateOp op : opsIn<ConcatenateOp>(getOperation())) {
      SmallVector<Value> rows = argumentsIn(op);
      if (rows.size() < 2)
        continue;
      // In front of all loops, which may then carry the stack.
      OpBuilder b = OpBuilder::atBlockBegin(cast<BlockArgument>(rows.front()).getOwner());
      op.getResult().replaceAllUsesWith(ir::StackOp::create(b, op.getLoc(), op.getType(), rows));
      auto pieces = llvm::to_vector(op.getInputs());
      op.erase();
      for (Value piece : pieces)
        if (piece.use_empty())
          piece.getDefiningOp()->erase();
    }
  }
};

struct MoveRows : impl::MoveRowsBase<MoveRows> {
  void runOnOperation() override {
    for (ir::StackOp op : opsIn<ir::StackOp>(getOperation())) {
      StackUses uses;
      if (uses.collect(op))
        moveRows(uses);
      else
        copyArguments(op);
    }
  }

private:
  static void moveRows(StackUses &uses) {
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
  static void copyArguments(ir::StackOp op) {
    OpBuilder b(op);
    auto rows =
        llvm::map_to_vector(op.getRows(), [&](Value row) { return asRow(b, op.getLoc(), row); });
    op.getResult().replaceAllUsesWith(
        ConcatenateOp::create(b, op.getLoc(), op.getType(), rows, b.getI64IntegerAttr(0)));
    op.erase();
  }
};

} // namespace
} // namespace spmd
