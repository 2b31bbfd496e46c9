// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dense array on the host in row-major order. It also holds the operations that the border of a
// program needs: reading and writing the block of one device, printing, and comparing two arrays
// with a tolerance.
#pragma once
#include "runtime/buffer.h"
#include "runtime/dtype.h"
#include <cassert>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace spmd::rt {

/// Shape, element type and storage. Copies of an Array share the storage. A scalar has shape {}.
struct Array {
  DType type = DType::F32;
  std::vector<int64_t> shape;
  std::shared_ptr<Buffer> storage;

  /// Fails where the byte count overflows or memory is short. The elements are not initialised.
  static llvm::Expected<Array> allocate(DType type, std::vector<int64_t> shape,
                                        BufferOptions options = {});

  int64_t elementCount() const;
  uint64_t byteCount() const { return uint64_t(elementCount()) * uint64_t(sizeOf(type)); }
  std::byte *data() const { return storage ? storage->data() : nullptr; }
  /// The elements as T. sizeof(T) must be the size of the element type: as<uint16_t>() gives the
  /// bits of bf16.
  template <class T> std::span<T> as() const {
    assert(int64_t(sizeof(T)) == sizeOf(type) && "T has the size of an element");
    return {reinterpret_cast<T *>(data()), size_t(elementCount())};
  }
};

/// The text of a type in messages: "4x3xbf16", "f32".
std::string typeText(DType type, std::span<const int64_t> shape);

/// One dim of a block: the part [begin, begin + size) of the same dim of a global array. `begin`
/// may lie beyond the array (a padded shard). Elements outside the array read as zero and are not
/// written back.
struct BlockDim {
  int64_t begin = 0;
  int64_t size = 0;
};

/// Copies a block of `global` to `local`, which is dense and row-major. For shape {4, 6} the block
/// {[2, 4), [0, 6)} is the last two rows.
void readBlock(const Array &global, std::span<const BlockDim> block, void *local);
/// The inverse of readBlock.
void writeBlock(Array &global, std::span<const BlockDim> block, const void *local);

/// An element as text that reads back as the same value: "-1.5", "true", "(1,2)" for a complex one.
std::string elementText(DType type, const void *element);
/// The real part of an element as a double; 64-bit integers beyond 2^53 are rounded.
double elementAsDouble(DType type, const void *element);

/// |actual - expected| <= absolute + relative * |expected|, element by element. Two NaNs are equal,
/// infinities must agree.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

struct Mismatch {
  std::vector<int64_t> index;   // of the first differing element
  std::string actual, expected; // that element
  int64_t count = 0;            // elements that differ
  // The largest |actual - expected| of all finite pairs, and its index.
  double largestError = 0;
  std::vector<int64_t> largestIndex;

  /// Example: "differs at [0, 3]: 1.5, expected 1; 2 of 8 elements differ, the largest error 0.5 at
  /// [0, 3]".
  std::string message(int64_t elementCount) const;
};

/// Returns nothing where the arrays agree. Types and shapes must be equal (asserted): check them
/// first. The tolerance applies to integers too; booleans are compared exactly.
std::optional<Mismatch> firstMismatch(const Array &actual, const Array &expected,
                                      Tolerance tolerance);

} // namespace spmd::rt
