// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads numbers and strings of MLIR bytecode from memory, and remembers the first fault. Nothing is
// read beyond the end. After a fault all reads return zeros, so that callers check once, at the end
// of a loop, and not after each number. (MLIR's document "Bytecode format", section Primitives.)
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>

namespace spmd::vhlo {

/// Reports what is wrong with a file, at the file's name. Only the first fault is reported: those
/// behind it follow from it.
class Faults {
public:
  explicit Faults(mlir::Location file) : file(file) {}
  /// Whether something is wrong; the error has been reported.
  bool any() const { return isSet; }
  /// Reports `message` as an error, unless there was one before.
  void add(const llvm::Twine &message) {
    if (!isSet)
      mlir::emitError(file) << message;
    isSet = true;
  }
  /// An error to be completed by the caller, as the `getChecked` functions of MLIR want it. They
  /// run only as long as there is no fault.
  mlir::InFlightDiagnostic emit() {
    isSet = true;
    return mlir::emitError(file);
  }
  mlir::Location location() const { return file; }

private:
  mlir::Location file;
  bool isSet = false;
};

/// A position in some bytes of a file. `start` is the offset of the bytes in the file; messages
/// name it.
class ByteReader {
public:
  ByteReader(llvm::StringRef bytes, size_t start, Faults &faults)
      : faults(faults), bytes(bytes), start(start) {}

  bool ok() const { return !faults.any(); }
  size_t left() const { return bytes.size() - position; }
  /// The offset in the file of the next byte.
  size_t offset() const { return start + position; }
  /// Whether more is to be read: no fault, and not the end.
  bool hasMore() const { return ok() && left(); }
  /// Reports a fault at the present offset: "byte 17: <message>".
  void fail(const llvm::Twine &message);

  uint8_t byte();
  /// An unsigned number of 1 to 9 bytes; the trailing zeros of the first byte count the others.
  uint64_t varint();
  /// A signed number: 0, -1, 1, -2, ... are written as 0, 1, 2, 3, ...
  int64_t svarint();
  /// A varint whose lowest bit is a flag.
  uint64_t varintWithFlag(bool &flag);
  /// A varint that counts items of at least one byte each; a fault if fewer bytes are left.
  uint64_t count(llvm::StringRef items);
  /// The next bytes, not copied; empty and a fault if fewer are left.
  llvm::StringRef take(uint64_t size, llvm::StringRef what);
  /// The bytes before the next NUL, which is skipped.
  llvm::StringRef untilNul(llvm::StringRef what);
  llvm::SmallVector<int64_t> svarints();
  /// Reports a fault if bytes are left.
  void expectEnd(llvm::StringRef what);

  Faults &faults;

private:
  llvm::StringRef bytes;
  size_t start, position = 0;
};

} // namespace spmd::vhlo
