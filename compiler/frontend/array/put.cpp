// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves concrete tensors over a mesh.
//
// A tensor that already lies on the mesh moves from device to device, by a program of one
// constraint that is compiled once per layouts. A tensor of another mesh goes through the host.
#include "compiler/frontend/array/constrain.h"
#include "compiler/frontend/array/placed.h"
#include "compiler/frontend/include/spmd/sharding.h"
#include "compiler/frontend/trace/apply.h"
#include "compiler/frontend/trace/axis_names.h"

namespace spmd {
inline namespace frontend {

/// Layouts are interned, so a tensor that lies so already is found by the address.
Tensor moved(const Tensor &x, const Spec &spec, const MeshData &mesh, Where where) {
  const TensorValue &value = concreteValue(x, where);
  const Layout *target = layoutOf(value.type, spec, mesh);
  if (value.layout == target)
    return x;
  // The op's program is found by the layout of its operand and the text of the spec.
  if (value.layout && value.layout->mesh == &mesh) {
    const Operand operand(x, where);
    Tensor made = apply("put", {&operand}, OpKey(text(spec)), [&](Emitter &e, auto terms) {
      mlir::Value whole = terms[0].value;
      return e.make<sdy::ShardingConstraintOp>(
          whole.getType(), whole, shardingOf(spec, value.type.dims.size(), e.builder.getContext()));
    });
    return withNames(made, value.axes);
  }
  return placedTensor(value.type, target, scattered(hostArrayOf(value, where), *target), value.axes,
                      where);
}

/// Leaves without a value are refused, as by constrain.
Tensor putLeaf(const Tensor &x, const Spec &spec, Where where) {
  if (currentTrace() || !x.hasValue())
    return constrainLeaf(x, spec, where);
  // A tensor that lies on a mesh may be put outside of a scope, too.
  const ScopeData *scope = currentScope();
  const MeshData *mesh = scope ? scope->mesh : x.value->layout ? x.value->layout->mesh : nullptr;
  if (!mesh)
    fail(where, "put of " + text(x.type()) +
                    " outside of a mesh; call it while the object lives that Mesh::use returns");
  return moved(x, checkedSpec("put", spec, x.type(), *mesh, where), *mesh, where);
}

} // namespace frontend
} // namespace spmd
