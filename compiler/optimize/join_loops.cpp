// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the loops that become one kernel each. The commands of a trip cost some nanoseconds apiece,
// and each reads what the one before has written to memory. Where a trip computes little else, as
// the recurrence of a filter or the step of a generator of random numbers, all trips are compiled
// as one function, which keeps small carried values in registers.
#include "compiler/kernels/kernel_op.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_JOINLOOPS
#include "compiler/passes.h.inc"
namespace {

/// Ops on elements that take about 20 times as long as the command of their kernel, 5 ns: with one
/// vector each nanosecond, and more of them per command nothing is gained.
constexpr double kOpsPerCommand = 20 * 5 * double(FusionLimits::kMachine.vectorBytes) / 4;
/// The most ops in the kernels of a loop. The time to compile them as one function grows a little
/// faster than their number.
constexpr int64_t kMostOps = 1024;

/// What the commands of one trip, or of all trips of a loop in it, do.
struct Trip {
  double commands = 0, work = 0; // work: elements times ops
  int64_t ops = 0;               // in kernels, each once

  /// Whether the time of a trip is about that of its commands.
  bool isShort() const { return ops <= kMostOps && work <= kOpsPerCommand * commands; }
};

/// Whether a value has elements, and lies at one address: in no row of a table.
bool isAtOneAddress(Value value) {
  if (auto type = dyn_cast<ShapedType>(value.getType()); !type || type.getNumElements() == 0)
    return false;
  while (std::optional<View> view = viewOf(value))
    value = view->base;
  return !value.getDefiningOp<ir::RowsOp>();
}

/// Adds a kernel with all its nests. False where several workers may share it, or where an operand
/// is in a table.
bool addKernel(ir::KernelOp kernel, double times, Trip &trip) {
  const FusionPlan plan = planOf(kernel);
  const int64_t ops = llvm::range_size(kernel.getBody().front().without_terminator());
  double elements = 0;
  for (const FusionKernel &nest : plan.kernels) {
    if (nest.extent > nest.grain)
      return false;
    elements += double(nest.rows()) * double(nest.columns());
  }
  trip.commands += times * double(plan.kernels.size());
  trip.work += times * elements * double(ops);
  trip.ops += ops;
  return llvm::all_of(kernel->getOperands(), isAtOneAddress) &&
         llvm::all_of(kernel->getResults(), isAtOneAddress);
}

/// Adds the ops of a block. False where one of them has to be a command of its own, or to wait.
bool addBlock(Block &block, double times, Trip &trip) {
  return llvm::all_of(block.without_terminator(), [&](Operation &op) {
    if (auto kernel = dyn_cast<ir::KernelOp>(op))
      return addKernel(kernel, times, trip);
    if (isControlFlow(&op)) {
      auto trips = op.getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
      if (isLoop(&op) && !trips)
        return false; // nobody could end it
      trip.commands += times;
      const double inside = times * (trips ? double(trips.getInt()) : 1);
      return llvm::all_of(op.getRegions(),
                          [&](Region &region) { return addBlock(region.front(), inside, trip); });
    }
    return isa<stablehlo::ConstantOp, ir::UndefinedOp>(op) ||
           (op.getNumResults() && viewOf(op.getResult(0)));
  });
}

/// Whether all trips of a loop may be one kernel, and should be: a trip has commands at all, and no
/// more work than they take. The carried values count as operands of the loop.
bool isOneKernel(Operation *loop) {
  Trip trip;
  if (!llvm::all_of(loop->getOperands(), isAtOneAddress))
    return false;
  for (Region &region : loop->getRegions())
    if (!addBlock(region.front(), 1, trip))
      return false;
  return trip.commands && trip.isShort();
}

struct JoinLoops : impl::JoinLoopsBase<JoinLoops> {
  /// Outer loops come first, and what is inside of one kernel needs none of its own.
  void runOnOperation() override {
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<ir::KernelOp>(op))
        return WalkResult::skip();
      if (!isLoop(op) || (!op->hasAttr(ir::kOneKernelAttr) && !isOneKernel(op)))
        return WalkResult::advance();
      op->setAttr(ir::kOneKernelAttr, UnitAttr::get(&getContext()));
      return WalkResult::skip();
    });
  }
};

} // namespace
} // namespace spmd
