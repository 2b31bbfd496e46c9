// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans the memory of the body of spmd.blocks. Intermediate values live in memory of the worker,
// packed by their lifetimes. The result of a kernel reuses the buffer of an operand that the kernel
// reads for the last time, at the same elements. The result of a matmul is written directly into
// the output, with the output's strides. The result of a kernel is, too, where the block of an
// output is contiguous.
#include "compiler/codegen/blocks.h"
#include "compiler/codegen/arena.h"
#include "compiler/codegen/buffers.h"
#include "compiler/elements/tensor.h"
#include "compiler/structure/views.h"
#include "runtime/abi.h"

using namespace mlir;

namespace spmd {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The value whose bytes a chain of views shows.
static Value baseOf(Value value) {
  while (std::optional<View> view = viewOf(value))
    value = view->base;
  return value;
}

const rt::Operand &BlockPlaces::operand(Value value) const {
  return spots.find(baseOf(value))->second.place;
}

SmallVector<int64_t> BlockPlaces::strides(Value value) const {
  Value base = baseOf(value);
  // A view shows all elements of a contiguous value in their order, so its strides follow from its
  // shape.
  return base == value ? spots.find(base)->second.strides : stridesOf(typeOf(value).getShape());
}

bool BlockPlaces::isSummed(ir::DotOp dot) const {
  const Spot &spot = spots.find(dot.getResult())->second;
  return serialLoops > 0 && spot.local < 0 &&
         llvm::all_of(
             ArrayRef(spot.place.strides).take_back(serialLoops),
             [](int64_t stride) { return stride == 0; });
}

/// Plans one spmd.blocks.
class BlockPlanner {
public:
  BlockPlanner(ir::BlocksOp op, llvm::function_ref<const FusionPlan &(ir::KernelOp)> planOf,
               llvm::function_ref<rt::Operand(Value)> operandOf)
      : op(op), body(op.getBody().front()), planOf(planOf), operandOf(operandOf) {
    out.serialLoops = op.getSerial();
  }

  /// Locates inputs and outputs first, since a kernel may write directly into an output. Local
  /// buffers follow in the order of ops, then their packing.
  FailureOr<BlockPlaces> run() {
    for (Operation &inner : body.without_terminator())
      position[&inner] = position.size();
    placeBorders();
    for (Operation &inner : body.without_terminator())
      if (failed(placeResults(&inner)))
        return failure();
    layOut();
    return std::move(out);
  }

private:
  using Spot = BlockPlaces::Spot;
  ir::BlocksOp op;
  Block &body;
  llvm::function_ref<const FusionPlan &(ir::KernelOp)> planOf;
  llvm::function_ref<rt::Operand(Value)> operandOf;
  BlockPlaces out;
  DenseMap<Operation *, int64_t> position;
  SmallVector<ArenaBlock> locals;
  DenseMap<Operation *, int> scratch; // scratch buffer of each kernel: index in `locals`

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
  Spot border(Value whole, RankedTensorType part, ArrayRef<int64_t> cut) {
    RankedTensorType type = typeOf(whole);
    Spot spot{operandOf(whole), stridesOf(type.getShape())};
    const int64_t elements = type.getNumElements(),
                  bytes = elements ? int64_t(*bufferBytes(type)) / elements : 0;
    // From the first element of the block to its last one.
    int64_t last = 0;
    for (auto [size, stride] : llvm::zip_equal(part.getShape(), spot.strides))
      last += (size - 1) * stride;
    spot.place.bytes = elements ? (last + 1) * bytes : 0;
    // A loop that does not cut this buffer keeps stride 0: all its iterations see one block.
    spot.place.strides.assign(op.getGrid().size(), 0);
    for (auto [d, loop] : llvm::enumerate(cut))
      if (loop >= 0)
        spot.place.strides[loop] += part.getDimSize(d) * spot.strides[d] * bytes;
    return spot;
  }

  /// Locates the body's arguments in the operands and the yielded values in the results. A
  /// yielded view locates its base; a value that is already located keeps its first
  /// location.
  void placeBorders() {
    for (auto [i, cut] : llvm::enumerate(op.getReads().getAsRange<DenseI64ArrayAttr>())) {
      Value part = body.getArgument(i);
      out.spots[part] = border(op.getInputs()[i], typeOf(part), cut.asArrayRef());
    }
    for (auto [i, cut] : llvm::enumerate(op.getWrites().getAsRange<DenseI64ArrayAttr>())) {
      Value part = body.getTerminator()->getOperand(i);
      out.spots.try_emplace(baseOf(part),
                            border(op.getOutputs()[i], typeOf(part), cut.asArrayRef()));
    }
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
      if (out.spots.count(result))
        continue; // an output
      Spot spot{{.base = {.space = rt::Space::Local}, .bytes = *bufferBytes(result.getType())},
                stridesOf(typeOf(result).getShape())};
      // A result without readers has lastUse -1; newLocal then ends its lifetime at its
      // begin.
      int64_t end = 2 * lastUse(result) + 1;
      spot.local = takenOver(inner, result, at, end);
      if (spot.local < 0)
        spot.local = newLocal(spot.place.bytes, 2 * at + 1, end);
      out.spots[result] = std::move(spot);
    }
    if (auto kernel = dyn_cast<ir::KernelOp>(inner))
      if (uint64_t bytes = planOf(kernel).scratchBytes)
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
    for (unsigned input : planOf(kernel).mayShare[result.getResultNumber()]) {
      Value base = baseOf(inner->getOperand(input));
      int local = out.spots.lookup(base).local;
      if (local < 0 || bufferBytes(base.getType()) != bufferBytes(result.getType()) ||
          locals[local].lifetimes.back().end != 2 * at + 1)
        continue; // has later readers, or another result has taken the buffer
      locals[local].lifetimes.back().end = std::max(end, 2 * at + 2);
      return local;
    }
    return -1;
  }

  /// Packs the local buffers into the worker's memory (planArena) and records offsets.
  void layOut() {
    ArenaPlan arena = planArena(locals, rt::kBufferAlignment);
    for (auto &[value, spot] : out.spots)
      if (spot.local >= 0)
        spot.place.base.offset = arena.offsets[spot.local];
    for (auto [kernel, local] : scratch)
      out.scratches[kernel] = {.base = {.space = rt::Space::Local, .offset = arena.offsets[local]},
                               .bytes = locals[local].bytes};
    out.localBytes = arena.bytes;
  }
};

FailureOr<BlockPlaces> BlockPlaces::of(ir::BlocksOp op,
                                       llvm::function_ref<const FusionPlan &(ir::KernelOp)> planOf,
                                       llvm::function_ref<rt::Operand(Value)> operandOf) {
  return BlockPlanner(op, planOf, operandOf).run();
}

} // namespace spmd
