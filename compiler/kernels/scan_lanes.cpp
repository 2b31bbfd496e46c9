// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusive scans of the lanes of a vector by doubling distances (Hillis, Steele: Data parallel
// algorithms, 1986): after the step of distance d, lane l holds what lanes l - 2d + 1 .. l come to.
// The order of combinations follows from the number of lanes only, and keeps left on the left. It
// is the order of the results of every prefix scan: code generation has no other form of the loop.
#include "compiler/kernels/element_code.h"
#include "compiler/kernels/loop_techniques.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace spmd {
namespace {

/// A loop from lane to lane as prefix_scans.cpp writes it.
class LaneScan {
public:
  LaneScan(LoopBuilder &b, scf::ForOp loop);
  /// Copies the reducer; fails where the loop is not as prefix_scans.cpp writes it.
  LogicalResult readReducer();
  /// Puts the same without a loop in its place.
  void replace();

private:
  SmallVector<Value> combine(ArrayRef<Value> a, ArrayRef<Value> x) {
    SmallVector<Value> arguments(a);
    llvm::append_range(arguments, x);
    return cloneElements(b, reducer, arguments);
  }
  void combineAt(unsigned distance);

  LoopBuilder &b;
  scf::ForOp loop;
  unsigned lanes = 1;
  ElementCode reducer; // (totals.., elements..) -> totals
  SmallVector<Value> before, x;
};

LaneScan::LaneScan(LoopBuilder &b, scf::ForOp loop) : b(b), loop(loop) {
  unsigned count = loop.getNumResults() / 2;
  llvm::append_range(before, loop.getInitArgs().take_front(count));
  llvm::append_range(x, loop.getInitArgs().drop_front(count));
  lanes = lanesOf(x[0]);
}

LogicalResult LaneScan::readReducer() {
  IRMapping map;
  for (Value total : loop.getRegionIterArgs().take_front(x.size()))
    map.map(total, reducer.block.addArgument(total.getType(), b.getLoc()));
  OpBuilder into(b.getContext());
  into.setInsertionPointToStart(&reducer.block);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto lane = dyn_cast<vector::ExtractOp>(op)) {
      map.map(lane, reducer.block.addArgument(lane.getType(), b.getLoc()));
      continue;
    }
    if (isa<vector::InsertOp>(op))
      continue;
    for (Value operand : op.getOperands())
      if (Operation *outside = operand.getDefiningOp(); !map.contains(operand)) {
        if (!outside || !outside->hasTrait<OpTrait::ConstantLike>())
          return failure();
        into.clone(*outside, map);
      }
    into.clone(op, map);
  }
  for (Value total : loop.getYieldedValues().take_front(x.size()))
    reducer.results.push_back(map.lookupOrDefault(total));
  reducer.operandCount = 2 * x.size();
  return success(reducer.block.getNumArguments() == reducer.operandCount);
}

/// Lanes from `distance` on are combined with those so far on their left.
void LaneScan::combineAt(unsigned distance) {
  SmallVector<int64_t> from(lanes);
  SmallVector<bool> isFolded(lanes);
  for (unsigned l = 0; l < lanes; ++l) {
    from[l] = l < distance ? l : l - distance;
    isFolded[l] = l >= distance;
  }
  auto left = llvm::map_to_vector(x, [&](Value v) { return b.shuffle(v, from); });
  SmallVector<Value> both = combine(left, x);
  auto maskType = cast<VectorType>(withLanes(b.getI1Type(), lanes));
  Value mask = b.constant(DenseElementsAttr::get(maskType, isFolded));
  for (auto [v, sum] : llvm::zip_equal(x, both))
    v = b.make<arith::SelectOp>(mask, b.splat(sum, lanes), v);
}

void LaneScan::replace() {
  b.setInsertionPoint(loop);
  auto splats = llvm::map_to_vector(before, [&](Value v) { return b.splat(v, lanes); });
  for (unsigned distance = 1; distance < lanes; distance *= 2)
    combineAt(distance);
  SmallVector<Value> made = combine(splats, x);
  for (Value &v : made)
    v = b.splat(v, lanes);
  for (auto [result, v] : llvm::zip_equal(loop.getResults().drop_front(made.size()), made))
    result.replaceAllUsesWith(v);
  for (auto [result, v] : llvm::zip(loop.getResults(), made))
    if (!result.use_empty())
      result.replaceAllUsesWith(b.lanes(v, lanes - 1, 1));
  Value end = loop.getUpperBound();
  loop.erase();
  if (Operation *constant = end.getDefiningOp(); constant && end.use_empty())
    constant->erase(); // the number of lanes
}

} // namespace

void scanLanes(func::FuncOp loops, const Machine &) {
  SmallVector<scf::ForOp> scans;
  loops.walk([&](scf::ForOp loop) {
    if (loop->hasAttr(kInclusiveScanAttr))
      scans.push_back(loop);
  });
  for (scf::ForOp loop : scans) {
    LoopBuilder b(loops);
    LaneScan scan(b, loop);
    if (succeeded(scan.readReducer()))
      scan.replace();
  }
}

} // namespace spmd
