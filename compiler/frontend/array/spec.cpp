// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partition specs: their spelling, and the check that a spec fits a tensor and a mesh.
//
// The check comes before anything is recorded, since the verifier of the dialect would name
// neither the user's line nor the spec. The compiler can split sizes that do not divide, by padding
// the last shards. Mostly such a size is an oversight which costs time in each step, so it is an
// error unless the spec says padded().
#include "compiler/frontend/array/mesh.h"
#include "compiler/frontend/trace/value.h"
#include <set>

namespace spmd {
inline namespace frontend {
namespace {

/// One axis without braces: "data", {"data", "model"}, {}, anyAxes.
std::string text(const DimAxes &dim) {
  if (dim.isOpen && dim.axes.empty())
    return "anyAxes";
  std::string list;
  for (const std::string &axis : dim.axes)
    list += (list.empty() ? "\"" : ", \"") + axis + "\"";
  if (dim.isOpen)
    return "DimAxes::open({" + list + "})";
  return dim.axes.size() == 1 ? list : "{" + list + "}";
}

} // namespace

/// P("data", {}) and P("data") are equal then.
void trim(Spec &spec) {
  while (!spec.dims.empty() && spec.dims.back() == DimAxes())
    spec.dims.pop_back();
}

/// "model:(2)4" -> {"model", 2, 4}. Names of axes have no colon.
AxisPart axisPart(const std::string &axis) {
  const size_t at = axis.find(":(");
  if (at == std::string::npos)
    return {axis};
  size_t end = 0;
  const int64_t preSize = std::stoll(axis.substr(at + 2), &end);
  return {axis.substr(0, at), preSize, std::stoll(axis.substr(at + 3 + end))};
}

/// Eight dims are more than models have.
Spec P(DimAxes dim0, DimAxes dim1, DimAxes dim2, DimAxes dim3, DimAxes dim4, DimAxes dim5,
       DimAxes dim6, DimAxes dim7) {
  Spec spec{{std::move(dim0), std::move(dim1), std::move(dim2), std::move(dim3), std::move(dim4),
             std::move(dim5), std::move(dim6), std::move(dim7)},
            false};
  trim(spec);
  return spec;
}

std::string text(const Spec &spec) {
  std::string out = "P(";
  for (size_t d = 0; d < spec.dims.size(); ++d)
    out += (d ? ", " : "") + text(spec.dims[d]);
  return out + (spec.allowsPadding ? ").padded()" : ")");
}

/// Trailing dims that the spec does not speak of are whole. Equal axes are found by their text, so
/// that two parts of one axis may stand in two dims.
Spec checkedSpec(const std::string &what, const Spec &spec, const Type &type, const MeshData &mesh,
                 Where where) {
  auto refuse = [&](const std::string &why) {
    fail(where, what + " of " + text(type) + " by " + text(spec) + ": " + why);
  };
  Spec checked = spec;
  trim(checked);
  if (checked.dims.size() > type.dims.size())
    refuse("the spec has " + std::to_string(checked.dims.size()) + " dims, the tensor " +
           std::to_string(type.dims.size()));
  std::set<std::string> seen;
  for (size_t d = 0; d < checked.dims.size(); ++d) {
    int64_t shards = 1;
    for (const std::string &axis : checked.dims[d].axes) {
      const AxisPart part = axisPart(axis);
      const MeshAxis *found = mesh.find(part.name);
      if (!found)
        refuse("there is no mesh axis \"" + axis + "\"; the mesh has " + mesh.text);
      if (!seen.insert(axis).second)
        refuse("the mesh axis \"" + axis + "\" stands twice");
      shards *= part.size ? part.size : found->size;
    }
    if (type.dims[d] % shards && !checked.allowsPadding)
      refuse("size " + std::to_string(type.dims[d]) + " of dim " + std::to_string(d) +
             " is not divisible by " + std::to_string(shards) +
             " devices; .padded() behind a spec or rules lets the last shards be padded");
  }
  checked.dims.resize(type.dims.size());
  return checked;
}

} // namespace frontend
} // namespace spmd
