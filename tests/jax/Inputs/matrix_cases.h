// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the cases of frontend_linalg.cpp and frontend_complex.cpp: as frontend_cases.h does, but in
// the shapes that they name (random matrices of other shapes may be singular) and without batches.
#pragma once
#include "frontend_cases.h"

namespace {

constexpr size_t kShapesOfEach = 4; // of those that `unary` and `binary` offer

/// Replaces the cases by those that are accepted: of a name and types as many as are written by
/// hand, or kShapesOfEach of those that all names share.
void keepAccepted() {
  std::map<std::pair<std::string, std::string>, size_t> counts;
  std::vector<Case> kept;
  for (const Case &one : cases) {
    size_t &count = counts[{one.name, typesOf(one.operands)}];
    if ((one.hasAllShapes && count == kShapesOfEach) || !isAccepted(one))
      continue;
    kept.push_back(one);
    ++count;
  }
  cases = std::move(kept);
}

/// All cases, or the part of them that SPMD_PART=K/N in the environment names: of each name some
/// shapes and types, at once, in jit, and their gradients. Prints how many shapes each name has,
/// whatever the part.
void runMatrices() {
  const auto [part, parts] = partOfAll();
  keepNames();
  keepAccepted();
  std::map<std::string, std::vector<const Case *>> names;
  for (const Case &one : cases)
    names[one.name].push_back(&one);
  std::vector<Selected> chosen, differentiable;
  size_t number = 0;
  for (const auto &[name, members] : names) {
    std::set<std::vector<Shape>> shapes;
    for (size_t i = 0; i < members.size(); ++i) {
      const Case &one = *members[i];
      shapes.insert(shapesOf(one.operands));
      if ((i + number) % parts != part)
        continue;
      chosen.push_back({&one, one.operands});
      if (isDifferentiable(one.operands))
        differentiable.push_back({&one, one.operands});
    }
    std::printf("shapes %s %zu %zu\n", name.c_str(), shapes.size(), members[0]->operands.size());
    ++number;
  }
  runGroups(chosen, values, "values", 100);
  runGroups(differentiable, gradients, "gradients", 60);
  for (const Selected &each : chosen)
    runAtOnce(*each.one, "values");
}

} // namespace
