// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates between specs, which name axes, and borders of programs, which count digits of a
// device's number.
//
// A device of mesh data=2, model=4 has the number data * 4 + model. Along "model" its digit is
// (number / 1) % 4, along "data" (number / 4) % 2. A border of the runtime lists such strides and
// sizes for each dim (runtime/program.h).
#include "compiler/frontend/array/layout.h"
#include "compiler/frontend/trace/value.h"
#include <map>
#include <mutex>

namespace spmd {
inline namespace frontend {
namespace {

/// The product of the sizes behind an axis.
int64_t strideOf(const MeshData &mesh, const MeshAxis &axis) {
  int64_t stride = 1;
  for (auto it = mesh.axes.rbegin(); it->name != axis.name; ++it)
    stride *= it->size;
  return stride;
}

/// "model" for {stride 1, size 4} of data=2, model=4; "model:(2)2" for {1, 2}.
std::string axisOf(const rt::Digit &digit, const MeshData &mesh) {
  for (const MeshAxis &axis : mesh.axes) {
    const int64_t stride = strideOf(mesh, axis);
    if (digit.stride < stride || digit.stride * digit.size > stride * axis.size || axis.size == 1)
      continue;
    if (digit.size == axis.size)
      return axis.name;
    const int64_t preSize = axis.size * stride / (digit.stride * digit.size);
    return axis.name + ":(" + std::to_string(preSize) + ")" + std::to_string(digit.size);
  }
  return "?"; // not reached: programs split along the axes of their mesh
}

/// Numbers of a fixed width stand one after the other, each list behind its length. The key holds
/// everything that tells two layouts apart.
const Layout *interned(Layout made) {
  std::string key;
  auto add = [&](int64_t number) {
    key.append(reinterpret_cast<const char *>(&number), sizeof number);
  };
  add(int64_t(made.border.type));
  add(int64_t(reinterpret_cast<intptr_t>(made.mesh)));
  for (const std::vector<int64_t> *shape : {&made.border.globalShape, &made.border.localShape}) {
    add(int64_t(shape->size()));
    for (int64_t size : *shape)
      add(size);
  }
  for (const std::vector<rt::Digit> &digits : made.border.splits) {
    add(int64_t(digits.size()));
    for (const rt::Digit &digit : digits)
      add(digit.stride), add(digit.size);
  }
  for (int64_t device : made.border.deviceOrder)
    add(device);
  static std::mutex mutex;
  static auto *all = new std::map<std::string, Layout>; // elements of a map do not move
  std::lock_guard lock(mutex);
  return &all->try_emplace(key, std::move(made)).first->second;
}

/// Fills in what follows from the border: the bytes of a part, and the spec. A spec says padded()
/// where the parts together have more rows than the array.
///   splits {{1, 4}}, shapes [10] and [3]  ->  P("model").padded(), 12 bytes
void finish(Layout &layout) {
  layout.localBytes = uint64_t(rt::sizeOf(layout.border.type));
  for (int64_t size : layout.border.localShape)
    layout.localBytes *= uint64_t(size);
  layout.border.splits.resize(layout.border.globalShape.size());
  for (std::vector<rt::Digit> &digits : layout.border.splits) {
    std::erase_if(digits, [](const rt::Digit &digit) { return digit.size == 1; });
    DimAxes &dim = layout.spec.dims.emplace_back();
    for (const rt::Digit &digit : digits)
      dim.axes.push_back(axisOf(digit, *layout.mesh));
  }
  for (size_t d = 0; d < layout.border.splits.size(); ++d) {
    int64_t size = layout.border.localShape[d];
    for (const rt::Digit &digit : layout.border.splits[d])
      size *= digit.size;
    layout.spec.allowsPadding |= size != layout.border.globalShape[d];
  }
  trim(layout.spec);
}

} // namespace

/// The name, the alias and the location of a border belong to a program, and stay there.
const Layout *layoutOf(const rt::Border &border, const MeshData *mesh) {
  Layout made;
  made.border.type = border.type;
  made.border.globalShape = border.globalShape;
  made.border.localShape = border.localShape;
  made.border.splits = border.splits;
  made.border.deviceOrder = border.deviceOrder;
  made.mesh = mesh;
  finish(made);
  return interned(std::move(made));
}

/// Sizes that do not divide are rounded up, as the compiler pads them.
const Layout *layoutOf(const Type &type, const Spec &spec, const MeshData &mesh) {
  Layout made;
  made.border.type = runtimeType(type.element);
  made.border.globalShape = made.border.localShape = type.dims;
  made.mesh = &mesh;
  for (size_t d = 0; d < spec.dims.size(); ++d) {
    std::vector<rt::Digit> &digits = made.border.splits.emplace_back();
    int64_t shards = 1;
    for (const std::string &text : spec.dims[d].axes) {
      const AxisPart part = axisPart(text);
      const MeshAxis &axis = *mesh.find(part.name);
      const int64_t size = part.size ? part.size : axis.size;
      digits.push_back({strideOf(mesh, axis) * (axis.size / (part.preSize * size)), size});
      shards *= size;
    }
    int64_t &local = made.border.localShape[d];
    local = (local + shards - 1) / shards;
  }
  finish(made);
  return interned(std::move(made));
}

} // namespace frontend
} // namespace spmd
