// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outer form of MLIR bytecode: its sections and the tables in them, cut into pieces that others
// decode. It knows no dialect. libMLIR has such a reader, too; it ends the process, or writes over
// memory, for 1 to 2 of 100 files in which a byte was changed, and artifacts come from elsewhere.
// (MLIR's document "Bytecode format"; the numbers are those of mlir/Bytecode/Encoding.h.)
#pragma once
#include "dialects/vhlo/bytes.h"
#include <optional>
#include <vector>

namespace spmd::vhlo {

/// An attribute or a type that is not decoded yet.
struct Entry {
  llvm::StringRef dialect; // whose code the bytes are in
  bool isCustom = true;    // else the bytes are MLIR's text and a NUL
  llvm::StringRef bytes;
  size_t offset = 0; // of the bytes, in the file
};

/// The name of an op: {"vhlo", "add_v1"}.
struct OpName {
  llvm::StringRef dialect, name;
};

/// Bytes of the file and their offset in it.
struct Piece {
  llvm::StringRef bytes;
  size_t offset = 0;
};

/// A file of MLIR bytecode. All strings point into its bytes.
struct Container {
  uint64_t version = 0; // of the bytecode, 0 to 6
  llvm::StringRef producer;
  std::vector<llvm::StringRef> strings, dialects;
  std::vector<OpName> opNames;
  std::vector<Entry> attributes, types;
  std::vector<Piece> properties;
  Piece program; // the ops
};

/// The four bytes at the beginning of MLIR bytecode.
inline constexpr llvm::StringLiteral kBytecodeMagic = "ML\xefR";

/// Returns who wrote a file of bytecode, "StableHLO_v1.17.0" or "MLIR22.1.8"; empty for other
/// files and where the file ends before.
llvm::StringRef producerOf(llvm::StringRef bytes);

/// A section of bytecode.
struct Section {
  uint8_t id = 0;
  Piece piece;
};
/// Reads the header of the next section and takes its bytes.
Section readSection(ByteReader &reader);

/// Cuts a file into its pieces; nothing after a fault, which is then reported.
std::optional<Container> readContainer(llvm::StringRef bytes, Faults &faults);

} // namespace spmd::vhlo
