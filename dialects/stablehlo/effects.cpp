// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies send, recv, infeed, outfeed and the async ops, and declares their effects. C numbers are
// constraints of each op in the StableHLO specification. The ops are declared in control.td.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::stablehlo {

namespace {
// One resource per kind of side effect. Ops on different resources may be reordered, as far as
// their tokens allow it.
struct InfeedResource : SideEffects::Resource::Base<InfeedResource> {
  StringRef getName() final { return "infeed"; }
};
struct OutfeedResource : SideEffects::Resource::Base<OutfeedResource> {
  StringRef getName() final { return "outfeed"; }
};
struct ChannelResource : SideEffects::Resource::Base<ChannelResource> {
  StringRef getName() final { return "channels"; }
};
} // namespace

using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Declares that an op reads and writes `resource`, so that two ops on it keep their order and
/// neither is removed.
static void readAndWrite(Effects &effects, SideEffects::Resource *resource) {
  effects.emplace_back(MemoryEffects::Read::get(), resource);
  effects.emplace_back(MemoryEffects::Write::get(), resource);
}

void InfeedOp::getEffects(Effects &effects) { readAndWrite(effects, InfeedResource::get()); }
void OutfeedOp::getEffects(Effects &effects) { readAndWrite(effects, OutfeedResource::get()); }
void SendOp::getEffects(Effects &effects) { readAndWrite(effects, ChannelResource::get()); }
void RecvOp::getEffects(Effects &effects) { readAndWrite(effects, ChannelResource::get()); }

/// The field `type` of #stablehlo.channel_handle.
enum ChannelKind : int64_t { kDeviceToDevice = 1, kDeviceToHost = 2, kHostToDevice = 3 };

/// C5 of send and recv: the channel's type fits the kind of transfer.
static LogicalResult verifyChannel(Operation *op, ChannelHandleAttr channel, int64_t wanted) {
  if (channel.getType() == wanted)
    return success();
  return op->emitOpError("uses a channel of type ")
         << channel.getType() << "; "
         << (wanted == kDeviceToDevice ? "between devices" : "to or from the host")
         << " it must be " << wanted;
}

/// Verifies that the results are tensors and then one token (infeed C1 to C3, also recv).
static LogicalResult verifyTensorsAndToken(Operation *op) {
  if (op->getNumResults() == 0)
    return op->emitOpError("has no result; the last result is a token");
  for (auto [i, type] : llvm::enumerate(op->getResultTypes())) {
    bool last = i + 1 == op->getNumResults();
    if (last != isa<TokenType>(type))
      return op->emitOpError("has result ")
             << i << " of type " << type << "; it must be a "
             << (last ? "token, as the last one" : "tensor, the token comes last");
  }
  return success();
}

// Between devices a channel has type 1, to the host 2.
LogicalResult SendOp::verify() {
  return verifyChannel(*this, getChannelHandle(),
                       getIsHostTransfer() ? kDeviceToHost : kDeviceToDevice);
}

// For host transfers C5 names DEVICE_TO_HOST, as for send. Programs, and StableHLO's own verifier,
// have HOST_TO_DEVICE (3).
LogicalResult RecvOp::verify() {
  if (failed(verifyChannel(*this, getChannelHandle(),
                           getIsHostTransfer() ? kHostToDevice : kDeviceToDevice)))
    return failure();
  return verifyTensorsAndToken(*this);
}

// C1 to C3, and one list of integers per tensor where there are layouts:
//   layout = [[0, 1], [0]] for results (tensor<2x3xf32>, tensor<4xi32>, !stablehlo.token)
LogicalResult InfeedOp::verify() {
  if (failed(verifyTensorsAndToken(*this))) // C1 to C3
    return failure();
  ArrayAttr layout = getLayoutAttr();
  if (!layout)
    return success();
  if (layout.size() != getNumResults() - 1)
    return emitOpError("has ") << layout.size() << " layouts for " << getNumResults() - 1
                               << " tensors";
  for (Attribute one : layout) {
    auto list = dyn_cast<ArrayAttr>(one);
    if (!list || !llvm::all_of(list, llvm::IsaPred<IntegerAttr>))
      return emitOpError("has the layout ") << one << "; a layout is a list of integers";
  }
  return success();
}

// C1 to C4: the body is one startable op and a return of its one value, and the result is a future
// of that value's type. collective_reduce, which C2 does not list, may be started too.
LogicalResult AsyncStartOp::verifyRegions() {
  Block &body = getBody().front();
  if (!llvm::equal(body.getArgumentTypes(), getOperandTypes())) // C3
    return emitOpError("has operands of types (")
           << getOperandTypes() << "), its body takes (" << body.getArgumentTypes() << ")"
           << operandNotes(*this);
  if (body.getOperations().size() != 2) // C1
    return emitOpError("has ") << body.getOperations().size() - 1
                               << " ops in its body; it starts exactly one"
                               << Note{body.back().getLoc(), "its body ends here"};
  // C2: the op may be started.
  Operation &started = body.front();
  if (!started.hasTrait<Startable>()) // C2
    return emitOpError("cannot start ")
           << started.getName() << "; only collectives and slices can be started"
           << Note{started.getLoc(), "the op is here"};
  if (body.back().getNumOperands() != 1)
    return emitOpError("returns ")
           << body.back().getNumOperands() << " values from its body; it returns one"
           << Note{body.back().getLoc(), "the region returns here"};
  auto expected = FutureType::get(getContext(), {body.back().getOperand(0).getType()});
  if (getResult().getType() != expected) // C4
    return emitOpError("has a result of type ")
           << getResult().getType() << ", its body gives " << expected
           << typeNote("the returned value", body.back().getOperand(0));
  return success();
}

// C1: !stablehlo.future<T> gives T. The body of an async_start returns one value.
FailureOr<Type> AsyncDoneOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto future = dyn_cast<FutureType>(adaptor.getOperand().getType());
  if (!future || future.getTypes().size() != 1)
    return emitOptionalError(location, "waits for ", adaptor.getOperand().getType(),
                             "; a future of one type can be waited for",
                             typeNote("operand", adaptor.getOperand()));
  return future.getTypes().front();
}

} // namespace spmd::stablehlo
