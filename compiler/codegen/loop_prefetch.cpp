// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines that are brought nearer before they are read, where the machine does not foresee them:
// beyond a page, the next row while one is computed, the next row that is looked up.
#include "compiler/codegen/loop_emitter.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

// Bytes: what one prefetch brings, and how long before it is read.
constexpr int64_t kLine = 64, kAhead = 2 << 10;
constexpr unsigned kMostPlainOps = 8; // between inputs and the number that is looked up

void LoopEmitter::prefetch(llvm::Value *from, int64_t bytes) {
  for (int64_t offset = 0; offset < bytes; offset += kLine) {
    llvm::Value *line = b.CreateConstGEP1_64(b.getInt8Ty(), from, offset);
    b.CreateIntrinsic(llvm::Intrinsic::prefetch, {line->getType()},
                      {line, b.getInt32(0), b.getInt32(2), b.getInt32(1)});
  }
}

void LoopEmitter::prefetchAhead(llvm::Value *at, int64_t bytes) {
  if (nonTemporal && kernel.block && bytes >= kLine)
    prefetch(b.CreateConstGEP1_64(b.getInt8Ty(), at, kAhead), bytes);
}

void LoopEmitter::prefetchNextRow(unsigned lanes) {
  for (auto [base, bytes] : rowInputs) {
    int64_t rowBytes = kernel.columns() * bytes;
    if (kernel.rows() == 1 || rowBytes < 4 * kLine || lanes * bytes < kLine)
      continue;
    AffineExpr next =
        algebra.simplify(elementNumber() + llvm::divideCeil(kAhead, rowBytes) * kernel.columns());
    prefetch(b.CreateGEP(b.getInt8Ty(), base, b.CreateMul(number(next, 1), i64(bytes))),
             lanes * bytes);
  }
}

bool LoopEmitter::isPlain(Value value, unsigned depth) const {
  if (inputOf.contains(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || depth == kMostPlainOps || op->getNumRegions())
    return false;
  bool moves = Rules::of(op).index && Rules::of(op).index(op).symbols.empty();
  return (op->hasTrait<OpTrait::ConstantLike>() || isElementwise(op) || moves) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isPlain(operand, depth + 1); });
}

/// The variables of the row behind those that are done at once; of the last row its own.
void LoopEmitter::setNextRow() {
  At at(*this, rowScope);
  SmallVector<AffineExpr> own(ArrayRef(dims).take_front(kernel.rowDims));
  setRowVariables(b.CreateBinaryIntrinsic(
      llvm::Intrinsic::smin, b.CreateAdd(row->number, i64(rows.size())), i64(kernel.rows() - 1)));
  for (unsigned d = 0; d < kernel.rowDims; ++d) {
    row->next[own[d]] = dims[d];
    dims[d] = own[d];
  }
}

void LoopEmitter::prefetchNextLookup(llvm::Value *base, int64_t bytes, unsigned lanes,
                                     AffineExpr linear) {
  if (!row->number || pass || kernel.rows() == 1 || kernel.columns() * bytes < 4 * kLine ||
      lanes * bytes < kLine)
    return;
  llvm::DenseMap<AffineExpr, AffineExpr> next;
  bool isLookup = true;
  linear.walk([&](AffineExpr e) {
    if (!isa<AffineSymbolExpr>(e) || next.contains(e) || !isLookup)
      return;
    IndexAlgebra::Symbol symbol = algebra.symbolAt(cast<AffineSymbolExpr>(e).getPosition());
    SmallVector<unsigned> used;
    algebra.collectVariables(e, used);
    isLookup = !used.empty() && isPlain(symbol.value) && llvm::all_of(used, [&](unsigned v) {
      return llvm::is_contained(ArrayRef(dims).take_front(kernel.rowDims),
                                getAffineDimExpr(v, e.getContext()));
    });
    if (!isLookup)
      return;
    if (row->next.empty())
      setNextRow();
    for (AffineExpr &at : symbol.at)
      at = algebra.simplify(at.replace(row->next));
    next[e] = algebra.symbol(symbol);
  });
  if (!isLookup || next.empty())
    return;
  next.insert(row->next.begin(), row->next.end());
  llvm::Value *element = number(algebra.simplify(linear.replace(next)), 1);
  prefetch(b.CreateGEP(b.getInt8Ty(), base, b.CreateMul(element, i64(bytes))), lanes * bytes);
}

} // namespace spmd
