// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises arguments of main that are concatenated along a new dim, as rolled layers have their
// parameters: spmd.rows shows them as one tensor and copies nothing. It is the first pass of the
// optimize stage, since a concatenation of a hundred arguments is a hundred reshapes to all passes
// behind it.
#include "compiler/passes.h"
#include "compiler/structure/argument_rows.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
#define GEN_PASS_DEF_JOINARGUMENTS
#include "compiler/passes.h.inc"
namespace {

/// The arguments of main that are the rows of a concatenation; empty if something else is. No
/// argument occurs twice.
SmallVector<Value> argumentsIn(ConcatenateOp op) {
  SmallVector<Value> rows;
  DenseSet<Value> seen;
  // Complex numbers are taken apart behind this pass; without elements there are no rows.
  if (op.getDimension() != 0 || !op.getType().hasStaticShape() || !op.getType().getNumElements() ||
      !op.getType().getElementType().isIntOrFloat())
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

/// Whether something reads or carries the rows one by one. What becomes of the updates of rolled
/// parameters, which read them all, turns out later.
bool isWanted(ConcatenateOp op) {
  return op.getInputs().size() >= kManyRows || llvm::any_of(op->getUsers(), [&](Operation *user) {
           return isLoop(user) || rowReadBy(user, op);
         });
}

/// What is a concatenation of other values stays one.
struct JoinArguments : impl::JoinArgumentsBase<JoinArguments> {
  void runOnOperation() override {
    for (ConcatenateOp op : opsIn<ConcatenateOp>(getOperation())) {
      SmallVector<Value> rows = argumentsIn(op);
      if (rows.size() < 2 || !isWanted(op))
        continue;
      // In front of all loops, which may then carry the stack.
      OpBuilder b = OpBuilder::atBlockBegin(cast<BlockArgument>(rows.front()).getOwner());
      op.getResult().replaceAllUsesWith(ir::RowsOp::create(b, op.getLoc(), op.getType(), rows));
      auto pieces = llvm::to_vector(op.getInputs());
      op.erase();
      for (Value piece : pieces)
        if (piece.use_empty())
          piece.getDefiningOp()->erase();
    }
  }
};

} // namespace
} // namespace spmd
