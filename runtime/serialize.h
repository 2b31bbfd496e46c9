// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program as bytes: what a .spmdx file holds and what one rank sends to the others. A header with
// version, length and checksum, then the fields of rt::Program in order, little-endian.
#pragma once
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <span>

namespace spmd::rt {

/// Of the layout; grows with every change of program.h.
inline constexpr uint32_t kProgramVersion = 2;

std::vector<uint8_t> serializeProgram(const Program &program);

/// Fails where the bytes are no program, cut off, damaged, or of another version; `name` is for
/// messages. Whether indices make sense is checkProgram's question.
llvm::Expected<Program> deserializeProgram(std::span<const uint8_t> bytes, std::string_view name);

llvm::Error saveProgram(const Program &program, const std::string &path);
llvm::Expected<Program> loadProgram(const std::string &path);

/// Equal for equal programs; what ranks compare before they start.
uint64_t fingerprintOf(const Program &program);

} // namespace spmd::rt
