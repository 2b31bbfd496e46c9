// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over blocks: which factors are cut, and into how many parts.
#include "compiler/optimize/block_group.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

int BlockGroup::loopOf(int factor) const {
  for (auto [l, loop] : llvm::enumerate(loops))
    if (loop.factor == factor)
      return l;
  return -1;
}

SmallVector<int64_t> BlockGroup::cutOfResult(Value result) const {
  SmallVector<int64_t> cut;
  for (int factor : factorsOf.find(result)->second)
    cut.push_back(factor < 0 ? -1 : loopOf(factor));
  return cut;
}

SmallVector<int64_t> BlockGroup::cutOfOperand(Operation *op, unsigned operand) const {
  SmallVector<int64_t> cut(typeOf(op->getOperand(operand)).getRank(), -1);
  const Member &member = memberOf.find(op)->second;
  for (auto [dim, factor] : llvm::zip_equal(member.dims, member.factors))
    for (auto [o, d] : dim.operands)
      if (o == operand)
        cut[d] = loopOf(factor);
  return cut;
}

/// The largest divisor of `size` in [least, most]; all of it where there is none.
static int64_t partOf(int64_t size, int64_t most, int64_t least) {
  for (int64_t part = std::min(size, most); part >= least; --part)
    if (size % part == 0)
      return part;
  return size;
}

bool BlockGroup::chooseLoops(bool withRows) {
  loops.clear();
  serial = 0;
  SmallVector<Loop> summed;
  ArrayRef<int> scores = factorsOf.find(seed->getResult(0))->second;
  // Rows: dims that all ops have, no reduction takes, and whose sums by matmuls nobody reads in
  // the group.
  auto isRow = [&](int factor, bool &isSummed) {
    for (Operation *op : members) {
      const Member &member = memberOf.find(op)->second;
      const auto *it = llvm::find(member.factors, factor);
      if (it == member.factors.end())
        return false;
      if (member.dims[it - member.factors.begin()].result >= 0)
        continue;
      // A sum is rounded once, at its end.
      bool isWide = typeOf(op->getResult(0)).getElementType().getIntOrFloatBitWidth() >= 32;
      if (!isa<ir::DotOp>(op) || !isWide || hasMemberUser(op->getResult(0)))
        return false;
      isSummed = true;
    }
    return true;
  };
  int64_t rows = limits.mostRows, columns = 1, large = 0;
  for (Operation *op : members)
    large += isLarge(op->getResult(0)) && isa<ir::DotOp>(op)
                 ? bytesOf(typeOf(op->getResult(0))) / largeElements
                 : 0;
  SmallVector<std::pair<int, bool>> cuttable;
  for (auto [d, factor] : llvm::enumerate(scores)) {
    bool isSummed = false;
    if (factor < 0 || llvm::is_contained(batch, factor))
      continue;
    if (withRows && isRow(factor, isSummed) && (d + 1 < scores.size() || cuttable.empty()))
      cuttable.push_back({factor, isSummed});
    else
      columns *= sizes[factor];
  }
  rows = std::clamp(limits.blockBytes / std::max<int64_t>(1, large * columns), limits.leastRows,
                    limits.mostRows);
  DenseMap<int, int64_t> counts;
  for (auto [factor, isSummed] : llvm::reverse(cuttable)) { // the innermost keeps most
    int64_t part = partOf(sizes[factor], rows, counts.empty() ? limits.leastRows / 4 : 1);
    counts[factor] = sizes[factor] / part;
    rows = std::max<int64_t>(1, rows / part);
  }
  for (int factor : scores) {
    if (factor < 0)
      continue;
    bool isBatch = llvm::is_contained(batch, factor);
    int64_t count = isBatch ? sizes[factor] : counts.lookup(factor);
    if (count <= 1)
      continue;
    bool isSummed = llvm::is_contained(cuttable, std::pair(factor, true));
    (isSummed ? summed : loops).push_back({factor, count});
  }
  serial = summed.size();
  loops.append(summed);
  return !loops.empty() && int64_t(loops.size()) <= limits.mostLoops && fits();
}

/// Kernels read and write runs of bytes; matmuls read and write anything.
bool BlockGroup::fits() const {
  int64_t values = 0; // at least as many as any kernel of the group reads and makes
  for (Operation *op : members)
    values += op->getNumOperands() + op->getNumResults();
  if (values > limits.mostValues)
    return false;
  SmallVector<int64_t> counts;
  for (const Loop &loop : loops)
    counts.push_back(loop.count);
  for (Operation *op : members)
    if (!isa<ir::DotOp>(op))
      for (auto [i, operand] : llvm::enumerate(op->getOperands()))
        if (!contains(operand) &&
            !(operand.getDefiningOp() && isSplatConstant(operand.getDefiningOp())) &&
            !isContiguousBlock(typeOf(operand).getShape(), cutOfOperand(op, i), counts))
          return false;
  for (Value output : outputs)
    if ((!output.getDefiningOp<ir::DotOp>() || hasMemberUser(output)) &&
        !isContiguousBlock(typeOf(output).getShape(), cutOfResult(output), counts))
      return false;
  return true;
}

} // namespace spmd
