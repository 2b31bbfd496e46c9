// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts elements of a tensor between their stored form and the wide domains.
#include "compiler/elements/tensor.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "runtime/small_floats.h"
#include "llvm/ADT/APFloat.h"
#include <map>
#include <mutex>

using namespace mlir;

namespace spmd {

// !quant.uniform<i8:f32, ..> -> i8, !quant.uniform<u8:f32, ..> -> ui8.
Type storedType(Type element) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return IntegerType::get(element.getContext(), quantized.getStorageTypeIntegralWidth(),
                            quantized.isSigned() ? IntegerType::Signless : IntegerType::Unsigned);
  return element;
}

// Complex parts are f32 or f64, integers have at most 64 bits, floats are f32, f64 or have at most
// 16 bits.
bool isSupportedElement(Type element) {
  element = storedType(element);
  if (auto complex = dyn_cast<ComplexType>(element))
    return complex.getElementType().isF32() || complex.getElementType().isF64();
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() <= 64;
  if (auto type = dyn_cast<FloatType>(element))
    return type.getWidth() <= 16 || type.isF32() || type.isF64();
  return isa<IndexType>(element);
}

// Bool is i1, also where arithmetic treats it as unsigned.
Domain domainOf(Type element) {
  element = storedType(element);
  if (isa<ComplexType>(element))
    return Domain::Complex;
  if (isa<FloatType>(element))
    return Domain::Real;
  if (element.isInteger(1))
    return Domain::Bool;
  return element.isUnsignedInteger() ? Domain::Unsigned : Domain::Signed;
}

unsigned elementBits(Type element) {
  element = storedType(element);
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return isa<IndexType>(element) ? 64 : element.getIntOrFloatBitWidth();
}

int64_t storedBytes(Type element) {
  int64_t bits = elementBits(element);
  // Elements take 1, 2, 4 or 8 bytes, complex ones twice that.
  int64_t part = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
  return isa<ComplexType>(element) ? 2 * part : part;
}

double asDouble(const APFloat &number) { return rt::asDouble(number); }

/// The values of all bit patterns of a float type of at most 16 bits, computed on first use.
static const std::vector<double> &smallFloatValues(const llvm::fltSemantics &semantics) {
  static std::mutex mutex;
  static std::map<const llvm::fltSemantics *, std::vector<double>> tables;
  std::lock_guard lock(mutex);
  std::vector<double> &table = tables[&semantics];
  if (table.empty()) {
    unsigned bits = APFloat::semanticsSizeInBits(semantics);
    for (uint64_t pattern = 0; pattern < uint64_t(1) << bits; ++pattern)
      table.push_back(asDouble(APFloat(semantics, APInt(bits, pattern))));
  }
  return table;
}

/// The nearest number of a float type, as a double.
double roundedTo(Type element, double value) {
  if (element.isF64() || element.isF32())
    return element.isF64() ? value : double(float(value));
  const llvm::fltSemantics &semantics = cast<FloatType>(element).getFloatSemantics();
  // Round to the bits of the type, and look up what they mean.
  return smallFloatValues(semantics)[rt::toSmallFloat(value, semantics)];
}

template <class Stored, class T> static void widen(const char *data, std::vector<T> &out) {
  auto *elements = reinterpret_cast<const Stored *>(data);
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = T(elements[i]);
}

// Stores the low bytes of each value.
template <class T> static void narrow(std::span<const T> values, char *data, int64_t bytes) {
  auto store = [&]<class Stored>(Stored) {
    for (size_t i = 0; i < values.size(); ++i)
      reinterpret_cast<Stored *>(data)[i] = Stored(values[i]);
  };
  // Conversion to an unsigned integer keeps the low bytes of signed ones, too.
  bytes == 1   ? store(uint8_t())
  : bytes == 2 ? store(uint16_t())
  : bytes == 4 ? store(uint32_t())
               : store(uint64_t());
}

/// The integer of fewer than 8 bits in the low bits of a byte: i4 0x0F -> -1, ui4 0x1F -> 0x0F.
static int64_t narrowInteger(uint8_t byte, unsigned bits, bool isSigned) {
  auto high = uint8_t(byte << (8 - bits));
  return isSigned ? int8_t(high) >> (8 - bits) : high >> (8 - bits);
}

/// Reads stored integers as T. Of integers below 8 bits the low bits of a byte count.
template <class T> static void readIntegers(Type type, const char *data, std::vector<T> &out) {
  bool isSigned = domainOf(type) == Domain::Signed;
  if (unsigned bits = elementBits(type); bits < 8 && bits > 1) {
    for (size_t i = 0; i < out.size(); ++i)
      out[i] = T(narrowInteger(uint8_t(data[i]), bits, isSigned));
    return;
  }
  switch (storedBytes(type)) {
  case 1:
    isSigned ? widen<int8_t>(data, out) : widen<uint8_t>(data, out);
    break;
  case 2:
    isSigned ? widen<int16_t>(data, out) : widen<uint16_t>(data, out);
    break;
  case 4:
    isSigned ? widen<int32_t>(data, out) : widen<uint32_t>(data, out);
    break;
  default:
    widen<int64_t>(data, out);
  }
}

/// Reads stored floats as doubles, types of at most 16 bits by table.
static void readReals(Type type, const char *data, std::vector<double> &out) {
  if (type.isF64())
    return widen<double>(data, out);
  if (type.isF32())
    return widen<float>(data, out);
  const std::vector<double> &table = smallFloatValues(cast<FloatType>(type).getFloatSemantics());
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = table[storedBytes(type) == 1 ? uint8_t(data[i]) & (table.size() - 1)
                                          : reinterpret_cast<const uint16_t *>(data)[i]];
}

/// Stores doubles as floats of the type, rounded to nearest even.
static void writeReals(Type type, std::span<const double> values, char *data) {
  if (type.isF64()) {
    std::copy(values.begin(), values.end(), reinterpret_cast<double *>(data));
  } else if (type.isF32()) {
    std::transform(values.begin(), values.end(), reinterpret_cast<float *>(data),
                   [](double x) { return float(x); });
  } else {
    const llvm::fltSemantics &semantics = cast<FloatType>(type).getFloatSemantics();
    bool oneByte = storedBytes(type) == 1;
    for (size_t i = 0; i < values.size(); ++i) {
      uint16_t bits = rt::toSmallFloat(values[i], semantics);
      oneByte ? void(reinterpret_cast<uint8_t *>(data)[i] = uint8_t(bits))
              : void(reinterpret_cast<uint16_t *>(data)[i] = bits);
    }
  }
}

// Integers are read as T. A real tensor can be read as Complex, with imaginary parts of zero.
template <class T> std::vector<T> Tensor::values() const {
  std::vector<T> out(count());
  Type type = storedType(element());
  if constexpr (std::is_integral_v<T>) {
    readIntegers(type, data(), out);
  } else if constexpr (std::is_same_v<T, double>) {
    readReals(type, data(), out);
  } else if (auto complex = dyn_cast<ComplexType>(type)) {
    // Real and imaginary parts alternate.
    std::vector<double> reals(2 * out.size());
    readReals(complex.getElementType(), data(), reals);
    for (size_t i = 0; i < out.size(); ++i)
      out[i] = {reals[2 * i], reals[2 * i + 1]};
  } else {
    std::vector<double> reals = values<double>();
    std::copy(reals.begin(), reals.end(), out.begin());
  }
  return out;
}
template std::vector<uint8_t> Tensor::values() const;
template std::vector<int64_t> Tensor::values() const;
template std::vector<uint64_t> Tensor::values() const;
template std::vector<double> Tensor::values() const;
template std::vector<Complex> Tensor::values() const;

/// Clears the bits above integers narrower than a byte, as in buffers.
static void wrapNarrowIntegers(Type type, char *data, int64_t count) {
  unsigned bits = elementBits(type);
  if (bits >= 8 || !isa<IntegerType>(type))
    return;
  for (int64_t i = 0; i < count; ++i)
    data[i] = char(uint8_t(data[i]) & ((1u << bits) - 1));
}

// Complex values are written as twice as many floats.
template <class T> Tensor Tensor::of(Type type, std::span<const T> values) {
  Tensor out(type);
  assert(int64_t(values.size()) == out.count() && "as many values as elements");
  Type stored = storedType(out.element());
  char *data = out.mutableData();
  if constexpr (std::is_integral_v<T>) {
    assert(!isa<FloatType>(stored) && "integers go into integer tensors");
    narrow(values, data, storedBytes(stored));
    wrapNarrowIntegers(stored, data, out.count());
  } else if constexpr (std::is_same_v<T, double>) {
    writeReals(stored, values, data);
  } else {
    std::span<const double> parts(reinterpret_cast<const double *>(values.data()),
                                  2 * values.size());
    writeReals(cast<ComplexType>(stored).getElementType(), parts, data);
  }
  return out;
}
template Tensor Tensor::of(Type, std::span<const uint8_t>);
template Tensor Tensor::of(Type, std::span<const int64_t>);
template Tensor Tensor::of(Type, std::span<const uint64_t>);
template Tensor Tensor::of(Type, std::span<const double>);
template Tensor Tensor::of(Type, std::span<const Complex>);

} // namespace spmd
