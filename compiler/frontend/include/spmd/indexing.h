// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and updates at positions: dynamic slices, gathers, x.at[index].set(value) of JAX, scatters,
// and reductions by segments.
//
// Positions are integers; negative ones count from the end, unless a function says otherwise. Ops
// throw spmd::Error where shapes do not fit, where positions are no integers, and where a float is
// written into a tensor of integers.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The part of x of the given sizes from `starts` on, one integer per dim. Starts may be values of
/// the program; they do not count from the end, and are clamped so that the part lies within x.
Tensor dynamicSlice(const Operand &x, const std::vector<Operand> &starts,
                    std::vector<int64_t> sizes);
/// The same along one dim; other dims are whole.
Tensor dynamicSliceInDim(const Operand &x, const Operand &start, int64_t size, int64_t dim = 0);
/// The slice at one position of a dim, which goes or stays with size 1.
Tensor dynamicIndexInDim(const Operand &x, const Operand &position, int64_t dim = 0,
                         Keep keep = Keep::No);
/// x with `update`, which has the rank of x, in place of the part that begins at `starts`; they are
/// clamped as above. The update is converted to the type of x.
Tensor dynamicUpdateSlice(const Operand &x, const Operand &update,
                          const std::vector<Operand> &starts);
Tensor dynamicUpdateSliceInDim(const Operand &x, const Operand &update, const Operand &start,
                               int64_t dim = 0);

/// result[i, j] = x[ids[i, j], j] for dim 0: one position per element along a dim. The other dims
/// of x and ids have equal sizes, or 1. Positions beyond the dim are clamped; zeros where the dim
/// has no elements.
Tensor takeAlongDim(const Operand &x, const Operand &ids, int64_t dim);
/// x with values at one position per element along a dim. Ids and values have the rank of x;
/// dims of size 1 stretch. Positions beyond the dim are skipped.
Tensor putAlongDim(const Operand &x, const Operand &ids, const Operand &values, int64_t dim);

// x with a changed part, where the index is that of x[index]: setAt(x, {_, 0}, value) is
// x.at[:, 0].set(value) of JAX. The value broadcasts to the shape of x[index] and is converted to
// the type of x. Positions of tensors beyond a dim are skipped. Where tensors name a position more
// than once, addAt and its relatives combine all values, and setAt takes one of them.
Tensor setAt(const Operand &x, const Index &index, const Operand &value);
Tensor addAt(const Operand &x, const Index &index, const Operand &value);
Tensor multiplyAt(const Operand &x, const Index &index, const Operand &value);
Tensor minAt(const Operand &x, const Index &index, const Operand &value);
Tensor maxAt(const Operand &x, const Index &index, const Operand &value);

// Reductions by segments, as jax.ops.segment_sum: row s of the result combines the rows of `data`
// whose id is s. Ids are integers, one per row of dim 0; ids below 0 or beyond `count` are skipped.
// Rows without data hold the identity: 0, 1, or the smallest or largest value of the type.
Tensor segmentSum(const Operand &data, const Operand &ids, int64_t count);
Tensor segmentProd(const Operand &data, const Operand &ids, int64_t count);
Tensor segmentMax(const Operand &data, const Operand &ids, int64_t count);
Tensor segmentMin(const Operand &data, const Operand &ids, int64_t count);
/// How often each of 0 .. length - 1 stands among the ids; i32. Negative ids count as 0, others
/// beyond the length are skipped.
Tensor bincount(const Operand &ids, int64_t length);

/// The dims of a gather or scatter, as in StableHLO. `offset` are the dims of the slices that run
/// within a window, `collapsed` the dims of x along which windows have size 1 and vanish, `map` the
/// dims of x that an index vector names. Dims `batchX` of x and `batchIds` of ids are paired.
struct GatherDims {
  std::vector<int64_t> offset, collapsed, map;
  std::vector<int64_t> batchX = {}, batchIds = {};
};
/// As jax.lax.gather: windows of x of the given sizes from index vectors on, which stand along the
/// last dim of ids. Positions do not count from the end, and windows are clamped to lie within x.
Tensor gather(const Operand &x, const Operand &ids, const GatherDims &dims,
              std::vector<int64_t> sizes);
/// How a scatter combines an element with an update.
enum class Scatter { Set, Add, Multiply, Min, Max };
/// As jax.lax.scatter and its relatives: writes windows, the slices of `updates`, from index
/// vectors on. Elements that do not lie within x are skipped (JAX skips their windows).
Tensor scatter(const Operand &x, const Operand &ids, const Operand &updates, const GatherDims &dims,
               Scatter kind = Scatter::Set);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
