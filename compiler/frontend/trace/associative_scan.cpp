// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recursion of a prefix scan: neighbours are combined to half as many elements, whose scan is
// the odd half of the result; the even half combines it with the elements between.
//
// The ops are those that JAX writes: slices with a stride of 2, and pads with zeros between the
// elements, which are added. The compiler knows a scan by them (compiler/structure) and cuts it
// along a split dim.
#include "compiler/frontend/include/spmd/associative_scan.h"
#include "compiler/frontend/trace/apply.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;
using Tensors = std::vector<Tensor>;

/// Elements begin, begin + step, .. before `end` of a dim.
Tensor elements(const Tensor &x, int64_t dim, int64_t begin, int64_t end, int64_t step,
                Where where) {
  const Operand operand(x, where);
  return apply("slice", {&operand}, OpKey(dim, begin, end, step), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    Sizes from(Emitter::dimsOf(value).size(), 0), to(Emitter::dimsOf(value)), by(from.size(), 1);
    from[size_t(dim)] = begin, to[size_t(dim)] = std::max(begin, end), by[size_t(dim)] = step;
    return e.make<stablehlo::SliceOp>(value, from, to, by);
  });
}

/// even[0], odd[0], even[1], ..: as many even elements as odd ones, or one more.
Tensor interleaved(const Tensor &even, const Tensor &odd, int64_t dim, Where where) {
  const Operand a(even, where), b(odd, where);
  return apply("interleave", {&a, &b}, OpKey(dim), [&](Emitter &e, Terms terms) {
    mlir::Value values[] = {e.valueOf(terms[0]), e.valueOf(terms[1])};
    const int64_t more =
        Emitter::dimsOf(values[0])[size_t(dim)] - Emitter::dimsOf(values[1])[size_t(dim)];
    mlir::Value padded[2];
    for (int64_t side = 0; side < 2; ++side) {
      const size_t rank = Emitter::dimsOf(values[side]).size();
      Sizes low(rank, 0), high(rank, 0), interior(rank, 0);
      low[size_t(dim)] = side, high[size_t(dim)] = side ? more : 1 - more;
      interior[size_t(dim)] = 1;
      mlir::Value zero = e.constant(int64_t(0), e.elementOf(values[side]));
      padded[side] = e.make<stablehlo::PadOp>(values[side], zero, low, high, interior);
    }
    // Booleans are joined by or, which is what add means for them.
    return e.make<stablehlo::AddOp>(padded[0], padded[1]);
  });
}

/// One scan of a list of leaves.
class AssociativeScan {
public:
  AssociativeScan(const std::function<Tensors(const Tensors &, const Tensors &)> &f, int64_t dim,
                  Where where)
      : f(f), dim(dim), where(where) {}

  Tensors run(const Tensors &xs) const {
    const int64_t count = sizeOf(xs);
    if (count < 2)
      return xs;
    const Tensors odd = run(combined(part(xs, 0, count - 1, 2), part(xs, 1, count, 2)));
    // An odd element is the whole of what stands before the even one behind it.
    const Tensors before = count % 2 ? odd : part(odd, 0, sizeOf(odd) - 1, 1);
    const Tensors between = combined(before, part(xs, 2, count, 2));
    const Tensors first = part(xs, 0, 1, 1);
    Tensors out;
    for (size_t i = 0; i < xs.size(); ++i) {
      Tensor even = concatenate({Operand(first[i], where), Operand(between[i], where)}, dim);
      out.push_back(interleaved(even, odd[i], dim, where));
    }
    return out;
  }

private:
  int64_t sizeOf(const Tensors &xs) const { return xs[0].shape()[size_t(dim)]; }

  Tensors part(const Tensors &xs, int64_t begin, int64_t end, int64_t step) const {
    Tensors out;
    for (const Tensor &x : xs)
      out.push_back(elements(x, dim, begin, end, step, where));
    return out;
  }

  /// f of elements of equal counts; its results have their types and shapes.
  Tensors combined(const Tensors &a, const Tensors &b) const {
    Tensors out = f(a, b);
    if (out.size() != a.size())
      fail(where, "associativeScan: the function returns " + std::to_string(out.size()) +
                      " leaves for " + std::to_string(a.size()));
    for (size_t i = 0; i < a.size(); ++i)
      if (out[i].type() != a[i].type())
        fail(where, "associativeScan: the function makes " + text(out[i].type()) + " of " +
                        text(a[i].type()));
    return out;
  }

  const std::function<Tensors(const Tensors &, const Tensors &)> &f;
  const int64_t dim;
  const Where where;
};

} // namespace

/// Checks the leaves, then scans them from the first element, or from the last one in a mirror.
void runAssociativeScan(TreeRef tree,
                        const std::function<Tensors(const Tensors &, const Tensors &)> &combine,
                        const AssociativeScanOptions &options, Where where) {
  Tensors leaves;
  for (const Leaf &leaf : flatten(tree))
    if (leaf.tensor.hasValue())
      leaves.push_back(leaf.tensor);
  if (leaves.empty())
    fail(where, "associativeScan of a tree without leaves");
  const int64_t rank = int64_t(leaves[0].rank());
  const int64_t dim = options.dim < 0 ? options.dim + rank : options.dim;
  for (const Tensor &leaf : leaves) {
    if (dim < 0 || dim >= int64_t(leaf.rank()))
      fail(where, "associativeScan of " + text(leaf.type()) + ": there is no dim " +
                      std::to_string(options.dim));
    if (leaf.shape()[size_t(dim)] != leaves[0].shape()[size_t(dim)])
      fail(where, "associativeScan of " + text(leaves[0].type()) + " and " + text(leaf.type()) +
                      ": the sizes of dim " + std::to_string(dim) + " differ");
  }
  auto mirrored = [&](Tensors xs) {
    for (Tensor &x : xs)
      x = options.reverse ? flip(Operand(x, where), dim) : x;
    return xs;
  };
  const Tensors made = mirrored(AssociativeScan(combine, dim, where).run(mirrored(leaves)));
  size_t next = 0;
  replaceLeaves(tree, [&](const Tensor &leaf) { return leaf.hasValue() ? made[next++] : leaf; });
}

} // namespace frontend
} // namespace spmd
