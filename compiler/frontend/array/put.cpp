// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves concrete tensors over a mesh, and shows how they lie.
//
// A tensor that already lies on the mesh moves from device to device, by a program of one
// constraint that is compiled once per layouts. A tensor of another mesh goes through the host.
#include "compiler/frontend/array/constrain.h"
#include "compiler/frontend/array/placed.h"
#include "compiler/frontend/array/ranks.h"
#include "compiler/frontend/host_array.h"
#include "compiler/frontend/include/spmd/sharding.h"
#include "compiler/frontend/trace/apply.h"
#include "compiler/frontend/trace/axis_names.h"
#include "runtime/border.h"

namespace spmd {
inline namespace frontend {
namespace {

/// The part of a device without the rows behind the end of the tensor.
///   10 rows over 4 devices: the last one has row 9 and two rows of padding
Shard shardOf(const std::shared_ptr<rt::Shards> &shards, const Layout &layout, int64_t device,
              size_t place) {
  const rt::Array local{layout.border.type, layout.border.localShape,
                        rt::Shards::storage(shards, place)};
  Shard shard{device, {}, {std::string(rt::mlirName(local.type)), {}, {}}};
  std::vector<rt::BlockDim> part;
  uint64_t bytes = uint64_t(rt::sizeOf(local.type));
  for (auto [d, dim] : llvm::enumerate(rt::blockOf(layout.border, device))) {
    const int64_t end = std::min(dim.begin + dim.size, layout.border.globalShape[d]);
    const int64_t size = std::max<int64_t>(end - dim.begin, 0);
    shard.begin.push_back(dim.begin);
    shard.data.shape.push_back(size);
    part.push_back({0, size});
    bytes *= uint64_t(size);
  }
  shard.data.bytes.resize(bytes);
  if (bytes)
    readBlock(local, part, shard.data.bytes.data());
  return shard;
}

} // namespace

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
          whole.getType(), whole,
          shardingOf(spec, value.type->dims.size(), e.builder.getContext()));
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

/// The spec alone would not tell on how many devices.
std::string text(const Sharding &sharding) {
  return sharding.mesh ? text(sharding.spec) + " on " + text(*sharding.mesh) : "one device";
}

/// Inside of jit the arguments' shardings may be known, but values in between have none yet.
Sharding shardingOf(const Tensor &x, Where where) {
  if (x.hasValue() && x.value->trace)
    fail(where, "the sharding of a traced tensor is asked for; the compiler chooses it later");
  const Layout *layout = concreteValue(x, where).layout;
  return layout && layout->mesh ? Sharding{Mesh(layout->mesh), layout->spec} : Sharding{};
}

/// A host array is the shard of device 0.
std::vector<Shard> addressableShards(const Tensor &x, Where where) {
  const TensorValue &value = concreteValue(x, where);
  const TensorValue &owner = ownerOf(value);
  std::shared_ptr<rt::Shards> shards;
  {
    auto lock = lockValues();
    checkNotDonated(value, where);
    shards = owner.shards;
  }
  // The array is copied, as all data of shards is.
  if (!shards)
    return {Shard{0, std::vector<int64_t>(x.rank()), x.host(where)}};
  const rt::RankMap ranks =
      owner.layout->mesh ? rankMapOf(owner.layout->deviceCount()) : rt::RankMap();
  std::vector<Shard> all;
  for (size_t place = 0; place < shards->places(); ++place)
    all.push_back(shardOf(shards, *owner.layout,
                          ranks.rank() * ranks.devicesPerRank + int64_t(place), place));
  return all;
}

} // namespace frontend
} // namespace spmd
