// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A key for each element of a tensor. Numbers that are drawn by rejection take another number of
// draws for each element, so each element has a stream of its own.
//
// The keys are what Key::split gives, element i of the tensor having key i in row-major order. The
// words lie in two tensors of the shape, so that a device that holds a part of the tensor makes the
// keys of its part.
#pragma once
#include "compiler/frontend/include/spmd/random.h"

namespace spmd {
inline namespace frontend {

/// Used while a program is traced.
struct ElementKeys {
  Tensor first, second; // u32 of the shape
  SPMD_FIELDS(first, second)

  /// Key i of the split of each key.
  ElementKeys child(int64_t i) const;
  /// One number of a float type from each key: uniform in [0, 1), or normal.
  Tensor uniform(ElementType type) const;
  Tensor normal(ElementType type) const;
};

/// A key for each element of a shape. Uses the key.
ElementKeys elementKeys(const Key &key, const std::vector<int64_t> &shape, const char *name,
                        Where where);
/// a where the condition holds, else b.
ElementKeys where(const Tensor &condition, const ElementKeys &a, const ElementKeys &b);

} // namespace frontend
} // namespace spmd
