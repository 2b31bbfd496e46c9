// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for the crashes of a child process that tries a program which may crash.
#pragma once
#include <initializer_list>

namespace spmd::tool {

/// Loads what backtrace() needs: a handler must not load it.
void loadUnwinder();

/// Calls `handler` for the first signal of a crash, or of `more`. The handler has a stack of its
/// own, as the program may have used up the other one.
void catchCrashes(void (*handler)(int), std::initializer_list<int> more);

} // namespace spmd::tool
