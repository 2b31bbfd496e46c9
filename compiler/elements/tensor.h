// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tensor of the reference interpreter and of constant folding: a dense array on the host, in
// row-major order, of any element type that a program may use. Arithmetic is done in five wide
// domains (bool, int64, uint64, double, complex double) and rounded or wrapped once when the result
// is stored, so narrower types need no code of their own.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <complex>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace spmd {

using Complex = std::complex<double>;

/// The wide type in which elements of a tensor are computed.
enum class Domain : uint8_t { Bool, Signed, Unsigned, Real, Complex };

/// The type in which an element is stored: the storage type of a quantized element, else the type
/// itself.
mlir::Type storedType(mlir::Type element);
/// The domain of a supported element type: Bool for i1, Signed for index, that of the storage type
/// for quantized elements.
Domain domainOf(mlir::Type element);
/// Whether a Tensor can hold this element type.
bool isSupportedElement(mlir::Type element);
/// Bytes that one element takes in a Tensor. Integers narrower than a byte and i1 take a whole
/// byte.
int64_t storedBytes(mlir::Type element);
/// Bits of an integer or float type; of a complex type, bits of its real part.
unsigned elementBits(mlir::Type element);
/// A number of any float type as a double. APFloat's own conversion turns NaN of f8E8M0FNU, which
/// has no payload, into infinity.
double asDouble(const llvm::APFloat &number);
/// The nearest number to `value` in a float type.
double roundedTo(mlir::Type element, double value);

/// A tensor, token, tuple or future. Copies share their data until one of them is written, so that
/// passing a Tensor by value is cheap. A large tensor may be lazy: its elements are computed when
/// all of them are needed, so a slice of a broadcast needs no memory for the broadcast.
struct Tensor {
  mlir::Type type;           // ranked tensor of static shape, token, tuple or future
  std::vector<Tensor> parts; // of a tuple or future

  Tensor() = default;
  /// A tensor of zeros. Other types give a value without data.
  explicit Tensor(mlir::Type type);
  /// A tensor from values in the domain of `type`: T is uint8_t for bool, int64_t, uint64_t, double
  /// or Complex. Integers wrap to the element's width. Floats round to nearest even, with
  /// infinities and NaN as in StableHLO's `convert`.
  template <class T> static Tensor of(mlir::Type type, std::span<const T> values);
  template <class T> static Tensor of(mlir::Type type, const std::vector<T> &values) {
    return of(type, std::span<const T>(values));
  }
  /// Writes the element at a position to `to`.
  using ElementReader = std::function<void(int64_t position, char *to)>;
  /// A lazy tensor. `whole` computes all elements when the data is asked for, `read` computes
  /// single elements before that. Ops that move data return lazy tensors from kLazyCount elements
  /// on. `from` are the tensors that `read` and `whole` use. A source at the end of a long chain of
  /// lazy tensors is computed now.
  static Tensor lazy(mlir::RankedTensorType type, llvm::ArrayRef<Tensor> from, ElementReader read,
                     std::function<Tensor()> whole);
  /// A tensor that repeats one element, given by its stored bytes. Lazy from kLazyCount elements
  /// on.
  static Tensor uniform(mlir::RankedTensorType type, const char *element);
  /// Smaller tensors are computed at once. They have at most 4 MiB (i8) to 64 MiB (complex<f64>),
  /// and each element is then read without a call.
  static constexpr int64_t kLazyCount = 1 << 22;
  /// Reads one element without computing the others.
  void readElement(int64_t position, char *to) const;
  bool isLazy() const { return lazyElements && !lazyElements->isMade; }

  /// Conversion from and to the attribute of a constant. Fails for element types that a Tensor
  /// cannot hold.
  static llvm::Expected<Tensor> fromAttr(mlir::ElementsAttr attr);
  mlir::DenseElementsAttr toAttr() const;

  /// The elements in a wide domain: int64_t and uint64_t read integers and i1, double reads floats,
  /// Complex reads floats and complex numbers.
  template <class T> std::vector<T> values() const;
  /// An element of integer or i1 type as a number, for indices and predicates.
  int64_t integer(int64_t position = 0) const;

  bool isTensor() const { return llvm::isa_and_nonnull<mlir::RankedTensorType>(type); }
  mlir::RankedTensorType tensorType() const { return llvm::cast<mlir::RankedTensorType>(type); }
  mlir::Type element() const { return tensorType().getElementType(); }
  llvm::ArrayRef<int64_t> shape() const { return tensorType().getShape(); }
  int64_t rank() const { return tensorType().getRank(); }
  int64_t count() const { return isTensor() ? tensorType().getNumElements() : 0; }
  const char *data() const;
  int64_t byteCount() const { return isTensor() ? count() * storedBytes(element()) : 0; }
  char *mutableData();
  /// The same elements under another type, which has the same count and element size.
  Tensor withType(mlir::Type other) const;
  /// "tensor<2xf32> [1.0, 2.0]": at most `limit` elements.
  void print(llvm::raw_ostream &os, int64_t limit = 8) const;
  void printElement(llvm::raw_ostream &os, int64_t position) const;

private:
  using Bytes = std::shared_ptr<std::vector<char>>;
  struct Lazy {
    int depth = 1; // length of the chain of lazy tensors that it reads
    std::function<Tensor()> whole;
    std::once_flag once; // several threads may share the tensor
    std::atomic<bool> isMade = false;
    Bytes made;

    /// Null once the tensor is computed. Other threads may be using the reader at that moment, so
    /// it is shared.
    std::shared_ptr<const ElementReader> reader() const {
      std::lock_guard lock(mutex);
      return read;
    }
    void dropReader() {
      // Declared before the lock, hence destroyed after it: the reader may hold other tensors.
      std::shared_ptr<const ElementReader> last;
      std::lock_guard lock(mutex);
      std::swap(last, read);
    }
    std::shared_ptr<const ElementReader> read;

  private:
    mutable std::mutex mutex; // guards `read`
  };
  Bytes bytes;                        // null where the tensor is lazy
  std::shared_ptr<Lazy> lazyElements; // null where it is not
};

/// Calls fn with a value of the type that `values` of elements of the domain have.
template <class Fn> auto inDomain(Domain domain, Fn fn) {
  switch (domain) {
  case Domain::Bool:
    return fn(uint8_t());
  case Domain::Signed:
    return fn(int64_t());
  case Domain::Unsigned:
    return fn(uint64_t());
  case Domain::Real:
    return fn(double());
  case Domain::Complex:
    return fn(Complex());
  }
  llvm_unreachable("all domains are handled");
}

/// The row-major strides of a shape, and the position of an index.
llvm::SmallVector<int64_t> stridesOf(llvm::ArrayRef<int64_t> shape);
int64_t positionOf(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> strides);
/// Advances to the next index in row-major order; false after the last one.
bool nextIndex(llvm::MutableArrayRef<int64_t> index, llvm::ArrayRef<int64_t> shape);
/// Calls `fn` for every index of `shape` in row-major order.
void forEachIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> fn);

/// The index at a row-major position.
llvm::SmallVector<int64_t> indexAt(int64_t position, llvm::ArrayRef<int64_t> shape);

using ElementSource = std::function<int64_t(llvm::ArrayRef<int64_t>)>;
/// The tensor of `type` with the element in[source(index)] at each index. It is lazy where it is
/// large and then keeps `source`.
Tensor movedElements(mlir::RankedTensorType type, const Tensor &in, ElementSource source);
/// out[index] = in[source(index)] for every index of `out`. Positions count elements; a negative
/// one leaves the element of `out` unchanged.
void moveElements(Tensor &out, const Tensor &in,
                  llvm::function_ref<int64_t(llvm::ArrayRef<int64_t>)> source);
/// out[target(index)] = in[index] for every index of `in`. A negative position skips the element.
void putElements(Tensor &out, const Tensor &in,
                 llvm::function_ref<int64_t(llvm::ArrayRef<int64_t>)> target);

/// The element at r is in[o], with o[d] = 0 where the size of dim d of `in` is 1, else r[dims[d]].
Tensor broadcastElements(mlir::RankedTensorType type, const Tensor &in,
                         llvm::ArrayRef<int64_t> dims);
/// in[start:limit:stride].
Tensor slicedElements(const Tensor &in, llvm::ArrayRef<int64_t> start,
                      llvm::ArrayRef<int64_t> limit, llvm::ArrayRef<int64_t> stride);
/// Elements of `value`, a scalar, around and between those of `in`. Negative padding cuts off.
Tensor paddedElements(const Tensor &in, const Tensor &value, llvm::ArrayRef<int64_t> low,
                      llvm::ArrayRef<int64_t> high, llvm::ArrayRef<int64_t> interior);
/// One or more tensors side by side along a dim.
Tensor joinedElements(llvm::ArrayRef<Tensor> parts, int64_t dim);
/// The index of each element along a dim.
Tensor indicesAlong(mlir::RankedTensorType type, int64_t dim);
/// A tensor of floats or of complex numbers; floats are the real parts.
Tensor ofComplex(mlir::Type type, const std::vector<Complex> &values);

} // namespace spmd
