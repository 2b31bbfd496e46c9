// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Backward loops whose trips each touch another row of a carried cotangent. The general form adds
// to the row, and clears the row of a buffer whose cotangent it has read. Where the rows are known
// to differ, neither is needed. What is left is the form in which JAX's scan hands cotangents in
// and out, which later passes recognise.
//   next = dus(old, ds(old, row) + x, row), old = 0 at first
//   ->  dus(old, x, row)
//   next = dus(old, 0, row), read at `row` only, unused result
//   ->  old
#include "compiler/grad/tidy_loops.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

bool isZero(Value value) {
  DenseElementsAttr attr;
  if (auto broadcast = value.getDefiningOp<stablehlo::BroadcastInDimOp>())
    value = broadcast.getOperand();
  return matchPattern(value, m_Constant(&attr)) && attr.isSplat() &&
         llvm::all_of(attr.getRawData(), [](char byte) { return byte == 0; });
}

bool isSame(OfTrip l, OfTrip r) { return l.scale == r.scale && l.offset == r.offset; }

/// Whether all ops that read carried value `i`, but for `write`, read the row that it writes.
bool readsOnly(Operation *loop, unsigned i, Operation *write, OfTrip row) {
  return llvm::all_of(loop->getRegion(1).front().getArgument(i).getUsers(), [&](Operation *user) {
    std::optional<OfTrip> read = user == write ? row : rowRead(loop, i, user);
    return read && isSame(*read, row);
  });
}

void tidyCarried(Operation *loop, unsigned i) {
  // The condition must not look at the buffer, and the row must be another one in each trip.
  Operation *end = loop->getRegion(1).front().getTerminator();
  std::optional<OfTrip> row = rowWritten(loop, i);
  auto write = end->getOperand(i).getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
  BlockArgument old = loop->getRegion(1).front().getArgument(i);
  if (!row || row->scale == 0 || !write || write.getOperand() != old ||
      !readsOnly(loop, i, write, *row) || !loop->getRegion(0).front().getArgument(i).use_empty())
    return;
  if (isZero(write.getUpdate()) && loop->getResult(i).use_empty()) {
    end->setOperand(i, old);
    return;
  }
  // Rows that hold zeros need no addition.
  auto sum = write.getUpdate().getDefiningOp<stablehlo::AddOp>();
  if (!sum || !isZero(loop->getOperand(i)))
    return;
  for (unsigned side : {0, 1})
    if (auto read = sum->getOperand(side).getDefiningOp<stablehlo::DynamicSliceOp>();
        read && read.getOperand() == old && read->hasOneUse()) {
      write.getUpdateMutable().assign(sum->getOperand(1 - side));
      return;
    }
}

} // namespace

void tidyLoops(Operation *within) {
  within->walk([](Operation *op) {
    if (isLoop(op))
      for (unsigned i = 0; i < op->getNumResults(); ++i)
        tidyCarried(op, i);
  });
}

} // namespace spmd
