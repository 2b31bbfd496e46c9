// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partial results of a reduction over rows: each iteration of the first kernel leaves one piece in
// scratch memory, a number or a row of columns, and the kernel that reads the reduction adds the
// pieces up in their order.
#include "compiler/codegen/loop_emitter.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

static unsigned bytesOf(Operation *op, unsigned k) {
  return FusionTrace::bytesInRegister(op->getResult(k));
}

llvm::Value *LoopEmitter::partialBase(const FusionPlan::Reduction &r, unsigned k) {
  return b.CreateConstGEP1_64(b.getInt8Ty(), buffers[body.inputs.size() + body.outputs.size()],
                              r.scratchOffsets[k]);
}

/// Where this iteration's row of columns begins.
llvm::Value *LoopEmitter::partialRow(const FusionPlan::Reduction &r, unsigned k) {
  return b.CreateGEP(b.getInt8Ty(), partialBase(r, k),
                     b.CreateMul(iteration, i64(kernel.columns() * bytesOf(r.op, k))));
}

/// Element `place` of a piece, or several side by side; predicates are bytes in memory.
llvm::Value *LoopEmitter::loadPartial(llvm::Value *base, Operation *op, unsigned k,
                                      AffineExpr place) {
  llvm::Type *type = totalType(op, k);
  bool isPredicate = type->isIntegerTy(1);
  llvm::Value *x = load(base, isPredicate ? b.getInt8Ty() : type, bytesOf(op, k), place);
  return isPredicate ? b.CreateICmpNE(x, llvm::Constant::getNullValue(x->getType())) : x;
}

/// `x`, a total or several side by side, as memory has it.
llvm::Value *LoopEmitter::asPartial(llvm::Value *x) {
  return x->getType()->isIntOrIntVectorTy(1) ? b.CreateZExt(x, x->getType()->getWithNewBitWidth(8))
                                             : x;
}

void LoopEmitter::startPartials() {
  if (kernelIndex > 0)
    return;
  for (const FusionPlan::Reduction &r : plan.reductions) {
    if (!FusionPlan::isPartial(r.kind))
      continue;
    if (r.kind != Kind::Columns) {
      partialTotals[r.op] = Totals{r.op, iterationScope, true, {}};
      continue;
    }
    int64_t columns = kernel.columns();
    for (unsigned k = 0; k < r.op->getNumResults(); ++k) {
      llvm::Value *base = partialRow(r, k), *none = asPartial(neutral(r.op, k));
      auto clear = [&](int64_t from, int64_t to, unsigned lanes) {
        loop({i64(from), i64(to), false}, lanes, [&](llvm::Value *i) {
          b.CreateAlignedStore(splatTo(b, none, lanes), b.CreateGEP(none->getType(), base, i),
                               llvm::Align(bytesOf(r.op, k)));
        });
      };
      clear(0, columns / 8 * 8, 8);
      clear(columns / 8 * 8, columns, 1);
    }
  }
}

void LoopEmitter::addToColumns(const FusionPlan::Reduction &r, ArrayRef<llvm::Value *> elements,
                               unsigned lanes) {
  AffineExpr column = columnNumber();
  SmallVector<llvm::Value *> before;
  for (unsigned k = 0; k < elements.size(); ++k)
    before.push_back(loadPartial(partialRow(r, k), r.op, k, column));
  for (auto [k, after] : llvm::enumerate(combine(r.op, before, elements))) {
    llvm::Value *x = asPartial(after);
    store(partialRow(r, k), x->getType()->getScalarType(), bytesOf(r.op, k), column, x, lanes);
  }
}

void LoopEmitter::finishPartials() {
  if (kernelIndex > 0)
    return;
  for (const FusionPlan::Reduction &r : plan.reductions) {
    if (!FusionPlan::isPartial(r.kind) || r.kind == Kind::Columns)
      continue;
    for (auto [k, made] : llvm::enumerate(total(partialTotals[r.op], false, 1))) {
      llvm::Value *x = asPartial(made);
      b.CreateAlignedStore(x, b.CreateGEP(x->getType(), partialBase(r, k), iteration),
                           llvm::Align(bytesOf(r.op, k)));
    }
  }
}

/// The pieces that the first kernel left, one after the other.
llvm::Value *LoopEmitter::sumPieces(const FusionPlan::Reduction &r, Value value,
                                    ArrayRef<AffineExpr> index) {
  bool columns = r.kind == Kind::Columns;
  int64_t count = plan.kernels[0].extent, width = columns ? plan.kernels[0].columns() : 1;
  AffineExpr column =
      columns ? algebra.linear(index, cast<RankedTensorType>(value.getType()).getShape())
              : algebra.constant(0);
  int lane = laneVariable(column);
  unsigned lanes = lane < 0 ? 1 : variables[lane].lanes;
  Totals totals{r.op, current, false, {}};
  loop({i64(0), i64(count), false}, 1, [&](llvm::Value *i) {
    AffineExpr piece = variable(i, 0, count, 1);
    SmallVector<llvm::Value *> elements;
    for (unsigned k = 0; k < r.op->getNumResults(); ++k)
      elements.push_back(
          splatTo(b, loadPartial(partialBase(r, k), r.op, k, piece * width + column), lanes));
    addTo(totals, elements, lanes);
  });
  SmallVector<llvm::Value *> results = roundTotals(r.op, total(totals, true, lanes));
  for (auto [v, made] : llvm::zip_equal(r.op->getResults(), results))
    remember(current, v, index, made);
  return results[cast<OpResult>(value).getResultNumber()];
}

} // namespace spmd
