// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks and converts HostArrays. Callers pass any bytes, so everything is checked before
// the runtime sees it.
#include "compiler/frontend/host_array.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstring>
#include <optional>

namespace spmd {
namespace {

/// The bytes of an array of this shape and type; nothing where a size is negative or the
/// number does not fit 63 bits. An array with a size of 0 has 0 bytes, however large its
/// other sizes are.
std::optional<int64_t> bytesOf(rt::DType type, const std::vector<int64_t> &shape) {
  bool isEmpty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  int64_t bytes = rt::sizeOf(type);
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    if (!isEmpty && __builtin_mul_overflow(bytes, size, &bytes))
      return std::nullopt;
  }
  return isEmpty ? 0 : bytes;
}

/// Returns the element type of an array. Throws where the type is unknown or where the
/// number of bytes differs from that of the shape:
///   {"f32", {2, 3}, 20 bytes}  ->  "argument 0 has 20 bytes; 2x3xf32 has 24"
rt::DType typeOf(const HostArray &array, const std::string &what) {
  std::optional<rt::DType> type = rt::typeNamed(array.dtype);
  if (!type)
    throw Error(what + ": \"" + array.dtype +
                "\" is not an element type; f32, i32, ui8, bf16, i1 and complex<f32> are");
  std::optional<int64_t> bytes = bytesOf(*type, array.shape);
  const std::string text = rt::typeText(*type, array.shape);
  if (!bytes)
    throw Error(what + ": " + text + " has a negative size or more bytes than fit 63 bits");
  if (uint64_t(*bytes) != array.bytes.size())
    throw Error(what + " has " + std::to_string(array.bytes.size()) + " bytes; " + text + " has " +
                std::to_string(*bytes));
  return *type;
}

} // namespace

/// Elements of type i1 must be 0 or 1, since generated code relies on it.
rt::DType checkedType(const HostArray &array, const std::string &what) {
  rt::DType type = typeOf(array, what);
  if (type == rt::DType::Pred)
    for (size_t i = 0; i < array.bytes.size(); ++i)
      if (array.bytes[i] > std::byte{1})
        throw Error(what + ": element " + std::to_string(i) + " is the byte " +
                    std::to_string(std::to_integer<int>(array.bytes[i])) + "; an i1 is 0 or 1");
  return type;
}

rt::Array toRuntime(const HostArray &array, const std::string &what) {
  llvm::Expected<rt::Array> copy = rt::Array::allocate(checkedType(array, what), array.shape);
  if (!copy)
    throw Error(what + ": " + llvm::toString(copy.takeError()));
  // memcpy from a null pointer is undefined, even for 0 bytes.
  if (!array.bytes.empty())
    std::memcpy(copy->data(), array.bytes.data(), array.bytes.size());
  return std::move(*copy);
}

/// Copies an array of the runtime.
HostArray fromRuntime(const rt::Array &array) {
  HostArray out{std::string(rt::mlirName(array.type)), array.shape, {}};
  out.bytes.assign(array.data(), array.data() + array.byteCount());
  return out;
}

/// Converts the only element of an array to double; of a complex number its real part.
double HostArray::scalar() const {
  rt::DType type = typeOf(*this, "this array");
  if (int64_t(bytes.size()) != rt::sizeOf(type))
    throw Error(rt::typeText(type, shape) + " is not a single element");
  return rt::elementAsDouble(type, bytes.data());
}

} // namespace spmd
