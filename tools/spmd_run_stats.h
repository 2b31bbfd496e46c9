// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints --stats: the cost of a compilation and of a step, as text and as one JSON object.
#pragma once
#include "compiler/session.h"
#include "llvm/Support/raw_ostream.h"

namespace spmd::run {

struct Measured {
  double parseMs = 0;
  std::vector<double> stepMs; // without the warm-up run
};

void printStats(const Session &session, const Measured &measured, llvm::raw_ostream &os);
void printStatsJson(const Session &session, const Measured &measured, llvm::raw_ostream &os);

} // namespace spmd::run
