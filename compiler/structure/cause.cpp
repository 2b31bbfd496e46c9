// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cause is the metadata of a fused location: an array that begins with a mark.
#include "compiler/structure/cause.h"

using namespace mlir;

namespace spmd {

static constexpr llvm::StringLiteral kMark = "spmd.cause";

//   fused<["spmd.cause", "operand 1 of stablehlo.dot_general", before, after]>[loc]
Location withCause(Location loc, StringRef user, Attribute before, Attribute after) {
  MLIRContext *context = loc.getContext();
  auto given = [&](Attribute sharding) { return sharding ? sharding : UnitAttr::get(context); };
  auto text = [&](StringRef string) { return StringAttr::get(context, string); };
  return FusedLoc::get(
      context, loc,
      ArrayAttr::get(context, {text(kMark), text(user), given(before), given(after)}));
}

// Passes may fuse a location with others.
std::optional<Cause> causeOf(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return std::nullopt;
  if (auto cause = dyn_cast_or_null<ArrayAttr>(fused.getMetadata()); cause && cause.size() == 4)
    if (auto mark = dyn_cast<StringAttr>(cause[0]); mark && mark.getValue() == kMark) {
      auto given = [&](unsigned i) { return isa<UnitAttr>(cause[i]) ? Attribute() : cause[i]; };
      return Cause{cast<StringAttr>(cause[1]), given(2), given(3)};
    }
  for (Location part : fused.getLocations())
    if (std::optional<Cause> cause = causeOf(part))
      return cause;
  return std::nullopt;
}

} // namespace spmd
