// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the row moves of an op from its index map, and finds the rows that shards need.
#include "compiler/export/row_moves.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {
namespace {

/// A pad writes (d0 - 1) floordiv 3, a slice d0 * 2 + 3, a reversal -d0 + 7.
/// The row of the operand as a function of result dim d alone: (d * stride + start) floordiv
/// dilation. Nothing for other functions.
std::optional<RowMove> readMove(AffineExpr row, unsigned dim) {
  RowMove move;
  auto division = dyn_cast<AffineBinaryOpExpr>(row);
  if (division && division.getKind() == AffineExprKind::FloorDiv) {
    auto by = dyn_cast<AffineConstantExpr>(division.getRHS());
    if (!by)
      return std::nullopt;
    move.dilation = by.getValue();
    row = division.getLHS();
  }
  if (!row.isPureAffine() || !row.isFunctionOfDim(dim))
    return std::nullopt;
  // Two samples determine a linear function; a third one tells other functions apart. Divisions
  // and remainders of small dims could still pass, but no facet writes such a map along one dim.
  MLIRContext *context = row.getContext();
  auto at = [&](int64_t value) {
    AffineExpr expr =
        row.replace(getAffineDimExpr(dim, context), getAffineConstantExpr(value, context));
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    return constant ? std::optional(constant.getValue()) : std::nullopt;
  };
  std::optional<int64_t> first = at(0), second = at(1), third = at(2);
  if (!first || !second || !third || *third - *second != *second - *first || *second == *first)
    return std::nullopt;
  move.start = *first;
  move.stride = *second - *first;
  return move;
}

} // namespace

// A transpose reads dim 1 for dim 0, and a gather has symbols: neither moves rows along one dim.
std::optional<RowMoves> rowMovesOf(Operation *op) {
  const OpRules &rules = Rules::of(op);
  if (!rules.index || op->getNumResults() != 1 || op->getNumOperands() == 0 || !hasStaticShapes(op))
    return std::nullopt;
  auto in = dyn_cast<RankedTensorType>(op->getOperand(0).getType()),
       out = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!in || !out || in.getRank() != out.getRank())
    return std::nullopt;
  // One piece reads one operand everywhere; concatenations have several.
  Movement movement = rules.index(op);
  if (!movement.symbols.empty() || movement.pieces.size() != 1 || movement.pieces[0].operand != 0 ||
      movement.pieces[0].map.getNumResults() != in.getRank())
    return std::nullopt;
  RowMoves moves;
  moves.fill = movement.fill;
  for (auto [d, row] : llvm::enumerate(movement.pieces[0].map.getResults())) {
    std::optional<RowMove> move = readMove(row, d);
    if (!move)
      return std::nullopt;
    move->rowsIn = in.getDimSize(d);
    move->rowsOut = out.getDimSize(d);
    moves.dims.push_back(*move);
  }
  return moves;
}

// Shardy cuts dims into parts of equal size, the last of which may be short or empty.
HaloPlan::HaloPlan(const RowMove &move, int64_t shards)
    : HaloPlan(move, shards, llvm::divideCeil(move.rowsIn, shards),
               llvm::divideCeil(move.rowsOut, shards)) {}

HaloPlan::HaloPlan(const RowMove &move, int64_t shards, int64_t own, int64_t made)
    : move(move), shards(shards), own(own), made(made) {
  coverWants();
}

// slice [1:9] of 12 over 4 shards, shard 1: rows 2 and 3 of the result are rows 3 and 4.
std::optional<std::pair<int64_t, int64_t>> HaloPlan::wants(int64_t shard) const {
  int64_t firstRow = shard * made, lastRow = std::min(firstRow + made, move.rowsOut) - 1;
  if (firstRow > lastRow)
    return std::nullopt; // the shard is padding
  int64_t first = llvm::divideCeilSigned(firstRow * move.stride + move.start, move.dilation);
  int64_t last = llvm::divideFloorSigned(lastRow * move.stride + move.start, move.dilation);
  first = std::max<int64_t>(first, 0);
  last = std::min(last, move.rowsIn - 1);
  return first <= last ? std::optional(std::pair(first, last)) : std::nullopt;
}

/// Sets `begin` and `end` to the smallest range that covers what each shard wants, seen from its
/// own part. One program serves all shards, so each of them gets the whole range.
void HaloPlan::coverWants() {
  bool isFirst = true;
  for (int64_t p = 0; p < shards; ++p)
    if (auto rows = wants(p)) {
      int64_t first = rows->first - p * own, behind = rows->second + 1 - p * own;
      begin = isFirst ? first : std::min(begin, first);
      end = isFirst ? behind : std::max(end, behind);
      isFirst = false;
    }
}

// Own rows 3, begin -2, end 3: rows 1 and 2 of shard -1, rows 0 to 2 of shard 0.
int64_t HaloPlan::firstHop() const { return llvm::divideFloorSigned(begin, own); }
int64_t HaloPlan::lastHop() const { return llvm::divideFloorSigned(end - 1, own); }

int64_t HaloPlan::hops() const {
  // A shard's own rows need no permute.
  int64_t parts = lastHop() - firstHop() + 1;
  bool takesOwn = firstHop() <= 0 && lastHop() >= 0;
  return parts - takesOwn;
}

} // namespace spmd
