// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cause is the metadata of a fused location: an array that begins with a mark.
#include "compiler/structure/cause.h"

using namespace mlir;

namespace spmd {

static constexpr llvm::StringLiteral kMark = "spmd.cause";

//   fused<["spmd.cause", "operand 1 of stablehlo.dot_general", "%x", before, after, ""]>[loc]
Location withCause(Location loc, const Cause &cause) {
  MLIRContext *context = loc.getContext();
  auto given = [&](Attribute sharding) { return sharding ? sharding : UnitAttr::get(context); };
  auto text = [&](StringRef string) { return StringAttr::get(context, string); };
  return FusedLoc::get(
      context, loc,
      ArrayAttr::get(context, {text(kMark), text(cause.user), text(cause.value),
                               given(cause.before), given(cause.after), text(cause.remedy)}));
}

// Passes may fuse a location with others.
std::optional<Cause> causeOf(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return std::nullopt;
  if (auto cause = dyn_cast_or_null<ArrayAttr>(fused.getMetadata()); cause && cause.size() == 6)
    if (auto mark = dyn_cast<StringAttr>(cause[0]); mark && mark.getValue() == kMark) {
      auto given = [&](unsigned i) { return isa<UnitAttr>(cause[i]) ? Attribute() : cause[i]; };
      auto text = [&](unsigned i) { return cast<StringAttr>(cause[i]).str(); };
      return Cause{text(1), text(2), given(3), given(4), text(5)};
    }
  for (Location part : fused.getLocations())
    if (std::optional<Cause> cause = causeOf(part))
      return cause;
  return std::nullopt;
}

} // namespace spmd
