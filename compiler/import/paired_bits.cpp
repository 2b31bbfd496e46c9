// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes bits of ThreeFry, whose pairs of words lie along a dim, as bits in row-major order that
// are moved there. So the routine of the runtime knows one order.
//   bits of ui32 [3, 7]  ->  bits of ui32 [24] as [3, 4, 2], as [3, 8], without the last column
#include "compiler/ops/paired_bits.h"
#include "compiler/import/decompose.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

LogicalResult moveBits(RngBitGeneratorOp op, PatternRewriter &b) {
  std::optional<PairedBits> bits = pairedBits(op);
  if (!bits)
    return b.notifyMatchFailure(op, "its bits are row-major");
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getOutput().getType());
  auto shaped = [&](ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, type.getElementType());
  };
  const int64_t outer = bits->outer, inner = bits->inner, halves = bits->halves();
  auto words =
      RngBitGeneratorOp::create(b, loc, {op.getOutputState().getType(), shaped({bits->words()})},
                                op.getInitialState(), op.getRngAlgorithm());
  Value out = ReshapeOp::create(b, loc, shaped({outer, halves, inner, 2}), words.getOutput());
  out = TransposeOp::create(b, loc, shaped({outer, halves, 2, inner}), out, {0, 1, 3, 2});
  out = ReshapeOp::create(b, loc, shaped({outer, 2 * halves, inner}), out);
  out = SliceOp::create(b, loc, shaped({outer, bits->size, inner}), out, {0, 0, 0},
                        {outer, bits->size, inner}, {1, 1, 1});
  out = ReshapeOp::create(b, loc, type, out);
  // What the program says of where the bits are holds for what they become.
  if (sdy::TensorShardingAttr sharding = sdy::getSharding(op.getOutput()))
    sdy::setSharding(out, sharding);
  b.replaceOp(op, {words.getOutputState(), out});
  return success();
}

} // namespace

void populatePairedBits(RewritePatternSet &patterns) { patterns.add(moveBits); }

} // namespace spmd
