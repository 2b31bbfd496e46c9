// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes program files. Converts boolean constants between the byte form of newer MLIR
// and the bit form of MLIR 22, and checks the nesting depth before it parses.
#include "dialects/source.h"
#include "dialects/nesting.h"
#include "dialects/resources.h"
#include "dialects/vhlo/artifact.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace spmd {
namespace {

/// How a constant in hex form begins.
constexpr llvm::StringLiteral kOpening = "dense<\"0x";

/// A boolean constant in a text:  dense<"0x0100"> : tensor<2xi1>  has digits "0100" and elements 2.
struct BoolConstant {
  StringRef digits;
  size_t quoteEnd; // index just behind the closing quote
  int64_t elements;
};

/// Returns the element count of a boolean tensor type, nothing for any other text:
///   ": tensor<4x25xi1> ..." -> 100      ": tensor<4xi8>" -> nothing
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

/// Returns the constant whose opening is at `position`; nothing where its type is no boolean tensor
/// or the text ends inside of it.
std::optional<BoolConstant> boolConstantAt(StringRef text, size_t position) {
  size_t begin = position + kOpening.size();
  size_t end = text.find('"', begin);
  if (end == StringRef::npos)
    return std::nullopt;
  StringRef rest = text.substr(end + 1).ltrim();
  if (!rest.consume_front(">"))
    return std::nullopt;
  // 256 characters hold any tensor type that a program writes. Without the cut, every constant
  // would pass the rest of the module to the parser of types.
  std::optional<int64_t> elements = boolElements(rest.take_front(256));
  if (!elements)
    return std::nullopt;
  return BoolConstant{text.slice(begin, end), end + 1, *elements};
}

/// Whether a source is MLIR's text. Bytecode, also inside other files, has no text to prepare.
bool isText(StringRef source) { return vhlo::kindOf(source) == vhlo::FileKind::Text; }

/// Returns the index of the next opening at or after `from`. std::string_view is used because its
/// search for the first character is several times as fast as StringRef::find.
size_t findOpening(StringRef text, size_t from = 0) {
  return std::string_view(text).find(kOpening, from);
}

/// Calls visit(bytes, begin, constant) for each boolean constant of at least two elements: `bytes`
/// are its decoded digits, `begin` is the index of its first digit. Constants of one element are
/// skipped: they take one byte in both forms.
template <class Visit> void forEachBoolConstant(StringRef text, Visit visit) {
  for (size_t at = findOpening(text); at != StringRef::npos; at = findOpening(text, at + 1)) {
    std::optional<BoolConstant> constant = boolConstantAt(text, at);
    std::string bytes;
    if (constant && constant->elements >= 2 && llvm::tryGetFromHex(constant->digits, bytes))
      visit(bytes, at + kOpening.size(), *constant);
  }
}

} // namespace

// Eight elements go into a byte, the first into the lowest bit. A constant whose number of bytes is
// not its number of elements is in the bit form already and stays.
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

// The reverse: bit i % 8 of byte i / 8 becomes byte i. Text between constants is copied unchanged.
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

// A MemoryBuffer is read-only, so packing needs a copy. Bytecode and texts without hex constants
// are returned as they are.
std::unique_ptr<llvm::MemoryBuffer> prepareSource(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  StringRef text = buffer->getBuffer();
  if (!isText(text) || findOpening(text) == StringRef::npos)
    return buffer;
  auto packed =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(text.size(), buffer->getBufferIdentifier());
  if (!packed)
    std::__throw_bad_alloc(); // as operator new does, in code that is compiled without exceptions
  llvm::copy(text, packed->getBufferStart());
  packBoolConstants(packed->getBuffer());
  return packed;
}

// Bytecode passes: its nesting is checked after parsing, by checkNesting.
LogicalResult checkSourceNesting(const llvm::MemoryBuffer &source, MLIRContext *context,
                                 StringRef separator) {
  if (!isText(source.getBuffer()))
    return success();
  auto fault = findDeepNesting(source.getBuffer(), kDeepestNesting, separator);
  if (!fault)
    return success();
  return emitError(
             FileLineColLoc::get(context, source.getBufferIdentifier(), fault->line, fault->column))
         << fault->message;
}

/// Bytes of an element; tokens and the like count as one.
static int64_t elementBytes(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * elementBytes(complex.getElementType());
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return elementBytes(quantized.getStorageType());
  return element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 1;
}

/// A dim of size 0 counts as 1: strides of such tensors are multiplied like those of others.
LogicalResult checkSizes(ModuleOp module) {
  constexpr int64_t kMostBytes = int64_t(1) << 62;
  auto isCountable = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return true;
    int64_t bytes = elementBytes(tensor.getElementType());
    return llvm::none_of(tensor.getShape(), [&](int64_t size) {
      return llvm::MulOverflow(bytes, std::max<int64_t>(size, 1), bytes) || bytes > kMostBytes;
    });
  };
  WalkResult walked = module.walk([&](Operation *op) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    for (TypeRange types : {TypeRange(op->getResultTypes()),
                            function ? TypeRange(function.getArgumentTypes()) : TypeRange()})
      for (Type type : types)
        if (!isCountable(type)) {
          op->emitError() << "has type " << type << " of more than 2^62 bytes";
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

bool isArtifact(StringRef source) {
  vhlo::FileKind kind = vhlo::kindOf(source);
  return kind == vhlo::FileKind::Artifact || kind == vhlo::FileKind::Export;
}

// Errors of the verifier stand at the places that the artifact gives, mostly lines of Python, so
// one more names the file.
OwningOpRef<ModuleOp> parseArtifact(const llvm::MemoryBuffer &source, MLIRContext *context) {
  StringRef name = source.getBufferIdentifier();
  OwningOpRef<ModuleOp> module = vhlo::readArtifact(source.getBuffer(), name, context);
  if (!module)
    return {};
  if (succeeded(checkNesting(*module, kDeepestNesting)) && succeeded(checkSizes(*module)) &&
      succeeded(verify(*module)))
    return module;
  emitError(FileLineColLoc::get(context, name, 0, 0))
      << "the program of this file is refused, see above";
  return {};
}

/// Nesting is checked twice, before the parser and before the verifier, because both recurse.
OwningOpRef<ModuleOp> parseSource(std::unique_ptr<llvm::MemoryBuffer> source,
                                  llvm::SourceMgr &sources, MLIRContext *context) {
  const llvm::MemoryBuffer &text = *source;
  sources.AddNewSourceBuffer(std::move(source), llvm::SMLoc());
  if (isArtifact(text.getBuffer()))
    return parseArtifact(text, context);
  if (failed(checkSourceNesting(text, context)))
    return {};
  // The verifier recurses, so it runs only after checkNesting: the text check has not seen the
  // depth of bytecode, nor the depth that calls add.
  auto module =
      mlir::parseSourceFile<ModuleOp>(sources, ParserConfig(context, /*verifyAfterParse=*/false));
  if (!module || failed(checkNesting(*module, kDeepestNesting)) || failed(checkSizes(*module)) ||
      failed(verify(*module)) || failed(readResources(*module)))
    return {};
  return module;
}

OwningOpRef<ModuleOp> parseSource(StringRef text, StringRef name, MLIRContext *context) {
  // The parser wants a zero behind the text. A buffer of LLVM's without memory would be null; a
  // string throws std::bad_alloc, which the caller reports.
  const std::string copy(text);
  llvm::SourceMgr sources;
  return parseSource(prepareSource(llvm::MemoryBuffer::getMemBuffer(copy, name)), sources, context);
}

// The kind of file is asked before anything is read: a device such as /dev/zero has no end.
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

// A file that cannot be read is reported at the path, line 0.
std::unique_ptr<llvm::MemoryBuffer> openSource(StringRef path, MLIRContext *context) {
  auto file = readInput(path);
  if (file)
    return prepareSource(std::move(*file));
  emitError(FileLineColLoc::get(context, path, 0, 0))
      << "cannot read the file: " << llvm::toString(file.takeError());
  return {};
}

// Prints into a string first, because unpackBoolConstants needs each constant's type, which stands
// behind its digits.
void printSource(Operation *op, llvm::raw_ostream &os, OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, flags);
  os << unpackBoolConstants(text);
}

/// Named and inlined places are those of what they wrap; of fused ones the first counts.
std::string locationText(Location loc) {
  if (auto place = dyn_cast<FileLineColLoc>(loc))
    return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
            Twine(place.getColumn()))
        .str();
  if (auto named = dyn_cast<NameLoc>(loc))
    return locationText(named.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    std::string callee = locationText(call.getCallee());
    return callee == "unknown" ? locationText(call.getCaller()) : callee;
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::string text = locationText(part); text != "unknown")
        return text;
  return "unknown";
}

} // namespace spmd
