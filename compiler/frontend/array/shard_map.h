// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The innermost function that is recorded for one device (shardMap).
#pragma once
#include "compiler/frontend/array/mesh.h"

namespace spmd {
inline namespace frontend {

/// Axes of a mesh along which values are local parts.
class ManualAxes {
public:
  ManualAxes(const MeshData &mesh, std::vector<std::string> axes);
  ~ManualAxes();
  ManualAxes(const ManualAxes &) = delete;

  const MeshData &mesh;
  const std::vector<std::string> axes;

  bool has(const std::string &axis) const;
  /// Those of the innermost shardMap of this thread; null outside of it.
  static const ManualAxes *current();

private:
  const ManualAxes *outer;
};

} // namespace frontend
} // namespace spmd
