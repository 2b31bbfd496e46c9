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

ReshardPlans::Answers &ReshardPlans::of(ArrayRef<int64_t> atomSizes, ArrayRef<Link> links) {
  Atoms key;
  for (auto [i, size] : llvm::enumerate(atomSizes)) {
    Link link = links.empty() ? Link() : links[i];
    key.push_back({size, link.latency, link.rate});
  }
  return answers[key];
}

/// Also remembers that there is no plan.
const ReshardPlan *ReshardPlanner::plan(Type type, const Placement &from, const Placement &to,
                                        ArrayRef<int> taken, ArrayRef<int> owned) {
  auto tensor = cast<RankedTensorType>(type);
  auto [it, isNew] =
      answers.try_emplace({type.getAsOpaquePointer(), from, to, Atoms(taken), Atoms(owned)});
  if (isNew)
    it->second = planReshard(tensor.getShape(), bufferElementBytes(tensor), atomSizes, from, to,
                             taken, links, owned);
  if (it->second && asked.insert(&*it).second)
    allSearched += it->second->searched;
  return it->second ? &*it->second : nullptr;
}

} // namespace spmd
