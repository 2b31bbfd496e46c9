// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small text files of one statement a line, "#" begins a comment: the cursor that their readers share. Every fault has its
// file, line and column.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace spmd {

class LineReader {
public:
  LineReader(llvm::StringRef file, unsigned number, llvm::StringRef text) : file(file), lineNumber(number), text(text) {}

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
  llvm::Error end() { return atEnd() ? llvm::Error::success() : fault("nothing more is wanted on this line"); }

private:
  void skipBlanks() {
    while (position < text.size() && (text[position] == ' ' || text[position] == '\t' || text[position] == '\r'))
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
    return llvm::createStringError(llvm::inconvertibleErrorCode(), file + ":" + llvm::Twine(lineNumber) + ":" +
                                                                       llvm::Twine(column) + ": " + message);
  }

  llvm::StringRef file;
  unsigned lineNumber;
  llvm::StringRef text;
  size_t position = 0, last = 0;
};

/// Calls `read` for every line that says something; stops at the first fault.
inline llvm::Error forEachLine(llvm::StringRef text, llvm::StringRef file, llvm::function_ref<llvm::Error(LineReader &)> read) {
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
