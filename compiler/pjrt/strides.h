// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies between dense arrays, major to minor, and host memory with strides.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spmd::pjrt {

/// Bytes from one element to the next along each dim of a dense array.
std::vector<int64_t> denseStrides(const std::vector<int64_t> &dims, int64_t elementBytes);
/// Bytes between elements where the dims lie in memory in the given order, minor first.
std::vector<int64_t> stridesInOrder(const std::vector<int64_t> &dims,
                                    const std::vector<int64_t> &minorToMajor, int64_t elementBytes);
/// Copies all elements from one array to another of the same dims. Strides are in bytes and may be
/// negative or zero in `source`.
void copyStrided(std::byte *target, const std::vector<int64_t> &targetStrides,
                 const std::byte *source, const std::vector<int64_t> &sourceStrides,
                 const std::vector<int64_t> &dims, int64_t elementBytes);

} // namespace spmd::pjrt
