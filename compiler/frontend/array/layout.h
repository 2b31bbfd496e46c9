// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a concrete tensor lies on devices. Equal layouts are one object, so that a call compares the
// layouts of its arguments by their addresses.
#pragma once
#include "compiler/frontend/array/mesh.h"
#include "runtime/program.h"

namespace spmd {
inline namespace frontend {

struct Layout {
  rt::Border border;              // type, shapes and splits alone
  const MeshData *mesh = nullptr; // null: one device has the whole array
  Spec spec;                      // the splits as axes of the mesh
  uint64_t localBytes = 0;

  int64_t deviceCount() const { return mesh ? mesh->deviceCount : 1; }
  /// Whether each device has all elements.
  bool isWhole() const { return border.localShape == border.globalShape; }
};

/// The layout of an argument or result of a program on this mesh.
const Layout *layoutOf(const rt::Border &border, const MeshData *mesh);
/// The layout by a checked spec.
const Layout *layoutOf(const Type &type, const Spec &spec, const MeshData &mesh);

} // namespace frontend
} // namespace spmd
