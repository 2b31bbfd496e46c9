// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows what a loop saves back to the row of a value from outside, and copies the ops on the way
// to the readers. The loop itself no longer writes the buffer, which later passes drop.
#include "compiler/partition/gather_again.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "compiler/placement/plan_reshard.h"
#include "compiler/placement/reshard_planner.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// The loops and values in which a value may be another one's name are few.
using Names = SmallVector<Value>;

/// The rows of one loop that others can gather again.
class SavedRows {
public:
  SavedRows(Operation *loop, const AtomTable &atoms) : loop(loop), atoms(atoms) {}

  void run() {
    for (const ResidualBuffer &buffer : residualBuffersOf(loop))
      if (follow(buffer) && holdsMore(buffer.update, slice->getResult(0)) && collectReads(buffer))
        gather(buffer);
  }

private:
  Operation *loop;
  const AtomTable &atoms;
  stablehlo::DynamicSliceOp slice;              // the row of the value from outside
  Value stack;                                  // that value
  SmallVector<Operation *> moves;               // from the update back to the slice
  SmallVector<stablehlo::DynamicSliceOp> reads; // of the buffer that is looked at

  /// The value from outside of the loop that `value` of its body is; null if it is made inside.
  Value fromOutside(Value value) const {
    if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
      return value;
    auto argument = dyn_cast<BlockArgument>(value);
    Block &body = loop->getRegion(1).front();
    bool isCarried = argument && argument.getOwner() == &body;
    unsigned i = isCarried ? argument.getArgNumber() : 0;
    return isCarried && body.getTerminator()->getOperand(i) == argument ? loop->getOperand(i)
                                                                        : Value();
  }

  /// Whether the op keeps all elements: it moves them, converts them or says where they lie.
  static bool keepsElements(Operation *op) {
    return op->getNumOperands() == 1 && op->getNumResults() == 1 && op->getNumRegions() == 0 &&
           (sdy::isMove(op) || (isPure(op) && (isElementwise(op) || Rules::of(op).index)));
  }

  /// Finds the slice of which the buffer saves a row. Both have their rows in the same order.
  bool follow(const ResidualBuffer &buffer) {
    moves.clear();
    Operation *op = buffer.update.getDefiningOp();
    while (op && op->getParentOp() == loop && keepsElements(op)) {
      moves.push_back(op);
      op = op->getOperand(0).getDefiningOp();
    }
    slice = dyn_cast_or_null<stablehlo::DynamicSliceOp>(op);
    stack = slice ? fromOutside(slice.getOperand()) : Value();
    Value row = stack ? rowReadBy(slice, slice.getOperand()) : Value();
    std::optional<OfTrip> at = row ? ofTrip(loop, row) : std::nullopt;
    return at && at->scale == buffer.row.scale && at->offset == buffer.row.offset &&
           llvm::any_of(moves, sdy::isMove) && rowsOf(stack) > 1 &&
           rowsOf(stack) == rowsOf(loop->getResult(buffer.carried));
  }
  static int64_t rowsOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getDimSize(0);
  }

  bool holdsMore(Value saved, Value row) const {
    auto bytes = [&](Value value) {
      auto type = cast<RankedTensorType>(value.getType());
      return localBytes(type.getShape(), bufferElementBytes(type), atoms.sizes(),
                        atoms.placement(sdy::getSharding(value), type.getRank()));
    };
    std::optional<double> before = bytes(row), after = bytes(saved);
    return before && after && *after > *before;
  }

  /// Collects the reads of a buffer. Fails where anything else reads it, or where a loop that
  /// passes it on gives it to others.
  bool collectReads(const ResidualBuffer &buffer) {
    reads.clear();
    Names names{loop->getResult(buffer.carried)};
    for (size_t n = 0; n < names.size(); ++n)
      for (OpOperand &use : names[n].getUses())
        if (!addUse(use, names))
          return false;
    return !reads.empty();
  }
  bool addUse(OpOperand &use, Names &names) {
    Operation *user = use.getOwner();
    unsigned i = use.getOperandNumber();
    if (isLoop(user)) {
      BlockArgument inside = user->getRegion(1).front().getArgument(i);
      names.push_back(inside);
      return user->getBlock() == loop->getBlock() && user->getResult(i).use_empty() &&
             user->getRegion(0).front().getArgument(i).use_empty() &&
             inside.getOwner()->getTerminator()->getOperand(i) == inside;
    }
    if (user->hasTrait<OpTrait::IsTerminator>()) // the loop passes it on, as was seen above
      return isa<BlockArgument>(use.get());
    auto read = dyn_cast<stablehlo::DynamicSliceOp>(user);
    if (!read || !rowReadBy(read, use.get()) || user->getBlock() == loop->getBlock())
      return false;
    reads.push_back(read);
    return true;
  }

  /// Copies the slice and the moves to each reader. The starts of the other dims are zero there as
  /// here; both slices clamp the row alike, as they have as many.
  void gather(const ResidualBuffer &buffer) {
    for (stablehlo::DynamicSliceOp read : reads) {
      OpBuilder b(read);
      Operation *copy = b.clone(*slice);
      copy->setOperand(0, stack);
      for (unsigned i = 1; i < copy->getNumOperands(); ++i)
        copy->setOperand(i, read.getStartIndices()[i == 1 ? 0 : 1]);
      for (Operation *move : llvm::reverse(moves)) {
        Value from = copy->getResult(0);
        copy = b.clone(*move);
        copy->setOperand(0, from);
      }
      read.replaceAllUsesWith(copy->getResult(0));
      read.erase();
    }
    Block &body = loop->getRegion(1).front();
    Operation *write = body.getTerminator()->getOperand(buffer.carried).getDefiningOp();
    body.getTerminator()->setOperand(buffer.carried, body.getArgument(buffer.carried));
    write->erase();
    for (Operation *move : moves)
      if (move->use_empty())
        move->erase();
  }
};

} // namespace

/// Types inside of manual computations are local, and nothing is gathered there unless the program
/// says so.
void gatherAgain(func::FuncOp func, const AtomTable &atoms) {
  for (Operation *loop : opsWhere(func, isLoop))
    if (!loop->getParentOfType<sdy::ManualComputationOp>())
      SavedRows(loop, atoms).run();
}

} // namespace spmd
