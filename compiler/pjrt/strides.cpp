// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The innermost dims that are dense on both sides are one block of memory.
#include "compiler/pjrt/strides.h"
#include <cstring>

namespace spmd::pjrt {

//   dims [2, 3], 4 bytes  ->  [12, 4]
std::vector<int64_t> denseStrides(const std::vector<int64_t> &dims, int64_t elementBytes) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = elementBytes;
  for (size_t d = dims.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= dims[d];
  }
  return strides;
}

//   dims [2, 3], minor to major {0, 1}, 4 bytes  ->  [4, 8]
std::vector<int64_t> stridesInOrder(const std::vector<int64_t> &dims,
                                    const std::vector<int64_t> &minorToMajor,
                                    int64_t elementBytes) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = elementBytes;
  for (int64_t d : minorToMajor) {
    strides[size_t(d)] = stride;
    stride *= dims[size_t(d)];
  }
  return strides;
}

namespace {

/// Walks over the outer dims; a block is one memcpy.
struct Copy {
  const std::vector<int64_t> &targetStrides, &sourceStrides, &dims;
  size_t outer; // dims before those of a block
  size_t blockBytes;

  void run(std::byte *target, const std::byte *source, size_t dim) const {
    if (dim == outer) {
      std::memcpy(target, source, blockBytes);
      return;
    }
    for (int64_t i = 0; i < dims[dim]; ++i)
      run(target + i * targetStrides[dim], source + i * sourceStrides[dim], dim + 1);
  }
};

} // namespace

void copyStrided(std::byte *target, const std::vector<int64_t> &targetStrides,
                 const std::byte *source, const std::vector<int64_t> &sourceStrides,
                 const std::vector<int64_t> &dims, int64_t elementBytes) {
  size_t outer = dims.size();
  int64_t block = elementBytes;
  for (int64_t size : dims)
    if (size == 0)
      return;
  // A dim of one element may have any stride.
  while (outer > 0 && (dims[outer - 1] == 1 ||
                       (targetStrides[outer - 1] == block && sourceStrides[outer - 1] == block)))
    block *= dims[--outer];
  Copy{targetStrides, sourceStrides, dims, outer, size_t(block)}.run(target, source, 0);
}

} // namespace spmd::pjrt
