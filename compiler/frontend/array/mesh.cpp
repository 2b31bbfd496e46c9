// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meshes and their scopes: which mesh a thread uses, and by which rules.
//
// Meshes and scopes are compared in the key of every call of a jitted function, so equal ones are
// one object that lives as long as the process. A program has a handful of them.
#include "compiler/frontend/array/mesh.h"
#include "compiler/frontend/trace/value.h"
#include <map>
#include <mutex>

namespace spmd {
inline namespace frontend {
namespace {

/// Each thread has its scopes. The user's objects form the stack.
thread_local const ScopeData *innermostScope = nullptr;

/// The one object of this text, made by `make` if there is none.
template <class T> const T *interned(const std::string &key, T made) {
  static std::mutex mutex;
  static auto *all = new std::map<std::string, T>; // elements of a map do not move
  std::lock_guard lock(mutex);
  return &all->try_emplace(key, std::move(made)).first->second;
}

/// "batch -> data model; ", which tells lists of rules apart.
std::string keyOf(const Rules &rules) {
  std::string key = rules.allowsPadding ? "padded; " : "";
  for (const Rule &rule : rules.list) {
    key += rule.logical + " ->";
    for (const std::string &axis : rule.axes)
      key += " " + axis;
    key += "; ";
  }
  return key;
}

/// Refuses rules that name what does not exist, or say two things of one name.
void check(const Rules &rules, const MeshData &mesh, Where where) {
  for (size_t i = 0; i < rules.list.size(); ++i) {
    const Rule &rule = rules.list[i];
    for (const std::string &axis : rule.axes)
      if (!mesh.find(axis))
        fail(where, "the rule of \"" + rule.logical + "\" names the mesh axis \"" + axis +
                        "\"; the mesh has " + mesh.text);
    for (size_t j = 0; j < i; ++j)
      if (rules.list[j].logical == rule.logical)
        fail(where, "there are two rules of \"" + rule.logical + "\"");
  }
}

/// Lists of rules are short.
const Rule *ruleOf(const Rules &rules, const std::string &logical) {
  for (const Rule &rule : rules.list)
    if (rule.logical == logical)
      return &rule;
  return nullptr;
}

} // namespace

/// Meshes have few axes.
const MeshAxis *MeshData::find(std::string_view name) const {
  for (const MeshAxis &axis : axes)
    if (axis.name == name)
      return &axis;
  return nullptr;
}

/// The text is the key of the table of meshes. Names with a comma or a quote could make two meshes
/// one, so they are refused.
Mesh::Mesh(std::vector<MeshAxis> axes, Where where) {
  MeshData made;
  for (const MeshAxis &axis : axes) {
    if (axis.name.empty() || axis.name.find_first_of(",=:\"") != std::string::npos)
      fail(where, "a mesh axis has the name \"" + axis.name + "\"");
    if (axis.size < 1)
      fail(where, "mesh axis \"" + axis.name + "\" has size " + std::to_string(axis.size));
    if (made.find(axis.name))
      fail(where, "a mesh has two axes of the name \"" + axis.name + "\"");
    if (__builtin_mul_overflow(made.deviceCount, axis.size, &made.deviceCount))
      fail(where, "a mesh has more devices than 63 bits count");
    made.text += (made.axes.empty() ? "" : ", ") + axis.name + "=" + std::to_string(axis.size);
    made.axes.push_back(axis);
  }
  const std::string key = made.text;
  data = interned(key, std::move(made));
}

// A Mesh is a pointer to what is known about it.
const std::vector<MeshAxis> &Mesh::axes() const { return data->axes; }
int64_t Mesh::deviceCount() const { return data->deviceCount; }
std::string text(const Mesh &mesh) { return mesh.data->text; }

/// The message lists the axes that there are.
int64_t Mesh::size(std::string_view axis, Where where) const {
  const MeshAxis *found = data->find(axis);
  if (!found)
    fail(where, "there is no mesh axis \"" + std::string(axis) + "\"; the mesh has " + data->text);
  return found->size;
}

/// One list of rules for parameters and values alike.
MeshScope Mesh::use(const Rules &rules, Where where) const { return use(rules, rules, where); }

/// The text of mesh and rules is the key of the scope, and what SPMD_LOG=compile shows.
MeshScope Mesh::use(const Rules &parameters, const Rules &compute, Where where) const {
  check(parameters, *data, where);
  check(compute, *data, where);
  const std::string own = keyOf(parameters), other = keyOf(compute);
  const std::string key = data->text + "; " + own + (own == other ? "" : "compute: " + other);
  return MeshScope(interned(key, ScopeData{data, parameters, compute, key}));
}

/// Scopes of a thread end in the reverse order of their beginning, as objects of blocks do.
MeshScope::MeshScope(const ScopeData *data) : outer(std::exchange(innermostScope, data)) {}
MeshScope::~MeshScope() { innermostScope = outer; }

const ScopeData *currentScope() { return innermostScope; }

std::optional<Mesh> currentMesh() {
  return innermostScope ? std::optional(Mesh(innermostScope->mesh)) : std::nullopt;
}

/// Names without a rule, and dims without a name, are whole.
Spec specOf(const std::vector<std::string> &names, const ScopeData &scope, Mapping mapping,
            Where where) {
  const Rules &rules = mapping == Mapping::Parameters ? scope.parameters : scope.compute;
  Spec spec{{}, rules.allowsPadding};
  std::map<std::string, std::string> dimOf; // mesh axis -> logical name
  for (const std::string &name : names) {
    DimAxes &dim = spec.dims.emplace_back();
    const Rule *rule = name.empty() ? nullptr : ruleOf(rules, name);
    if (!rule)
      continue;
    for (const std::string &axis : rule->axes) {
      auto [before, isNew] = dimOf.try_emplace(axis, name);
      if (!isNew)
        fail(where, "dims \"" + before->second + "\" and \"" + name +
                        "\" of one tensor are both split along the mesh axis \"" + axis +
                        "\"; change a rule of Mesh::use, or a name");
      dim.axes.push_back(axis);
    }
  }
  trim(spec);
  return spec;
}

} // namespace frontend
} // namespace spmd
