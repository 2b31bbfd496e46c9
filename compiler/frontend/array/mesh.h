// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meshes and scopes as the library sees them. Equal meshes are one object, and so are equal scopes:
// keys of programs hold their addresses.
#pragma once
#include "compiler/frontend/include/spmd/mesh.h"

namespace spmd {
inline namespace frontend {

struct MeshData {
  std::vector<MeshAxis> axes;
  int64_t deviceCount = 1;
  std::string text; // "data=2, model=4"

  const MeshAxis *find(std::string_view name) const;
};

/// What Mesh::use says: the mesh, and the axes of each logical name.
struct ScopeData {
  const MeshData *mesh = nullptr;
  Rules parameters, compute;
  std::string text; // of mesh and rules

  bool hasRules() const { return !parameters.list.empty() || !compute.list.empty(); }
};

/// The innermost scope of this thread; null outside of scopes.
const ScopeData *currentScope();

/// Which rules apply to a dim's name.
enum class Mapping { Parameters, Compute };
/// The spec of a tensor whose dims have these logical names. Throws where two dims are split along
/// one mesh axis.
Spec specOf(const std::vector<std::string> &names, const ScopeData &scope, Mapping mapping,
            Where where);

/// An axis of a spec, or a part of one: "model", "model:(2)4" is the minor part of size 4 of an
/// axis whose major part has size 2. The compiler may split dims along parts.
struct AxisPart {
  std::string name;
  int64_t preSize = 1, size = 0; // size 0: the whole axis
};
AxisPart axisPart(const std::string &axis);

/// Removes trailing dims of no axes, which say nothing.
void trim(Spec &spec);
/// A spec for a tensor of this type: one entry per dim. Throws "WHAT of f32[8, 64] by P(...): ..."
/// for a spec with more dims than the tensor, for axes that the mesh does not have or that stand
/// twice, and for sizes that the axes do not divide, unless the spec allows padding.
Spec checkedSpec(const std::string &what, const Spec &spec, const Type &type, const MeshData &mesh,
                 Where where);

} // namespace frontend
} // namespace spmd
