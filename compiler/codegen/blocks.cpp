// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of a block live in memory of the worker, packed by their lifetimes; a kernel's result
// takes over what it reads for the last time at the same elements. Results of matmuls go where the
// output lies, at its strides; those of kernels too, where the block of an output is one run of
// bytes.
#include "compiler/codegen/blocks.h"
#include "compiler/codegen/arena.h"
#include "compiler/codegen/buffers.h"
#include "compiler/codegen/gemm_numbers.h"
#include "compiler/structure/views.h"
#include "runtime/abi.h"

using namespace mlir;

namespace spmd {
namespace {

class BlockPlanner {
public:
  BlockPlanner(ir::BlocksOp op, llvm::function_ref<BlockKernels(ir::KernelOp)> kernelsOf)
      : op(op), body(op.getBody().front()), kernelsOf(kernelsOf) {}

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
    // The contract of optimize (BlockLimits).
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
  /// Where a value lies, with strides in elements for matmuls.
  struct Spot {
    rt::BlockBuffer buffer;
    SmallVector<int64_t> strides;
    int local = -1; // index in `locals`
  };
  ir::BlocksOp op;
  Block &body;
  llvm::function_ref<BlockKernels(ir::KernelOp)> kernelsOf;
  BlocksNumbers out;
  DenseMap<Operation *, int64_t> position;
  DenseMap<Value, Spot> spots; // of values that are no views
  SmallVector<ArenaBlock> locals;
  DenseMap<Operation *, int> scratch; // of fusions, in `locals`

  static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }
  static Value baseOf(Value value) {
    while (std::optional<View> view = viewOf(value))
      value = view->base;
    return value;
  }
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

  /// A block of an input or output: `cut` names the loop of each dim.
  Spot border(rt::BlockBuffer::Home home, int64_t index, RankedTensorType whole,
              ArrayRef<int64_t> cut) {
    Spot spot;
    spot.buffer.home = home;
    spot.buffer.index = index;
    spot.strides = denseStrides(whole);
    spot.buffer.strides.assign(op.getGrid().size(), 0);
    int64_t bytes =
        whole.getNumElements() ? int64_t(*bufferBytes(whole)) / whole.getNumElements() : 0;
    for (auto [d, loop] : llvm::enumerate(cut))
      if (loop >= 0)
        spot.buffer.strides[loop] +=
            whole.getDimSize(d) / op.getGrid()[loop] * spot.strides[d] * bytes;
    return spot;
  }

  void placeBorders() {
    for (auto [i, cut] : llvm::enumerate(op.getReads().getAsRange<DenseI64ArrayAttr>()))
      spots[body.getArgument(i)] =
          border(rt::BlockBuffer::Home::Operand, i, typeOf(op.getInputs()[i]), cut.asArrayRef());
    for (auto [i, cut] : llvm::enumerate(op.getWrites().getAsRange<DenseI64ArrayAttr>()))
      spots.try_emplace(
          baseOf(body.getTerminator()->getOperand(i)),
          border(rt::BlockBuffer::Home::Result, i, typeOf(op.getOutputs()[i]), cut.asArrayRef()));
  }

  int newLocal(uint64_t bytes, int64_t begin, int64_t end) {
    locals.push_back({std::max<uint64_t>(bytes, 1), {{begin, std::max(begin, end)}}});
    return locals.size() - 1;
  }

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
      spot.strides = denseStrides(typeOf(result));
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

  /// The bytes of an input that the kernel reads for the last time at the elements that it writes;
  /// -1: there is none.
  int takenOver(Operation *inner, OpResult result, int64_t at, int64_t end) {
    auto kernel = dyn_cast<ir::KernelOp>(inner);
    if (!kernel)
      return -1;
    for (unsigned input : kernelsOf(kernel).plan.mayShare[result.getResultNumber()]) {
      Value base = baseOf(inner->getOperand(input));
      int local = spots.lookup(base).local;
      if (local < 0 || bufferBytes(base.getType()) != bufferBytes(result.getType()) ||
          locals[local].lifetimes.back().end != 2 * at + 1)
        continue; // still wanted, or taken over by another result
      locals[local].lifetimes.back().end = std::max(end, 2 * at + 2);
      return local;
    }
    return -1;
  }

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
    // A view has all elements of a run of bytes in their order, its strides follow from its shape.
    return base == value ? spots.find(base)->second.strides : denseStrides(typeOf(value));
  }

  void addStep(Operation *inner) {
    if (auto dot = dyn_cast<ir::DotOp>(inner)) {
      rt::BlockStep step;
      step.sums = op.getSerial() > 0;
      step.gemm = gemmConfig(dot, stridesOf(dot.getLhs()), stridesOf(dot.getRhs()), stridesOf(dot))
                      .encode();
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
        if (auto it = scratch.find(inner); it != scratch.end())
          step.buffers.push_back(
              {rt::BlockBuffer::Home::Local, 0, int64_t(offsets[it->second]), {}});
        out.config.steps.push_back(std::move(step));
      }
    }
  }

  /// An output that the serial loops do not move on.
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
