// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of elements, and positions of elements that a condition holds for.
//
// How many there are depends on the values, and shapes do not, so each function takes the size of
// its result, as jax.numpy does by `size`: what does not fit is left out, and places that remain
// hold a fill value. Negative sizes are refused. Elements of a set come in ascending order.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The positions (i32 [size] per dim of x) of the elements that are not 0, in row-major order.
/// Places that remain hold `fill`. A scalar is refused.
std::vector<Tensor> nonzero(const Operand &x, int64_t size, int64_t fill = 0);
/// The same in the flat tensor.
Tensor flatNonzero(const Operand &x, int64_t size, int64_t fill = 0);
/// The same as rows [size, dims of x]; those of a scalar have no elements.
Tensor argwhere(const Operand &x, int64_t size, int64_t fill = 0);
/// The elements for which the condition (of equal shape) holds, in row-major order: x[mask] of
/// JAX with a size.
Tensor extract(const Operand &condition, const Operand &x, int64_t size, const Operand &fill = 0);
/// The rows of x along a dim for which the condition, of one dim, holds.
Tensor compress(const Operand &condition, const Operand &x, int64_t size, int64_t dim = 0,
                const Operand &fill = 0);

/// The different elements of a tensor. Where there are fewer than `size`, the rest is the fill
/// value, or the smallest element without one. Of no elements there is nothing but fill values:
/// without one, a size above 0 is refused.
struct Unique {
  Tensor values;  // [size], ascending; NaNs are one element, the last
  Tensor first;   // i32 [size]: where in the flat tensor each stands first
  Tensor inverse; // i32, in the shape of x: the position of each element among all different ones
  Tensor counts;  // i32 [size]; 0 where there is none
};
Unique unique(const Operand &x, int64_t size, std::optional<Number> fill = {});

/// Whether each element of x is one of `wanted`; compares all pairs.
Tensor isin(const Operand &x, const Operand &wanted);
// Of the elements of two tensors. Places that remain hold the fill value, or the smallest element
// of the result without one.
Tensor union1d(const Operand &a, const Operand &b, int64_t size, std::optional<Number> fill = {});
Tensor intersect1d(const Operand &a, const Operand &b, int64_t size, Number fill = int64_t(0));
/// Those of a that are not in b.
Tensor setdiff1d(const Operand &a, const Operand &b, int64_t size, Number fill = int64_t(0));
/// Those that are in one of both.
Tensor setxor1d(const Operand &a, const Operand &b, int64_t size, Number fill = int64_t(0));

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
