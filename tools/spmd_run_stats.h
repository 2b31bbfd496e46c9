// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints --stats: the cost of a compilation and of a step, as text and as one JSON object.
#pragma once
#include "compiler/compile.h"
#include "runtime/program_stats.h"
#include "llvm/Support/raw_ostream.h"

namespace spmd::run {

struct Measured {
  double parseMs = 0, loadMs = 0;
  std::vector<double> stepMs; // without the warm-up run
};

void printStats(const CompiledProgram &compiled, const Measured &measured, llvm::raw_ostream &os);
void printStatsJson(const CompiledProgram &compiled, const Measured &measured,
                    llvm::raw_ostream &os);

} // namespace spmd::run
