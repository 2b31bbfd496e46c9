// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which outputs are worth non-temporal stores.
#include "compiler/kernels/kernel_loops.h"
#include "compiler/kernels/kernel_techniques.h"
#include "compiler/kernels/loop_techniques.h"
#include "compiler/kernels/value_size.h"

using namespace mlir;

namespace spmd {

/// A store to a line that no cache holds reads the line first. A non-temporal store does not, and
/// leaves the caches to the inputs. But a value that is read soon after is better left in a cache.
/// Both cost the same where the bytes read and a third of the bytes written fill the last cache:
/// cores see that whole lines are written, so writes alone weigh less. Measured, time of
/// non-temporal stores divided by that of plain ones, last cache 32 MiB, one thread and two: x * x
/// of 16 MiB 0.96 and 1.59, of 24 MiB 0.78 and 1.07, of 48 MiB 0.65 and 0.73; x + y of 8 MiB 0.70
/// and 1.24, of 16 MiB 0.62 and 0.70; iota of 48 MiB 1.15 and 1.34, of 96 MiB 1.03 and 1.08, of 192
/// MiB 0.94 and 0.97.
///
/// For an output that is a small part of the touched bytes the gain is less than the cost of a
/// second version of the loops.
static bool isLarge(const FusionBody &body, const FusionKernel &kernel, const Machine &machine,
                    Value output) {
  constexpr int64_t kLeastPart = 8;
  auto bytesOf = [](Value v) { return elementsOf(v) * bytesInBuffer(v); };
  // Loops touch only a part of a value that is larger than they are.
  auto touched = [&](ValueRange values) {
    int64_t sum = 0;
    for (Value v : values)
      sum += std::min(bytesOf(v),
                      kernel.rows() * kernel.columns() * kernel.interleave * bytesInBuffer(v));
    return sum;
  };
  int64_t read = touched(body.inputs), written = touched(body.outputs);
  return read + written / 3 >= machine.lastCache && kLeastPart * bytesOf(output) >= read + written;
}

/// Where a row begins between two vectors, the lines at both of its ends are written in both ways,
/// which is slow: a row has to be long to make up for that. Time of non-temporal stores divided by
/// that of plain ones, rows of f32, two threads, last cache 8 MiB: softmax of 257 columns 1.21, 513
/// 1.07, 769 1.02, 2,049 0.95; layer norm of 257 columns 1.11, 385 0.91, 513 0.88, 767 0.72. Whole
/// vectors, softmax: 264 columns 0.96, 528 0.86.
static bool isLongEnough(int64_t bytesOfRow, const Machine &machine) {
  int64_t lines = bytesOfRow % kNonTemporalBytes ? 32 : 16;
  return bytesOfRow >= lines * machine.cacheLine;
}

/// All are written in whole vectors, one element after the other, or none is named.
SmallVector<unsigned> nonTemporalOutputs(const FusionBody &body, const FusionPlan &plan,
                                         unsigned nest, const Machine &machine) {
  const FusionKernel &kernel = plan.kernels[nest];
  bool isBlock = kernel.block, isTiled = kernel.tileDim >= 0;
  if (kernel.scatter || !kernel.breaks.empty() || kernel.interleavedRows > 1 ||
      (kernel.interleave > 1 && !isBlock))
    return {};
  SmallVector<unsigned> outputs;
  for (const FusionPlan::Store &store : plan.stores) {
    if (store.kernel != nest || !isLarge(body, kernel, machine, body.outputs[store.output]))
      continue;
    int64_t bytes = bytesInBuffer(store.value);
    bool isShort = !isBlock && !isTiled && !isLongEnough(kernel.columns() * bytes, machine);
    // Rows of a tile that begin between two vectors are never written in whole ones.
    bool isShifted = isTiled && kernel.columns() * bytes % kNonTemporalBytes;
    if (store.perRow || isShort || isShifted || store.value != body.outputs[store.output] ||
        kernel.lanes * bytes % kNonTemporalBytes)
      return {};
    outputs.push_back(store.output);
  }
  return outputs;
}

/// Elements by which rows may begin between two vectors; 1 where no pass with such outputs minds.
int64_t elementsToAlign(const LoopState &s) {
  int64_t bytes = 0;
  for (const FusionPlan::Store &store : s.plan.stores)
    if (store.kernel == s.nest && store.pass == s.pass && s.isNonTemporal(store.output)) {
      if (bytes && bytes != bytesInBuffer(store.value))
        return 1; // no first column is aligned in all outputs
      bytes = bytesInBuffer(store.value);
    }
  // All passes take the elements of a row in the same steps to add them up.
  bool addsUp = s.nest == 0 && llvm::any_of(s.plan.reductions, [&](auto &r) {
                  return r.kind == FusionPlan::ReductionKind::PrefixScan
                             ? (r.passes >> s.pass & 1) != 0
                             : r.kind != FusionPlan::ReductionKind::OfRows && r.pass == s.pass;
                });
  if (!bytes || addsUp || s.kernel.sizes.size() != s.kernel.rowDims + 1 ||
      s.kernel.columns() * bytes % kNonTemporalBytes == 0)
    return 1;
  return kNonTemporalBytes / bytes;
}

/// The columns of a row from its first aligned element on in steps of all lanes, then in aligned
/// vectors of `elements`; what lies before and behind one by one. Otherwise up to 33 elements of a
/// row whose steps have 32 lanes would come one by one.
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
  auto alignedSteps = [&](Value from, unsigned lanes) {
    Value reached = steps(from, b.index(columns), lanes);
    reached.getDefiningOp()->walk([&](vector::StoreOp store) {
      if (isa<BlockArgument>(store.getBase()))
        store->setAttr(kWholeLinesAttr, b.getUnitAttr());
    });
    return reached;
  };
  Value reached = alignedSteps(steps(b.index(0), before, 1), s.kernel.lanes);
  if (elements < int64_t(s.kernel.lanes))
    reached = alignedSteps(reached, elements);
  steps(reached, b.index(columns), 1);
}

} // namespace spmd
