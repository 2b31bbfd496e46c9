// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists what the ranks of spmd-run compare before the first run: flags, the text and code
// of the program, and the arguments.
#pragma once
#include "runtime/agreement.h"
#include "runtime/program.h"
#include "tools/spmd_run_options.h"

namespace spmd::run {

/// Adds all flags except for --threads and --no-cache, which may differ between ranks: they
/// change neither results nor output.
void addFlags(rt::Agreement &agreement, const Options &options);
/// Adds the program's text; ranks may read it from different files.
void addText(rt::Agreement &agreement, llvm::StringRef text);
void addProgram(rt::Agreement &agreement, const rt::Program &program);
/// Adds whole arguments, also where a rank needs only a part: all come from one file or
/// seed.
void addArguments(rt::Agreement &agreement, const std::vector<rt::Array> &arguments);
/// Tells the other ranks, whose flags may be correct, of a usage error. Returns the message
/// that this rank has to print: rank 0 names the first rank with an error, and the others
/// print nothing.
std::string agreeOnUsageError(const std::string &message);

} // namespace spmd::run
