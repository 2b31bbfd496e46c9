// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header of a .npy file: a Python dictionary that says element type, order and shape. Format:
// NumPy enhancement proposal 1 and the documentation of numpy.lib.format.
#pragma once
#include "runtime/dtype.h"
#include "llvm/Support/Error.h"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spmd::rt {

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

struct NpyHeader {
  DType type = DType::U8;
  bool rawBits = false;     // '|V2': bits that NumPy has no type for
  bool columnMajor = false; // fortran_order
  std::vector<int64_t> shape;

  /// Whether the elements may be taken as `wanted`: the same type, or bits of the same width where
  /// NumPy lacks it.
  bool fits(DType wanted) const;
};

/// Parses the dictionary {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }. Messages
/// begin with "has ..." and miss the name of the file.
llvm::Expected<NpyHeader> parseNpyHeader(std::string_view dictionary);

/// Magic, format version 1 and dictionary, padded so that the elements start at a multiple of 64
/// bytes.
std::string npyHeaderText(DType type, std::span<const int64_t> shape);

} // namespace spmd::rt
