// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps compiled programs on disk, beside the object code of their kernels: a second process that
// runs the same script compiles nothing.
#pragma once
#include "runtime/program.h"
#include <optional>
#include <string_view>

namespace spmd::pjrt {

/// The program that was kept for exactly this code and these options (ProgramOptions::key), on this
/// CPU, by this build, for the devices of one process or of several (`isShared`). Programs with
/// host calls, and those that the environment asks to check or to print, are neither kept nor
/// found.
std::optional<rt::Program> findProgram(std::string_view code, std::string_view options,
                                       bool isShared);
void keepProgram(std::string_view code, std::string_view options, bool isShared,
                 const rt::Program &program);

} // namespace spmd::pjrt
