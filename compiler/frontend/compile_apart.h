// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens sessions from a host's thread. Program and the frontend's programs compile in this way.
#pragma once
#include "compiler/session.h"
#include <memory>
#include <string_view>

namespace spmd {

/// Compiles and places a program on a thread of its own, for stack and rounding mode. Throws Error
/// where the program is refused, and where the process is exiting.
std::unique_ptr<Session> openApart(std::string_view text, std::string_view name,
                                   const SessionOptions &options);

} // namespace spmd
