// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dense typed array of the reference meaning: every element type that programs may use, held on the host in row-major
// order. Arithmetic is done in five wide domains (bool, int64, uint64, double, complex double) and rounded or wrapped
// once when it is stored; so the types narrower than that need no code of their own.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"
#include <complex>
#include <memory>
#include <span>
#include <vector>

namespace spmd {

using Complex = std::complex<double>;

/// The wide type that elements of a tensor are computed in.
enum class Domain : uint8_t { Bool, Signed, Unsigned, Real, Complex };

/// Bool for i1, Signed also for index, the storage type's for quantized elements; `element` is a supported type.
Domain domainOf(mlir::Type element);
/// Whether tensors of this element type can be held.
bool isSupportedElement(mlir::Type element);
/// Bytes that one element takes in a Tensor: integers narrower than a byte and i1 take a whole one.
int64_t storedBytes(mlir::Type element);
/// Bits of an integer or float type (of one part for complex ones).
unsigned elementBits(mlir::Type element);

/// Values are shared and copied on write: handing a Tensor around is cheap.
struct Tensor {
  mlir::Type type;           // a ranked tensor type of static shape; or a token, tuple or future
  std::vector<Tensor> parts; // of a tuple or future

  Tensor() = default;
  /// All elements zero; a type that is no tensor gives a value without data.
  explicit Tensor(mlir::Type type);
  /// T is bool's uint8_t, int64_t, uint64_t, double or Complex, and has to be the type's domain; integers wrap to the
  /// element's width, floats round to nearest even, infinities and NaN as section 2.1 of the StableHLO digest has them.
  template <class T> static Tensor of(mlir::Type type, std::span<const T> values);
  template <class T> static Tensor of(mlir::Type type, const std::vector<T> &values) {
    return of(type, std::span<const T>(values));
  }
  /// From and to a constant's attribute; refused for element types that cannot be held.
  static llvm::Expected<Tensor> fromAttr(mlir::ElementsAttr attr);
  mlir::DenseElementsAttr toAttr() const;

  /// The elements in a wide domain: int64_t and uint64_t read integers and i1, double reads floats, Complex reads both.
  template <class T> std::vector<T> values() const;
  /// An integer or i1 element as a number, for indices and predicates.
  int64_t integer(int64_t position = 0) const;

  bool isTensor() const { return llvm::isa_and_nonnull<mlir::RankedTensorType>(type); }
  mlir::RankedTensorType tensorType() const { return llvm::cast<mlir::RankedTensorType>(type); }
  mlir::Type element() const { return tensorType().getElementType(); }
  llvm::ArrayRef<int64_t> shape() const { return tensorType().getShape(); }
  int64_t rank() const { return tensorType().getRank(); }
  int64_t count() const { return isTensor() ? tensorType().getNumElements() : 0; }
  const char *data() const { return bytes ? bytes->data() : nullptr; }
  int64_t byteCount() const { return bytes ? int64_t(bytes->size()) : 0; }
  char *mutableData();
  /// The same elements under another type of equal count and element size.
  Tensor withType(mlir::Type other) const;
  /// "tensor<2xf32> [1.0, 2.0]": at most `limit` elements.
  void print(llvm::raw_ostream &os, int64_t limit = 8) const;
  void printElement(llvm::raw_ostream &os, int64_t position) const;

private:
  std::shared_ptr<std::vector<char>> bytes;
};

/// Row-major positions: the strides of a shape, and a walk over all its indices.
llvm::SmallVector<int64_t> stridesOf(llvm::ArrayRef<int64_t> shape);
int64_t positionOf(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> strides);
/// Steps to the next index in row-major order; false after the last one.
bool nextIndex(llvm::MutableArrayRef<int64_t> index, llvm::ArrayRef<int64_t> shape);
/// Calls `fn` for every index of `shape` in row-major order.
void forEachIndex(llvm::ArrayRef<int64_t> shape, llvm::function_ref<void(llvm::ArrayRef<int64_t>)> fn);

/// out[index] = in[source(index)] for every index of `out`, positions in elements; a negative one leaves what is there.
void moveElements(Tensor &out, const Tensor &in, llvm::function_ref<int64_t(llvm::ArrayRef<int64_t>)> source);
/// out[target(index)] = in[index] for every index of `in`; a negative position is skipped.
void putElements(Tensor &out, const Tensor &in, llvm::function_ref<int64_t(llvm::ArrayRef<int64_t>)> target);

} // namespace spmd
