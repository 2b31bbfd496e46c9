// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The codes of VHLO's types, each turned into the type that MLIR or StableHLO has for it. VHLO's
// signed integers are MLIR's integers without a sign.
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/vhlo/entries.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace spmd::vhlo {
namespace {

/// Integers and floating-point numbers of at least two bytes; null for others. Signed integers of
/// 4, 8, .., 64 bits have codes from 10 on, unsigned ones from 15 on.
Type numberType(Builder &b, uint64_t code) {
  if (code >= 10 && code <= 14)
    return b.getIntegerType(4 << (code - 10));
  if (code >= 15 && code <= 19)
    return b.getIntegerType(4 << (code - 15), /*isSigned=*/false);
  // The widths double from one code to the next; 2 bits came later and have codes of their own.
  switch (code) {
  case 0:
    return b.getI1Type();
  case 9:
    return b.getIndexType();
  case 31:
    return b.getIntegerType(2);
  case 32:
    return b.getIntegerType(2, /*isSigned=*/false);
  case 2:
    return b.getBF16Type();
  case 3:
    return b.getF16Type();
  case 4:
    return b.getF32Type();
  case 5:
    return b.getF64Type();
  case 34:
    return b.getTF32Type();
  default:
    return {};
  }
}

/// Floating-point types of 4, 6 and 8 bits; null for others. Each came with a version of its own; a
/// file of an older version that has one is read all the same, since it can mean nothing else.
Type shortFloatType(MLIRContext *context, uint64_t code) {
  switch (code) {
  case 6:
    return Float8E4M3FNType::get(context);
  case 7:
    return Float8E5M2Type::get(context);
  case 27:
    return Float8E4M3FNUZType::get(context);
  case 28:
    return Float8E5M2FNUZType::get(context);
  case 29:
    return Float8E4M3B11FNUZType::get(context);
  case 35:
    return Float8E4M3Type::get(context);
  case 36:
    return Float8E3M4Type::get(context);
  case 37:
    return Float4E2M1FNType::get(context);
  case 38:
    return Float6E2M3FNType::get(context);
  case 39:
    return Float6E3M2FNType::get(context);
  case 40:
    return Float8E8M0FNUType::get(context);
  default:
    return {};
  }
}

/// Flags (1: the stored integers are signed), storage type and expressed type, with which both
/// quantized types begin.
struct QuantizedHead {
  uint64_t flags = 0;
  Type storage, expressed;
};
QuantizedHead readQuantizedHead(EntryReader &r) {
  QuantizedHead head;
  head.flags = r.varint();
  head.storage = r.type();
  head.expressed = r.type();
  if (r.ok() && (head.flags > 1 || !isa<IntegerType>(head.storage)))
    r.fail("a quantized type that is not stored in integers");
  return head;
}

/// One scale for the tensor: head, scale, zero point, least and largest stored integer.
Type readQuantized(EntryReader &r) {
  const QuantizedHead head = readQuantizedHead(r);
  const double scale = r.floating(APFloat::IEEEdouble()).convertToDouble();
  const int64_t zero = r.svarint(), least = r.svarint(), most = r.svarint();
  return r.checked<quant::UniformQuantizedType>(static_cast<unsigned>(head.flags), head.storage,
                                                head.expressed, scale, zero, least, most);
}

/// A scale for each index of a dim: head, dim, least and largest stored integer, scales, zero
/// points.
Type readQuantizedPerAxis(EntryReader &r) {
  const QuantizedHead head = readQuantizedHead(r);
  const uint64_t dim = r.varint();
  if (r.ok() && dim > INT32_MAX)
    r.fail("a type quantized along dim " + Twine(dim));
  const int64_t least = r.svarint(), most = r.svarint();
  SmallVector<double> scales;
  for (uint64_t i = 0, n = r.count("scales"); i < n && r.ok(); ++i)
    scales.push_back(r.floating(APFloat::IEEEdouble()).convertToDouble());
  SmallVector<int64_t> zeros = r.svarints();
  return r.checked<quant::UniformQuantizedPerAxisType>(static_cast<unsigned>(head.flags),
                                                       head.storage, head.expressed, scales, zeros,
                                                       static_cast<int32_t>(dim), least, most);
}

/// The encoding, if there is one, comes before the shape. Dynamic dims have MLIR's number for them.
Type readTensor(EntryReader &r, bool isEncoded) {
  Attribute encoding = isEncoded ? r.attribute() : Attribute();
  SmallVector<int64_t> shape = r.svarints();
  Type element = r.type();
  return r.checked<RankedTensorType>(shape, element, encoding);
}

/// Types that hold others: complex numbers, functions, tensors, tuples, quantized numbers, buffers
/// and futures.
Type readCompound(EntryReader &r, uint64_t code) {
  switch (code) {
  case 1:
    return r.checked<ComplexType>(r.type());
  case 8: {
    SmallVector<Type> inputs = r.types(), results = r.types();
    return r.ok() ? Type(FunctionType::get(r.context(), inputs, results)) : Type();
  }
  case 20:
  case 21:
    return readTensor(r, code == 21);
  case 23: {
    SmallVector<Type> types = r.types();
    return r.ok() ? Type(TupleType::get(r.context(), types)) : Type();
  }
  case 24:
    return readQuantized(r);
  case 25:
    return r.checked<UnrankedTensorType>(r.type());
  case 30:
    return readQuantizedPerAxis(r);
  case 41: {
    SmallVector<int64_t> shape = r.svarints();
    Type element = r.type();
    return r.checked<MemRefType>(shape, element, MemRefLayoutAttrInterface(), Attribute());
  }
  case 42: {
    SmallVector<Type> types = r.types();
    return r.checked<stablehlo::FutureType>(r.context(), ArrayRef<Type>(types));
  }
  default:
    r.fail("VHLO type code " + Twine(code) + ", which is not known");
    return {};
  }
}

} // namespace

// Each number stands for one type, so most have no fields. Codes up to 42 are known.
// Code 26, the type of shape.witness, is left out: no program can be run that has one.
Type readVhloType(EntryReader &r) {
  const uint64_t code = r.varint();
  if (!r.ok())
    return {};
  Builder b(r.context());
  if (Type number = numberType(b, code))
    return number;
  if (Type number = shortFloatType(r.context(), code))
    return number;
  if (code == 22)
    return stablehlo::TokenType::get(r.context());
  if (code == 33)
    return b.getNoneType();
  return readCompound(r, code);
}

} // namespace spmd::vhlo
