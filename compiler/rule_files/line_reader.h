// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads small text files with one statement a line, in which "#" begins a comment: the cursor over
// a line, and the error that names file, line and column. The readers of logical axes (logical.cpp)
// and of sharding rules (rule_file.cpp) share it.
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace spmd {

/// An error in a text file. It prints as "FILE:LINE:COLUMN: what is wanted there".
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

/// Reports the error as a diagnostic that points into the file.
inline void emitFault(llvm::Error error, mlir::MLIRContext *context) {
  llvm::handleAllErrors(std::move(error), [&](const LineFault &fault) {
    mlir::emitError(mlir::FileLineColLoc::get(context, fault.file, fault.line, fault.column))
        << fault.message;
  });
}

/// A cursor over one line. Every read skips blanks first.
class LineReader {
public:
  LineReader(llvm::StringRef file, unsigned number, llvm::StringRef text)
      : file(file), lineNumber(number), text(text) {}

  unsigned number() const { return lineNumber; }
  /// The column, counted from 1, of the next token, and of the token that was read last.
  unsigned column() { return skipBlanks(), position + 1; }
  unsigned lastColumn() const { return last + 1; }
  bool atEnd() { return skipBlanks(), position >= text.size(); }

  /// The next word of letters, digits and _-./ , without a "->". Empty if the next character is
  /// none of these.
  llvm::StringRef word() {
    return take([&](size_t i) {
      return llvm::isAlnum(text[i]) || text[i] == '_' || text[i] == '.' || text[i] == '/' ||
             (text[i] == '-' && text.substr(i, 2) != "->");
    });
  }
  /// Everything up to a blank or to `end`.
  llvm::StringRef until(char end) {
    return take([&](size_t i) {
      return text[i] != end && text[i] != ' ' && text[i] != '\t' && text[i] != '\r';
    });
  }
  /// Everything up to the end of the line.
  llvm::StringRef rest() {
    return take([](size_t) { return true; }).rtrim();
  }
  /// Consumes `token` if the line goes on with it.
  bool consume(llvm::StringRef token) {
    skipBlanks();
    if (!text.substr(position).starts_with(token))
      return false;
    last = position;
    position += token.size();
    return true;
  }

  /// An error at the next token, and one at the token that was read last.
  llvm::Error fault(const llvm::Twine &message) { return faultAt(column(), message); }
  llvm::Error faultAtLast(const llvm::Twine &message) { return faultAt(lastColumn(), message); }
  llvm::Error faultAt(unsigned column, const llvm::Twine &message) const {
    return llvm::make_error<LineFault>(file, lineNumber, column, message.str());
  }
  /// Success at the end of the line, otherwise an error at the next token.
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

  llvm::StringRef file;
  unsigned lineNumber;
  llvm::StringRef text;
  size_t position = 0, last = 0;
};

/// Calls `read` for every line that is not blank or a comment. Stops at the first error.
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
