// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens, channels, in- and outfeed, and futures: constraints and effects. Constraint numbers are
// those of the specification's sections side effects and collectives (async_start).
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::stablehlo {

namespace {
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

static void readAndWrite(Effects &effects, SideEffects::Resource *resource) {
  effects.emplace_back(MemoryEffects::Read::get(), resource);
  effects.emplace_back(MemoryEffects::Write::get(), resource);
}

void InfeedOp::getEffects(Effects &effects) { readAndWrite(effects, InfeedResource::get()); }
void OutfeedOp::getEffects(Effects &effects) { readAndWrite(effects, OutfeedResource::get()); }
void SendOp::getEffects(Effects &effects) { readAndWrite(effects, ChannelResource::get()); }
void RecvOp::getEffects(Effects &effects) { readAndWrite(effects, ChannelResource::get()); }

/// What #stablehlo.channel_handle calls `type`.
enum ChannelKind : int64_t { kDeviceToDevice = 1, kDeviceToHost = 2, kHostToDevice = 3 };

/// C5 of send and recv.
static LogicalResult verifyChannel(Operation *op, ChannelHandleAttr channel, int64_t wanted) {
  if (channel.getType() == wanted)
    return success();
  return op->emitOpError("uses a channel of type ")
         << channel.getType() << "; "
         << (wanted == kDeviceToDevice ? "between devices" : "to or from the host")
         << " it must be " << wanted;
}

/// Tensors, then one token.
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

LogicalResult SendOp::verify() {
  return verifyChannel(*this, getChannelHandle(),
                       getIsHostTransfer() ? kDeviceToHost : kDeviceToDevice);
}

LogicalResult RecvOp::verify() {
  if (failed(verifyChannel(*this, getChannelHandle(),
                           getIsHostTransfer() ? kHostToDevice : kDeviceToDevice)))
    return failure();
  return verifyTensorsAndToken(*this);
}

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

LogicalResult AsyncStartOp::verifyRegions() {
  Block &body = getBody().front();
  if (!llvm::equal(body.getArgumentTypes(), getOperandTypes())) // C3
    return emitOpError("has operands of types (")
           << getOperandTypes() << "), its body takes (" << body.getArgumentTypes() << ")";
  if (body.getOperations().size() != 2) // C1
    return emitOpError("has ") << body.getOperations().size() - 1
                               << " ops in its body; it starts exactly one";
  Operation &started = body.front();
  static constexpr StringLiteral kStartable[] = {
      "all_reduce",     "all_gather",           "all_to_all",        "collective_permute",
      "reduce_scatter", "collective_broadcast", "collective_reduce", "slice",
      "dynamic_slice",  "dynamic_update_slice"};
  if (started.getDialect() != (*this)->getDialect() ||
      !llvm::is_contained(kStartable, started.getName().stripDialect())) { // C2
    auto diag = emitOpError("cannot start ")
                << started.getName() << "; only collectives and slices can be started";
    diag.attachNote(started.getLoc()) << "the op is here";
    return diag;
  }
  if (body.back().getNumOperands() != 1)
    return emitOpError("returns ")
           << body.back().getNumOperands() << " values from its body; it returns one";
  auto expected = FutureType::get(getContext(), {body.back().getOperand(0).getType()});
  if (getResult().getType() != expected) // C4
    return emitOpError("has a result of type ")
           << getResult().getType() << ", its body gives " << expected;
  return success();
}

LogicalResult AsyncDoneOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                            Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto future = dyn_cast<FutureType>(adaptor.getOperand().getType());
  if (!future || future.getTypes().size() != 1)
    return emitOptionalError(location, "waits for ", adaptor.getOperand().getType(),
                             "; a future of one type can be waited for");
  types.push_back(future.getTypes().front());
  return success();
}

} // namespace spmd::stablehlo
