// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans the memory of the body of spmd.blocks and lists its steps. Intermediate values live
// in scratch memory of the worker, packed by their lifetimes. The result of a kernel reuses
// the buffer of an operand that the kernel reads for the last time, at the same elements.
// The result of a matmul is written directly into the output, with the output's strides.
// The result of a kernel is, too, where the block of an output is contiguous.
#include "compiler/codegen/blocks.h"
#include "compiler/codegen/arena.h"
#include "compiler/codegen/buffers.h"
#include "compiler/codegen/gemm_numbers.h"
#include "compiler/elements/tensor.h"
#include "compiler/structure/views.h"
#include "runtime/abi.h"

using namespace mlir;

namespace spmd {
namespace {

/// Plans one spmd.blocks.
class BlockPlanner {
public:
  BlockPlanner(ir::BlocksOp op, llvm::function_ref<BlockKernels(ir::KernelOp)> kernelsOf)
      : op(op), body(op.getBody().front()), kernelsOf(kernelsOf) {}

  /// Locates inputs and outputs first, since a kernel may write directly into an output.
  /// Local buffers follow in the order of ops, then their packing, and at last the steps,
  /// which need the final offsets.
  FailureOr<BlocksNumbers> run() {
    for (Operation &inner : body.without_terminator())
      position[&inner] = position.size();
    placeBorders();
    for (Operation &inner : body.without_terminator())
      if (failed(placeResults(&inner)))
        return failure();
    layOut();
    out.config.loops.assign(op.getGrid().begin(), op.getGrid().end());
    out.config.serialLoops = op.getSerial();
    for (Operation &inner : body.without_terminator())
      addStep(&inner);
    // More loops or buffers cannot occur after optimize, which groups within BlockLimits
    // (compiler/optimize/block_group.h).
    auto isWide = [](const rt::BlockStep &step) {
      return int64_t(step.buffers.size()) > rt::kMaxBlockBuffers;
    };
    if (int64_t(op.getGrid().size()) > rt::kMaxBlockLoops || llvm::any_of(out.config.steps, isWide))
      return op.emitOpError("has ")
             << op.getGrid().size() << " loops and kernels of many buffers; " << rt::kMaxBlockLoops
             << " loops and " << rt::kMaxBlockBuffers << " buffers of a kernel are the most";
    return std::move(out);
  }

private:
  /// The location of a value, and its strides in elements, which matmuls need.
  struct Spot {
    rt::BlockBuffer buffer;
    SmallVector<int64_t> strides;
    int local = -1; // index in `locals`; -1: in an operand or result of the op
  };
  ir::BlocksOp op;
  Block &body;
  llvm::function_ref<BlockKernels(ir::KernelOp)> kernelsOf;
  BlocksNumbers out;
  DenseMap<Operation *, int64_t> position;
  DenseMap<Value, Spot> spots; // of values that are not views
  SmallVector<ArenaBlock> locals;
  DenseMap<Operation *, int> scratch; // scratch buffer of each fusion: index in `locals`

  static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }
  /// The value whose bytes a chain of views shows.
  static Value baseOf(Value value) {
    while (std::optional<View> view = viewOf(value))
      value = view->base;
    return value;
  }
  /// Returns the position of the last op that reads `value` directly or through a view; the
  /// terminator counts as the position after the last op. -1: no op reads the value.
  int64_t lastUse(Value value) const {
    int64_t last = -1;
    for (Operation *user : value.getUsers()) {
      last = std::max(last, user == body.getTerminator() ? int64_t(position.size())
                                                         : position.lookup(user));
      if (user->getNumResults() && viewOf(user->getResult(0)))
        last = std::max(last, lastUse(user->getResult(0)));
    }
    return last;
  }

  /// The location of a block of an input or output. `cut[d]` is the loop that cuts dim d, or
  /// -1. Each iteration of a loop advances by the extent of the block along the dims that it
  /// cuts:
  ///   8x64xf32 cut along dim 0 by a loop of 4 iterations  ->  2 * 64 * 4 = 512 bytes per iteration
  Spot border(rt::BlockBuffer::Home home, int64_t index, RankedTensorType whole,
              ArrayRef<int64_t> cut) {
    Spot spot;
    spot.buffer.home = home;
    spot.buffer.index = index;
    spot.strides = spmd::stridesOf(whole.getShape());
    // A loop that does not cut this buffer keeps stride 0: all its iterations see one
    // block.
    spot.buffer.strides.assign(op.getGrid().size(), 0);
    int64_t bytes =
        whole.getNumElements() ? int64_t(*bufferBytes(whole)) / whole.getNumElements() : 0;
    for (auto [d, loop] : llvm::enumerate(cut))
      if (loop >= 0)
        spot.buffer.strides[loop] +=
            whole.getDimSize(d) / op.getGrid()[loop] * spot.strides[d] * bytes;
    return spot;
  }

  /// Locates the body's arguments in the operands and the yielded values in the results. A
  /// yielded view locates its base; a value that is already located keeps its first
  /// location.
  void placeBorders() {
    for (auto [i, cut] : llvm::enumerate(op.getReads().getAsRange<DenseI64ArrayAttr>()))
      spots[body.getArgument(i)] =
          border(rt::BlockBuffer::Home::Operand, i, typeOf(op.getInputs()[i]), cut.asArrayRef());
    for (auto [i, cut] : llvm::enumerate(op.getWrites().getAsRange<DenseI64ArrayAttr>()))
      spots.try_emplace(
          baseOf(body.getTerminator()->getOperand(i)),
          border(rt::BlockBuffer::Home::Result, i, typeOf(op.getOutputs()[i]), cut.asArrayRef()));
  }

  /// Adds an allocation that is live at steps [begin, end] and returns its index in
  /// `locals`.
  int newLocal(uint64_t bytes, int64_t begin, int64_t end) {
    locals.push_back({std::max<uint64_t>(bytes, 1), {{begin, std::max(begin, end)}}});
    return locals.size() - 1;
  }

  /// Gives each result of an op a local buffer, unless it is an output of the body. As in
  /// program_steps.h the op at position p reads at step 2p and writes at step 2p + 1, so a
  /// result is live from 2p + 1 until its last reader is done.
  LogicalResult placeResults(Operation *inner) {
    if (!isa<ir::KernelOp, ir::DotOp>(inner)) {
      if (inner->getNumResults() == 1 && viewOf(inner->getResult(0)))
        return success();
      return inner->emitOpError("cannot be part of a block: only kernels, matmuls and views can");
    }
    int64_t at = position.lookup(inner);
    for (OpResult result : inner->getResults()) {
      if (spots.count(result))
        continue; // an output
      Spot spot;
      spot.strides = spmd::stridesOf(typeOf(result).getShape());
      // A result without readers has lastUse -1; newLocal then ends its lifetime at its
      // begin.
      int64_t end = 2 * lastUse(result) + 1;
      spot.local = takenOver(inner, result, at, end);
      if (spot.local < 0)
        spot.local = newLocal(*bufferBytes(result.getType()), 2 * at + 1, end);
      spots[result] = std::move(spot);
    }
    if (auto kernel = dyn_cast<ir::KernelOp>(inner))
      if (uint64_t bytes = kernelsOf(kernel).plan.scratchBytes)
        scratch[inner] = newLocal(bytes, 2 * at, 2 * at + 1);
    return success();
  }

  /// Returns the local buffer that `result` may reuse: that of an input with as many bytes
  /// that the kernel reads for the last time, at the elements that it writes. The buffer's
  /// lifetime is extended to `end`. -1: there is no such buffer.
  int takenOver(Operation *inner, OpResult result, int64_t at, int64_t end) {
    auto kernel = dyn_cast<ir::KernelOp>(inner);
    if (!kernel)
      return -1;
    for (unsigned input : kernelsOf(kernel).plan.mayShare[result.getResultNumber()]) {
      Value base = baseOf(inner->getOperand(input));
      int local = spots.lookup(base).local;
      if (local < 0 || bufferBytes(base.getType()) != bufferBytes(result.getType()) ||
          locals[local].lifetimes.back().end != 2 * at + 1)
        continue; // has later readers, or another result has taken the buffer
      locals[local].lifetimes.back().end = std::max(end, 2 * at + 2);
      return local;
    }
    return -1;
  }

  /// Packs the local buffers into the worker's scratch memory (planArena) and records
  /// offsets.
  void layOut() {
    ArenaPlan arena = planArena(locals, rt::kBufferAlignment);
    for (auto &[value, spot] : spots)
      if (spot.local >= 0)
        spot.buffer.offset = arena.offsets[spot.local];
    offsets = std::move(arena.offsets);
    out.config.localBytes = arena.bytes;
  }
  SmallVector<uint64_t> offsets;

  rt::BlockBuffer bufferOf(Value value) const { return spots.find(baseOf(value))->second.buffer; }
  SmallVector<int64_t> stridesOf(Value value) const {
    Value base = baseOf(value);
    // A view shows all elements of a contiguous value in their order, so its strides follow
    // from its shape.
    return base == value ? spots.find(base)->second.strides
                         : spmd::stridesOf(typeOf(value).getShape());
  }

  /// Appends the steps of an op: one for a matmul, one per kernel for a fusion. A matmul
  /// whose result is an output that the serial loops do not advance adds to the output from
  /// the second serial iteration on.
  void addStep(Operation *inner) {
    if (auto dot = dyn_cast<ir::DotOp>(inner)) {
      rt::BlockStep step;
      step.sums = op.getSerial() > 0;
      step.gemm = gemmConfig(dot, stridesOf(dot.getLhs()), stridesOf(dot.getRhs()), stridesOf(dot));
      for (Value value : {Value(dot.getLhs()), Value(dot.getRhs()), Value(dot.getResult())})
        step.buffers.push_back(bufferOf(value));
      step.sums &= isSummed(step.buffers.back());
      out.config.steps.push_back(std::move(step));
    } else if (auto kernel = dyn_cast<ir::KernelOp>(inner)) {
      BlockKernels made = kernelsOf(kernel);
      for (auto [number, nest] : llvm::zip_equal(made.kernels, made.plan.kernels)) {
        rt::BlockStep step;
        step.kernel = out.kernels.size();
        step.extent = nest.extent;
        out.kernels.push_back(number);
        for (Value value : llvm::concat<Value>(llvm::to_vector(kernel.getInputs()),
                                               llvm::to_vector(kernel.getResults())))
          step.buffers.push_back(bufferOf(value));
        // The scratch buffer is the last one, as in FusionKernel
        // (compiler/kernels/fusion_plan.h).
        if (auto it = scratch.find(inner); it != scratch.end())
          step.buffers.push_back(
              {rt::BlockBuffer::Home::Local, 0, int64_t(offsets[it->second]), {}});
        out.config.steps.push_back(std::move(step));
      }
    }
  }

  /// Is the buffer an output that the serial loops do not advance? Then each serial
  /// iteration contributes a term to the same elements.
  bool isSummed(const rt::BlockBuffer &buffer) {
    return buffer.home == rt::BlockBuffer::Home::Result &&
           llvm::all_of(llvm::ArrayRef(buffer.strides).take_back(op.getSerial()),
                        [](int64_t s) { return s == 0; });
  }
};

} // namespace

FailureOr<BlocksNumbers> blocksNumbers(ir::BlocksOp op,
                                       llvm::function_ref<BlockKernels(ir::KernelOp)> kernelsOf) {
  return BlockPlanner(op, kernelsOf).run();
}

} // namespace spmd
