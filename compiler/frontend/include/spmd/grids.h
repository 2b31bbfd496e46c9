// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Positions as tensors, and tensors that are put together of blocks.
//
// Names and results are those of jax.numpy. Ops throw spmd::Error where shapes do not fit.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Joins rows of blocks: those of a row along the last dim, the rows along the last but one.
Tensor block(const std::vector<std::vector<Operand>> &rows);
/// Columns of a matrix: tensors of one dim, or matrices of as many rows.
Tensor columnStack(std::vector<Operand> operands);
/// Tensors of one dim as the positions of an open grid: tensor i has its elements along dim i and
/// size 1 along the others.
std::vector<Tensor> ix(const std::vector<Operand> &operands);

/// Positions in a flat tensor as positions along the dims of a shape, i32; those beyond it are
/// clamped.
std::vector<Tensor> unravelIndex(const Operand &positions, const std::vector<int64_t> &shape);
/// The reverse. Positions beyond a dim are clamped.
Tensor ravelMultiIndex(const std::vector<Operand> &positions, const std::vector<int64_t> &shape);

/// The rows and columns (i32) of the elements on and below (tril), on and above (triu) a
/// diagonal of a matrix, and of those on the main diagonal of a square one.
std::pair<Tensor, Tensor> trilIndices(int64_t rows, int64_t k = 0,
                                      std::optional<int64_t> columns = {},
                                      Where where = Where::current());
std::pair<Tensor, Tensor> triuIndices(int64_t rows, int64_t k = 0,
                                      std::optional<int64_t> columns = {},
                                      Where where = Where::current());
std::pair<Tensor, Tensor> diagIndices(int64_t size, Where where = Where::current());
/// A matrix with another main diagonal: a number, or a tensor that broadcasts to it. A matrix
/// without elements stays.
Tensor fillDiagonal(const Operand &x, const Operand &value);
/// The elements of x in row-major order, again and again, in a new shape; zeros where x has none.
Tensor resize(const Operand &x, std::vector<int64_t> shape);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
