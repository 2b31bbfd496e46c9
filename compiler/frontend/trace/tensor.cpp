// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements Tensor: types and their text, reading and making concrete tensors, and the messages
// of refused ops.
//
// Concrete tensors hold arrays of the host. Arrays are shared, never written, and copied to the
// devices' memory when a program runs.
#include "compiler/frontend/array/placed.h"
#include "compiler/frontend/host_array.h"
#include "compiler/frontend/include/spmd/ops.h"
#include "compiler/frontend/trace/value.h"
#include <atomic>
#include <cstring>

namespace spmd {
inline namespace frontend {
namespace {

/// Row i is ElementType i.
constexpr rt::DType kRuntimeTypes[] = {
    rt::DType::Pred, rt::DType::S8,  rt::DType::S16, rt::DType::S32, rt::DType::S64,
    rt::DType::U8,   rt::DType::U16, rt::DType::U32, rt::DType::U64, rt::DType::BF16,
    rt::DType::F16,  rt::DType::F32, rt::DType::F64, rt::DType::C64, rt::DType::C128};

/// The enumerators are in the order of kinds and, within a kind, of widths.
bool isUnsigned(ElementType type) { return type >= u8 && type <= u64; }

} // namespace

/// The runtime has the names.
std::string text(ElementType type) { return std::string(rt::mlirName(runtimeType(type))); }

std::string text(const Type &type) {
  std::string out = text(type.element) + "[";
  for (size_t d = 0; d < type.dims.size(); ++d)
    out += (d ? ", " : "") + std::to_string(type.dims[d]);
  return out + "]";
}

/// Without the column: compilers disagree about it.
std::string text(Where where) {
  return std::string(where.file_name()) + ":" + std::to_string(where.line());
}

bool isFloat(ElementType type) { return type >= bf16 && type <= f64; }
bool isComplex(ElementType type) { return type >= c64; }
bool isInexact(ElementType type) { return type >= bf16; }
ElementType partType(ElementType type) { return type == c64 ? f32 : type == c128 ? f64 : type; }

/// Both enumerations are dense.
rt::DType runtimeType(ElementType type) { return kRuntimeTypes[size_t(type)]; }

/// Few types, so a search is enough.
ElementType frontendType(rt::DType type) {
  for (size_t i = 0; i < std::size(kRuntimeTypes); ++i)
    if (kRuntimeTypes[i] == type)
      return ElementType(i);
  throw Error("tensors have no elements of type " + std::string(rt::mlirName(type)));
}

/// JAX's lattice. Floats win over integers whatever their widths are. Signed and unsigned integers
/// meet in the signed type that is twice as wide as the unsigned one; for u64 there is none, and
/// JAX takes its default float. Complex numbers win over floats; their parts are f64 beside f64.
///   i32, bf16 -> bf16;  bf16, f16 -> f32;  u8, i8 -> i16;  u64, i8 -> f32;  f64, c64 -> c128
ElementType promote(ElementType a, ElementType b) {
  if (a == b)
    return a;
  if (a > b)
    std::swap(a, b);
  if (a == boolean)
    return b;
  if (isComplex(b))
    return a == f64 ? c128 : b;
  if (isFloat(b))
    return isFloat(a) && a == bf16 && b == f16 ? f32 : b;
  if (isUnsigned(a) == isUnsigned(b))
    return b;
  // a is signed, b is unsigned: both are in order of their widths
  if (b == u64)
    return f32;
  const auto wider = ElementType(size_t(i8) + (size_t(b) - size_t(u8)) + 1);
  return std::max(a, wider);
}

/// The form is that of compilers: editors jump to the line.
void fail(Where where, const std::string &message) { throw Error(text(where) + ": " + message); }

void fail(Where where, const std::string &message, std::span<const Operand *const> operands) {
  std::string out = text(where) + ": " + message;
  for (size_t i = 0; i < operands.size(); ++i) {
    const Tensor &tensor = operands[i]->tensor;
    if (!tensor.hasValue())
      continue;
    std::string role = operands.size() == 1   ? "the operand"
                       : operands.size() == 2 ? (i == 0 ? "the left operand" : "the right operand")
                                              : "operand " + std::to_string(i);
    out += "\n" + text(tensor.value->where) + ": note: " + role + " is " + text(tensor.type());
  }
  throw Error(out);
}

/// Reading in the middle of a trace is the usual mistake: the message says when elements exist.
const TensorValue &concreteValue(const Tensor &tensor, Where where) {
  if (!tensor.hasValue())
    fail(where, "the tensor has no value");
  if (tensor.value->trace)
    fail(where, "the elements of a traced tensor are read; they exist only when the program runs");
  return *tensor.value;
}

namespace {

/// Memory of dead values, kept by the thread that dropped them. A step of training drops and makes
/// as many values as the model has leaves; malloc keeps few of that size at hand.
class ValueMemory {
public:
  ~ValueMemory() {
    isOver = true;
    while (first)
      ::operator delete(std::exchange(first, nextOf(first)));
  }
  void *take(size_t bytes) {
    if (isOver || !first)
      return ::operator new(bytes);
    --count;
    return std::exchange(first, nextOf(first));
  }
  void give(void *memory) {
    if (isOver || count == kMost)
      return ::operator delete(memory);
    ++count;
    std::memcpy(memory, &first, sizeof first);
    first = memory;
  }

private:
  /// A kept block begins with the address of the next one.
  static void *nextOf(void *memory) {
    void *next;
    std::memcpy(&next, memory, sizeof next);
    return next;
  }
  static constexpr size_t kMost = 4096;
  static thread_local bool isOver; // values may outlive the objects of their thread
  void *first = nullptr;
  size_t count = 0;
};
thread_local bool ValueMemory::isOver = false;
thread_local ValueMemory valueMemory;

/// For std::allocate_shared, which asks for one kind of block only: a value with its counts.
template <class T> struct ValueAllocator {
  using value_type = T;
  ValueAllocator() = default;
  template <class U> ValueAllocator(const ValueAllocator<U> &) {}
  T *allocate(size_t count) { return static_cast<T *>(valueMemory.take(count * sizeof(T))); }
  void deallocate(T *memory, size_t) { valueMemory.give(memory); }
  bool operator==(const ValueAllocator &) const { return true; }
};

} // namespace

std::shared_ptr<TensorValue> newValue() {
  return std::allocate_shared<TensorValue>(ValueAllocator<TensorValue>());
}

uint64_t nextValueId() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

/// Takes over the array, without a copy.
Tensor concrete(rt::Array array, Where where) {
  Type type{frontendType(array.type), array.shape};
  auto value = std::make_shared<TensorValue>();
  value->type = std::move(type), value->where = where, value->id = nextValueId();
  value->array = std::move(array);
  return Tensor(std::move(value));
}

/// The widest type of the kind; programs narrow it.
Tensor concrete(const Number &number, Where where) {
  const rt::DType types[] = {rt::DType::Pred, rt::DType::S64, rt::DType::F64, rt::DType::C128};
  llvm::Expected<rt::Array> array = rt::Array::allocate(types[number.index()], {});
  if (!array)
    throw Error(llvm::toString(array.takeError()));
  std::visit([&](auto value) { std::memcpy(array->data(), &value, sizeof value); }, number);
  return concrete(std::move(*array), where);
}

/// Copies the bytes: the caller may change its array afterwards.
Tensor tensor(const HostArray &array, Where where) {
  try {
    return concrete(toRuntime(array, "the tensor"), where);
  } catch (const Error &error) {
    fail(where, error.what());
  }
}

bool Tensor::isConcrete() const { return value && value->trace == 0; }

const Type &Tensor::type() const {
  if (!value)
    throw Error("the tensor has no value");
  return value->type;
}

int64_t Tensor::size(int64_t dim, Where where) const {
  const Type &own = type();
  const int64_t rank = int64_t(own.dims.size());
  if (dim < -rank || dim >= rank)
    fail(where, text(own) + " has no dim " + std::to_string(dim));
  return own.dims[size_t(dim < 0 ? dim + rank : dim)];
}

HostArray Tensor::host(Where where) const {
  return fromRuntime(hostArrayOf(concreteValue(*this, where), where));
}

/// 64-bit integers beyond 2^53 are rounded.
double Tensor::item(Where where) const {
  const TensorValue &own = concreteValue(*this, where);
  for (int64_t size : own.type->dims)
    if (size != 1)
      fail(where, text(own.type) + " is not a single element");
  const rt::Array array = hostArrayOf(own, where);
  return rt::elementAsDouble(array.type, array.data());
}

/// Real numbers have no imaginary part.
std::complex<double> Tensor::complexItem(Where where) const {
  const double real = item(where);
  if (!isComplex(elementType()))
    return real;
  const rt::Array array = hostArrayOf(concreteValue(*this, where), where);
  const rt::DType part = runtimeType(partType(elementType()));
  return {real, rt::elementAsDouble(part, array.data() + rt::sizeOf(part))};
}

/// Checks sizes and kinds only: i8 and u8 are both read as either.
HostArray Tensor::elements(size_t bytes, Kind kind, Where where) const {
  const TensorValue &own = concreteValue(*this, where);
  // Of floats only f32 and f64 are types of C++; the others are read by their bits.
  const ElementType type = own.type->element;
  const Kind ownKind = isComplex(type)              ? Kind::Complex
                       : type == f32 || type == f64 ? Kind::Float
                                                    : Kind::Integer;
  constexpr const char *names[] = {"integers", "floats", "complex numbers"};
  if (int64_t(bytes) != rt::sizeOf(runtimeType(type)) || ownKind != kind)
    fail(where, "the elements of " + text(own.type) + " are read as " + names[int(kind)] + " of " +
                    std::to_string(bytes) +
                    " bytes; convert them first, for example by astype(x, f32)");
  return fromRuntime(hostArrayOf(own, where));
}

/// Assigning ops replace the handle. The line is that of the right operand: the operator itself has
/// no place for one.
Tensor &Tensor::operator+=(const Operand &other) {
  return *this = Operand(*this, other.where) + other;
}
Tensor &Tensor::operator-=(const Operand &other) {
  return *this = Operand(*this, other.where) - other;
}
Tensor &Tensor::operator*=(const Operand &other) {
  return *this = Operand(*this, other.where) * other;
}
Tensor &Tensor::operator/=(const Operand &other) {
  return *this = Operand(*this, other.where) / other;
}

} // namespace frontend
} // namespace spmd
