// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and writing the text of programs; source.h says what is changed on the way.
#include "dialects/source.h"
#include "dialects/nesting.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace spmd {
namespace {

constexpr llvm::StringLiteral kOpening = "dense<\"0x";

/// The hex digits of a boolean constant in a text, and where its quote ends.
struct BoolConstant {
  StringRef digits;
  size_t quoteEnd; // just behind the closing quote
  int64_t elements;
};

/// The element count of `: tensor<4x25xi1>`; none for anything else.
std::optional<int64_t> boolElements(StringRef type) {
  type = type.ltrim();
  if (!type.consume_front(":"))
    return std::nullopt;
  type = type.ltrim();
  if (!type.consume_front("tensor<"))
    return std::nullopt;
  int64_t elements = 1, size;
  while (!type.consumeInteger(10, size)) {
    if (!type.consume_front("x"))
      return std::nullopt;
    elements *= size;
  }
  return type.starts_with("i1>") || type.starts_with("i1,") ? std::optional(elements)
                                                            : std::nullopt;
}

/// The constant whose opening is at `position`, if it is a boolean one.
std::optional<BoolConstant> boolConstantAt(StringRef text, size_t position) {
  size_t begin = position + kOpening.size();
  size_t end = text.find('"', begin);
  if (end == StringRef::npos)
    return std::nullopt;
  StringRef rest = text.substr(end + 1).ltrim();
  if (!rest.consume_front(">"))
    return std::nullopt;
  // A type is short; the rest of a module is not.
  std::optional<int64_t> elements = boolElements(rest.take_front(256));
  if (!elements)
    return std::nullopt;
  return BoolConstant{text.slice(begin, end), end + 1, *elements};
}

bool isBytecode(StringRef source) { return source.starts_with("ML\xefR"); }

/// The next opening from `from` on. The library's search for a first character is several times as
/// fast as StringRef's.
size_t findOpening(StringRef text, size_t from = 0) {
  return std::string_view(text).find(kOpening, from);
}

/// Calls `visit` with the bytes of each boolean constant that is at least two elements long, where
/// its digits begin, and itself.
template <class Visit> void forEachBoolConstant(StringRef text, Visit visit) {
  for (size_t at = findOpening(text); at != StringRef::npos; at = findOpening(text, at + 1)) {
    std::optional<BoolConstant> constant = boolConstantAt(text, at);
    std::string bytes;
    if (constant && constant->elements >= 2 &&
        llvm::tryGetFromHex(constant->digits, bytes)) // one byte: a splat in both forms
      visit(bytes, at + kOpening.size(), *constant);
  }
}

} // namespace

void packBoolConstants(MutableArrayRef<char> text) {
  forEachBoolConstant(StringRef(text.data(), text.size()),
                      [&](StringRef bytes, size_t begin, const BoolConstant &constant) {
                        if (static_cast<int64_t>(bytes.size()) != constant.elements)
                          return;
                        std::string packed((constant.elements + 7) / 8, '\0');
                        for (int64_t i = 0; i < constant.elements; ++i)
                          if (bytes[i])
                            packed[i / 8] |= char(1u << (i % 8));
                        std::string digits = llvm::toHex(packed) + '"';
                        char *gap = std::copy(digits.begin(), digits.end(), text.data() + begin);
                        std::fill(gap, text.data() + constant.quoteEnd, ' ');
                      });
}

std::string unpackBoolConstants(StringRef text) {
  std::string out;
  size_t copied = 0;
  forEachBoolConstant(text, [&](StringRef bytes, size_t begin, const BoolConstant &constant) {
    if (static_cast<int64_t>(bytes.size()) != (constant.elements + 7) / 8)
      return;
    std::string spread(constant.elements, '\0');
    for (int64_t i = 0; i < constant.elements; ++i)
      spread[i] = (bytes[i / 8] >> (i % 8)) & 1;
    out.append(text.begin() + copied, text.begin() + begin);
    out += llvm::toHex(spread) + '"';
    copied = constant.quoteEnd;
  });
  out.append(text.begin() + copied, text.end());
  return out;
}

std::unique_ptr<llvm::MemoryBuffer> prepareSource(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  StringRef text = buffer->getBuffer();
  if (isBytecode(text) || findOpening(text) == StringRef::npos)
    return buffer;
  auto packed =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(text.size(), buffer->getBufferIdentifier());
  llvm::copy(text, packed->getBufferStart());
  packBoolConstants(packed->getBuffer());
  return packed;
}

LogicalResult checkSourceNesting(const llvm::MemoryBuffer &source, MLIRContext *context,
                                 StringRef separator) {
  if (isBytecode(source.getBuffer()))
    return success();
  auto fault = findDeepNesting(source.getBuffer(), kDeepestNesting, separator);
  if (!fault)
    return success();
  return emitError(
             FileLineColLoc::get(context, source.getBufferIdentifier(), fault->line, fault->column))
         << fault->message;
}

OwningOpRef<ModuleOp> parseSource(std::unique_ptr<llvm::MemoryBuffer> source,
                                  llvm::SourceMgr &sources, MLIRContext *context) {
  const llvm::MemoryBuffer &text = *source;
  sources.AddNewSourceBuffer(std::move(source), llvm::SMLoc());
  if (failed(checkSourceNesting(text, context)))
    return {};
  // Verified when it is known not to be too deep for that: bytecode has not been looked at yet, nor
  // have calls.
  auto module =
      mlir::parseSourceFile<ModuleOp>(sources, ParserConfig(context, /*verifyAfterParse=*/false));
  if (!module || failed(checkNesting(*module, kDeepestNesting)) || failed(verify(*module)))
    return {};
  return module;
}

OwningOpRef<ModuleOp> parseSource(StringRef text, StringRef name, MLIRContext *context) {
  llvm::SourceMgr sources;
  return parseSource(prepareSource(llvm::MemoryBuffer::getMemBufferCopy(text, name)), sources,
                     context);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readInput(StringRef path) {
  const bool isStandard = path == "-";
  llvm::sys::fs::file_status status;
  std::error_code code = isStandard ? llvm::sys::fs::status(llvm::sys::fs::getStdinHandle(), status)
                                    : llvm::sys::fs::status(path, status);
  if (code)
    return llvm::createStringError(code, code.message());
  using llvm::sys::fs::file_type;
  if (status.type() == file_type::directory_file)
    return llvm::createStringError("it is a folder");
  const bool isTerminal = isStandard && llvm::sys::Process::StandardInIsUserInput();
  if (status.type() == file_type::block_file ||
      (status.type() == file_type::character_file && !isTerminal))
    return llvm::createStringError("it is a device; a file, a FIFO or - is wanted");
  return llvm::errorOrToExpected(llvm::MemoryBuffer::getFileOrSTDIN(path));
}

std::unique_ptr<llvm::MemoryBuffer> openSource(StringRef path, MLIRContext *context) {
  auto file = readInput(path);
  if (file)
    return prepareSource(std::move(*file));
  emitError(FileLineColLoc::get(context, path, 0, 0))
      << "cannot read the file: " << llvm::toString(file.takeError());
  return {};
}

void printSource(Operation *op, llvm::raw_ostream &os, OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, flags);
  os << unpackBoolConstants(text);
}

} // namespace spmd
