// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More ops that move elements, and tensors of no operand: pads, splits, rolls, diagonals,
// triangles, grids of numbers. (ops.h has reshape, transpose, concatenate and the like.)
//
// Names, shapes and formulas are those of jax.numpy. Dims may be negative and then count from the
// last. Ops throw spmd::Error where a dim does not exist or sizes do not fit.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// How much a dim grows in front, behind and between its elements.
struct Padding {
  int64_t low = 0, high = 0, interior = 0;
};
/// One Padding per dim, or one for all dims. New elements have the given value, in the type of x.
/// Negative amounts cut, as in jax.lax.pad; `interior` is 0 or more.
Tensor pad(const Operand &x, const std::vector<Padding> &widths, const Operand &value = 0);
/// What stands in new elements: the edge, the elements behind it (Reflect leaves the edge out,
/// Symmetric repeats it), those of the other end (Wrap), a statistic of the whole dim, or numbers
/// that go down from the edge to 0 (LinearRamp).
enum class PadMode { Edge, Reflect, Symmetric, Wrap, Maximum, Minimum, Mean, Median, LinearRamp };
/// The same with a mode. Amounts are 0 or more, and `interior` is 0. Dims without
/// elements grow by Mean alone, by NaNs.
Tensor pad(const Operand &x, const std::vector<Padding> &widths, PadMode mode);

/// Moves elements by `shift` along a dim; those that leave at one end enter at the other. Without a
/// dim the elements are rolled in row-major order.
Tensor roll(const Operand &x, int64_t shift, std::optional<int64_t> dim = {});
/// Repeats the whole tensor along each dim; missing counts and missing dims in front are 1.
Tensor tile(const Operand &x, std::vector<int64_t> counts);
/// Repeats each element along a dim. Without a dim x becomes flat first.
Tensor repeat(const Operand &x, int64_t count, std::optional<int64_t> dim = {});
/// Repeats element i of a dim counts[i] times.
Tensor repeat(const Operand &x, const std::vector<int64_t> &counts, int64_t dim);
/// Elements at fixed positions along a dim, by slices: take for positions that are numbers.
Tensor takeFixed(const Operand &x, const std::vector<int64_t> &positions, int64_t dim = 0);
/// Equal parts along a dim; their number must divide its size.
std::vector<Tensor> split(const Operand &x, int64_t parts, int64_t dim = 0);
/// Parts that begin at 0 and at these ascending positions.
std::vector<Tensor> splitAt(const Operand &x, const std::vector<int64_t> &positions,
                            int64_t dim = 0);
/// The slices along a dim, which goes: the reverse of stack.
std::vector<Tensor> unstack(const Operand &x, int64_t dim = 0);
/// Tensors in the shape in which they meet.
std::vector<Tensor> broadcastTogether(std::vector<Operand> operands);
/// As jax.lax.broadcast_in_dim: dim i of x becomes dim dims[i] of the shape, with equal size or 1.
Tensor broadcastInDim(const Operand &x, std::vector<int64_t> shape,
                      const std::vector<int64_t> &dims);

/// Two dims exchanged.
Tensor swapAxes(const Operand &x, int64_t a, int64_t b);
/// A dim at another place; the others keep their order.
Tensor moveAxis(const Operand &x, int64_t from, int64_t to);
/// All elements in one dim.
Tensor ravel(const Operand &x);
/// The dims from `first` to `last` become one.
Tensor collapse(const Operand &x, int64_t first, int64_t last);
/// Turns by 90 degrees `count` times in the plane of two dims, from the first to the second.
Tensor rot90(const Operand &x, int64_t count = 1, int64_t first = 0, int64_t second = 1);
/// Joins along dim 0, 1 or 2, as numpy.vstack, hstack and dstack do.
Tensor vstack(std::vector<Operand> operands);
Tensor hstack(std::vector<Operand> operands);
Tensor dstack(std::vector<Operand> operands);

// Diagonals and triangles; diagonal k lies above the main one, below it for negative k.
/// The elements on and below (tril), or on and above (triu) a diagonal of the last two dims; else
/// 0.
Tensor tril(const Operand &x, int64_t k = 0);
Tensor triu(const Operand &x, int64_t k = 0);
/// 1 on and below a diagonal, else 0.
Tensor tri(int64_t rows, int64_t columns, int64_t k = 0, ElementType type = f32,
           Where where = Where::current());
/// The diagonal of two dims, which go; it is the last dim of the result.
Tensor diagonal(const Operand &x, int64_t k = 0, int64_t first = 0, int64_t second = 1);
/// A matrix with x on its diagonal, or the diagonal of a matrix x.
Tensor diag(const Operand &x, int64_t k = 0);
/// The sum of the diagonal of two dims.
Tensor trace(const Operand &x, int64_t k = 0, int64_t first = 0, int64_t second = 1);

/// `count` numbers from `begin` to `end`, which is the last one if `hasEnd`; a new dim 0, and a
/// float.
Tensor linspace(const Operand &begin, const Operand &end, int64_t count, bool hasEnd = true);
/// Powers of the base with such exponents; and numbers with equal ratios.
Tensor logspace(const Operand &begin, const Operand &end, int64_t count, bool hasEnd = true,
                double base = 10);
Tensor geomspace(const Operand &begin, const Operand &end, int64_t count, bool hasEnd = true);
/// begin, begin + step, .. before `end`. A step of 0 is refused.
Tensor arange(int64_t begin, int64_t end, int64_t step = 1, ElementType type = i32,
              Where where = Where::current());
/// Grids of tensors of one dim: result i varies along one dim as operand i. The first two dims are
/// exchanged (Xy), as in numpy, or not (Ij).
enum class Grid { Xy, Ij };
std::vector<Tensor> meshgrid(std::vector<Operand> operands, Grid grid = Grid::Xy);
/// The value in the shape and type of x.
Tensor fullLike(const Operand &x, const Operand &value);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
