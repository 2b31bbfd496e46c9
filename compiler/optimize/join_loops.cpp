// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the loops that become one kernel each. The commands of a trip cost some nanoseconds apiece,
// and each reads what the one before has written to memory. Where a trip computes little else, as
// the recurrence of a filter or the step of a generator of random numbers, all trips are compiled
// as one function, which keeps small carried values in registers.
#include "compiler/kernels/kernel_op.h"
#include "compiler/ops/elementwise.h"
#include "compiler/optimize/time_estimate.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_JOINLOOPS
#include "compiler/passes.h.inc"
namespace {

/// The time of a command of a trip, in nanoseconds: the call, and the way of its results through
/// memory. Measured: 12 ns less for each trip of two commands, whatever its width.
constexpr double kCommandNs = 5;
/// Kernels that take more than 20 times as long as their commands gain less than a twentieth.
constexpr double kWorkPerCommand = 20 * kCommandNs * kAdditionsPerNs;
constexpr double kLanes = double(FusionLimits::kMachine.vectorBytes) / FusionLimits::kF32;
/// The most code in the kernels of a loop, in additions. LLVM unrolls what has few elements, and
/// the time to compile a function grows faster than its length: a hundred ops of 7 elements, most
/// of them functions, took 6.4 s as one function, and 0.6 s as kernels.
constexpr double kMostCode = 1024;
constexpr double kUnrolled = 8;      // elements whose code may stand one after the other
constexpr double kReductionCode = 8; // of a reduction, scan or window, for each element
/// The most commands of a trip, with those of all trips of loops in it. A run can be ended behind a
/// trip only: so many take 7 ms at most, each with its work.
constexpr double kMostCommands = 1 << 16;

/// What the commands of one trip, or of all trips of a loop in it, do.
struct Trip {
  double commands = 0, work = 0; // work in additions
  double code = 0;               // of kernels, each once

  /// Whether the time of a trip is about that of its commands.
  bool isShort() const {
    return code <= kMostCode && commands <= kMostCommands && work <= kWorkPerCommand * commands;
  }
};

/// The additions for one element. Moves are part of the loads.
double workOf(Operation &op) {
  if (op.getNumRegions())
    return kReductionCode;
  return isElementwise(&op) ? std::max(1.0, arithmeticWork(&op)) : 0;
}

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
  double work = 0, code = 0, elements = 0;
  for (const FusionKernel &nest : plan.kernels) {
    if (nest.extent > nest.grain)
      return false;
    elements += double(nest.rows()) * double(nest.columns());
  }
  for (Operation &op : kernel.getBody().front().without_terminator())
    work += workOf(op), code += std::max(1.0, workOf(op));
  trip.commands += times * double(plan.kernels.size());
  // Fewer elements than a vector has take as long.
  trip.work += times * std::max(elements, kLanes) * std::max(1.0, work);
  trip.code += code * std::min(elements, kUnrolled);
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
  /// Of the arithmetic that is counted.
  void getDependentDialects(DialectRegistry &registry) const override {
    JoinLoopsBase::getDependentDialects(registry);
    registry.insert<arith::ArithDialect, math::MathDialect>();
  }
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
