// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the configuration of a library call with its operands.
#pragma once
#include "runtime/program.h"
#include <string>

namespace spmd::rt {

/// Why the routine of a call would leave its operands or cannot be called in this process; empty
/// where nothing is known to be wrong. Matmuls and calls of host functions are checked.
///   "a matmul reads or writes 4096 bytes of 1024"
std::string libraryFault(const LibraryCommand &library);

/// Whether a program calls functions of the host process. It runs in this process only.
bool callsHost(const Program &program);

} // namespace spmd::rt
