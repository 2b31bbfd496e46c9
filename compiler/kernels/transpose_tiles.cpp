// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strided reads of eight rows go through a transposed tile. A gather whose lanes lie `stride`
// elements apart, and whose places move by one element from row to row, becomes contiguous loads
// and a transpose before the loop over the rows, and one load of the tile per row.
#include "compiler/kernels/loop_builder.h"
#include "compiler/kernels/loop_techniques.h"
#include "compiler/kernels/value_size.h"

using namespace mlir;

namespace spmd {
namespace {

constexpr int64_t kSide = kTileRows;

/// A gather of the elements corner + row + stride * lane.
struct StridedRead {
  vector::GatherOp gather;
  scf::ForOp rows;
  SmallVector<Value> corner; // the terms of the sum, none of which depends on the row
  int64_t stride;
};

bool isOverEightRows(scf::ForOp loop) {
  return knownNumber(loop.getLowerBound()) == 0 && knownNumber(loop.getUpperBound()) == kSide &&
         knownNumber(loop.getStep()) == 1;
}

/// dense<[0, s, 2 * s, ..]>  ->  s
std::optional<int64_t> strideOf(Value lanes) {
  DenseIntElementsAttr steps;
  if (!matchPattern(lanes, m_Constant(&steps)))
    return std::nullopt;
  int64_t stride = steps.getValues<APInt>()[1].getSExtValue();
  for (auto [lane, step] : llvm::enumerate(steps.getValues<APInt>()))
    if (step.getSExtValue() != int64_t(lane) * stride)
      return std::nullopt;
  return stride;
}

/// The terms of the sum `place` but the row, which must be one of them exactly once.
///   (%row + %a) + %b  ->  %a, %b
std::optional<SmallVector<Value>> cornerOf(Value place, scf::ForOp rows) {
  SmallVector<Value> corner, rest{place};
  unsigned rowCount = 0;
  while (!rest.empty()) {
    Value term = rest.pop_back_val();
    if (term == rows.getInductionVar())
      ++rowCount;
    else if (rows.isDefinedOutsideOfLoop(term))
      corner.push_back(term);
    else if (auto sum = term.getDefiningOp<arith::AddIOp>())
      llvm::append_range(rest, sum.getOperands());
    else
      return std::nullopt;
  }
  return rowCount == 1 ? std::optional(corner) : std::nullopt;
}

/// An output may be the buffer of an input, but then each of its elements is read only where it is
/// written (FusionPlan::mayShare). So eight rows may be read before the first of them is written.
bool isWrittenIn(scf::ForOp rows, Value base) {
  return llvm::any_of(base.getUsers(), [&](Operation *user) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    return rows->isAncestor(user) && !(effects && effects.onlyHasEffect<MemoryEffects::Read>());
  });
}

std::optional<StridedRead> stridedRead(vector::GatherOp gather) {
  // Under a condition not all of the tile may be there.
  auto rows = dyn_cast<scf::ForOp>(gather->getParentOp());
  auto places = gather.getIndices().getDefiningOp<arith::AddIOp>();
  VectorType type = gather.getVectorType();
  if (!rows || !isOverEightRows(rows) || !places || type.getNumElements() % kSide ||
      type.getElementTypeBitWidth() < 16 || !matchPattern(gather.getMask(), m_One()) ||
      !matchPattern(gather.getOffsets()[0], m_Zero()) || !isa<BlockArgument>(gather.getBase()) ||
      isWrittenIn(rows, gather.getBase()))
    return std::nullopt;
  auto first = places.getLhs().getDefiningOp<vector::BroadcastOp>();
  std::optional<int64_t> stride = strideOf(places.getRhs());
  if (!first || !stride)
    return std::nullopt;
  std::optional<SmallVector<Value>> corner = cornerOf(first.getSource(), rows);
  if (!corner)
    return std::nullopt;
  return StridedRead{gather, rows, std::move(*corner), *stride};
}

/// Eight vectors of eight become their transpose: three rounds of pairs, which are the unpack
/// instructions of x86.
void transposeEight(LoopBuilder &b, MutableArrayRef<Value> x) {
  static constexpr int64_t kRounds[3][2][kSide] = {
      {{0, 8, 1, 9, 4, 12, 5, 13}, {2, 10, 3, 11, 6, 14, 7, 15}},
      {{0, 1, 8, 9, 4, 5, 12, 13}, {2, 3, 10, 11, 6, 7, 14, 15}},
      {{0, 1, 2, 3, 8, 9, 10, 11}, {4, 5, 6, 7, 12, 13, 14, 15}}};
  Value t[kSide], u[kSide];
  auto pair = [&](int round, Value l, Value r, Value &low, Value &high) {
    low = b.make<vector::ShuffleOp>(l, r, kRounds[round][0]);
    high = b.make<vector::ShuffleOp>(l, r, kRounds[round][1]);
  };
  for (int i = 0; i < 4; ++i)
    pair(0, x[2 * i], x[2 * i + 1], t[2 * i], t[2 * i + 1]);
  for (int i : {0, 4})
    for (int j : {0, 1})
      pair(1, t[i + j], t[i + j + 2], u[i + 2 * j], u[i + 2 * j + 1]);
  for (int i = 0; i < 4; ++i)
    pair(2, u[i], u[i + 4], x[i], x[i + 4]);
}

/// Prefetches `ahead` elements behind the ones read: the hardware prefetcher does not follow
/// strides of more than a page.
void readThroughTile(LoopBuilder &b, StridedRead &read, int64_t ahead) {
  Value base = read.gather.getBase();
  VectorType type = read.gather.getVectorType();
  Type element = type.getElementType(), bits = element;
  // In registers narrow floats would be converted to f32 and back.
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32)
    bits = b.getIntegerType(element.getIntOrFloatBitWidth());
  auto viewed = [&](Value v, Type as) -> Value {
    auto wanted = cast<VectorType>(withLanes(as, lanesOf(v)));
    return v.getType() == wanted ? v : b.make<vector::BitCastOp>(wanted, v);
  };
  int64_t lanes = type.getNumElements();
  Value tile = b.row(bits, kSide * lanes);

  b.setInsertionPoint(read.rows);
  Value corner = b.index(0);
  for (Value term : read.corner)
    corner = b.add(corner, term);
  for (int64_t from = 0; from < lanes; from += kSide) {
    Value x[kSide];
    for (int64_t i = 0; i < kSide; ++i) {
      Value place = b.add(corner, b.index(read.stride * (from + i)));
      x[i] = viewed(b.make<vector::LoadOp>(VectorType::get(kSide, element), base, place), bits);
      prefetch(b, base, b.add(place, b.index(ahead)));
    }
    transposeEight(b, x);
    for (int64_t i = 0; i < kSide; ++i)
      b.make<vector::StoreOp>(x[i], tile, b.index(i * lanes + from));
  }

  b.setInsertionPoint(read.gather);
  Value place = b.mul(read.rows.getInductionVar(), b.index(lanes));
  Value row = b.make<vector::LoadOp>(VectorType::get(lanes, bits), tile, place);
  read.gather.replaceAllUsesWith(viewed(row, element));
  read.gather.erase();
}

} // namespace

void transposeTiles(func::FuncOp loops, const Machine &machine) {
  SmallVector<StridedRead> reads;
  loops.walk([&](vector::GatherOp gather) {
    if (std::optional<StridedRead> read = stridedRead(gather))
      reads.push_back(std::move(*read));
  });
  LoopBuilder b(loops);
  bool isNonTemporal = loops->hasAttr(kNonTemporalAttr);
  for (StridedRead &read : reads) {
    // Kernels with non-temporal stores do all steps of eight rows before the next rows; they read
    // all eight rows in each step.
    int64_t inRow = machine.prefetchDistance() / kSide / bytesInBuffer(read.gather),
            inNextRows = read.stride * read.gather.getVectorType().getNumElements();
    readThroughTile(b, read, isNonTemporal ? inRow : inNextRows);
  }
}

} // namespace spmd
