// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cache of plans, and element sizes.
#include "compiler/placement/reshard_planner.h"

using namespace mlir;

namespace spmd {

/// Examples: f32 -> 4, complex<f32> -> 8, i4 -> 1. Types that are neither integer, float nor
/// complex count one byte.
int64_t bufferElementBytes(RankedTensorType type) {
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * (complex.getElementType().getIntOrFloatBitWidth() / 8);
  return element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 1;
}

/// Also remembers that there is no plan.
const ReshardPlan *ReshardPlanner::plan(Type type, const Placement &from, const Placement &to,
                                        ArrayRef<int> taken, ArrayRef<int> owned) {
  auto tensor = cast<RankedTensorType>(type);
  auto [it, isNew] =
      plans.try_emplace({type.getAsOpaquePointer(), from, to, Atoms(taken), Atoms(owned)});
  if (isNew) {
    it->second = planReshard(tensor.getShape(), bufferElementBytes(tensor), atomSizes, from, to,
                             taken, links, owned);
    allSearched += it->second ? it->second->searched : 0;
  }
  return it->second ? &*it->second : nullptr;
}

} // namespace spmd
