// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of movement.h about diagonals and triangles.
//
// A diagonal is every (n + 1)-th element of a flat square matrix, so it is one strided slice, and a
// matrix with a given diagonal is one pad with n zeros between elements. Triangles compare the
// positions of elements, which the compiler computes where they are needed.
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {
namespace {

/// Whether an element of a matrix lies on or below diagonal k: column - row <= k.
Tensor isBelow(int64_t rows, int64_t columns, int64_t k) {
  return iota({rows, 1}, 0) + k >= iota({1, columns}, 1);
}

/// x where the mask holds (tril), or where it does not (triu), else 0.
Tensor triangle(llvm::StringRef name, const Operand &x, int64_t k, bool isLower) {
  return compose(name, {&x}, OpKey(k), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in[0].rank() < 2)
      e.refuse(name.str() + " of " + text(in[0].type()) + ": two dims or more are wanted");
    Tensor mask = isBelow(in[0].size(-2), in[0].size(-1), isLower ? k : k - 1);
    Tensor zero = zerosLike(in[0]);
    return isLower ? where(mask, in[0], zero) : where(mask, zero, in[0]);
  });
}

/// The two dims of a diagonal become the last ones. Refuses equal dims.
Tensor planeLast(Emitter &e, llvm::StringRef name, const Tensor &x, int64_t first, int64_t second) {
  const int64_t rank = int64_t(x.rank());
  const int64_t a = e.checkedDim(name, first, rank, text(x.type())),
                b = e.checkedDim(name, second, rank, text(x.type()));
  if (a == b)
    e.refuse(name.str() + " of " + text(x.type()) + ": two different dims are wanted");
  std::vector<int64_t> order;
  for (int64_t d = 0; d < rank; ++d)
    if (d != a && d != b)
      order.push_back(d);
  order.insert(order.end(), {a, b});
  return transpose(x, order);
}

/// The diagonal of the last two dims: the square with it in the corner, flat, in steps.
Tensor diagonalOfLast(const Tensor &x, int64_t k) {
  const int64_t row = std::max<int64_t>(-k, 0), column = std::max<int64_t>(k, 0);
  const int64_t size = std::max<int64_t>(0, std::min(x.size(-2) - row, x.size(-1) - column));
  Tensor square = x[{ellipsis, slice(row, row + size), slice(column, column + size)}];
  std::vector<int64_t> flat = x.shape();
  flat.pop_back();
  flat.back() = size * size;
  return reshape(square, flat)[{ellipsis, slice(0, {}, size + 1)}];
}

} // namespace

/// Triangles of a batch of matrices share one mask.
Tensor tril(const Operand &x, int64_t k) { return triangle("tril", x, k, true); }
Tensor triu(const Operand &x, int64_t k) { return triangle("triu", x, k, false); }

/// Rows and columns are checked as the sizes of any shape.
Tensor tri(int64_t rows, int64_t columns, int64_t k, ElementType type, Where where) {
  return apply("tri", {}, where, OpKey(rows, columns, k, int64_t(type)), [&](Emitter &, Terms) {
    return described({}, where, [&](llvm::ArrayRef<Tensor>) {
      return std::vector{astype(isBelow(rows, columns, k), type)};
    })[0];
  });
}

/// Other dims keep their order, in front of the diagonal.
Tensor diagonal(const Operand &x, int64_t k, int64_t first, int64_t second) {
  return compose("diagonal", {&x}, OpKey(k, first, second),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   return diagonalOfLast(planeLast(e, "diagonal", in[0], first, second), k);
                 });
}

/// A vector of n elements with n zeros between them has the n * n elements of the matrix.
Tensor diag(const Operand &x, int64_t k) {
  return compose("diag", {&x}, OpKey(k), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in[0].rank() == 2)
      return diagonalOfLast(in[0], k);
    if (in[0].rank() != 1)
      e.refuse("diag of " + text(in[0].type()) + ": one or two dims are wanted");
    const int64_t size = in[0].size(0);
    Tensor square = reshape(pad(in[0], {{0, 0, size}}), {size, size});
    const int64_t down = std::max<int64_t>(-k, 0), right = std::max<int64_t>(k, 0);
    return pad(square, {{down, right}, {right, down}});
  });
}

/// bf16 and f16 are summed in f32, as by sum.
Tensor trace(const Operand &x, int64_t k, int64_t first, int64_t second) {
  return compose("trace", {&x}, OpKey(k, first, second),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   return sum(diagonalOfLast(planeLast(e, "trace", in[0], first, second), k), -1);
                 });
}

} // namespace frontend
} // namespace spmd
