// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Solves for the sets of all values on which one depends. First all of them are reached. Then the
// sets grow from empty ones until no step adds a device. Inputs come before the values that depend
// on them, except around loops, so few rounds are needed: two, and one more for each loop inside of
// another.
#include "compiler/structure/device_sets.h"

using namespace mlir;

namespace spmd {

const llvm::BitVector &DeviceSets::of(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::vector<std::pair<Value, Step>> reached;
  SmallVector<Value> open{value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!known.try_emplace(next, llvm::BitVector(devices)).second)
      continue;
    reached.push_back({next, stepOf(next)});
    for (const Input &input : reached.back().second.inputs)
      open.push_back(input.value);
  }
  // Masks and collectives only take devices away or move them, so sets grow with their inputs.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[at, step] : llvm::reverse(reached)) {
      llvm::BitVector set = step.isKnown ? llvm::BitVector(devices) : all();
      for (const Input &input : step.inputs) {
        llvm::BitVector part = known[input.value];
        part &= input.mask;
        set |= input.exchange ? across(input.exchange, part) : part;
      }
      changed |= set != known[at];
      known[at] = set;
    }
  }
  return known[value];
}

} // namespace spmd
