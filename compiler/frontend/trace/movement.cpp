// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of movement.h that change the order of dims, and those that make grids of numbers.
//
// All are described by ops of ops.h. Positions of dims are resolved here, so that messages name the
// op that the user called.
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/trace/elementwise.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace {

/// Each operand with at least `rank` dims, then all joined along a dim.
Tensor joined(llvm::StringRef name, const std::vector<Operand> &operands, int64_t dim,
              Tensor (*widened)(const Tensor &)) {
  return compose(name, operands, OpKey(), [&](Emitter &, llvm::ArrayRef<Tensor> in) {
    std::vector<Operand> wide;
    for (const Tensor &one : in)
      wide.push_back(widened(one));
    return concatenate(wide, wide[0].tensor.rank() == 1 ? 0 : dim);
  });
}

/// [], [n] -> [1, 1], [1, n]
Tensor withTwoDims(const Tensor &x) {
  return x.rank() >= 2 ? x : reshape(x, {1, x.rank() == 0 ? 1 : x.size(0)});
}
/// [], [n], [m, n] -> [1, 1, 1], [1, n, 1], [m, n, 1]
Tensor withThreeDims(const Tensor &x) { return x.rank() >= 3 ? x : expandDims(withTwoDims(x), -1); }

/// 0, 1 / n, .. as floats of a type, along a new first dim beside `rank` others.
Tensor shares(int64_t count, bool hasEnd, ElementType type, size_t rank) {
  // Without the end the last number lies one part before it. One number alone is the begin.
  const int64_t parts = std::max<int64_t>(hasEnd ? count - 1 : count, 1);
  std::vector<int64_t> shape(rank + 1, 1);
  shape[0] = count;
  return reshape(arange(count, type), shape) / double(parts);
}

/// Refuses negative counts.
void checkCount(Emitter &e, llvm::StringRef name, int64_t count) {
  if (count < 0)
    e.refuse(name.str() + " of " + std::to_string(count) + " numbers: 0 or more are wanted");
}

/// The numbers of linspace, computed in f32 at least. The end is exact: it is not formed from
/// begin.
Tensor spaced(const Tensor &begin, const Tensor &end, int64_t count, bool hasEnd) {
  const ElementType own = begin.elementType(), wide = own == f64 ? f64 : f32;
  Tensor from = astype(begin, wide), to = astype(end, wide);
  Tensor share = shares(count, hasEnd, wide, from.rank());
  Tensor numbers = from * (1 - share) + to * share;
  if (hasEnd && count > 1) {
    std::vector<int64_t> shape = numbers.shape();
    std::fill(shape.begin() + 1, shape.end(), 1);
    numbers = where(equal(iota(shape, 0), count - 1), to, numbers);
  }
  return astype(numbers, own);
}

} // namespace

/// A transpose that exchanges two dims.
Tensor swapAxes(const Operand &x, int64_t a, int64_t b) {
  return compose("swapAxes", {&x}, OpKey(a, b), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const int64_t rank = int64_t(in[0].rank());
    const std::string type = text(in[0].type());
    std::vector<int64_t> order(size_t(rank), 0);
    for (int64_t d = 0; d < rank; ++d)
      order[size_t(d)] = d;
    std::swap(order[size_t(e.checkedDim("swapAxes", a, rank, type))],
              order[size_t(e.checkedDim("swapAxes", b, rank, type))]);
    return transpose(in[0], order);
  });
}
/// Other dims keep their order.
Tensor moveAxis(const Operand &x, int64_t from, int64_t to) {
  return compose("moveAxis", {&x}, OpKey(from, to), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const int64_t rank = int64_t(in[0].rank());
    const std::string type = text(in[0].type());
    const int64_t source = e.checkedDim("moveAxis", from, rank, type),
                  target = e.checkedDim("moveAxis", to, rank, type);
    std::vector<int64_t> order;
    for (int64_t d = 0; d < rank; ++d)
      if (d != source)
        order.push_back(d);
    order.insert(order.begin() + target, source);
    return transpose(in[0], order);
  });
}
/// One reshape, in row-major order.
Tensor ravel(const Operand &x) {
  return compose("ravel", {&x}, OpKey(),
                 [](Emitter &, llvm::ArrayRef<Tensor> in) { return reshape(in[0], {-1}); });
}
/// Both ends are a part of the new dim.
Tensor collapse(const Operand &x, int64_t first, int64_t last) {
  return compose("collapse", {&x}, OpKey(first, last), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const int64_t rank = int64_t(in[0].rank());
    const std::string type = text(in[0].type());
    const int64_t a = e.checkedDim("collapse", first, rank, type),
                  b = e.checkedDim("collapse", last, rank, type);
    if (a > b)
      e.refuse("collapse of " + type + ": dim " + std::to_string(a) + " is behind dim " +
               std::to_string(b));
    std::vector<int64_t> shape;
    for (int64_t d = 0; d < rank; ++d)
      if (d > a && d <= b)
        shape.back() *= in[0].size(d);
      else
        shape.push_back(in[0].size(d));
    return reshape(in[0], shape);
  });
}
/// One turn: reverse the second dim, then exchange both.
Tensor rot90(const Operand &x, int64_t count, int64_t first, int64_t second) {
  return compose("rot90", {&x}, OpKey(count, first, second),
                 [&](Emitter &, llvm::ArrayRef<Tensor> in) {
                   switch ((count % 4 + 4) % 4) {
                   case 0:
                     return in[0];
                   // The other dims stay where they are, whatever the plane is.
                   case 1:
                     return swapAxes(flip(in[0], second), first, second);
                   case 2:
                     return flip(in[0], {first, second});
                   default:
                     return flip(swapAxes(in[0], first, second), second);
                   }
                 });
}

/// Rows above each other.
Tensor vstack(std::vector<Operand> operands) { return joined("vstack", operands, 0, withTwoDims); }
/// Tensors of one dim are joined along it.
Tensor hstack(std::vector<Operand> operands) {
  return joined("hstack", operands, 1,
                [](const Tensor &x) { return x.rank() == 0 ? reshape(x, {1}) : x; });
}
/// Along a third dim, which is made where there is none.
Tensor dstack(std::vector<Operand> operands) {
  return joined("dstack", operands, 2, withThreeDims);
}

/// Each keeps its element type.
std::vector<Tensor> broadcastTogether(std::vector<Operand> operands) {
  return applyMany("broadcastTogether", operands, OpKey(), [&](Emitter &e, Terms terms) {
    const Sizes dims = e.commonDims("broadcastTogether", terms);
    return llvm::map_to_vector(
        terms, [&](const Term &term) { return e.broadcast(e.valueOf(term), dims); });
  });
}
/// The dims of x are put to their places by a reshape, the rest is a broadcast.
Tensor broadcastInDim(const Operand &x, std::vector<int64_t> shape,
                      const std::vector<int64_t> &dims) {
  return compose("broadcastInDim", {&x}, OpKey(shape, dims),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   // Dims of the shape that no dim of x becomes have size 1 before they are
                   // stretched.
                   std::vector<int64_t> wide(shape.size(), 1);
                   bool fits = dims.size() == in[0].rank();
                   for (size_t i = 0; fits && i < dims.size(); ++i) {
                     fits = dims[i] > (i ? dims[i - 1] : -1) && dims[i] < int64_t(shape.size());
                     if (fits)
                       wide[size_t(dims[i])] = in[0].shape()[i];
                   }
                   if (!fits)
                     e.refuse("broadcastInDim of " + text(in[0].type()) +
                              ": one dim of the result per dim is wanted, ascending");
                   return broadcastTo(reshape(in[0], wide), shape);
                 });
}

/// Integers become f32; both ends meet in one shape.
Tensor linspace(const Operand &begin, const Operand &end, int64_t count, bool hasEnd) {
  return apply("linspace", {&begin, &end}, OpKey(count, hasEnd), [&](Emitter &e, Terms terms) {
    checkCount(e, "linspace", count);
    auto values = e.meet("linspace", terms, typeFor(e, "linspace", terms, Takes::Floats));
    return described(values, begin.where, [&](llvm::ArrayRef<Tensor> in) {
      return std::vector{spaced(in[0], in[1], count, hasEnd)};
    })[0];
  });
}
/// The exponents are spaced evenly.
Tensor logspace(const Operand &begin, const Operand &end, int64_t count, bool hasEnd, double base) {
  return formula("logspace", {&begin, &end}, Takes::Floats, OpKey(count, hasEnd, base),
                 [&](llvm::ArrayRef<Tensor> in) {
                   return power(base, linspace(in[0], in[1], count, hasEnd));
                 });
}
/// The logarithms have equal distances. Both ends have one sign.
Tensor geomspace(const Operand &begin, const Operand &end, int64_t count, bool hasEnd) {
  return formula("geomspace", {&begin, &end}, Takes::Floats, OpKey(count, hasEnd),
                 [&](llvm::ArrayRef<Tensor> in) {
                   Tensor logs = linspace(log(abs(in[0])), log(abs(in[1])), count, hasEnd);
                   return sign(in[0]) * exp(logs);
                 });
}
/// As many numbers as fit before the end; none if the step leads away from it.
Tensor arange(int64_t begin, int64_t end, int64_t step, ElementType type, Where where) {
  return apply("arange", {}, where, OpKey(begin, end, step, int64_t(type)), [&](Emitter &e, Terms) {
    if (step == 0)
      e.refuse("arange with a step of 0");
    const int64_t distance = step > 0 ? end - begin : begin - end;
    const int64_t count = distance <= 0 ? 0 : (distance - 1) / std::abs(step) + 1;
    return described({}, where, [&](llvm::ArrayRef<Tensor>) {
      return std::vector{iota({count}, 0, type) * step + begin};
    })[0];
  });
}

/// Each operand is broadcast along all dims but its own.
std::vector<Tensor> meshgrid(std::vector<Operand> operands, Grid grid) {
  return composeMany(
      "meshgrid", operands, OpKey(int64_t(grid)), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
        std::vector<int64_t> shape;
        for (const Tensor &one : in) {
          if (one.rank() != 1)
            e.refuse("meshgrid of " + text(one.type()) + ": tensors of one dim are wanted");
          shape.push_back(one.size(0));
        }
        const bool isXy = grid == Grid::Xy && in.size() > 1;
        if (isXy)
          // Rows run along the second operand: numpy counts (x, y), matrices (row, column).
          std::swap(shape[0], shape[1]);
        std::vector<Tensor> out;
        for (size_t i = 0; i < in.size(); ++i) {
          const int64_t dim = int64_t(isXy && i < 2 ? 1 - i : i);
          out.push_back(broadcastInDim(in[i], shape, {dim}));
        }
        return out;
      });
}
/// The value is converted; it broadcasts. A number is never rounded to another type first.
Tensor fullLike(const Operand &x, const Operand &value) {
  if (value.number)
    return apply("fullLike", {&x, &value}, OpKey(), [](Emitter &e, llvm::ArrayRef<Term> terms) {
      mlir::Value like = e.valueOf(terms[0]);
      return e.broadcast(e.valueOf(terms[1], e.elementOf(like)), e.dimsOf(like));
    });
  return compose("fullLike", {&x, &value}, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
    return broadcastTo(astype(in[1], in[0].elementType()), in[0].shape());
  });
}

} // namespace frontend
} // namespace spmd
