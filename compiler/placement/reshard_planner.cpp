// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/placement/reshard_planner.h"

using namespace mlir;

namespace spmd {

int64_t bufferElementBytes(RankedTensorType type) {
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * (complex.getElementType().getIntOrFloatBitWidth() / 8);
  return element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 1;
}

const ReshardPlan *ReshardPlanner::plan(Type type, const Placement &from, const Placement &to,
                                        llvm::ArrayRef<int> taken) {
  auto tensor = cast<RankedTensorType>(type);
  auto [it, isNew] = plans.try_emplace({type.getAsOpaquePointer(), from, to, Atoms(taken)});
  if (isNew)
    it->second =
        planReshard(tensor.getShape(), bufferElementBytes(tensor), atomSizes, from, to, taken);
  return it->second ? &*it->second : nullptr;
}

} // namespace spmd
