// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What spmd-run compares between ranks before the first run: its flags, the program's text and
// code, and the arguments.
#pragma once
#include "runtime/agreement.h"
#include "runtime/program.h"
#include "tools/spmd_run_options.h"

namespace spmd::run {

/// All flags but --threads and --no-cache, which may differ: they change neither results
/// nor what is said.
void addFlags(rt::Agreement &agreement, const Options &options);
/// The text that was read, whatever file it came from.
void addText(rt::Agreement &agreement, llvm::StringRef text);
void addProgram(rt::Agreement &agreement, const rt::Program &program);
/// Whole arguments, also where each rank needs a part only: they come from one file or seed.
void addArguments(rt::Agreement &agreement, const std::vector<rt::Array> &arguments);
/// Tells the other ranks, which may have been given better flags, of a usage error. Returns what
/// this rank has to say: the first rank that has a fault is named, by rank 0 alone.
std::string agreeOnUsageError(const std::string &message);

} // namespace spmd::run
