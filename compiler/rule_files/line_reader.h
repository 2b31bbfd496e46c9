// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small text files of one statement a line, "#" begins a comment: the cursor that their readers
// share, and the fault that they return, which knows its file, line and column.
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace spmd {

/// Printed as "FILE:LINE:COLUMN: what is wanted there".
struct LineFault : llvm::ErrorInfo<LineFault> {
  LineFault(llvm::StringRef file, unsigned line, unsigned column, std::string message)
      : file(file.str()), line(line), column(column), message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override {
    os << file << ":" << line << ":" << column << ": " << message;
  }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  std::string file;
  unsigned line, column; // from 1
  std::string message;
  inline static char ID = 0;
};

/// As a diagnostic that points into the file.
inline void emitFault(llvm::Error error, mlir::MLIRContext *context) {
  llvm::handleAllErrors(std::move(error), [&](const LineFault &fault) {
    mlir::emitError(mlir::FileLineColLoc::get(context, fault.file, fault.line, fault.column))
        << fault.message;
  });
}

class LineReader {
public:
  LineReader(llvm::StringRef file, unsigned number, llvm::StringRef text)
      : file(file), lineNumber(number), text(text) {}

  unsigned number() const { return lineNumber; }
  /// Of what comes next, after blanks; of what was read last.
  unsigned column() { return skipBlanks(), position + 1; }
  unsigned lastColumn() const { return last + 1; }
  bool atEnd() { return skipBlanks(), position >= text.size(); }

  /// Letters, digits and _-./ ; empty where something else stands.
  llvm::StringRef word() {
    return take([&](size_t i) {
      return llvm::isAlnum(text[i]) || text[i] == '_' || text[i] == '.' || text[i] == '/' ||
             (text[i] == '-' && text.substr(i, 2) != "->");
    });
  }
  /// Everything up to a blank or `end`.
  llvm::StringRef until(char end) {
    return take([&](size_t i) {
      return text[i] != end && text[i] != ' ' && text[i] != '\t' && text[i] != '\r';
    });
  }
  llvm::StringRef digits() {
    return take([&](size_t i) { return llvm::isDigit(text[i]); });
  }
  bool consume(llvm::StringRef token) {
    skipBlanks();
    if (!text.substr(position).starts_with(token))
      return false;
    last = position;
    position += token.size();
    return true;
  }
  /// The next character, which stays; 0 at the end.
  char peek() { return atEnd() ? 0 : text[position]; }

  llvm::Error fault(const llvm::Twine &message) { return faultAt(column(), message); }
  llvm::Error faultAtLast(const llvm::Twine &message) { return faultAt(lastColumn(), message); }
  llvm::Error end() {
    return atEnd() ? llvm::Error::success() : fault("nothing more is wanted on this line");
  }

private:
  void skipBlanks() {
    while (position < text.size() &&
           (text[position] == ' ' || text[position] == '\t' || text[position] == '\r'))
      ++position;
  }
  template <class Belongs> llvm::StringRef take(Belongs belongs) {
    skipBlanks();
    last = position;
    while (position < text.size() && belongs(position))
      ++position;
    return text.slice(last, position);
  }
  llvm::Error faultAt(unsigned column, const llvm::Twine &message) {
    return llvm::make_error<LineFault>(file, lineNumber, column, message.str());
  }

  llvm::StringRef file;
  unsigned lineNumber;
  llvm::StringRef text;
  size_t position = 0, last = 0;
};

/// Calls `read` for every line that says something; stops at the first fault.
inline llvm::Error forEachLine(llvm::StringRef text, llvm::StringRef file,
                               llvm::function_ref<llvm::Error(LineReader &)> read) {
  for (unsigned number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    text = rest;
    LineReader reader(file, number, line.split('#').first);
    if (reader.atEnd())
      continue;
    if (llvm::Error error = read(reader))
      return error;
  }
  return llvm::Error::success();
}

} // namespace spmd
