// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles crashes of a child process that runs programs which may crash.
#pragma once
#include <initializer_list>

namespace spmd::tool {

/// Loads the libraries of backtrace() in advance, because a signal handler must not load
/// any.
void loadUnwinder();

/// Calls `handler` for the first crash signal or signal of `more`. The handler has a stack
/// of its own, since the program may have overflowed the normal one.
void catchCrashes(void (*handler)(int), std::initializer_list<int> more);

} // namespace spmd::tool
