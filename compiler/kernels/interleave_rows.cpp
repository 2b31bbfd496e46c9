// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interleaved rows: short rows share a loop over the columns, each a pass behind the one before it.
// While one row is divided by its sum, other units of the core work on the exponentials of the
// next. The order of operations within a row does not change.
#include "compiler/kernels/kernel_techniques.h"
#include "compiler/kernels/value_size.h"
#include "compiler/ops/elementwise.h"

using namespace mlir;

namespace spmd {

/// Of one column: the bytes that several passes of a row read, inputs and staged values.
static int64_t bytesOfColumn(const FusionBody &body, const FusionPlan &plan, int64_t elements) {
  int64_t bytes = 0;
  for (Value v : body.inputs) // one row of a smaller input serves all rows
    if (elementsOf(v) >= elements)
      bytes += bytesInBuffer(v);
  for (const FusionPlan::Staged &kept : plan.staged)
    bytes += bytesInRegister(kept.value);
  return bytes;
}

bool canInterleaveRows(const FusionPlan &plan) {
  const FusionKernel &kernel = plan.kernels[0];
  return !kernel.block && !kernel.tileColumns && !kernel.scatter && kernel.rowsPerIteration == 1 &&
         llvm::none_of(plan.reductions, [](auto &r) { return FusionPlan::isPartial(r.kind); });
}

/// As long as the first cache holds the rows (softmax of f32 on one thread: of 256 to 768 columns
/// 0.73 to 0.86 of the time, of 1,024 0.9, of 2,000 0.98, of 5,000 1.26).
bool interleaveRows(const FusionBody &body, FusionPlan &plan, const Machine &machine) {
  constexpr int64_t kRows = 4;        // one for each of three passes, and one
  constexpr unsigned kManyPasses = 3; // fewer gain little: the code is several times as long
  FusionKernel &kernel = plan.kernels[0];
  int64_t elements = kernel.rows() * kernel.columns();
  if (kernel.interleavedRows > 1 || kernel.passes < kManyPasses || !canInterleaveRows(plan) ||
      kRows * kernel.columns() * bytesOfColumn(body, plan, elements) > machine.firstCache ||
      !nonTemporalOutputs(body, plan, 0, machine).empty())
    return false;
  bool hasFunction = llvm::any_of(body.ops, [&](Operation *op) {
    return isElementwise(op) && arithmeticWork(op) >= Machine::functionWork &&
           elementsOf(op->getResult(0)) == elements;
  });
  if (hasFunction)
    kernel.interleavedRows = kRows;
  return hasFunction;
}

} // namespace spmd
