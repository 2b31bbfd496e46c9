// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps compiled programs on disk, beside the object code of their kernels: a second process that
// runs the same script compiles nothing.
#pragma once
#include "runtime/program.h"
#include <optional>
#include <string_view>

namespace spmd::pjrt {

/// The program that was kept for exactly this code, on this CPU, by this build. Programs with host
/// calls, and those that the environment asks to check or to print, are neither kept nor found.
std::optional<rt::Program> findProgram(std::string_view code);
void keepProgram(std::string_view code, const rt::Program &program);

} // namespace spmd::pjrt
