// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random permutations: elements are sorted by random 32-bit keys, which is repeated with other keys
// until equal keys no longer matter.
//
// Two elements with equal keys stay in their order, which biases one sort. After r sorts this takes
// r equal keys in a row, so three times log(count) / log(2^32) of them suffice: one up to 1625
// elements. The number of sorts is a part of the bits, and therefore JAX's.
#include "compiler/frontend/include/spmd/random.h"
#include "compiler/frontend/random/bits.h"
#include "compiler/frontend/random/key_uses.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;

/// The values in the order of their keys, along a dim; equal keys keep the order.
mlir::Value sortedBy(Emitter &e, mlir::Value keys, mlir::Value values, int64_t dim) {
  auto sort = stablehlo::SortOp::create(
      e.builder, e.location, mlir::TypeRange{keys.getType(), values.getType()},
      mlir::ValueRange{keys, values}, uint64_t(dim), /*is_stable=*/true);
  // The comparator has two scalars of each operand; those of the keys come first.
  const mlir::OpBuilder::InsertionGuard guard(e.builder);
  mlir::Type value = e.tensorType({}, Emitter::elementOf(values)), key = e.tensorType({}, u32);
  mlir::Block *block = e.builder.createBlock(&sort.getComparator(), {}, {key, key, value, value},
                                             llvm::SmallVector<mlir::Location>(4, e.location));
  stablehlo::ReturnOp::create(
      e.builder, e.location,
      e.compare(stablehlo::ComparisonDirection::LT, block->getArgument(0), block->getArgument(1)));
  return sort->getResult(1);
}

/// The elements in random order along a dim, another one for each vector.
mlir::Value shuffled(Emitter &e, KeyWords key, mlir::Value values, int64_t dim) {
  double count = 1;
  for (int64_t size : Emitter::dimsOf(values))
    count *= double(size);
  const double rounds = std::ceil(3 * std::log(std::max(1.0, count)) / std::log(4294967295.0));
  for (int64_t round = 0; round < int64_t(rounds); ++round) {
    auto [next, drawn] = splitInTwo(e, key);
    key = next;
    mlir::Value order = randomBits(e, "random::permutation", drawn, Emitter::dimsOf(values), u32);
    values = sortedBy(e, order, values, dim);
  }
  return values;
}

} // namespace

namespace random {

Tensor permutation(const Key &key, int64_t count, Where where) {
  const Operand words(key.data, where);
  useKey(words, "random::permutation");
  return apply("random::permutation", {&words}, OpKey(count), [&](Emitter &e, Terms terms) {
    const int64_t dims[] = {count};
    checkDrawnShape(e, "random::permutation", dims);
    const KeyWords k = keyWords(e, "random::permutation", terms[0]);
    return shuffled(e, k, rowMajorPositions(e, dims, i32), 0);
  });
}

/// The elements of a vector are sorted themselves. Rows of more dims move together: their positions
/// are shuffled, and the rows taken.
Tensor permutation(const Key &key, const Operand &x, int64_t dim, Order order, Where where) {
  constexpr const char *name = "random::permutation";
  const Operand words(key.data, where);
  useKey(words, name);
  const bool isJoint =
      order == Order::Joint && !x.number && x.tensor.hasValue() && x.tensor.rank() > 1;
  auto build = [&](Emitter &e, Terms terms) {
    const KeyWords k = keyWords(e, name, terms[0]);
    mlir::Value value = e.valueOf(terms[1]);
    llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(value);
    const int64_t at = e.checkedDim(name, dim, int64_t(dims.size()), e.textOf(terms[1]));
    if (!isJoint)
      return shuffled(e, k, value, at);
    const Sizes rows{dims[size_t(at)]};
    return shuffled(e, k, rowMajorPositions(e, rows, i32), 0);
  };
  Tensor result = apply(name, {&words, &x}, OpKey(dim, int64_t(isJoint)), build);
  // There is nothing to take from a dim of size 0.
  return !isJoint ? result : result.size(0) == 0 ? x.tensor : take(x, Operand(result, where), dim);
}

} // namespace random
} // namespace frontend
} // namespace spmd
