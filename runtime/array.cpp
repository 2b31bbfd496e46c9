// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies blocks, prints arrays and compares them.
//
// A block is copied in runs of bytes that are as long as the trailing dims allow. The comparison
// decodes elements to float, double or complex; integers are compared as 64-bit integers, so that
// large ones keep all their bits.
#include "runtime/array.h"
#include "runtime/distance.h"
#include "runtime/elements.h"
#include "runtime/failure.h"
#include <cmath>
#include <complex>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace spmd::rt {

// A shape with a zero dim needs no bytes, even where the product of the other dims overflows.
llvm::Expected<Array> Array::allocate(DType type, std::vector<int64_t> shape,
                                      BufferOptions options) {
  int64_t count = 1;
  bool overflow = false;
  for (int64_t size : shape)
    overflow |= size < 0 || __builtin_mul_overflow(count, size, &count);
  int64_t bytes = 0;
  overflow |= __builtin_mul_overflow(count, sizeOf(type), &bytes);
  if (overflow && std::find(shape.begin(), shape.end(), 0) == shape.end())
    return failure("an array {} has more bytes than fit 63 bits", typeText(type, shape));
  auto buffer = Buffer::allocate(overflow ? 0 : uint64_t(bytes), options);
  if (!buffer)
    return buffer.takeError();
  return Array{type, std::move(shape), std::make_shared<Buffer>(std::move(*buffer))};
}

// allocate() has checked that the product does not overflow.
int64_t Array::elementCount() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

std::string typeText(DType type, std::span<const int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += fmt::format("{}x", size);
  return text += mlirName(type);
}

namespace {

/// Walks a block and calls run(global byte offset, local byte offset, bytes inside, bytes outside)
/// for each contiguous run of bytes. Trailing dims that the block covers completely join the dim
/// before them. The bytes outside the array follow those inside, because a block leaves the array
/// only at its end. A run that lies completely outside has a negative global offset. Example, in
/// elements: shape {4, 6}, block {[1, 3), [4, 8)}:
///   run(10, 0, 2, 2)    row 1: columns 4 and 5 exist, 6 and 7 do not
///   run(16, 4, 2, 2)    row 2
template <class Run>
void forEachRun(const Array &global, std::span<const BlockDim> block, const Run &run) {
  assert(block.size() == global.shape.size() && "one range for each dim");
  const int64_t elementBytes = sizeOf(global.type);
  int rank = int(block.size());
  int64_t inner = elementBytes; // bytes of one row of the dims that are covered completely
  while (rank > 0 && block[rank - 1].begin == 0 && block[rank - 1].size == global.shape[rank - 1])
    inner *= global.shape[--rank];
  if (inner == 0)
    return;
  if (rank == 0)
    return run(int64_t(0), int64_t(0), inner, int64_t(0));
  --rank; // the dim that is cut; the loop below counts through the dims before it
  std::vector<int64_t> stride(rank + 1, inner), index(rank, 0);
  for (int d = rank; d-- > 0;)
    stride[d] = stride[d + 1] * global.shape[d + 1];
  const BlockDim cut = block[rank];
  // Bytes of a run that lie in the array; a run begins at cut.begin, so the rest is behind the
  // array.
  int64_t inside = std::clamp<int64_t>(global.shape[rank] - cut.begin, 0, cut.size) * inner;
  int64_t whole = cut.size * inner, count = 1;
  for (int d = 0; d < rank; ++d)
    count *= block[d].size;
  for (int64_t local = 0; local < count * whole; local += whole) {
    int64_t offset = cut.begin * inner;
    bool exists = inside > 0;
    for (int d = 0; d < rank; ++d) {
      int64_t at = block[d].begin + index[d];
      exists &= at < global.shape[d];
      offset += at * stride[d];
    }
    if (exists)
      run(offset, local, inside, whole - inside);
    else
      run(int64_t(-1), local, int64_t(0), whole);
    for (int d = rank; d-- > 0;) {
      if (++index[d] < block[d].size)
        break;
      index[d] = 0;
    }
  }
}

} // namespace

// Both functions only differ in the direction of the copy: reading fills the parts outside with
// zeros, writing skips them.
void readBlock(const Array &global, std::span<const BlockDim> block, void *local) {
  auto *target = static_cast<std::byte *>(local);
  forEachRun(global, block, [&](int64_t from, int64_t to, int64_t inside, int64_t outside) {
    if (inside)
      std::memcpy(target + to, global.data() + from, size_t(inside));
    if (outside)
      std::memset(target + to + inside, 0, size_t(outside));
  });
}

void writeBlock(Array &global, std::span<const BlockDim> block, const void *local) {
  auto *source = static_cast<const std::byte *>(local);
  forEachRun(global, block, [&](int64_t to, int64_t from, int64_t inside, int64_t) {
    if (inside)
      std::memcpy(global.data() + to, source + from, size_t(inside));
  });
}

namespace {

/// Calls f with the element as the C++ type that holds its value exactly: bool, a 64-bit integer,
/// float, double or complex.
template <class F> auto withElement(DType type, const void *e, const F &f) {
  if (type == DType::C64)
    return f(load<std::complex<float>>(e));
  if (type == DType::C128)
    return f(load<std::complex<double>>(e));
  return forElement(type, [&]<class Element>(Element) {
    const auto stored = load<typename Element::Storage>(e);
    return f(Element::template get<typename Element::Exact>(&stored));
  });
}

template <class T> constexpr bool isComplex = false;
template <class T> constexpr bool isComplex<std::complex<T>> = true;

// The index of the element at row-major position `flat`: 5 in shape {2, 3} -> {1, 2}.
std::vector<int64_t> indexOf(int64_t flat, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0; flat /= shape[d])
    index[d] = flat % shape[d];
  return index;
}

} // namespace

// fmt prints the shortest text that reads back as the same value.
std::string elementText(DType type, const void *element) {
  return withElement(type, element, [](auto value) {
    if constexpr (isComplex<decltype(value)>)
      return fmt::format("({},{})", value.real(), value.imag());
    else
      return fmt::format("{}", value);
  });
}

double elementAsDouble(DType type, const void *element) { return elementAs<double>(type, element); }

namespace {

/// The distance of two elements, of complex numbers in the plane.
template <class T> double elementDistance(T a, T b) {
  if constexpr (isComplex<T>) {
    double re = distance(a.real(), b.real()), im = distance(a.imag(), b.imag());
    return re == 0 ? im : im == 0 ? re : std::hypot(re, im);
  } else if constexpr (std::is_integral_v<T>) {
    return a > b ? double(uint64_t(a) - uint64_t(b)) : double(uint64_t(b) - uint64_t(a));
  } else {
    return distance(a, b);
  }
}

// |value|, the scale of a relative tolerance; 0 for booleans, which are compared exactly.
template <class T> double magnitude(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return 0;
  else
    return double(std::abs(isComplex<T> || std::is_floating_point_v<T> ? value : T(value)));
}
template <> double magnitude(uint64_t value) { return double(value); }

} // namespace

// Bytes are compared first: most arrays are equal, and equal bytes need no decoding. The loop then
// counts all elements beyond the tolerance and keeps the first of them. The largest error is taken
// over all finite pairs, also those within the tolerance, because it tells how much tolerance would
// be enough.
std::optional<Mismatch> firstMismatch(const Array &actual, const Array &expected,
                                      Tolerance tolerance) {
  assert(actual.type == expected.type && actual.shape == expected.shape && "comparable arrays");
  const int64_t bytes = sizeOf(actual.type), count = actual.elementCount();
  if (count == 0 || std::memcmp(actual.data(), expected.data(), actual.byteCount()) == 0)
    return std::nullopt;
  Mismatch found;
  int64_t first = -1, largest = -1;
  for (int64_t i = 0; i < count; ++i) {
    const std::byte *a = actual.data() + i * bytes, *e = expected.data() + i * bytes;
    auto [error, allowed] = withElement(actual.type, a, [&](auto left) {
      auto right = withElement(actual.type, e, [&](auto value) -> decltype(left) {
        if constexpr (std::is_same_v<decltype(value), decltype(left)>)
          return value;
        return {}; // never reached: both elements have the same type at run time
      });
      double size = magnitude(right);
      return std::pair{elementDistance(left, right),
                       tolerance.absolute + (std::isfinite(size) ? tolerance.relative * size : 0)};
    });
    if (std::isfinite(error) && error > found.largestError)
      found.largestError = error, largest = i;
    bool exact = actual.type == DType::Pred; // a boolean is right or wrong
    if (exact ? error == 0 : error <= allowed)
      continue;
    if (found.count++ == 0)
      first = i;
  }
  if (!found.count)
    return std::nullopt;
  found.index = indexOf(first, actual.shape);
  found.actual = elementText(actual.type, actual.data() + first * bytes);
  found.expected = elementText(actual.type, expected.data() + first * bytes);
  if (largest >= 0)
    found.largestIndex = indexOf(largest, actual.shape);
  return found;
}

std::string Mismatch::message(int64_t elementCount) const {
  std::string text = fmt::format("differs at [{}]: {}, expected {}; {} of {} elements differ",
                                 fmt::join(index, ", "), actual, expected, count, elementCount);
  if (largestError > 0)
    text += fmt::format(", the largest error {:.6g} at [{}]", largestError,
                        fmt::join(largestIndex, ", "));
  return text;
}

} // namespace spmd::rt
