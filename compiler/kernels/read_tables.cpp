// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes places in a table that are numbers of 16 bits from words that hold four of them. The tables
// are those of spmd-tabulate, which have an entry for each such number. Shifts of words are twice
// as fast as a vector of 64-bit places whose lanes are extracted one by one.
#include "compiler/kernels/expand_kernels.h"
#include "compiler/kernels/loop_builder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {

/// The vector<i16> that `places` extends; null if that is another type, or if a limit below 65535
/// lies between.
static Value numbersOf(Value places) {
  APInt limit;
  if (auto clamped = places.getDefiningOp<arith::MinUIOp>();
      clamped && matchPattern(clamped.getRhs(), m_ConstantInt(&limit)) && limit.uge(UINT16_MAX))
    places = clamped.getLhs();
  auto extended = places.getDefiningOp<arith::IndexCastUIOp>();
  return extended && getElementTypeOrSelf(extended.getIn()).isInteger(16) ? extended.getIn()
                                                                          : Value();
}

/// Number i of a word is its bits [16i, 16i+16):
///   vector<8xi16>  ->  vector<2xi64>  ->  8 scalars of type index  ->  vector<8xindex>
static Value throughWords(LoopBuilder &b, Value numbers) {
  unsigned lanes = lanesOf(numbers), perWord = std::min(lanes / 2, 4u);
  Type type = b.getIntegerType(16 * perWord);
  auto number = [&](int64_t value) { return b.constant(b.getIntegerAttr(type, value)); };
  Value words = b.make<vector::BitCastOp>(VectorType::get(lanes / perWord, type), numbers), word;
  SmallVector<Value> places;
  for (unsigned i = 0; i < lanes; ++i) {
    if (i % perWord == 0)
      word = b.lanes(words, i / perWord, 1);
    Value shifted = b.make<arith::ShRUIOp>(word, number(16 * (i % perWord)));
    places.push_back(b.make<arith::IndexCastUIOp>(
        b.getIndexType(), b.make<arith::AndIOp>(shifted, number(UINT16_MAX))));
  }
  return b.make<vector::FromElementsOp>(withLanes(b.getIndexType(), lanes), places);
}

void readTables(func::FuncOp loops, const Machine &) {
  LoopBuilder b(loops);
  loops.walk([&](vector::GatherOp gather) {
    Value numbers = numbersOf(gather.getIndices());
    if (!numbers || lanesOf(numbers) < 4 || !llvm::isPowerOf2_32(lanesOf(numbers)) ||
        !matchPattern(gather.getMask(), m_One()))
      return;
    b.setInsertionPoint(gather);
    gather.getIndicesMutable().assign(throughWords(b, numbers));
  });
}

} // namespace spmd
