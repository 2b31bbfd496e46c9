// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which outputs are worth writing past the caches.
#include "compiler/kernels/kernel_loops.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

// What is read beside it takes the rest of the last cache, 32 MiB on most machines.
constexpr int64_t kOutputBytes = 24 << 20;
// Or of all that a kernel touches, and of one output of many.
constexpr int64_t kTogetherBytes = 40 << 20, kPartBytes = 8 << 20;

static int64_t elementBytes(Value v) {
  return llvm::divideCeil(getElementTypeOrSelf(v).getIntOrFloatBitWidth(), 8);
}

static bool isLarge(const FusionBody &body, const FusionKernel &kernel, Value output) {
  auto bytesOf = [](Value v) {
    return cast<RankedTensorType>(v.getType()).getNumElements() * elementBytes(v);
  };
  int64_t own = bytesOf(output), together = 0;
  if (own < kPartBytes || own >= kOutputBytes)
    return own >= kOutputBytes;
  // Of what is larger than the loops a part is touched.
  for (Value v : llvm::concat<const Value>(body.inputs, body.outputs))
    together += std::min(bytesOf(v), kernel.rows() * kernel.columns() * elementBytes(v));
  return together >= kTogetherBytes;
}

/// All are written in whole vectors, one element after the other, or none is named.
SmallVector<unsigned> nonTemporalOutputs(const FusionBody &body, const FusionPlan &plan,
                                         unsigned nest) {
  constexpr int64_t kVector = 32,
                    kShortRow = 1 << 10; // bytes; of shorter rows too much is unaligned
  const FusionKernel &kernel = plan.kernels[nest];
  bool isBlock = kernel.block, isTiled = kernel.tileDim >= 0;
  if (kernel.scatter || !kernel.breaks.empty())
    return {};
  SmallVector<unsigned> outputs;
  for (const FusionPlan::Store &store : plan.stores) {
    if (store.kernel != nest || !isLarge(body, kernel, body.outputs[store.output]))
      continue;
    int64_t bytes = elementBytes(store.value);
    bool isShort = !isBlock && !isTiled && kernel.columns() * bytes < kShortRow;
    if (store.perRow || isShort || store.value != body.outputs[store.output] ||
        kernel.lanes * bytes % kVector)
      return {};
    outputs.push_back(store.output);
  }
  return outputs;
}

/// Elements by which rows may begin between two vectors; 1 where no pass with such outputs minds.
int64_t KernelLoops::elementsToAlign() const {
  constexpr int64_t kVector = 32;
  int64_t bytes = 0;
  for (const FusionPlan::Store &store : s.plan.stores)
    if (store.kernel == s.nest && store.pass == s.pass && s.isNonTemporal(store.output)) {
      if (bytes && bytes != elementBytes(store.value))
        return 1; // no first column is aligned in all outputs
      bytes = elementBytes(store.value);
    }
  // All passes take the elements of a row in the same steps to add them up.
  bool addsUp = s.nest == 0 && llvm::any_of(s.plan.reductions, [&](auto &r) {
                  return r.kind == FusionPlan::ReductionKind::PrefixScan
                             ? (r.passes >> s.pass & 1) != 0
                             : r.kind != FusionPlan::ReductionKind::OfRows && r.pass == s.pass;
                });
  if (!bytes || addsUp || s.kernel.sizes.size() != s.kernel.rowDims + 1 ||
      s.kernel.columns() * bytes % kVector == 0)
    return 1;
  return kVector / bytes;
}

/// The columns of a row from its first aligned element on in whole vectors, what lies before and
/// behind one by one.
void KernelLoops::alignedColumns(int64_t elements) {
  int64_t columns = s.kernel.columns();
  s.dims.back() = s.algebra.constant(0);
  Value first = s.index.number(s.elementNumber(), 1);
  auto steps = [&](Value from, Value to, unsigned lanes) {
    return b.loopTo(from, to, lanes, [&](Value i) {
      setColumn(i, 0, columns, lanes);
      element(lanes);
    });
  };
  Value before = b.make<arith::AndIOp>(b.sub(b.index(0), first), b.index(elements - 1));
  Value reached = steps(steps(b.index(0), before, 1), b.index(columns), s.kernel.lanes);
  reached.getDefiningOp()->walk([&](vector::StoreOp store) {
    if (isa<BlockArgument>(store.getBase()))
      store->setAttr(kWholeLinesAttr, b.getUnitAttr());
  });
  steps(reached, b.index(columns), 1);
}

} // namespace spmd
