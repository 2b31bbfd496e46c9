// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns dot_general into spmd.dot. The runtime's matmul reads and writes dims in any order through
// strides, so transposes of its operands, and of its result if that has no other user, become part
// of the matmul.
//   dot_general(transpose(%x), %y)  ->  spmd.dot %x, %y with the dims that %x has
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_LOWERMATMULS
#include "compiler/passes.h.inc"
namespace {

/// One operand of a matmul and the roles of its dims.
struct Side {
  Value value;
  SmallVector<int64_t> batch, contract, free; // free: in the order of the result's dims
};

/// Reads through transposes: dim d of transpose(x, p) is dim p[d] of x.
void readThroughTransposes(Side &side) {
  while (auto transpose = side.value.getDefiningOp<stablehlo::TransposeOp>()) {
    ArrayRef<int64_t> p = transpose.getPermutation();
    for (SmallVector<int64_t> *dims : {&side.batch, &side.contract, &side.free})
      for (int64_t &d : *dims)
        d = p[d];
    side.value = transpose.getOperand();
  }
}

/// The operand with its dims sorted into batch, contracted and free ones.
Side sideOf(Value value, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
  Side side{value, SmallVector<int64_t>(batch), SmallVector<int64_t>(contract), {}};
  for (int64_t d = 0; d < cast<RankedTensorType>(value.getType()).getRank(); ++d)
    if (!llvm::is_contained(batch, d) && !llvm::is_contained(contract, d))
      side.free.push_back(d);
  readThroughTransposes(side);
  return side;
}

/// The position of each dim among the sorted ones, as spmd.dot lists free dims in the order of the
/// operand.
///   ranks([3, 0, 2]) = [2, 0, 1]
SmallVector<int64_t> ranks(ArrayRef<int64_t> dims) {
  SmallVector<int64_t> out;
  for (int64_t d : dims)
    out.push_back(llvm::count_if(dims, [&](int64_t other) { return other < d; }));
  return out;
}

/// Replaces one dot_general and the transposes around it.
///   transpose(dot(transpose(x), y)) -> spmd.dot(x, y) with permuted dims
LogicalResult lower(stablehlo::DotGeneralOp op) {
  auto numbers = op.getDotDimensionNumbers();
  Side lhs = sideOf(op.getLhs(), numbers.getLhsBatchingDimensions(),
                    numbers.getLhsContractingDimensions());
  Side rhs = sideOf(op.getRhs(), numbers.getRhsBatchingDimensions(),
                    numbers.getRhsContractingDimensions());
  int64_t batch = lhs.batch.size(), m = lhs.free.size();
  // permutation[i] is the dim of spmd.dot's natural order (batch.., m.., n..) that becomes dim i of
  // the result.
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq(batch));
  for (int64_t r : ranks(lhs.free))
    permutation.push_back(batch + r);
  for (int64_t r : ranks(rhs.free))
    permutation.push_back(batch + m + r);
  // Follows the chain of transposes while each is the only user of the previous op.
  Operation *last = op;
  while (last->hasOneUse()) {
    auto transpose = dyn_cast<stablehlo::TransposeOp>(*last->getUsers().begin());
    if (!transpose || transpose->getBlock() != op->getBlock())
      break;
    permutation =
        llvm::map_to_vector(transpose.getPermutation(), [&](int64_t d) { return permutation[d]; });
    last = transpose;
  }
  OpBuilder b(op);
  Type type = last->getResult(0).getType();
  Value matmul = ir::DotOp::create(b, op.getLoc(), type, lhs.value, rhs.value, lhs.batch, rhs.batch,
                                   lhs.contract, rhs.contract, permutation);
  last->getResult(0).replaceAllUsesWith(matmul);
  // Erases the transposes from the last one back to the dot_general.
  for (Operation *dead = last;;) {
    Operation *previous = dead == op ? nullptr : dead->getOperand(0).getDefiningOp();
    dead->erase();
    if (!previous)
      return success();
    dead = previous;
  }
}

struct LowerMatmuls : impl::LowerMatmulsBase<LowerMatmuls> {
  /// Fails for element types that generated code cannot multiply.
  void runOnOperation() override {
    for (stablehlo::DotGeneralOp op : opsIn<stablehlo::DotGeneralOp>(getOperation())) {
      Type element = op.getType().getElementType();
      if (isa<ComplexType>(element) || !isa<IntegerType, FloatType>(element)) {
        op.emitError("multiplies elements of type ")
            << element << ", for which there is no matmul in generated code";
        return signalPassFailure();
      }
      if (failed(lower(op)))
        return signalPassFailure();
    }
  }
};

} // namespace
} // namespace spmd
