// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds and decodes entries, and the fields that entries of all dialects have in common.
#include "dialects/vhlo/entries.h"
#include "dialects/nesting.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd::vhlo {
namespace {

/// Entries may lie in each other so deep. Call stacks in locations are the deepest: some ten calls,
/// or hundreds if JAX is told to keep all. The parser of text has the same limit (nesting.h).
constexpr unsigned kDeepest = kDeepestNesting;
/// And an entry may have so many below it (Entries::Slot). The dictionary of a large program's
/// meshes and arguments has thousands.
constexpr uint64_t kHeaviest = uint64_t(1) << 26;

} // namespace

Entries::Entries(const Container &file, MLIRContext *context, Faults &faults)
    : file(file), context(context), faults(faults), attributes(file.attributes.size()),
      types(file.types.size()) {}

StringRef Entries::string(uint64_t index) {
  if (index < file.strings.size())
    return file.strings[index];
  faults.add("string " + Twine(index) + " of " + Twine(file.strings.size()));
  return {};
}

// An entry is decoded once, so that the time grows with the file and not with what it describes.
// Entries may refer to each other in any order; one that refers to itself is a fault.
template <class Value, class Decode, class Parse>
Value Entries::decoded(const std::vector<Entry> &entries, std::vector<Slot<Value>> &slots,
                       uint64_t index, StringRef kind, Decode decode, Parse parse) {
  if (faults.any())
    return nullptr;
  if (index >= entries.size()) {
    faults.add(kind + " " + Twine(index) + " of " + Twine(entries.size()));
    return nullptr;
  }
  Slot<Value> &slot = slots[index];
  const Entry &entry = entries[index];
  EntryReader reader(*this, entry.bytes, entry.offset);
  if (!slot.value) {
    if (slot.isOpen || depth == kDeepest) {
      reader.fail(slot.isOpen ? kind + " " + Twine(index) + " contains itself"
                              : kind + " " + Twine(index) + " is nested more than " +
                                    Twine(kDeepest) + " deep");
      return nullptr;
    }
    slot.isOpen = true;
    ++depth;
    const uint64_t outer = std::exchange(weight, 1);
    slot.value = entry.isCustom ? decode(reader, entry) : parse(reader.untilNul("a text"));
    reader.expectEnd("a " + kind.str());
    slot.weight = std::exchange(weight, outer);
    --depth;
    slot.isOpen = false;
    if (!slot.value)
      faults.add(kind + " " + Twine(index) + " cannot be read");
  }
  weight += slot.weight;
  if (weight > kHeaviest)
    reader.fail(kind + " " + Twine(index) + " has more than " + Twine(kHeaviest) + " parts");
  return faults.any() ? nullptr : slot.value;
}

// Only dialects whose codes are known here can be read. JAX's files have these three.
Attribute Entries::attribute(uint64_t index) {
  return decoded(
      file.attributes, attributes, index, "attribute",
      [&](EntryReader &reader, const Entry &entry) {
        if (entry.dialect == "builtin")
          return readBuiltinAttribute(reader);
        if (entry.dialect == "vhlo")
          return readVhloAttribute(reader);
        if (entry.dialect == "sdy")
          return readSdyAttribute(reader);
        reader.fail("an attribute of dialect '" + entry.dialect +
                    "'; those of vhlo, sdy and builtin are read");
        return Attribute();
      },
      [&](StringRef text) { return parseAttributeText(text); });
}

Type Entries::type(uint64_t index) {
  return decoded(
      file.types, types, index, "type",
      [&](EntryReader &reader, const Entry &entry) {
        if (entry.dialect == "builtin")
          return readBuiltinType(reader);
        if (entry.dialect == "vhlo")
          return readVhloType(reader);
        reader.fail("a type of dialect '" + entry.dialect +
                    "'; those of vhlo and builtin are read");
        return Type();
      },
      [&](StringRef text) { return parseTypeText(text); });
}

/// Attributes without a code of their own are there as text: affine maps, types of few bits. MLIR's
/// parser recurses, so the text must not nest too deep for it.
bool Entries::isPlainText(StringRef text) {
  if (auto fault = findDeepNesting(text, kDeepestNesting)) {
    faults.add("an attribute or type in text: " + fault->message);
    return false;
  }
  return !faults.any();
}

Attribute Entries::parseAttributeText(StringRef text) {
  size_t read = 0;
  Attribute value = isPlainText(text) ? parseAttribute(text, context, Type(), &read) : Attribute();
  if (!value || read != text.size())
    faults.add("an attribute in text that cannot be read: " + text.take_front(80));
  return value;
}

Type Entries::parseTypeText(StringRef text) {
  size_t read = 0;
  Type value = isPlainText(text) ? parseType(text, context, &read) : Type();
  if (!value || read != text.size())
    faults.add("a type in text that cannot be read: " + text.take_front(80));
  return value;
}

// An index is shifted left, the lowest bit says that there is one. VHLO has no such attributes; sdy
// and modules do.
Attribute EntryReader::optionalAttribute() {
  bool isPresent = false;
  const uint64_t index = varintWithFlag(isPresent);
  return isPresent && ok() ? entries.attribute(index) : Attribute();
}

SmallVector<Type> EntryReader::types() {
  SmallVector<Type> list;
  for (uint64_t i = 0, n = count("types"); i < n && ok(); ++i)
    list.push_back(type());
  return list;
}

// An svarint holds the bits as an unsigned number: -1 of 32 bits is 4294967295.
APInt EntryReader::integer(unsigned width) {
  const uint64_t bits = width <= 8 ? byte() : static_cast<uint64_t>(svarint());
  return APInt(width, bits, /*isSigned=*/false, /*implicitTrunc=*/true);
}

// The bits of the number as an integer of its width: 16 for bf16, 8 for all types of 8 bits.
APFloat EntryReader::floating(const llvm::fltSemantics &semantics) {
  return APFloat(semantics, integer(APFloat::getSizeInBits(semantics)));
}

// The width decides how many bytes are read, so the type comes first.
Attribute EntryReader::integerOf(Type type) {
  const bool isIndex = isa_and_nonnull<IndexType>(type);
  auto integerType = dyn_cast_or_null<IntegerType>(type);
  if (ok() && !isIndex && !(integerType && integerType.getWidth() <= 64))
    fail("an integer of a type that is none of at most 64 bits");
  if (!ok())
    return {};
  return IntegerAttr::get(type, integer(isIndex ? 64 : integerType.getWidth()));
}

Attribute EntryReader::floatOf(Type type) {
  auto floatType = dyn_cast_or_null<FloatType>(type);
  if (ok() && !(floatType && floatType.getWidth() <= 64))
    fail("a floating-point number of a type that is none of at most 64 bits");
  if (!ok())
    return {};
  return FloatAttr::get(floatType, floating(floatType.getFloatSemantics()));
}

/// Bits of an element in memory, without padding; nothing for types that are no numbers. A complex
/// number is its real part and then its imaginary part, each in whole bytes.
static std::optional<int64_t> elementBits(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return complex.getElementType().isIntOrFloat()
               ? std::optional(2 *
                               llvm::alignTo<8>(complex.getElementType().getIntOrFloatBitWidth()))
               : std::nullopt;
  if (isa<IndexType>(element))
    return 64;
  return element.isIntOrFloat() ? std::optional<int64_t>(element.getIntOrFloatBitWidth())
                                : std::nullopt;
}

//   tensor<10xi1>  2 bytes: bits, also how MLIR 22 keeps them.  10 bytes: one for each element.
//                  1 byte: 0x00 or 0xFF, all elements equal
//   tensor<3xi4>   3 bytes, the low half of each
std::string elementBytes(StringRef blob, Type element, int64_t elements) {
  std::string bytes = blob.str();
  if (element.isInteger(1)) {
    const bool isPacked = blob.size() == llvm::divideCeil(elements, 8) && elements != 1;
    if (blob.size() == 1 && (elements == 1 || !isPacked))
      return std::string(1, blob[0] ? '\xff' : '\0');
    if (isPacked || blob.size() != static_cast<uint64_t>(elements))
      return bytes;
    std::string packed(llvm::divideCeil(elements, 8), '\0');
    for (int64_t i = 0; i < elements; ++i)
      if (blob[i])
        packed[i / 8] |= static_cast<char>(1u << (i % 8));
    return packed;
  }
  if (element.isIntOrFloat() && element.getIntOrFloatBitWidth() < 8)
    for (char &byte : bytes)
      byte &= static_cast<char>((1u << element.getIntOrFloatBitWidth()) - 1);
  return bytes;
}

// Bytes for one element stand for a tensor of equal elements. What MLIR asserts is checked here:
// the number of bytes, and that the number of elements does not overflow.
Attribute EntryReader::elementsOf(Type type, StringRef blob) {
  auto tensor = dyn_cast_or_null<RankedTensorType>(type);
  if (ok() && !(tensor && tensor.hasStaticShape() && elementBits(tensor.getElementType())))
    fail("elements of a type that is no tensor of numbers with a static shape");
  if (!ok())
    return {};
  int64_t elements = 1;
  for (int64_t size : tensor.getShape())
    if (llvm::MulOverflow(elements, size, elements) || elements > (int64_t(1) << 58)) {
      fail("a tensor of more than 2^58 elements");
      return {};
    }
  std::string bytes = elementBytes(blob, tensor.getElementType(), elements);
  const int64_t each = llvm::divideCeil(*elementBits(tensor.getElementType()), 8);
  const bool isBits = tensor.getElementType().isInteger(1);
  const int64_t whole = isBits ? llvm::divideCeil(elements, 8) : elements * each;
  const int64_t size = bytes.size();
  const bool isSplat = size == (isBits ? 1 : each);
  if (isSplat && elements == 0) // what all elements of an empty tensor would be
    bytes.clear();
  if (size != whole && !isSplat) {
    fail(Twine(size) + " bytes for " + Twine(elements) + " elements of " +
         Twine(*elementBits(tensor.getElementType())) + " bits");
    return {};
  }
  return DenseElementsAttr::getFromRawBuffer(tensor, ArrayRef(bytes.data(), bytes.size()));
}

} // namespace spmd::vhlo
