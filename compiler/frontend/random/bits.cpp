// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threefry-2x32 as ops, and the bits and keys that are drawn from it.
//
// The generator hashes a 64-bit counter with a 64-bit key (Salmon et al., SC 2011, section 3.3).
// Element i of a tensor is the hash of i, in row-major order: JAX calls this layout partitionable.
// The hash is one private function per shape, `threefry2x32_8x64`, which all uses call, because its
// twenty rounds are some 150 ops. The compiler inlines the calls and fuses them with their users.
#include "compiler/frontend/random/bits.h"
#include <map>

namespace spmd {
inline namespace frontend {
namespace {

/// Builds the body of the hash, with its constants shared between rounds.
class Rounds {
public:
  Rounds(Emitter &e, llvm::ArrayRef<int64_t> dims) : e(e), dims(dims) {}

  /// Five groups of four rounds. After each group the words of the key are added, in turn, and the
  /// number of the group.
  void run(llvm::ArrayRef<mlir::Value> arguments, llvm::SmallVector<mlir::Value> &out) {
    constexpr int64_t rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    llvm::ArrayRef<int64_t> keyDims = Emitter::dimsOf(arguments[0]);
    auto keyConstant = [&](int64_t number) { return e.constant(number, u32, keyDims); };
    mlir::Value parity = e.make<stablehlo::XorOp>(
        e.make<stablehlo::XorOp>(arguments[0], arguments[1]), keyConstant(0x1BD11BDA));
    const mlir::Value keys[3] = {arguments[0], arguments[1], parity};
    mlir::Value x = add(arguments[2], keys[0]), y = add(arguments[3], keys[1]);
    for (int64_t group = 0; group < 5; ++group) {
      for (int64_t rotation : rotations[group % 2]) {
        x = e.make<stablehlo::AddOp>(x, y);
        y = e.make<stablehlo::XorOp>(x, rotated(y, rotation));
      }
      x = add(x, keys[(group + 1) % 3]);
      y = add(y, e.make<stablehlo::AddOp>(keys[(group + 2) % 3], keyConstant(group + 1)));
    }
    out = {x, y};
  }

private:
  /// value + a word of the key, which is a scalar or has the shape of the value.
  mlir::Value add(mlir::Value value, mlir::Value number) {
    return e.make<stablehlo::AddOp>(value, e.broadcast(number, dims));
  }
  mlir::Value splat(int64_t number) {
    mlir::Value &value = splats[number];
    if (!value)
      value = e.constant(number, u32, dims);
    return value;
  }
  mlir::Value rotated(mlir::Value value, int64_t by) {
    return e.make<stablehlo::OrOp>(e.make<stablehlo::ShiftLeftOp>(value, splat(by)),
                                   e.make<stablehlo::ShiftRightLogicalOp>(value, splat(32 - by)));
  }

  Emitter &e;
  llvm::ArrayRef<int64_t> dims;
  std::map<int64_t, mlir::Value> splats;
};

/// "threefry2x32_8x64"; "threefry2x32_each_8x64" where each element has a key of its own.
std::string functionName(llvm::ArrayRef<int64_t> keyDims, llvm::ArrayRef<int64_t> dims) {
  std::string name =
      keyDims.size() == dims.size() && !dims.empty() ? "threefry2x32_each" : "threefry2x32";
  for (auto [i, size] : llvm::enumerate(dims))
    name += (i ? "x" : "_") + std::to_string(size);
  return name;
}

/// The function (key, key, counters, counters) -> (bits, bits) for this shape, which is made where
/// the module does not have it.
mlir::func::FuncOp threefryFunction(Emitter &e, llvm::ArrayRef<int64_t> keyDims,
                                    llvm::ArrayRef<int64_t> dims) {
  mlir::Operation *around = e.builder.getBlock()->getParentOp();
  auto module = mlir::isa<mlir::ModuleOp>(around) ? mlir::cast<mlir::ModuleOp>(around)
                                                  : around->getParentOfType<mlir::ModuleOp>();
  const std::string name = functionName(keyDims, dims);
  if (auto known = module.lookupSymbol<mlir::func::FuncOp>(name))
    return known;
  const mlir::OpBuilder::InsertionGuard guard(e.builder);
  e.builder.setInsertionPointToEnd(module.getBody());
  const mlir::Type word = e.tensorType(keyDims, u32), words = e.tensorType(dims, u32);
  auto function = mlir::func::FuncOp::create(
      e.builder, e.location, name,
      e.builder.getFunctionType({word, word, words, words}, {words, words}));
  function.setPrivate();
  mlir::Block *entry = function.addEntryBlock();
  e.builder.setInsertionPointToStart(entry);
  llvm::SmallVector<mlir::Value> results;
  Rounds(e, dims).run(llvm::to_vector_of<mlir::Value>(entry->getArguments()), results);
  mlir::func::ReturnOp::create(e.builder, e.location, results);
  return function;
}

/// Element `at` of a tensor of one dim, as a scalar.
mlir::Value elementAt(Emitter &e, mlir::Value value, int64_t at) {
  const int64_t begin[] = {at}, end[] = {at + 1}, step[] = {1};
  return e.reshape(e.make<stablehlo::SliceOp>(value, llvm::ArrayRef(begin), llvm::ArrayRef(end),
                                              llvm::ArrayRef(step)),
                   {});
}

/// The hashes of 0 .. count - 1.
std::pair<mlir::Value, mlir::Value> hashes(Emitter &e, const KeyWords &key, int64_t count) {
  return threefry(e, key, e.constant(int64_t(0), u32, {count}), rowMajorPositions(e, {count}, u32));
}

} // namespace

/// Each dim has an iota of its own, so that a device that holds a part of the tensor computes its
/// part.
mlir::Value rowMajorPositions(Emitter &e, llvm::ArrayRef<int64_t> dims, ElementType type) {
  mlir::Value sum;
  int64_t stride = 1;
  for (size_t d = dims.size(); d-- > 0; stride *= dims[d]) {
    if (dims[d] == 1)
      continue;
    mlir::Value along = e.make<stablehlo::IotaOp>(e.tensorType(dims, type), uint64_t(d));
    if (stride != 1)
      along = e.make<stablehlo::MulOp>(along, e.constantLike(stride, along));
    sum = sum ? e.make<stablehlo::AddOp>(along, sum) : along;
  }
  return sum ? sum : e.constant(int64_t(0), type, dims);
}

int64_t checkDrawnShape(Emitter &e, llvm::StringRef name, llvm::ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t size : dims)
    if (size < 0 || __builtin_mul_overflow(count, std::max<int64_t>(size, 1), &count) ||
        count >= (int64_t(1) << 59))
      e.refuse(name.str() + " of the shape " + text(Type{u32, dims.vec()}).substr(4) +
               ": a size is negative, or there are too many elements");
  return count;
}

/// A stacked key is refused here, where a draw begins.
KeyWords keyWords(Emitter &e, llvm::StringRef name, const Term &key) {
  if (Emitter::textOf(key) != "ui32[2]")
    e.refuse(
        name.str() + " of a key with data " + Emitter::textOf(key) + "; a key is ui32[2]" +
        (Emitter::dimsOf(key.value).size() == 2 ? ": use vmap or scan for a stacked key" : ""));
  return {elementAt(e, key.value, 0), elementAt(e, key.value, 1)};
}

/// Draws that need two independent streams split their key, as JAX's do.
std::pair<KeyWords, KeyWords> splitInTwo(Emitter &e, const KeyWords &key) {
  auto [x, y] = hashes(e, key, 2);
  return {{elementAt(e, x, 0), elementAt(e, y, 0)}, {elementAt(e, x, 1), elementAt(e, y, 1)}};
}

/// Both words of a key stand beside each other.
mlir::Value splitKey(Emitter &e, const KeyWords &key, int64_t count) {
  auto [x, y] = hashes(e, key, count);
  return e.make<stablehlo::ConcatenateOp>(
      mlir::ValueRange{e.reshape(x, {count, 1}), e.reshape(y, {count, 1})}, uint64_t(1));
}

std::pair<mlir::Value, mlir::Value> threefry(Emitter &e, const KeyWords &key, mlir::Value high,
                                             mlir::Value low) {
  auto call = mlir::func::CallOp::create(
      e.builder, e.location, threefryFunction(e, Emitter::dimsOf(key.first), Emitter::dimsOf(low)),
      mlir::ValueRange{key.first, key.second, high, low});
  return {call.getResult(0), call.getResult(1)};
}

/// Both words make 64 bits; narrower types take the low bits of their exclusive or.
mlir::Value bitsOfHash(Emitter &e, mlir::Value x, mlir::Value y, ElementType type) {
  if (type != u64)
    return e.convert(e.make<stablehlo::XorOp>(x, y), type);
  return e.make<stablehlo::OrOp>(e.with<stablehlo::ShiftLeftOp>(e.convert(x, u64), 32),
                                 e.convert(y, u64));
}

/// Tensors of fewer than 2^32 elements count in 32 bits: the high words of their counters are 0.
mlir::Value randomBits(Emitter &e, llvm::StringRef name, const KeyWords &key,
                       llvm::ArrayRef<int64_t> dims, ElementType type) {
  mlir::Value high, low;
  if (checkDrawnShape(e, name, dims) <= int64_t(1) << 32) {
    high = e.constant(int64_t(0), u32, dims);
    low = rowMajorPositions(e, dims, u32);
  } else {
    mlir::Value wide = rowMajorPositions(e, dims, u64);
    low = e.convert(wide, u32);
    high = e.convert(e.with<stablehlo::ShiftRightLogicalOp>(wide, 32), u32);
  }
  auto [x, y] = threefry(e, key, high, low);
  return bitsOfHash(e, x, y, type);
}

/// Generated code keeps bf16 in f32 between ops; JAX rounds after each op.
static mlir::Value roundedResult(Emitter &e, mlir::Value value) {
  if (Emitter::elementOf(value) != bf16)
    return value;
  return e.make<stablehlo::ReducePrecisionOp>(value, /*exponent_bits=*/8, /*mantissa_bits=*/7);
}

/// unit * span + low. In f32 with one rounding, as JAX's CPU compiler makes one instruction of it:
/// f64 holds the product, and the sum unless low is much larger than the span. A span that is a
/// power of 2 has an exact product anyway.
static mlir::Value scaled(Emitter &e, mlir::Value unit, mlir::Value low, mlir::Value high,
                          bool hasExactSpan) {
  const ElementType type = Emitter::elementOf(low);
  mlir::Value span = roundedResult(e, e.make<stablehlo::SubtractOp>(high, low));
  const ElementType wide = type == f32 && !hasExactSpan ? f64 : type;
  auto widened = [&](mlir::Value value) { return e.convert(value, wide); };
  mlir::Value product = roundedResult(e, e.make<stablehlo::MulOp>(widened(unit), widened(span)));
  return roundedResult(e, e.convert(e.make<stablehlo::AddOp>(product, widened(low)), type));
}

/// bf16 has so few bits of mantissa that JAX draws 8 bits for it, not 16.
ElementType drawnBits(ElementType type) {
  return type == bf16 ? u8 : type == f16 ? u16 : type == f32 ? u32 : u64;
}

/// Random bits become the mantissa of a float in [1, 2), from which 1 is subtracted.
mlir::Value floatsOfBits(Emitter &e, mlir::Value bits, mlir::Value low, mlir::Value high,
                         bool hasExactSpan) {
  struct Format {
    ElementType stored;
    double unusedBits;
    int64_t one; // the bits of 1.0
  };
  const ElementType type = Emitter::elementOf(low);
  const Format format = type == bf16  ? Format{u16, 1, 0x3F80}
                        : type == f16 ? Format{u16, 6, 0x3C00}
                        : type == f32 ? Format{u32, 9, 0x3F800000}
                                      : Format{u64, 12, 0x3FF0000000000000};
  mlir::Value mantissa =
      e.with<stablehlo::ShiftRightLogicalOp>(e.convert(bits, format.stored), format.unusedBits);
  mlir::Value oneAndMore = e.make<stablehlo::OrOp>(mantissa, e.constantLike(format.one, mantissa));
  mlir::Value unit = e.with<stablehlo::SubtractOp>(
      e.make<stablehlo::BitcastConvertOp>(e.tensorType(Emitter::dimsOf(bits), type), oneAndMore),
      1);
  return e.make<stablehlo::MaxOp>(low, scaled(e, unit, low, high, hasExactSpan));
}

/// The bits are those of the type of the bounds.
mlir::Value uniformFloats(Emitter &e, llvm::StringRef name, const KeyWords &key,
                          llvm::ArrayRef<int64_t> dims, mlir::Value low, mlir::Value high,
                          bool hasExactSpan) {
  const ElementType drawn = drawnBits(Emitter::elementOf(low));
  return floatsOfBits(e, randomBits(e, name, key, dims, drawn), low, high, hasExactSpan);
}

/// The shape of a draw is given, so a parameter may not widen it.
mlir::Value parameterValue(Emitter &e, llvm::StringRef name, const Term &term, ElementType type,
                           llvm::ArrayRef<int64_t> dims) {
  mlir::Value value = e.valueOf(term, type);
  llvm::ArrayRef<int64_t> own = Emitter::dimsOf(value);
  bool fits = own.size() <= dims.size();
  for (size_t i = 1; fits && i <= own.size(); ++i)
    fits = own[own.size() - i] == 1 || own[own.size() - i] == dims[dims.size() - i];
  if (!fits)
    e.refuse(name.str() + " of the shape " + text(Type{u32, dims.vec()}).substr(4) +
             ": a parameter is " + Emitter::textOf(term) + ", which does not broadcast to it");
  return e.broadcast(value, dims);
}

} // namespace frontend
} // namespace spmd
