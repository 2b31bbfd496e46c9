// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dense typed array of the reference meaning: every element type that programs may use, held on
// the host in row-major order. Arithmetic is done in five wide domains (bool, int64, uint64,
// double, complex double) and rounded or wrapped once when it is stored; so the types narrower than
// that need no code of their own.
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

/// The wide type that elements of a tensor are computed in.
enum class Domain : uint8_t { Bool, Signed, Unsigned, Real, Complex };

/// What is stored for an element of this type: the storage type of a quantized one, else the type
/// itself.
mlir::Type storedType(mlir::Type element);
/// Bool for i1, Signed also for index, the storage type's for quantized elements; `element` is a
/// supported type.
Domain domainOf(mlir::Type element);
/// Whether tensors of this element type can be held.
bool isSupportedElement(mlir::Type element);
/// Bytes that one element takes in a Tensor: integers narrower than a byte and i1 take a whole one.
int64_t storedBytes(mlir::Type element);
/// Bits of an integer or float type (of one part for complex ones).
unsigned elementBits(mlir::Type element);
/// A number of any float type as a double. APFloat's own conversion makes infinity of f8E8M0FNU's
/// NaN, which has no payload.
double asDouble(const llvm::APFloat &number);
/// The number of a float type that is nearest to `value`.
double roundedTo(mlir::Type element, double value);

/// Values are shared and copied on write: handing a Tensor around is cheap. Large ones may be lazy:
/// their elements are made when somebody looks at all of them, so that a slice of a broadcast needs
/// no memory for the broadcast.
struct Tensor {
  mlir::Type type;           // a ranked tensor type of static shape; or a token, tuple or future
  std::vector<Tensor> parts; // of a tuple or future

  Tensor() = default;
  /// All elements zero; a type that is no tensor gives a value without data.
  explicit Tensor(mlir::Type type);
  /// T is bool's uint8_t, int64_t, uint64_t, double or Complex, and has to be the type's domain;
  /// integers wrap to the element's width, floats round to nearest even, infinities and NaN as
  /// StableHLO's `convert` has them.
  template <class T> static Tensor of(mlir::Type type, std::span<const T> values);
  template <class T> static Tensor of(mlir::Type type, const std::vector<T> &values) {
    return of(type, std::span<const T>(values));
  }
  /// Writes the element at a position to `to`.
  using ElementReader = std::function<void(int64_t position, char *to)>;
  /// A tensor that `whole` makes when its data is asked for, of which single elements can be read
  /// before that. From kLazyCount elements on ops that move data make such ones. `from` are the
  /// tensors that both read; those at the end of a long chain of lazy ones are made now.
  static Tensor lazy(mlir::RankedTensorType type, llvm::ArrayRef<Tensor> from, ElementReader read,
                     std::function<Tensor()> whole);
  /// The same element everywhere, `storedBytes` of it at `element`; lazy where it is large.
  static Tensor uniform(mlir::RankedTensorType type, const char *element);
  /// Smaller tensors, of at most 4 MiB (i8) to 64 MiB (complex<f64>), are made at once: the memory
  /// is there, and each of their elements is then read without a call.
  static constexpr int64_t kLazyCount = 1 << 22;
  /// Reads an element without making all others.
  void readElement(int64_t position, char *to) const;
  bool isLazy() const { return lazyElements && !lazyElements->isMade; }

  /// From and to a constant's attribute; refused for element types that cannot be held.
  static llvm::Expected<Tensor> fromAttr(mlir::ElementsAttr attr);
  mlir::DenseElementsAttr toAttr() const;

  /// The elements in a wide domain: int64_t and uint64_t read integers and i1, double reads floats,
  /// Complex reads both.
  template <class T> std::vector<T> values() const;
  /// An integer or i1 element as a number, for indices and predicates.
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
  /// The same elements under another type of equal count and element size.
  Tensor withType(mlir::Type other) const;
  /// "tensor<2xf32> [1.0, 2.0]": at most `limit` elements.
  void print(llvm::raw_ostream &os, int64_t limit = 8) const;
  void printElement(llvm::raw_ostream &os, int64_t position) const;

private:
  using Bytes = std::shared_ptr<std::vector<char>>;
  struct Lazy {
    int depth = 1; // of lazy tensors that are made of each other
    std::function<Tensor()> whole;
    std::once_flag once; // tensors are shared by threads
    std::atomic<bool> isMade = false;
    Bytes made;

    /// Null once the tensor is made. Another thread may still be reading then, so readers are
    /// shared.
    std::shared_ptr<const ElementReader> reader() const {
      std::lock_guard lock(mutex);
      return read;
    }
    void dropReader() {
      // Destroyed after the lock is gone: it may hold other tensors.
      std::shared_ptr<const ElementReader> last;
      std::lock_guard lock(mutex);
      std::swap(last, read);
    }
    std::shared_ptr<const ElementReader> read;

  private:
    mutable std::mutex mutex; // of `read`
  };
  Bytes bytes;                        // null where the tensor is lazy
  std::shared_ptr<Lazy> lazyElements; // null where it is not
};

/// Row-major positions: the strides of a shape, and a walk over all its indices.
llvm::SmallVector<int64_t> stridesOf(llvm::ArrayRef<int64_t> shape);
int64_t positionOf(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> strides);
/// Steps to the next index in row-major order; false after the last one.
bool nextIndex(llvm::MutableArrayRef<int64_t> index, llvm::ArrayRef<int64_t> shape);
/// Calls `fn` for every index of `shape` in row-major order.
void forEachIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> fn);

/// The index at a row-major position.
llvm::SmallVector<int64_t> indexAt(int64_t position, llvm::ArrayRef<int64_t> shape);

using ElementSource = std::function<int64_t(llvm::ArrayRef<int64_t>)>;
/// The tensor of `type` with in[source(index)] at each index, lazy where it is large; `source`
/// outlives the call.
Tensor movedElements(mlir::RankedTensorType type, const Tensor &in, ElementSource source);
/// out[index] = in[source(index)] for every index of `out`, positions in elements; a negative one
/// leaves what is there.
void moveElements(Tensor &out, const Tensor &in,
                  llvm::function_ref<int64_t(llvm::ArrayRef<int64_t>)> source);
/// out[target(index)] = in[index] for every index of `in`; a negative position is skipped.
void putElements(Tensor &out, const Tensor &in,
                 llvm::function_ref<int64_t(llvm::ArrayRef<int64_t>)> target);

} // namespace spmd
