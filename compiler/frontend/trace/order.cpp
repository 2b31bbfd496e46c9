// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of order.h. Sorts compare floats in the total order, which the runtime's routine knows,
// after their keys were made canonical: NaNs become positive, which are last, and where the order
// of equal elements matters, -0.0 becomes 0.0.
//
// Prefix scans are reductions over windows as long as the dim, padded on one side. This is the form
// in which JAX exports them; the compiler recognises it (compiler/structure/prefix_scan.h).
#include "compiler/frontend/include/spmd/order.h"
#include "compiler/frontend/trace/elementwise.h"
#include "compiler/frontend/trace/windows.h"

namespace spmd {
inline namespace frontend {
namespace {

using stablehlo::ComparisonDirection;
using stablehlo::ComparisonType;

/// A value that sorts as x: NaNs are positive, and so are zeros if `isZeroOne`.
mlir::Value keyOf(Emitter &e, mlir::Value x, bool isZeroOne) {
  if (isComplex(e.elementOf(x)))
    e.refuse("complex numbers have no order; sort by abs, real or imag");
  if (!isFloat(e.elementOf(x)))
    return x;
  if (isZeroOne) {
    mlir::Value zero = e.constantLike(0.0, x);
    x = e.make<stablehlo::SelectOp>(e.compare(ComparisonDirection::EQ, x, zero), zero, x);
  }
  // The sign is cleared: a constant NaN would not do, since LLVM takes all NaNs for equal and
  // removes such a select.
  mlir::Value isNan = e.compare(ComparisonDirection::NE, x, x);
  return e.make<stablehlo::SelectOp>(isNan, e.make<stablehlo::AbsOp>(x), x);
}

/// a before b, where floats are compared in the total order.
mlir::Value before(Emitter &e, mlir::Value a, mlir::Value b, Order order) {
  const bool isFloatKey = isFloat(e.elementOf(a));
  return e.make<stablehlo::CompareOp>(
      a, b, order == Order::Ascending ? ComparisonDirection::LT : ComparisonDirection::GT,
      isFloatKey ? ComparisonType::TOTALORDER : ComparisonType::NOTYPE);
}

/// A stable sort of values along a dim by the first `keys` of them.
mlir::ResultRange sorted(Emitter &e, llvm::ArrayRef<mlir::Value> values, int64_t dim, size_t keys,
                         Order order) {
  auto op = stablehlo::SortOp::create(e.builder, e.location, mlir::ValueRange(values), dim,
                                      /*is_stable=*/true);
  mlir::OpBuilder::InsertionGuard guard(e.builder);
  llvm::SmallVector<mlir::Type> types;
  for (mlir::Value value : values)
    types.append(2, e.tensorType({}, e.elementOf(value)));
  llvm::SmallVector<mlir::Location> locations(types.size(), e.location);
  mlir::Block *block = e.builder.createBlock(&op.getComparator(), {}, types, locations);
  // From the last key to the first: a < b, or a == b and what follows.
  mlir::Value result;
  for (size_t i = keys; i-- > 0;) {
    mlir::Value a = block->getArgument(unsigned(2 * i)),
                b = block->getArgument(unsigned(2 * i + 1));
    mlir::Value isBefore = before(e, a, b, order);
    result = result ? e.make<stablehlo::OrOp>(isBefore,
                                              e.make<stablehlo::AndOp>(
                                                  e.compare(ComparisonDirection::EQ, a, b), result))
                    : isBefore;
  }
  stablehlo::ReturnOp::create(e.builder, e.location, result);
  return op->getResults();
}

/// The position of each element along a dim.
mlir::Value positionsAlong(Emitter &e, mlir::Value value, int64_t dim) {
  return e.make<stablehlo::IotaOp>(e.tensorType(Emitter::dimsOf(value), i32), uint64_t(dim));
}

/// The dim from the front; a tensor of rank 0 has none.
int64_t dimOf(Emitter &e, llvm::StringRef name, int64_t dim, const Term &x) {
  return e.checkedDim(name, dim, int64_t(Emitter::dimsOf(e.valueOf(x)).size()), e.textOf(x));
}

/// The op of a prefix scan, and its identity for a type.
struct ScanKind {
  llvm::StringRef name, op;
  Number (*identity)(ElementType);
  bool isSum = false; // or a product: narrow types are widened, booleans count as i32
};

/// Sums and products of bf16 and f16 are formed in f32, and rounded at the end.
Tensor prefixScan(const ScanKind &kind, const Operand &x, int64_t dim, Scan scan) {
  return apply(kind.name, {&x}, OpKey(dim, int64_t(scan)), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const int64_t at = dimOf(e, kind.name, dim, terms[0]);
    const ElementType own = e.elementOf(value);
    if (own == boolean && !kind.isSum)
      e.refuse(kind.name.str() + " of " + e.textOf(terms[0]) +
               ": booleans have none; convert them first");
    const bool isNarrow = own == bf16 || own == f16;
    const ElementType wide = own == boolean ? i32 : kind.isSum && isNarrow ? f32 : own;
    Window window(Emitter::dimsOf(value).size(), {.size = 1});
    const int64_t size = Emitter::dimsOf(value)[size_t(at)];
    if (size > 0)
      window[size_t(at)] = {.size = size,
                            .low = scan == Scan::Forward ? size - 1 : 0,
                            .high = scan == Scan::Forward ? 0 : size - 1};
    mlir::Value result = windowed(e, e.convert(value, wide), kind.identity(wide), kind.op, window);
    return isNarrow ? e.convert(result, own) : result;
  });
}

} // namespace

/// One operand is enough: elements with equal keys are equal, but for the sign of zeros.
Tensor sort(const Operand &x, int64_t dim, Order order) {
  return apply("sort", {&x}, OpKey(dim, int64_t(order)), [&](Emitter &e, Terms terms) {
    const int64_t at = dimOf(e, "sort", dim, terms[0]);
    mlir::Value key = keyOf(e, e.valueOf(terms[0]), false);
    return mlir::Value(sorted(e, key, at, 1, order)[0]);
  });
}
/// Positions are sorted along with the keys. The sort is stable, in both orders.
Tensor argsort(const Operand &x, int64_t dim, Order order) {
  return apply("argsort", {&x}, OpKey(dim, int64_t(order)), [&](Emitter &e, Terms terms) {
    const int64_t at = dimOf(e, "argsort", dim, terms[0]);
    mlir::Value key = keyOf(e, e.valueOf(terms[0]), true);
    return mlir::Value(sorted(e, {key, positionsAlong(e, key, at)}, at, 1, order)[1]);
  });
}

/// The canonical keys stand before the operands, which are sorted along.
std::vector<Tensor> sortBy(std::vector<Operand> operands, int64_t dim, int64_t keys) {
  return applyMany("sortBy", operands, OpKey(dim, keys), [&](Emitter &e, Terms terms) {
    const int64_t at = dimOf(e, "sortBy", dim, terms[0]);
    if (keys < 1 || size_t(keys) > terms.size())
      e.refuse("sortBy of " + e.textOf(terms) + ": " + std::to_string(keys) + " keys of " +
               std::to_string(terms.size()) + " tensors");
    llvm::SmallVector<mlir::Value> values, results;
    for (const Term &key : terms.take_front(size_t(keys)))
      values.push_back(keyOf(e, e.valueOf(key), true));
    for (const Term &term : terms) {
      values.push_back(e.valueOf(term));
      if (Emitter::dimsOf(values.back()) != Emitter::dimsOf(values.front()))
        e.refuse("sortBy of " + e.textOf(terms) + ": the shapes differ");
    }
    auto all = sorted(e, values, at, size_t(keys), Order::Ascending);
    results.append(all.begin() + keys, all.end());
    return results;
  });
}

/// chlo.top_k works along the last dim, so another dim is moved there and back.
TopK topK(const Operand &x, int64_t count, int64_t dim) {
  auto results = applyMany("topK", {x}, OpKey(count, dim), [&](Emitter &e, Terms terms) {
    const int64_t at = dimOf(e, "topK", dim, terms[0]);
    mlir::Value value = keyOf(e, e.valueOf(terms[0]), false);
    const Sizes dims(Emitter::dimsOf(value));
    const int64_t last = int64_t(dims.size()) - 1;
    if (count < 0 || count > dims[size_t(at)])
      e.refuse("topK of " + e.textOf(terms[0]) + ": dim " + std::to_string(at) + " has no " +
               std::to_string(count) + " elements");
    if (e.elementOf(value) == boolean)
      e.refuse("topK of " + e.textOf(terms[0]) + ": booleans have none; convert them first");
    Sizes order = llvm::to_vector(llvm::seq<int64_t>(0, last + 1));
    std::swap(order[size_t(at)], order[size_t(last)]);
    value = e.transpose(value, order);
    Sizes shape(Emitter::dimsOf(value));
    shape.back() = count;
    auto best = chlo::TopKOp::create(
        e.builder, e.location,
        mlir::TypeRange{e.tensorType(shape, e.elementOf(value)), e.tensorType(shape, i32)}, value,
        uint64_t(count));
    return llvm::SmallVector<mlir::Value>{e.transpose(best.getValues(), order),
                                          e.transpose(best.getIndices(), order)};
  });
  return {results[0], results[1]};
}

/// Counts the elements before each value: no loop, and nothing is stored for the comparisons.
Tensor searchSorted(const Operand &sorted, const Operand &values, Side side) {
  return compose("searchSorted", {&sorted, &values}, OpKey(int64_t(side)),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   if (in[0].rank() != 1)
                     e.refuse("searchSorted in " + text(in[0].type()) +
                              ": a tensor of one dim is wanted");
                   Tensor wanted = expandDims(in[1], -1);
                   return sum(side == Side::Left ? in[0] < wanted : in[0] <= wanted, -1);
                 });
}

/// The four scans differ in the op and its identity, which pads the windows.
Tensor cumsum(const Operand &x, int64_t dim, Scan scan) {
  auto zero = [](ElementType) { return Number(int64_t(0)); };
  return prefixScan({"cumsum", stablehlo::AddOp::getOperationName(), zero, true}, x, dim, scan);
}
Tensor cumprod(const Operand &x, int64_t dim, Scan scan) {
  auto one = [](ElementType) { return Number(int64_t(1)); };
  return prefixScan({"cumprod", stablehlo::MulOp::getOperationName(), one, true}, x, dim, scan);
}
Tensor cummax(const Operand &x, int64_t dim, Scan scan) {
  return prefixScan({"cummax", stablehlo::MaxOp::getOperationName(), Emitter::lowest}, x, dim,
                    scan);
}
Tensor cummin(const Operand &x, int64_t dim, Scan scan) {
  return prefixScan({"cummin", stablehlo::MinOp::getOperationName(), Emitter::highest}, x, dim,
                    scan);
}

} // namespace frontend
} // namespace spmd
