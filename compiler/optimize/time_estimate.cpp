// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates times from bytes and arithmetic (time_estimate.h).
#include "compiler/optimize/time_estimate.h"
#include "compiler/machine.h"
#include "compiler/optimize/recompute.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/exchange.h"
#include "compiler/structure/views.h"
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

// A matmul multiplies and adds with two units, and reaches about half of what they can.
constexpr double kMatmulRate = 2 * kAdditionsPerNs * 2 / 2;
// What one element of a fusion costs per op, in additions: most ops are additions and the like, a
// few are functions.
constexpr double kWork = 2;

int64_t bytesOf(ValueRange values) {
  return llvm::sum_of(
      llvm::map_range(values, [](Value value) { return spmd::bytesOf(value.getType()); }));
}

// 0 for handles and other values that are no tensors.
int64_t elementsOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

double matmulTime(ir::DotOp dot) {
  // All elements of the result, each a sum over the contracted dims of the left operand.
  double terms = 1;
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
  for (int64_t d : dot.getLhsContract())
    terms *= double(lhs.getDimSize(d));
  return 2 * terms * double(elementsOf(dot.getResult())) / kMatmulRate;
}

/// The larger of the time for arithmetic and the time for memory.
double fusionTime(Operation *op) {
  double work = 0;
  for (Operation &inner : op->getRegion(0).front().without_terminator())
    if (inner.getNumResults())
      work +=
          kWork * double(std::max(elementsOf(inner.getResult(0)),
                                  inner.getNumOperands() ? elementsOf(inner.getOperand(0)) : 0));
  double bytes = double(bytesOf(op->getOperands()) + bytesOf(op->getResults()));
  return std::max(work / kAdditionsPerNs, bytes / Machine{}.memoryRate);
}

/// The time of all ops inside, so many times.
double regionTime(Operation *op, double times) {
  double time = 0;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block.without_terminator())
        time += computeTime(&inner);
  return time * times;
}

} // namespace

/// By the kind of the op; what is none of them moves its bytes.
double computeTime(Operation *op) {
  if (op->getNumResults() && viewOf(op->getResult(0)))
    return 0;
  if (auto dot = dyn_cast<ir::DotOp>(op))
    return matmulTime(dot);
  if (auto blocks = dyn_cast<ir::BlocksOp>(op)) {
    double count = 1;
    for (int64_t size : blocks.getGrid())
      count *= double(size);
    return regionTime(op, count);
  }
  if (isControlFlow(op)) {
    auto trips = op->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
    return regionTime(op, trips ? double(trips.getInt()) : 1);
  }
  if (isa<ir::FusionOp>(op))
    return fusionTime(op);
  if (auto rows = dyn_cast<ir::RowsOp>(op); rows && !rows.getIsCopied())
    return 0;
  if (isa<ir::CollectiveStartOp, ir::CollectiveDoneOp, ir::WriteRowOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return 0;
  return double(bytesOf(op->getOperands()) + bytesOf(op->getResults())) / Machine{}.memoryRate;
}

ir::CollectiveDoneOp doneOf(ir::CollectiveStartOp start) {
  return cast<ir::CollectiveDoneOp>(*start->user_begin());
}

/// A gather is measured by its result, a reduce_scatter by its operands.
int64_t exchangedBytes(ir::CollectiveStartOp start) {
  int64_t received = 0;
  for (Type type : start.receivedTypes())
    received += spmd::bytesOf(type);
  return std::max(bytesOf(start.getInputs()), received);
}

/// A quarter has room for an exchange beside the copy of its operand. In a loop over layers, a trip
/// of the backward part exchanges the weights of a layer and their gradients, the bytes of two
/// layers.
int64_t exchangeMemory(Operation *program, int64_t asked, int64_t parts) {
  int64_t most = 0, busiest = 0;
  if (asked)
    program->walk([&](Block *block) {
      int64_t sum = 0;
      for (auto start : block->getOps<ir::CollectiveStartOp>()) {
        sum += exchangedBytes(start);
        most = std::max(most, exchangedBytes(start));
      }
      if (isLoop(block->getParentOp()))
        busiest = std::max(busiest, sum);
    });
  return asked < 0 || !most ? std::max(6 * most, busiest) / parts : asked;
}

/// Axes that the topology does not name have the link of all others.
Link linkOf(ir::CollectiveStartOp start, const Topology &topology) {
  return topology.across(stablehlo::axisNames(start.getGroups()));
}

/// Where the groups are not known, one device counts, which sends nothing.
double exchangeTime(ir::CollectiveStartOp start, const Topology &topology) {
  int64_t bytes = exchangedBytes(start);
  SymbolTableCollection symbols;
  if (start.getKind() != ir::CollectiveKind::Permute)
    bytes = ringBytes(start.getKind(), bytes,
                      stablehlo::groupSize(start, start.getGroups(), symbols).value_or(1));
  return linkOf(start, topology).timeOf(double(bytes));
}

} // namespace spmd
