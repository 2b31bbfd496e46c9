// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where tensors lie: logical names on their dims, and constraints by names or by axes of a mesh.
//
// withAxes names the dims of a model's parameters. constrain says in the middle of a function how a
// value is split; what nobody says follows by propagation. Both mean something under a mesh only
// (Mesh::use), and constrain outside of one is an error rather than nothing.
#pragma once
#include <spmd/mesh.h>
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// x with a logical axis name for each dim: withAxes(w, {"embed", "mlp"}); "" stands for a dim
/// without one. The names go through jit, zerosLike, onesLike, and through arithmetic and functions
/// of elements where the shape stays; the results of other ops have none.
///
/// Under a mesh with rules x is a parameter and is split by the rules for parameters: dims without
/// a name, or without a rule, are whole. Elsewhere the names are only recorded. Throws where the
/// number of names is not that of the dims, where two dims would be split along one mesh axis, and
/// for sizes that the axes do not divide, unless the rules allow padding.
Tensor withAxes(const Operand &x, std::vector<std::string> axes);

/// The logical axis names of the dims of x; empty where none were given, or all are "". Throws
/// where the tensor has no value.
const std::vector<std::string> &axesOf(const Tensor &x);

/// Logical names in the place of a spec.
struct Logical {
  std::vector<std::string> names;
  Logical(std::initializer_list<std::string> names) : names(names) {}
};

// The leaves of the trees below.
Tensor constrainLeaf(const Tensor &x, const Spec &spec, Where where);
Tensor constrainLeaf(const Tensor &x, const Logical &names, Where where);
Tensor leafLike(const Tensor &x, const Tensor &like, Where where);
Tensor computeLeaf(const Tensor &x, Where where);

/// A value of a program by the names of its dims: split by the rules for values where a mesh with
/// rules is in use, elsewhere as it is. The result has no names. Throws as constrain does.
Tensor placedByNames(const Tensor &x, const std::vector<std::string> &names, Where where);

/// The tree whose leaves are split as the spec says: constrain(x, P("data", {}, "model")). Throws
/// outside of a mesh (Mesh::use), for axes that the mesh does not have, for a spec with more dims
/// than a leaf, and for sizes that the axes do not divide, unless the spec says padded().
template <class T> T constrain(const T &tree, const Spec &spec, Where where = Where::current()) {
  return mapLeaves([&](const Tensor &leaf) { return constrainLeaf(leaf, spec, where); }, tree);
}
/// The same by logical names and the rules for values that are computed with:
/// constrain(x, Logical{"batch", "position", ""}). The leaves get no names.
template <class T>
T constrain(const T &tree, const Logical &names, Where where = Where::current()) {
  return mapLeaves([&](const Tensor &leaf) { return constrainLeaf(leaf, names, where); }, tree);
}

/// The tree whose leaves have the names and shardings of the leaves of `like`: a new model from the
/// old one, or slots of an optimizer from the parameters. Leaves that have no value, or whose twins
/// have none or another rank, stay as they are. Throws where the trees have another structure.
template <class T> T constrainLike(const T &tree, const T &like, Where where = Where::current()) {
  return mapLeaves([&](const Tensor &x, const Tensor &other) { return leafLike(x, other, where); },
                   tree, like);
}

/// How a tensor lies: on no mesh (on the host, or on one device), or split over a mesh.
struct Sharding {
  std::optional<Mesh> mesh;
  Spec spec;
  bool operator==(const Sharding &) const = default;
};
/// "P("data") on data=2, model=4"; "one device".
std::string text(const Sharding &sharding);
/// How a concrete tensor lies. Results of jitted functions stay where they were computed, with the
/// sharding that the compiler chose. Throws for traced tensors: the compiler has not chosen yet.
Sharding shardingOf(const Tensor &x, Where where = Where::current());

/// The part of a tensor on one device, without padding.
struct Shard {
  int64_t device = 0;
  std::vector<int64_t> begin; // the position of its first element in the tensor
  HostArray data;
};
/// The parts on the devices of this process. Throws for traced tensors.
std::vector<Shard> addressableShards(const Tensor &x, Where where = Where::current());
/// Those of them that no device with a lower number holds, too: all ranks together have each
/// element once. Of a tensor that lies on no mesh rank 0 has the one part. What a rank writes into
/// a file. In JAX: the shards whose replica_id is 0.
std::vector<Shard> ownedShards(const Tensor &x, Where where = Where::current());

/// How constrainLike places a leaf like this one: by its own layout, or by its names and the rules
/// for parameters. Also of leaves without elements (shapeOf). Throws for one without a value.
Sharding shardingLike(const Tensor &like, Where where = Where::current());
/// How constrain places a tensor whose dims have these names; no mesh outside of a scope, and in
/// shardMap, where tensors are parts.
Sharding shardingBy(const Logical &names, Where where = Where::current());

/// Gives the elements of a part of a tensor, from the position of its first element and its shape.
using ReadPart =
    std::function<HostArray(const std::vector<int64_t> &begin, const std::vector<int64_t> &shape)>;
/// A tensor whose parts are what the function gives, as jax.make_array_from_callback. It is called
/// once for each distinct part on devices of this process, so no rank holds more than its parts.
/// Without a mesh it is called once, for the whole tensor. Throws where it gives another type or
/// shape, and as put does.
///   makeArrayFromCallback({f32, {8, 4}}, {mesh, P("data")}, read): read({4, 0}, {4, 4}) on rank 1
Tensor makeArrayFromCallback(const Type &type, const Sharding &sharding, const ReadPart &read,
                             Where where = Where::current());

/// put() of one tensor.
Tensor putLeaf(const Tensor &x, const Spec &spec, Where where);
/// The tree whose leaves lie on the mesh of this thread, split by the spec. Parts of a tensor on
/// the host are copied to their devices; under MPI each rank reads its own parts only. Throws as
/// constrain does. Inside of jit it is constrain.
template <class T> T put(const T &tree, const Spec &spec, Where where = Where::current()) {
  return mapLeaves([&](const Tensor &leaf) { return putLeaf(leaf, spec, where); }, tree);
}

/// Parameters as they are computed with: leaves with logical names are split by the rules for
/// values. Their gradients are split by the rules for parameters. In the body of a scan over layers
/// this gathers one layer at a time and reduce-scatters its gradient (FSDP). Outside of a mesh with
/// rules the tree stays as it is: the same model then runs on one device.
template <class T> T toCompute(const T &tree, Where where = Where::current()) {
  return mapLeaves([&](const Tensor &leaf) { return computeLeaf(leaf, where); }, tree);
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
