// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tensor of traced programs, and what ops take in its place: operands and indices.
//
// A Tensor is concrete (it has elements) or traced (it is a value of the program that jit builds).
// Operators cannot have a default argument, so an op takes Operands instead of Tensors: the
// implicit conversion evaluates source_location::current() at the user's expression. This gives
// every op the line that wrote it. Every function here throws spmd::Error and nothing else.
#pragma once
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <source_location>
#include <spmd.h>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#pragma GCC visibility push(default)
namespace spmd {
/// The compiler has classes of such names, too; the inline namespace keeps them apart for linkers.
inline namespace frontend {

/// A line of the user's program, which messages and locations of ops show.
using Where = std::source_location;

/// An int: gcc may pass a narrower enum with garbage above its bits, which clang's code takes for
/// zeros.
enum class ElementType : int {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  BF16,
  F16,
  F32,
  F64,
  C64, // of two f32
  C128
};
inline constexpr ElementType boolean = ElementType::Bool;
inline constexpr ElementType i8 = ElementType::I8, i16 = ElementType::I16, i32 = ElementType::I32,
                             i64 = ElementType::I64;
inline constexpr ElementType u8 = ElementType::U8, u16 = ElementType::U16, u32 = ElementType::U32,
                             u64 = ElementType::U64;
inline constexpr ElementType bf16 = ElementType::BF16, f16 = ElementType::F16,
                             f32 = ElementType::F32, f64 = ElementType::F64;
inline constexpr ElementType c64 = ElementType::C64, c128 = ElementType::C128;

/// The spelling in messages and in MLIR: "i1" for boolean, "ui8", "i32", "bf16", "complex<f32>".
std::string text(ElementType type);
/// Whether the type is bf16, f16, f32 or f64.
bool isFloat(ElementType type);
/// Whether the type is c64 or c128.
bool isComplex(ElementType type);
/// Whether tensors of the type have gradients: floats and complex numbers (numpy's inexact).
bool isInexact(ElementType type);
/// The type of real and imaginary parts: c64 gives f32, floats are their own.
ElementType partType(ElementType type);
/// The type in which two operands of different types meet, as in JAX: i32 and bf16 give bf16, bf16
/// and f16 give f32, i8 and u8 give i16, u64 and i64 give f32, f64 and c64 give c128.
ElementType promote(ElementType a, ElementType b);

/// The type of a tensor: its element type and the sizes of its dims.
struct Type {
  ElementType element = f32;
  std::vector<int64_t> dims = {};
  bool operator==(const Type &) const = default;
};
/// "f32[8, 64]".
std::string text(const Type &type);
/// "user.cpp:12".
std::string text(Where where);

struct Index;
struct Operand;
struct TensorValue; // defined in the library

/// A handle: copies share the value, and no op changes a value.
class Tensor {
public:
  /// A tensor without a value; ops refuse it.
  Tensor() = default;
  explicit Tensor(std::shared_ptr<const TensorValue> value) : value(std::move(value)) {}

  /// Whether the handle has a tensor: false for Tensor() and for gradients of integers.
  bool hasValue() const { return value != nullptr; }
  /// Whether the elements can be read; false for values of a program that is being traced.
  bool isConcrete() const;
  /// Throws where the tensor has no value, as the three functions below do.
  const Type &type() const;
  const std::vector<int64_t> &shape() const { return type().dims; }
  ElementType elementType() const { return type().element; }
  size_t rank() const { return type().dims.size(); }
  /// The size of a dim; negative dims count from the last. Throws where there is no such dim.
  int64_t size(int64_t dim, Where where = Where::current()) const;

  /// The elements in row-major order. Throws for traced tensors.
  HostArray host(Where where = Where::current()) const;
  /// The elements as T, whose size must be that of an element: float for f32, uint16_t for the
  /// bits of bf16, uint8_t for booleans, std::complex<float> for c64. Throws for other T, and for
  /// traced tensors.
  template <class T> std::vector<T> values(Where where = Where::current()) const;
  /// The element of a tensor that has one, as a double. Throws for other sizes, and for traced
  /// tensors.
  double item(Where where = Where::current()) const;
  /// The same as a complex number; item() gives its real part.
  std::complex<double> complexItem(Where where = Where::current()) const;

  /// x[0], x[{_, _, 0}], x[{slice(1, 5), newAxis, ellipsis}], x[{_, ids}]; as in NumPy,
  /// but dims of an index tensor always stand in place of its dim, also beside positions. Positions
  /// must exist; elements of an index tensor beyond the dim are clamped. Throws for more indices
  /// than dims and for two index tensors.
  Tensor operator[](const Index &index) const;
  Tensor &operator+=(const Operand &other);
  Tensor &operator-=(const Operand &other);
  Tensor &operator*=(const Operand &other);
  Tensor &operator/=(const Operand &other);

  std::shared_ptr<const TensorValue> value;

private:
  /// What the caller takes elements for.
  enum class Kind { Integer, Float, Complex };
  /// Copies the elements if they have `bytes` bytes each and are of this kind.
  HostArray elements(size_t bytes, Kind kind, Where where) const;
};

/// A tensor with these elements. Throws where dtype, shape and bytes do not fit together, and for
/// f8.
Tensor tensor(const HostArray &array, Where where = Where::current());

template <class T> constexpr bool kIsComplex = false;
template <class T> constexpr bool kIsComplex<std::complex<T>> = std::is_floating_point_v<T>;

/// The element type that holds values of the C++ type T.
template <class T> constexpr ElementType elementTypeOf() {
  static_assert(std::is_arithmetic_v<T> || kIsComplex<T>, "elements are numbers");
  if constexpr (kIsComplex<T>)
    return sizeof(T) == 8 ? c64 : c128;
  else if constexpr (std::same_as<T, bool>)
    return boolean;
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? f32 : f64;
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 1 ? i8 : sizeof(T) == 2 ? i16 : sizeof(T) == 4 ? i32 : i64;
  else
    return sizeof(T) == 1 ? u8 : sizeof(T) == 2 ? u16 : sizeof(T) == 4 ? u32 : u64;
}
/// A tensor of this shape; its element type is that of T (double gives f64). Throws where the
/// number of values differs from that of the shape.
template <class T>
Tensor tensor(const std::vector<T> &values, std::vector<int64_t> shape,
              Where where = Where::current()) {
  HostArray array{text(elementTypeOf<T>()), std::move(shape), {}};
  for (T value : values) {
    const auto *bytes = reinterpret_cast<const std::byte *>(&value);
    array.bytes.insert(array.bytes.end(), bytes, bytes + sizeof(T));
  }
  return tensor(array, where);
}
/// A tensor of one dim: tensor({1.f, 2.f}).
template <class T> Tensor tensor(std::initializer_list<T> values, Where where = Where::current()) {
  return tensor(std::vector<T>(values), {int64_t(values.size())}, where);
}

template <class T> std::vector<T> Tensor::values(Where where) const {
  static_assert((std::is_arithmetic_v<T> || kIsComplex<T>) && !std::same_as<T, bool>,
                "read booleans as uint8_t");
  constexpr Kind kind = kIsComplex<T>                 ? Kind::Complex
                        : std::is_floating_point_v<T> ? Kind::Float
                                                      : Kind::Integer;
  HostArray array = elements(sizeof(T), kind, where);
  std::vector<T> out(array.bytes.size() / sizeof(T));
  if (!out.empty())
    std::memcpy(out.data(), array.bytes.data(), array.bytes.size());
  return out;
}

/// A number of C++ among operands. As in JAX it takes the element type of the tensors beside it,
/// unless its kind is a higher one: i32 + 0.5 is f32, bf16 + 0.5 is bf16, f64 + 1i is c128.
using Number = std::variant<bool, int64_t, double, std::complex<double>>;

/// What an op takes: a tensor or a number, and the line that wrote it.
struct Operand {
  Tensor tensor;
  std::optional<Number> number = {};
  Where where;

  Operand(Tensor tensor, Where where = Where::current())
      : tensor(std::move(tensor)), where(where) {}
  template <class T>
    requires(std::is_arithmetic_v<T> || kIsComplex<T>)
  Operand(T value, Where where = Where::current()) : number(numberOf(value)), where(where) {}

private:
  template <class T> static Number numberOf(T value) {
    if constexpr (std::same_as<T, bool>)
      return value;
    else if constexpr (std::is_integral_v<T>)
      return int64_t(value);
    else if constexpr (kIsComplex<T>)
      return std::complex<double>(value);
    else
      return double(value);
  }
};

/// The positions begin, begin + step, ... before end of a dim, as begin:end:step in NumPy.
struct Slice {
  std::optional<int64_t> begin = {}, end = {};
  int64_t step = 1;
};
/// A new dim of size 1 in the result, as None in NumPy.
struct NewAxis {};
/// As many whole dims as the tensor has beyond those that the other items of the index take.
struct Ellipsis {};
inline constexpr Slice _{};
inline constexpr NewAxis newAxis{};
inline constexpr Ellipsis ellipsis{};
/// Python's begin:end:step; negative positions count from the end, and positions beyond the dim
/// are clamped. An index with a step of 0 throws.
inline Slice slice(std::optional<int64_t> begin, std::optional<int64_t> end, int64_t step = 1) {
  return {begin, end, step};
}

/// What selects positions of one dim: a position, a slice, a tensor of positions, or one of the
/// above.
struct IndexItem {
  std::variant<int64_t, Slice, NewAxis, Ellipsis, Tensor> item;

  template <std::integral T> IndexItem(T position) : item(int64_t(position)) {}
  IndexItem(Slice slice) : item(slice) {}
  IndexItem(NewAxis axis) : item(axis) {}
  IndexItem(Ellipsis dots) : item(dots) {}
  IndexItem(Tensor ids) : item(std::move(ids)) {}
};

/// The items in the brackets behind a tensor: one, or several in braces.
struct Index {
  std::vector<IndexItem> items;
  Where where;

  Index(std::initializer_list<IndexItem> items, Where where = Where::current())
      : items(items), where(where) {}
  template <std::convertible_to<IndexItem> T>
  Index(T item, Where where = Where::current()) : items{IndexItem(item)}, where(where) {}
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
