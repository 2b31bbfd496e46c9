// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the cases of frontend_linalg.cpp and frontend_complex.cpp: as frontend_cases.h does, but in
// the shapes that they name: random matrices of other shapes may be singular.
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

/// Runs the cases.
void runMatrices() {
  keepNames();
  keepAccepted();
  const Plan plan = planOf(casesByName());
  runGroups(plan.values, values, "values", 100);
  runGroups(plan.gradients, gradients, "gradients", 60);
  runGroups(plan.batches, batches, "batches", 12);
  runGroups(plan.compositions, compositions, "compositions", 4);
  for (const Selected &each : plan.values)
    runAtOnce(*each.one, "values");
}

} // namespace
