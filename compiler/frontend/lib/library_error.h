// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the functions of this folder refuse: with the line of the user's call.
#pragma once
#include <spmd/caller_line.h>

namespace spmd {
inline namespace frontend {

/// Throws "user.cpp:12: MESSAGE", where the line is that of the library's call that is in progress,
/// or else `where`.
[[noreturn]] inline void refuse(const std::string &message, Where where = Where::current()) {
  CallerLine::fail(message, where);
}

} // namespace frontend
} // namespace spmd
