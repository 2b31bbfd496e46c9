// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The codes of MLIR's builtin attributes, types and locations, as far as a portable artifact can
// hold them. (mlir/IR/BuiltinDialectBytecode.td lists all of them, in the order of the codes.)
#include "dialects/vhlo/entries.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace spmd::vhlo {
namespace {

/// In the order of their codes, from 0.
enum AttributeCode : uint64_t {
  kArray,
  kDictionary,
  kString,
  kStringWithType,
  kFlatSymbol,
  kSymbol,
  kType,
  kUnit,
  kInteger,
  kFloat,
  kCallSite,
  kFileLineCol,
  kFused,
  kFusedWithMetadata,
  kName,
  kUnknown,
  kResourceElements,
  kDenseArray,
  kDenseElements,
  kStringElements,
  kSparseElements,
  kDistinct,
  kFileRange,
};

/// In the order of their codes, from 0.
enum TypeCode : uint64_t {
  kIntegerType,
  kIndexType,
  kFunctionType,
  kBF16,
  kF16,
  kF32,
  kF64,
  kF80,
  kF128,
  kComplexType,
  kMemRefType,
  kMemRefInSpace,
  kNoneType,
  kTensorType,
  kEncodedTensorType,
  kTupleType,
};

/// Pairs of a name and a value. MLIR wants dictionaries sorted and without doubles.
Attribute readDictionary(EntryReader &r) {
  SmallVector<NamedAttribute> entries;
  for (uint64_t i = 0, n = r.count("attributes"); i < n && r.ok(); ++i) {
    auto name = r.attributeOf<StringAttr>("string");
    Attribute value = r.attribute();
    if (!r.ok())
      break;
    if (name.empty())
      r.fail("an attribute without a name");
    else
      entries.emplace_back(name, value);
  }
  if (r.ok() && DictionaryAttr::findDuplicate(entries, /*isSorted=*/false))
    r.fail("a dictionary that has a name twice");
  return r.ok() ? DictionaryAttr::get(r.context(), entries) : Attribute();
}

/// A symbol, or a path of symbols: the root, then flat references.
///   @mesh is a flat symbol; @module::@function a path
Attribute readSymbol(EntryReader &r, bool isPath) {
  auto root = r.attributeOf<StringAttr>("string");
  SmallVector<FlatSymbolRefAttr> nested;
  if (isPath)
    nested = r.attributes<FlatSymbolRefAttr>("symbol");
  return r.ok() ? SymbolRefAttr::get(root, nested) : Attribute();
}

/// array<i64: 1, 2>: the type, the number of elements, their bytes. Booleans take a byte each. The
/// number follows from the bytes; both must agree.
Attribute readDenseArray(EntryReader &r) {
  Type element = r.type();
  const uint64_t size = r.varint();
  StringRef bytes = r.take(r.varint(), "an array");
  if (!r.ok())
    return {};
  const bool isNumber = element.isIntOrFloat() && element.getIntOrFloatBitWidth() <= 64;
  const unsigned width = isNumber ? element.getIntOrFloatBitWidth() : 0;
  if (!isNumber || (width != 1 && width % 8) || size != bytes.size() / llvm::divideCeil(width, 8) ||
      bytes.size() % llvm::divideCeil(width, 8)) {
    r.fail("an array of " + Twine(size) + " elements in " + Twine(bytes.size()) + " bytes");
    return {};
  }
  return r.checked<DenseArrayAttr>(element, static_cast<int64_t>(size),
                                   ArrayRef(bytes.data(), bytes.size()));
}

/// A place in a function and the place of the call.
Attribute readCallSite(EntryReader &r) {
  auto callee = r.attributeOf<LocationAttr>("location");
  auto caller = r.attributeOf<LocationAttr>("location");
  return r.ok() ? Attribute(CallSiteLoc::get(Location(callee), Location(caller))) : Attribute();
}

/// Several places at once, and what somebody said about them.
Attribute readFused(EntryReader &r, bool hasMetadata) {
  SmallVector<Location> parts;
  for (LocationAttr part : r.attributes<LocationAttr>("location"))
    if (r.ok())
      parts.push_back(Location(part));
  Attribute metadata = hasMetadata ? r.attribute() : Attribute();
  return r.ok() ? Attribute(FusedLoc::get(parts, metadata, r.context())) : Attribute();
}

/// "name"(place)
Attribute readName(EntryReader &r) {
  auto name = r.attributeOf<StringAttr>("string");
  auto child = r.attributeOf<LocationAttr>("location");
  return r.ok() ? Attribute(NameLoc::get(name, Location(child))) : Attribute();
}

/// A place in a file: line and column, or a list of up to four numbers (first line, first column,
/// last line, last column; with three numbers both lines are the first).
Attribute readPlace(EntryReader &r, bool isRange) {
  auto file = r.attributeOf<StringAttr>("string");
  SmallVector<unsigned> at;
  for (uint64_t i = 0, n = isRange ? r.count("numbers") : 2; i < n && r.ok(); ++i) {
    const uint64_t number = r.varint();
    if (r.ok() && number > UINT32_MAX)
      r.fail("line or column " + Twine(number));
    at.push_back(static_cast<unsigned>(number));
  }
  if (r.ok() && at.size() > 4)
    r.fail("a place of " + Twine(at.size()) + " numbers");
  if (!r.ok())
    return {};
  switch (at.size()) {
  case 0:
    return FileLineColRange::get(file);
  case 1:
    return FileLineColRange::get(file, at[0]);
  case 2:
    return FileLineColLoc::get(file, at[0], at[1]);
  case 3:
    return FileLineColRange::get(file, at[0], at[1], at[2]);
  default:
    return FileLineColRange::get(file, at[0], at[1], at[2], at[3]);
  }
}

/// The width and, in the lowest two bits, the sign: 0 none, 1 signed, 2 unsigned.
Type readInteger(EntryReader &r) {
  const uint64_t raw = r.varint(), width = raw >> 2, sign = raw & 3;
  if (r.ok() && (width > IntegerType::kMaxWidth || sign > 2))
    r.fail("an integer type of " + Twine(width) + " bits");
  if (!r.ok())
    return {};
  return r.checked<IntegerType>(r.context(), static_cast<unsigned>(width),
                                static_cast<IntegerType::SignednessSemantics>(sign));
}

/// Floating-point types of 4, 6 and 8 bits, whose codes are newer than MLIR 22; null for others.
Type shortFloatType(MLIRContext *context, uint64_t code) {
  switch (code) {
  case 21:
    return FloatTF32Type::get(context);
  case 22:
    return Float8E5M2Type::get(context);
  case 23:
    return Float8E4M3Type::get(context);
  case 24:
    return Float8E4M3FNType::get(context);
  case 25:
    return Float8E5M2FNUZType::get(context);
  case 26:
    return Float8E4M3FNUZType::get(context);
  case 27:
    return Float8E4M3B11FNUZType::get(context);
  case 28:
    return Float8E3M4Type::get(context);
  case 29:
    return Float4E2M1FNType::get(context);
  case 30:
    return Float6E2M3FNType::get(context);
  case 31:
    return Float6E3M2FNType::get(context);
  case 32:
    return Float8E8M0FNUType::get(context);
  default:
    return {};
  }
}

/// The encoding, if there is one, comes before the shape.
Type readTensor(EntryReader &r, bool isEncoded) {
  Attribute encoding = isEncoded ? r.attribute() : Attribute();
  SmallVector<int64_t> shape = r.svarints();
  Type element = r.type();
  return r.checked<RankedTensorType>(shape, element, encoding);
}

/// Inputs, results.
Type readFunction(EntryReader &r) {
  SmallVector<Type> inputs = r.types(), results = r.types();
  return r.ok() ? Type(FunctionType::get(r.context(), inputs, results)) : Type();
}

/// Attributes that hold others; null without a fault for any other code. What they hold are entries
/// of their own, so an array of equal attributes has their index many times.
Attribute readCompound(EntryReader &r, uint64_t code) {
  switch (code) {
  case kArray: {
    SmallVector<Attribute> list = r.attributes();
    return r.ok() ? Attribute(ArrayAttr::get(r.context(), list)) : Attribute();
  }
  case kDictionary:
    return readDictionary(r);
  case kFlatSymbol:
  case kSymbol:
    return readSymbol(r, code == kSymbol);
  case kCallSite:
    return readCallSite(r);
  case kFused:
  case kFusedWithMetadata:
    return readFused(r, code == kFusedWithMetadata);
  case kName:
    return readName(r);
  case kFileLineCol:
  case kFileRange:
    return readPlace(r, code == kFileRange);
  default:
    return {};
  }
}

} // namespace

// The attributes of a module are builtin ones, also in an artifact, and so are locations and the
// dictionaries around the attributes of ops.
// Left out are resources (artifacts have none), strings and sparse elements of tensors, and
// distinct attributes: no program of StableHLO has them.
Attribute readBuiltinAttribute(EntryReader &r) {
  const uint64_t code = r.varint();
  switch (code) {
  case kString: {
    StringRef text = r.string();
    return r.ok() ? Attribute(StringAttr::get(r.context(), text)) : Attribute();
  }
  case kStringWithType: {
    StringRef text = r.string();
    Type type = r.type();
    return r.ok() ? Attribute(StringAttr::get(text, type)) : Attribute();
  }
  case kType: {
    Type type = r.type();
    return r.ok() ? Attribute(TypeAttr::get(type)) : Attribute();
  }
  case kUnit:
    return UnitAttr::get(r.context());
  case kUnknown:
    return UnknownLoc::get(r.context());
  case kInteger:
    return r.integerOf(r.type());
  case kFloat:
    return r.floatOf(r.type());
  case kDenseArray:
    return readDenseArray(r);
  case kDenseElements: {
    Type type = r.type();
    return r.elementsOf(type, r.take(r.varint(), "a constant"));
  }
  default:
    break;
  }
  Attribute compound = readCompound(r, code);
  if (r.ok() && !compound)
    r.fail("builtin attribute code " + Twine(code) + ", which is not read");
  return compound;
}

// Left out are memory references, vectors and unranked tensors. Floating-point types of 8 bits and
// fewer have codes since MLIR 23; older files have them as entries in text.
Type readBuiltinType(EntryReader &r) {
  const uint64_t code = r.varint();
  if (!r.ok())
    return {};
  Builder b(r.context());
  switch (code) {
  case kIntegerType:
    return readInteger(r);
  case kIndexType:
    return b.getIndexType();
  case kFunctionType:
    return readFunction(r);
  case kBF16:
    return b.getBF16Type();
  case kF16:
    return b.getF16Type();
  case kF32:
    return b.getF32Type();
  case kF64:
    return b.getF64Type();
  case kComplexType:
    return r.checked<ComplexType>(r.type());
  case kNoneType:
    return b.getNoneType();
  case kTensorType:
  case kEncodedTensorType:
    return readTensor(r, code == kEncodedTensorType);
  case kTupleType: {
    SmallVector<Type> types = r.types();
    return r.ok() ? Type(TupleType::get(r.context(), types)) : Type();
  }
  default:
    Type number = shortFloatType(r.context(), code);
    if (!number)
      r.fail("builtin type code " + Twine(code) + ", which is not read");
    return number;
  }
}

} // namespace spmd::vhlo
