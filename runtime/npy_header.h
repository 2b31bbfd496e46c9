// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What reading and writing of NumPy's files share: the header of a .npy file, which is a Python
// dictionary with element type, order and shape, and the check of a path. The format is described
// in NumPy enhancement proposal 1 and in the documentation of numpy.lib.format.
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
  bool rawBits = false;     // '|V2': bits of a type that NumPy does not have
  bool columnMajor = false; // fortran_order
  std::vector<int64_t> shape;

  /// Whether the elements may be read as `wanted`: the types are the same, or NumPy lacks the
  /// wanted type and the file has bits of the same width.
  bool fits(DType wanted) const;
};

/// Parses a dictionary such as {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
/// Messages begin with "has ..."; the caller prepends the name of the file.
llvm::Expected<NpyHeader> parseNpyHeader(std::string_view dictionary);

/// The magic, format version 1 and the dictionary, padded so that the elements start at a multiple
/// of 64 bytes.
std::string npyHeaderText(DType type, std::span<const int64_t> shape);

/// Fails where the path is missing (unless that is allowed), a folder or a device, before anything
/// opens it.
llvm::Error checkRegular(const std::string &path, bool mayBeMissing);

} // namespace spmd::rt
