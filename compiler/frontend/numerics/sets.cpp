// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of sets.h. Elements that are kept are numbered by a prefix sum, and each is written to
// the place with its number; the scatter skips what lies behind the last place.
#include "compiler/frontend/include/spmd/sets.h"
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/grids.h"
#include "compiler/frontend/include/spmd/indexing.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/include/spmd/order.h"
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {
namespace {

/// All elements in one dim, in row-major order.
Tensor flat(const Tensor &x) { return reshape(x, {-1}); }

/// The size of a result, which is 0 or more.
/// Sizes are numbers of the program.
void checkSize(Emitter &e, const std::string &name, int64_t size) {
  if (size < 0)
    e.refuse(name + " with a result of " + std::to_string(size) + " elements");
}

/// The place of each element among those that are kept; `size` for the others.
/// 1 0 1 1 with size 2 -> 0 2 1 2: the last one is kept out by its place, too.
Tensor placesOf(const Tensor &isKept, int64_t size) {
  return where(isKept, cumsum(astype(isKept, i32)) - 1, size);
}

/// The kept elements, and the fill value in the places behind them. 1 0 1, 7 8 9 -> 7 9 fill
Tensor kept(const Tensor &isKept, const Tensor &x, int64_t size, const Operand &fill) {
  std::vector<int64_t> shape = x.shape();
  shape[0] = size;
  const Tensor start = fill.number && !isFloat(x.elementType())
                           ? fullLike(zeros(shape, x.elementType()), fill)
                           : broadcastTo(astype(fill, x.elementType()), shape);
  if (size == 0 || x.size(0) == 0)
    return start;
  return setAt(start, placesOf(isKept, size), x);
}

/// The flat positions of the elements that are kept, `size` of them.
Tensor positionsOf(const Tensor &isKept, int64_t size, int64_t fill) {
  return kept(isKept, arange(isKept.size(0)), size, fill);
}

/// Sorted elements: whether each differs from the one before. NaNs are equal.
Tensor isNew(const Tensor &sorted) {
  const int64_t n = sorted.size(0);
  const Tensor last = sorted[slice(0, n - 1)], own = sorted[slice(1, n)];
  Tensor differs = notEqual(own, last);
  if (isFloat(sorted.elementType()))
    differs = differs & ~(isNan(own) & isNan(last));
  return concatenate({ones({std::min<int64_t>(n, 1)}, boolean), differs});
}

/// The first element, or 0 where there is none.
Operand firstOr0(const Tensor &x) { return x.size(0) == 0 ? Operand(0) : Operand(x[0]); }

/// The different elements of a flat tensor in ascending order, and which of them are there: the
/// others come behind.
struct Distinct {
  Tensor values, isThere;
};
Distinct distinct(const Tensor &x) {
  const Tensor sorted = sort(x), isFirst = isNew(sorted);
  const int64_t n = sorted.size(0);
  return {kept(isFirst, sorted, n, firstOr0(sorted)), arange(n) < sum(astype(isFirst, i32))};
}

/// For each element of a whether it is one of those of b that count.
Tensor isAmong(const Tensor &a, const Tensor &b, const Tensor &counts) {
  return any(equal(expandDims(a, 1), expandDims(b, 0)) & expandDims(counts, 0), 1);
}

/// A set op on two tensors: `keep` says which elements of the first, or of both, stay.
/// It gets the different elements of both.
using Keep2 = llvm::function_ref<Tensor(const Distinct &, const Distinct &)>;
Tensor setOp(const char *name, const Operand &a, const Operand &b, int64_t size, Number fill,
             bool takesBoth, Keep2 keep) {
  const Operand filling = std::visit([&](auto one) { return Operand(one, a.where); }, fill);
  return compose(name, {&a, &b, &filling}, OpKey(size), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkSize(e, name, size);
    const ElementType type = promote(in[0].elementType(), in[1].elementType());
    const Tensor u = astype(flat(in[0]), type), v = astype(flat(in[1]), type);
    const Distinct x = distinct(u), y = distinct(v);
    if (!takesBoth)
      return kept(keep(x, y), x.values, size, in[2]);
    // Elements of both sets are in none of the halves, so sorting by value merges them.
    const Tensor stays = concatenate({keep(x, y), keep(y, x)});
    const std::vector<Tensor> merged = sortBy({~stays, concatenate({x.values, y.values})}, 0, 2);
    return kept(~merged[0], merged[1], size, in[2]);
  });
}

} // namespace

/// The flat positions, taken apart. Places that remain hold the fill value along each dim, which is
/// no position of an element where it is negative.
std::vector<Tensor> nonzero(const Operand &x, int64_t size, int64_t fill) {
  return composeMany("nonzero", {x}, OpKey(size, fill), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkSize(e, "nonzero", size);
    if (in[0].rank() == 0)
      e.refuse("nonzero of " + text(in[0].type()) + ": a scalar has no positions");
    const Tensor isKept = notEqual(flat(in[0]), 0);
    if (isKept.size(0) == 0)
      return std::vector<Tensor>(in[0].rank(), full({size}, fill, i32));
    const Tensor at = positionsOf(isKept, size, 0);
    const Tensor isThere = arange(size) < sum(astype(isKept, i32));
    std::vector<Tensor> positions = unravelIndex(at, in[0].shape());
    for (Tensor &one : positions)
      one = where(isThere, one, fill);
    return positions;
  });
}
/// 0 3 0 7 -> 1 3, then the fill value.
Tensor flatNonzero(const Operand &x, int64_t size, int64_t fill) {
  return compose("flatNonzero", {&x}, OpKey(size, fill),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   checkSize(e, "flatNonzero", size);
                   return positionsOf(notEqual(flat(in[0]), 0), size, fill);
                 });
}
/// The positions of nonzero as columns.
Tensor argwhere(const Operand &x, int64_t size, int64_t fill) {
  return compose("argwhere", {&x}, OpKey(size, fill), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkSize(e, "argwhere", size);
    if (in[0].rank() == 0)
      return zeros({size, 0}, i32);
    std::vector<Operand> columns;
    for (const Tensor &column : nonzero(in[0], size, fill))
      columns.push_back(column);
    return stack(columns, 1);
  });
}
/// What numpy writes as x[condition], with a size.
Tensor extract(const Operand &condition, const Operand &x, int64_t size, const Operand &fill) {
  return compose("extract", {&condition, &x, &fill}, OpKey(size),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   checkSize(e, "extract", size);
                   if (in[0].shape() != in[1].shape())
                     e.refuse("extract by " + text(in[0].type()) + " of " + text(in[1].type()) +
                              ": both have one shape");
                   return kept(notEqual(flat(in[0]), 0), flat(in[1]), size, in[2]);
                 });
}
/// Rows behind the condition are left out, as in numpy.
Tensor compress(const Operand &condition, const Operand &x, int64_t size, int64_t dim,
                const Operand &fill) {
  return compose("compress", {&condition, &x, &fill}, OpKey(size, dim),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   checkSize(e, "compress", size);
                   const std::string type = text(in[1].type());
                   const int64_t at = e.checkedDim("compress", dim, int64_t(in[1].rank()), type);
                   const Tensor rows = moveAxis(in[1], at, 0);
                   if (in[0].rank() != 1 || in[0].size(0) > rows.size(0))
                     e.refuse("compress by " + text(in[0].type()) + " of " + type +
                              ": the condition has one dim, of at most as many elements");
                   const Tensor taken = rows[slice(0, in[0].size(0))];
                   return moveAxis(kept(notEqual(in[0], 0), taken, size, in[2]), 0, at);
                 });
}

/// Elements are sorted together with their positions, equal ones in their order.
Unique unique(const Operand &x, int64_t size, std::optional<Number> fill) {
  const Operand filling = fill ? std::visit([&](auto one) { return Operand(one, x.where); }, *fill)
                               : Operand(0, x.where);
  std::vector<Tensor> out =
      composeMany("unique", {x, filling}, OpKey(size, fill.has_value()),
                  [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                    checkSize(e, "unique", size);
                    const Tensor v = flat(in[0]);
                    const int64_t n = v.size(0);
                    if (n == 0 && size > 0 && !fill)
                      e.refuse("unique of " + text(in[0].type()) +
                               ": there is none among 0 elements, and no fill value");
                    const std::vector<Tensor> sorted = sortBy({v, arange(n)}, 0, 1);
                    const Tensor isFirst = isNew(sorted[0]),
                                 number = cumsum(astype(isFirst, i32)) - 1;
                    const Tensor values =
                        kept(isFirst, sorted[0], size, fill ? Operand(in[1]) : firstOr0(sorted[0]));
                    const Tensor first = kept(isFirst, sorted[1], size, firstOr0(sorted[1]));
                    const Tensor inverse = setAt(zeros({n}, i32), sorted[1], number);
                    const Tensor counts = segmentSum(ones({n}, i32), number, size);
                    return std::vector{values, first, reshape(inverse, in[0].shape()), counts};
                  });
  return {out[0], out[1], out[2], out[3]};
}

/// A table of all pairs: fast for few wanted elements, as jax.numpy's default for small sets.
Tensor isin(const Operand &x, const Operand &wanted) {
  return compose("isin", {&x, &wanted}, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
    return any(equal(expandDims(in[0], -1), flat(in[1])), -1);
  });
}

/// The different elements of both together.
/// 2 1 2 and 3 1 -> 1 2 3.
Tensor union1d(const Operand &a, const Operand &b, int64_t size, std::optional<Number> fill) {
  const Tensor both =
      compose("union1d", {&a, &b}, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
        const ElementType type = promote(in[0].elementType(), in[1].elementType());
        return concatenate({astype(flat(in[0]), type), astype(flat(in[1]), type)});
      });
  return unique(Operand(both, a.where), size, fill).values;
}
/// 1 2 2 5 and 2 3 5 -> 2 5.
Tensor intersect1d(const Operand &a, const Operand &b, int64_t size, Number fill) {
  return setOp("intersect1d", a, b, size, fill, false, [](const Distinct &x, const Distinct &y) {
    return x.isThere & isAmong(x.values, y.values, y.isThere);
  });
}
/// 1 2 2 5 and 2 3 -> 1 5.
Tensor setdiff1d(const Operand &a, const Operand &b, int64_t size, Number fill) {
  return setOp("setdiff1d", a, b, size, fill, false, [](const Distinct &x, const Distinct &y) {
    return x.isThere & ~isAmong(x.values, y.values, y.isThere);
  });
}
/// 1 2 5 and 2 3 -> 1 3 5. The kept elements of both come first, each half in order, and are
/// sorted once more.
Tensor setxor1d(const Operand &a, const Operand &b, int64_t size, Number fill) {
  return setOp("setxor1d", a, b, size, fill, true, [](const Distinct &x, const Distinct &y) {
    return x.isThere & ~isAmong(x.values, y.values, y.isThere);
  });
}

} // namespace frontend
} // namespace spmd
