// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program as bytes: the contents of a .spmdx file, and the message by which one rank sends a
// program to the others. A header with version, length and checksum is followed by the fields of
// rt::Program in order, little-endian.
#pragma once
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <span>

namespace spmd::rt {

/// The version of the layout. It grows with every change of program.h.
inline constexpr uint32_t kProgramVersion = 14;

std::vector<uint8_t> serializeProgram(const Program &program);

/// Fails where the bytes are no program, are cut off or damaged, or have another version. `name` is
/// used in messages. Whether indices are valid is checked by checkProgram, not here.
llvm::Expected<Program> deserializeProgram(std::span<const uint8_t> bytes, std::string_view name);

llvm::Error saveProgram(const Program &program, const std::string &path);
llvm::Expected<Program> loadProgram(const std::string &path);

/// A hash that is equal for equal programs. Ranks compare it before they start.
uint64_t fingerprintOf(const Program &program);

} // namespace spmd::rt
