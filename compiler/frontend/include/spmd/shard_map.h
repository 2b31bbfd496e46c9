// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shardMap: a function that each device runs on its own part, and the collectives that it uses.
//
// Elsewhere the compiler splits a program that is written for whole tensors. Here the program is
// written for one device: tensors are local parts, and what devices exchange is said by
// collectives, with the names and meanings of jax.lax. The parts together are whole tensors again
// outside of the function.
#pragma once
#include <spmd/sharding.h>
#include <spmd/transform.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Axes of the mesh, major first: "model" or {"data", "model"}.
using AxisList = DimAxes;

/// Records the call of a function on local parts into the innermost trace.
void traceShardMap(const TracedCall &call, const Specs &inSpecs, const Specs &outSpecs,
                   const AxisList &axes);

/// Options of shardMap.
struct ShardMapOptions {
  /// The axes along which tensors are cut by hand; empty: all axes of the mesh. Along the others
  /// the compiler splits the function as elsewhere, and specs do not name them.
  AxisList axes = {};
};

/// The function of whole tensors that cuts its arguments by `inSpecs` (one per parameter, for all
/// its leaves), lets each device run f on its parts, and joins the results by `outSpecs` (one, or
/// one per element of a tuple). A parameter without a spec is whole on each device, and so is a
/// tensor that f captures. Results are taken to be equal on devices along axes that their spec does
/// not name. Throws outside of a mesh, for specs that do not fit, and for sizes that the axes do
/// not divide: parts have no padding.
template <class F>
auto shardMap(F f, Specs inSpecs, Specs outSpecs, ShardMapOptions options = {},
              Where where = Where::current()) {
  auto make = [&]<class R, class... A>(SignatureParts<R(A...)>) {
    auto traced = [=](A... arguments) -> R {
      std::tuple<std::decay_t<A>...> copies{arguments...};
      const auto trees = treesOf(copies);
      std::optional<R> result;
      auto run = [&]() -> TreeRef { return result.emplace(std::apply(f, copies)); };
      traceShardMap({"shardMap", trees, run, where}, inSpecs, outSpecs, options.axes);
      return *result;
    };
    return Jitted<R(A...)>(traced, {.name = "shardMap"});
  };
  return make(SignatureParts<Signature<F>>());
}

// Collectives over the devices along axes of the mesh, for use inside of shardMap, and over the
// entries of a batch, by the axis of a vmap. They throw elsewhere, and for axes that are not cut by
// hand there.

/// How a collective combines the parts of the devices.
enum class DeviceReduction { Sum, Mean, Max, Min };
/// psum(), pmean(), pmax() and pmin() of one tensor.
Tensor reduceLeaf(DeviceReduction kind, const Tensor &x, const AxisList &axes, Where where);

/// The sum over the devices along the axes, on each of them.
template <class T> T psum(const T &tree, const AxisList &axes, Where where = Where::current()) {
  return mapLeaves(
      [&](const Tensor &leaf) { return reduceLeaf(DeviceReduction::Sum, leaf, axes, where); },
      tree);
}
/// The mean; of integers an error.
template <class T> T pmean(const T &tree, const AxisList &axes, Where where = Where::current()) {
  return mapLeaves(
      [&](const Tensor &leaf) { return reduceLeaf(DeviceReduction::Mean, leaf, axes, where); },
      tree);
}
template <class T> T pmax(const T &tree, const AxisList &axes, Where where = Where::current()) {
  return mapLeaves(
      [&](const Tensor &leaf) { return reduceLeaf(DeviceReduction::Max, leaf, axes, where); },
      tree);
}
template <class T> T pmin(const T &tree, const AxisList &axes, Where where = Where::current()) {
  return mapLeaves(
      [&](const Tensor &leaf) { return reduceLeaf(DeviceReduction::Min, leaf, axes, where); },
      tree);
}

/// Along which dims a collective cuts and joins pieces.
struct PieceOptions {
  int64_t dim = 0;    // counts from the last where it is negative
  bool tiled = false; // pieces lie along an existing dim instead of a dim of their own
};
/// The operands of all devices along the axes, on each of them: along a new dim, or `tiled` one
/// behind the other along a dim. [8, 4] over 2 devices -> [2, 8, 4], tiled [16, 4].
Tensor allGather(const Operand &x, const AxisList &axes, const PieceOptions &options = {});
/// The sum, of which each device gets one piece: the dim has one row per device and goes, or is
/// `tiled` and divided by them. [2, 4] over 2 devices -> [4], tiled [1, 4].
Tensor psumScatter(const Operand &x, const AxisList &axes, const PieceOptions &options = {});
/// Each device cuts its operand along splitDim and sends piece i to device i, which joins what it
/// gets along concatDim. Without `tiled`, splitDim has one row per device and goes, and concatDim
/// is a new dim.
Tensor allToAll(const Operand &x, const AxisList &axes, int64_t splitDim, int64_t concatDim,
                bool tiled = false);
/// Sends x from device a to device b for each pair (a, b) of positions along the axes. A device to
/// which nothing is sent gets zeros. Throws where a device sends or receives twice.
Tensor ppermute(const Operand &x, const AxisList &axes,
                const std::vector<std::pair<int64_t, int64_t>> &pairs);
/// The position of this device along the axes, an i32.
Tensor axisIndex(const AxisList &axes, Where where = Where::current());
/// The number of devices along the axes.
int64_t axisSize(const AxisList &axes, Where where = Where::current());

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
