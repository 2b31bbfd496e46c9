// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the loops over blocks of a group: which factors are cut, and into how many parts.
// Separate from block_group.cpp, which decides which ops belong to the group.
#include "compiler/optimize/block_group.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The index of the loop over a factor, or -1.
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

/// For each dim of an operand the loop that cuts it; -1 where the whole dim is read in every block.
SmallVector<int64_t> BlockGroup::cutOfOperand(Operation *op, unsigned operand) const {
  SmallVector<int64_t> cut(typeOf(op->getOperand(operand)).getRank(), -1);
  const Member &member = memberOf.find(op)->second;
  for (auto [dim, factor] : llvm::zip_equal(member.dims, member.factors))
    for (auto [o, d] : dim.operands)
      if (o == operand)
        cut[d] = loopOf(factor);
  return cut;
}

/// The largest divisor of `size` in [least, most], or `size` itself if there is none.
///   partOf(768, 256, 48) = 256, partOf(97, 64, 8) = 97
static int64_t partOf(int64_t size, int64_t most, int64_t least) {
  for (int64_t part = std::min(size, most); part >= least; --part)
    if (size % part == 0)
      return part;
  return size;
}

/// Cuts the dims of these factors into parts, so that all parts together are `rows` rows. Returns
/// the number of parts of each. The innermost dim keeps the most rows.
static DenseMap<int, int64_t> cutRows(ArrayRef<std::pair<int, bool>> cuttable,
                                      ArrayRef<int64_t> sizes, int64_t rows, int64_t leastRows) {
  DenseMap<int, int64_t> counts;
  for (auto [factor, isSummed] : llvm::reverse(cuttable)) {
    int64_t part = partOf(sizes[factor], rows, counts.empty() ? leastRows / 4 : 1);
    counts[factor] = sizes[factor] / part;
    rows = std::max<int64_t>(1, rows / part);
  }
  return counts;
}

/// Whether every op of the group has the dim. A matmul may sum over it if its result has at least
/// 32 bits and no member reads that result; then the blocks add up their partial sums in memory.
bool BlockGroup::isRow(int factor, bool &isSummed) const {
  for (Operation *op : members) {
    const Member &member = memberOf.find(op)->second;
    const auto *it = llvm::find(member.factors, factor);
    if (it == member.factors.end())
      return false;
    if (member.dims[it - member.factors.begin()].result >= 0)
      continue;
    // A narrower sum would be rounded in each block instead of once, at its end.
    bool isWide = typeOf(op->getResult(0)).getElementType().getIntOrFloatBitWidth() >= 32;
    if (!isa<ir::DotOp>(op) || !isWide || hasMemberUser(op->getResult(0)))
      return false;
    isSummed = true;
  }
  return true;
}

/// Chooses the loops. Batch dims are cut into single indices. With `withRows`, row dims are cut,
/// too, so that the large values of one block take about `blockBytes`. Returns false if there is no
/// loop, or if a block would not fit the kernels.
bool BlockGroup::chooseLoops(bool withRows) {
  loops.clear();
  serial = 0;
  SmallVector<Loop> summed;
  ArrayRef<int> scores = factorsOf.find(seed->getResult(0))->second;
  // `large` is the bytes of all large matmul results for each element of the scores.
  int64_t columns = 1, large = 0;
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
  int64_t rows = std::clamp(limits.blockBytes / std::max<int64_t>(1, large * columns),
                            limits.leastRows, limits.mostRows);
  DenseMap<int, int64_t> counts = cutRows(cuttable, sizes, rows, limits.leastRows);
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
  return !loops.empty() && fits();
}

/// Whether the blocks fit the kernels. Kernels read and write contiguous blocks only; matmuls take
/// strides, so operands and outputs of matmuls alone may be anything.
bool BlockGroup::fits() const {
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
