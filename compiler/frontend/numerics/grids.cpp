// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of grids.h: positions computed from positions, and joined blocks.
#include "compiler/frontend/include/spmd/grids.h"
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {
namespace {

/// The rows and columns of the elements of a matrix that `isTaken` holds for, in row-major order.
std::pair<Tensor, Tensor> positionsWhere(const char *name, int64_t rows,
                                         std::optional<int64_t> columns, Where where,
                                         llvm::function_ref<bool(int64_t, int64_t)> isTaken) {
  const int64_t width = columns.value_or(rows);
  if (rows < 0 || width < 0)
    fail(where, std::string(name) + " of a matrix [" + std::to_string(rows) + ", " +
                    std::to_string(width) + "]; sizes are 0 or more");
  std::vector<int32_t> i, j;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < width; ++column)
      if (isTaken(row, column))
        i.push_back(int32_t(row)), j.push_back(int32_t(column));
  const int64_t count = int64_t(i.size());
  return {tensor(i, {count}, where), tensor(j, {count}, where)};
}

/// The number of elements of a shape. Refuses positions where there are none.
int64_t countOf(Emitter &e, const char *name, const std::vector<int64_t> &shape,
                const Tensor &positions) {
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size < 0 || (size == 0 && !llvm::is_contained(positions.shape(), 0)))
      e.refuse(std::string(name) + " in the shape " + text(Type{i32, shape}).substr(3) +
               ", which has no elements");
    count *= size;
  }
  return count;
}

/// Integer positions as i32.
/// Floats and booleans are refused.
Tensor positionsOf(Emitter &e, const char *name, const Tensor &x) {
  if (isInexact(x.elementType()) || x.elementType() == boolean)
    e.refuse(std::string(name) + " of " + text(x.type()) + "; positions are integers");
  return astype(x, i32);
}

} // namespace

/// Ranks are raised to 2, so that vectors are rows.
Tensor block(const std::vector<std::vector<Operand>> &rows) {
  std::vector<Operand> flat;
  std::vector<int64_t> sizes;
  for (const std::vector<Operand> &row : rows) {
    sizes.push_back(int64_t(row.size()));
    flat.insert(flat.end(), row.begin(), row.end());
  }
  return compose("block", flat, OpKey(sizes), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    size_t next = 0, rank = sizes.size() > 1 ? 2 : 1;
    for (const Tensor &one : in)
      rank = std::max(rank, one.rank());
    std::vector<Operand> joined;
    for (int64_t size : sizes) {
      if (size == 0)
        e.refuse("block with a row of no blocks");
      std::vector<Operand> row;
      for (int64_t i = 0; i < size; ++i) {
        Tensor one = in[next++];
        while (one.rank() < rank)
          one = expandDims(one, 0);
        row.push_back(one);
      }
      joined.push_back(concatenate(row, -1));
    }
    return joined.size() == 1 ? joined[0].tensor : concatenate(joined, -2);
  });
}
/// Vectors become columns, matrices keep theirs.
Tensor columnStack(std::vector<Operand> operands) {
  return compose("columnStack", operands, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
    std::vector<Operand> columns;
    for (const Tensor &one : in)
      columns.push_back(one.rank() < 2 ? reshape(one, {-1, 1}) : one);
    return concatenate(columns, 1);
  });
}
/// (3), (4) -> (3, 1), (1, 4): as indices they name all pairs.
std::vector<Tensor> ix(const std::vector<Operand> &operands) {
  return composeMany("ix", operands, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    std::vector<Tensor> out;
    for (const Tensor &one : in) {
      if (one.rank() != 1)
        e.refuse("ix of " + text(one.type()) + "; its operands have one dim");
      std::vector<int64_t> shape(in.size(), 1);
      shape[out.size()] = one.size(0);
      out.push_back(reshape(one, shape));
    }
    return out;
  });
}

/// The last dim varies fastest.
/// 6 in the shape (3, 4) -> 1 and 2.
std::vector<Tensor> unravelIndex(const Operand &positions, const std::vector<int64_t> &shape) {
  return composeMany("unravelIndex", {positions}, OpKey(shape),
                     [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                       const int64_t count = countOf(e, "unravelIndex", shape, in[0]);
                       Tensor rest = positionsOf(e, "unravelIndex", in[0]);
                       rest = clip(where(rest < 0, rest + count, rest), 0, count - 1);
                       std::vector<Tensor> out(shape.size());
                       for (size_t d = shape.size(); d-- > 0;) {
                         const int64_t size = std::max<int64_t>(shape[d], 1);
                         out[d] = rest % size;
                         rest = floorDivide(rest, size);
                       }
                       return out;
                     });
}
/// (1, 2) in the shape (3, 4) -> 6, by Horner's rule.
Tensor ravelMultiIndex(const std::vector<Operand> &positions, const std::vector<int64_t> &shape) {
  return compose(
      "ravelMultiIndex", positions, OpKey(shape), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
        if (in.size() != shape.size())
          e.refuse("ravelMultiIndex of " + std::to_string(in.size()) + " tensors in " +
                   std::to_string(shape.size()) + " dims");
        for (const Tensor &positions : in)
          countOf(e, "ravelMultiIndex", shape, positions);
        Tensor sum;
        for (size_t d = 0; d < shape.size(); ++d) {
          const Tensor at = clip(positionsOf(e, "ravelMultiIndex", in[d]), 0, shape[d] - 1);
          sum = d == 0 ? at : sum * shape[d] + at;
        }
        return sum;
      });
}

/// Constants: the shape of the matrix is all they depend on.
std::pair<Tensor, Tensor> trilIndices(int64_t rows, int64_t k, std::optional<int64_t> columns,
                                      Where where) {
  return positionsWhere("trilIndices", rows, columns, where,
                        [k](int64_t i, int64_t j) { return j <= i + k; });
}
/// The same above the diagonal.
std::pair<Tensor, Tensor> triuIndices(int64_t rows, int64_t k, std::optional<int64_t> columns,
                                      Where where) {
  return positionsWhere("triuIndices", rows, columns, where,
                        [k](int64_t i, int64_t j) { return j >= i + k; });
}
/// Rows and columns are equal.
std::pair<Tensor, Tensor> diagIndices(int64_t size, Where where) {
  return positionsWhere("diagIndices", size, {}, where,
                        [](int64_t i, int64_t j) { return i == j; });
}
/// Wide and tall matrices have as many elements on the diagonal as their shorter side.
/// The condition compares two iotas, so that a device computes its part alone.
Tensor fillDiagonal(const Operand &x, const Operand &value) {
  return compose("fillDiagonal", {&x, &value}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in[0].rank() != 2)
      e.refuse("fillDiagonal of " + text(in[0].type()) + "; it takes a matrix");
    const std::vector<int64_t> &shape = in[0].shape();
    const int64_t size = std::min(shape[0], shape[1]);
    if (size == 0)
      return in[0];
    const Tensor line = broadcastTo(astype(in[1], in[0].elementType()), {size});
    const Tensor wide = pad(expandDims(line, 1), {{0, shape[0] - size, 0}, {0, 0, 0}});
    return where(equal(iota(shape, 0), iota(shape, 1)), broadcastTo(wide, shape), in[0]);
  });
}
/// 1 2 3 to (2, 2) -> 1 2, 3 1.
Tensor resize(const Operand &x, std::vector<int64_t> shape) {
  return compose("resize", {&x}, OpKey(shape), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    const Tensor flat = reshape(in[0], {-1});
    if (llvm::any_of(shape, [](int64_t size) { return size < 0; }))
      e.refuse("resize of " + text(in[0].type()) + " to " + text(Type{i32, shape}).substr(3) +
               ": sizes are 0 or more");
    if (count == 0 || flat.size(0) == 0)
      return zeros(shape, in[0].elementType());
    const int64_t times = (count + flat.size(0) - 1) / flat.size(0);
    return reshape(tile(flat, {times})[slice(0, count)], shape);
  });
}

} // namespace frontend
} // namespace spmd
