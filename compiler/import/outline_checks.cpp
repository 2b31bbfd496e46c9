// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves the checks of main into a function of their own. Code that computes a value can then be
// compiled, while the comparison runs in the reference interpreter (docs/architecture.md, "Programs
// that check themselves").
#include "compiler/ops/checks.h"
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_OUTLINECHECKS
#include "compiler/passes.h.inc"
namespace {

/// The constants of the block that `values` depend on, in program order. An op with regions counts
/// as one op that depends on all values that its regions use.
SmallVector<Operation *> constantsBehind(Block &block, ValueRange values) {
  SetVector<Operation *> reached;
  auto reach = [&](Value value) {
    if (Operation *def = value.getDefiningOp())
      if (Operation *own = block.findAncestorOpInBlock(*def))
        reached.insert(own);
  };
  llvm::for_each(values, reach);
  for (size_t i = 0; i < reached.size(); ++i) // grows on the way
    reached[i]->walk([&](Operation *op) { llvm::for_each(op->getOperands(), reach); });
  SmallVector<Operation *> constants;
  for (Operation &op : block)
    if (reached.contains(&op) && op.hasTrait<OpTrait::ConstantLike>())
      constants.push_back(&op);
  return constants;
}

/// Moves the checks into a new private function with one argument for each compared value. Main
/// returns these values after its own results.
LogicalResult outline(func::FuncOp main, ArrayRef<Operation *> checks) {
  // Each value once, even if several checks compare it; the order is that of the checks.
  SetVector<Value> compared;
  for (Operation *check : checks)
    compared.insert_range(check->getOperands());
  OpBuilder b(main->getContext());
  b.setInsertionPointAfter(main);
  SmallVector<Type> types = llvm::map_to_vector(compared, [](Value v) { return v.getType(); });
  auto function =
      func::FuncOp::create(b, main.getLoc(), kChecksFunction, b.getFunctionType(types, {}));
  // Private, so that it is no entry point of the program.
  function.setPrivate();
  Block &body = *function.addEntryBlock();
  IRMapping mapping;
  mapping.map(compared.getArrayRef(), body.getArguments());
  b.setInsertionPointToEnd(&body);
  for (Operation *check : checks) {
    b.clone(*check, mapping);
    OpBuilder before(check);
    for (Value holds : check->getResults()) { // a check that fails ends the run, so it is true here
      auto yes = DenseElementsAttr::get(cast<ShapedType>(holds.getType()), true);
      holds.replaceAllUsesWith(stablehlo::ConstantOp::create(before, check->getLoc(), yes));
    }
    check->erase();
  }
  func::ReturnOp::create(b, main.getLoc());
  Operation *back = main.front().getTerminator();
  for (Value value : compared) {
    if (failed(main.insertResult(main.getNumResults(), value.getType(), {})))
      return failure();
    back->insertOperands(back->getNumOperands(), value);
  }
  return success();
}

/// Turns a constant of main into an argument with the constant's value as an attribute, so that
/// nothing is folded.
LogicalResult makeArgument(func::FuncOp main, Operation *constant) {
  ElementsAttr value;
  if (!matchPattern(constant, m_Constant(&value)))
    return success();
  unsigned index = main.getNumArguments();
  NamedAttribute kept(StringAttr::get(main.getContext(), kValueAttr), value);
  if (failed(main.insertArgument(index, constant->getResult(0).getType(),
                                 DictionaryAttr::get(main.getContext(), kept), constant->getLoc())))
    return failure();
  IRRewriter(constant).replaceOp(constant, main.getArgument(index));
  return success();
}

struct OutlineChecks : impl::OutlineChecksBase<OutlineChecks> {
  using OutlineChecksBase::OutlineChecksBase;

  /// Fails if a check stands in a region, because main could not return the values that it
  /// compares.
  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main || !main.getBody().hasOneBlock())
      return;
    auto checks = opsWhere(main, isCheck);
    for (Operation *check : checks)
      if (check->getParentOp() != main) {
        check->emitOpError("stands in a region of '")
            << check->getParentOp()->getName()
            << "'; a generated program checks only what main itself computes"
            << Note{check->getParentOp()->getLoc(), "the op with this region is here"};
        return signalPassFailure();
      }
    if (checks.empty())
      return;
    unsigned own = main.getNumResults();
    if (failed(outline(main, checks)))
      return signalPassFailure();
    if (keepConstants)
      return;
    for (Operation *constant :
         constantsBehind(main.front(), main.front().getTerminator()->getOperands().drop_front(own)))
      if (failed(makeArgument(main, constant)))
        return signalPassFailure();
  }
};

} // namespace
} // namespace spmd
