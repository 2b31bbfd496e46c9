// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of ops.h that move elements, and those that make tensors of nothing.
//
// Shapes are checked before an op is built, since the dialect's own messages would name neither the
// user's line nor the operands. Sizes that are given by the user may be anything, so products of
// them are checked for overflow before they are formed.
#include "compiler/frontend/include/spmd/sharding.h"
#include "compiler/frontend/trace/apply.h"

namespace spmd {
inline namespace frontend {
namespace {

using stablehlo::ComparisonDirection;
using Terms = llvm::ArrayRef<Term>;

/// "[2, 3]", for messages about shapes that no operand has.
std::string shapeText(llvm::ArrayRef<int64_t> dims) {
  std::string out = "[";
  for (auto [i, size] : llvm::enumerate(dims))
    out += (i ? ", " : "") + std::to_string(size);
  return out + "]";
}

/// The number of elements; 1 for a scalar.
int64_t productOf(llvm::ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t size : dims)
    count *= size;
  return count;
}

/// Refuses negative sizes, and elements whose number does not fit 62 bits.
void checkShape(Emitter &e, llvm::StringRef name, llvm::ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t size : dims)
    if (size < 0 || __builtin_mul_overflow(count, std::max<int64_t>(size, 1), &count) ||
        count > (int64_t(1) << 59))
      e.refuse(name.str() + " of the shape " + shapeText(dims) +
               ": a size is negative, or there are too many elements");
}

/// Replaces a size of -1 by the one that keeps the number of elements.
Sizes resolvedShape(Emitter &e, mlir::Value value, const std::vector<int64_t> &shape) {
  Sizes out(shape.begin(), shape.end());
  const std::string what =
      "reshape of " + text(frontendType(value.getType())) + " to " + shapeText(shape);
  // The open size is 1 while the others are multiplied.
  auto *open = llvm::find(out, -1);
  if (open != out.end()) {
    *open = 1;
    if (llvm::is_contained(out, -1))
      e.refuse(what + ": -1 stands twice");
  }
  // Before sizes are multiplied: they may be anything.
  checkShape(e, "reshape", out);
  if (open != out.end()) {
    const int64_t others = productOf(out), count = productOf(Emitter::dimsOf(value));
    *open = others == 0 || count % others ? -1 : count / others;
  }
  if (llvm::any_of(out, [](int64_t size) { return size < 0; }) ||
      productOf(out) != productOf(Emitter::dimsOf(value)))
    e.refuse(what + ": the shapes have different numbers of elements");
  return out;
}

/// A tensor of one number. The key holds the bits of the number, so that -0.0 and 0.0 differ, and
/// integers beyond 2^53 as well.
Tensor filled(llvm::StringRef name, const std::vector<int64_t> &shape, const Number &value,
              ElementType type, Where where) {
  const std::complex<double> parts = complexOf(value);
  const std::string_view bits(reinterpret_cast<const char *>(&parts), sizeof parts);
  const auto *whole = std::get_if<int64_t>(&value);
  return apply(name, {}, where,
               OpKey(shape, bits, whole ? *whole : 0, int64_t(value.index()), int64_t(type)),
               [&](Emitter &e, Terms) {
                 checkShape(e, name, shape);
                 return e.constant(value, type, shape);
               });
}

/// The operands in their common type.
llvm::SmallVector<mlir::Value> sameType(Emitter &e, Terms terms) {
  llvm::SmallVector<mlir::Value> values;
  for (const Term &term : terms)
    values.push_back(e.valueOf(term, e.promoted(terms)));
  return values;
}

} // namespace

/// A reshape to the same shape is the operand itself; the emitter leaves it out.
Tensor reshape(const Operand &x, std::vector<int64_t> shape) {
  return apply("reshape", {&x}, OpKey(shape), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    return e.reshape(value, resolvedShape(e, value, shape));
  });
}

/// An empty permutation reverses all dims, as numpy.transpose does without axes.
Tensor transpose(const Operand &x, std::vector<int64_t> permutation) {
  return apply("transpose", {&x}, OpKey(permutation), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const int64_t rank = int64_t(Emitter::dimsOf(value).size());
    const std::string type = text(frontendType(value.getType()));
    Sizes order;
    for (int64_t dim : permutation)
      order.push_back(e.checkedDim("transpose", dim, rank, type));
    if (permutation.empty())
      for (int64_t d = rank; d-- > 0;)
        order.push_back(d);
    Sizes sorted = order;
    llvm::sort(sorted);
    if (!llvm::equal(sorted, llvm::seq<int64_t>(0, rank)))
      e.refuse("transpose of " + type + " by " + shapeText(permutation) +
               ": each dim is to stand once");
    return e.transpose(value, order);
  });
}

/// The shapes are checked here: the emitter stretches only what fits.
Tensor broadcastTo(const Operand &x, std::vector<int64_t> shape) {
  return apply("broadcastTo", {&x}, OpKey(shape), [&](Emitter &e, Terms terms) {
    checkShape(e, "broadcastTo", shape);
    mlir::Value value = e.valueOf(terms[0]);
    llvm::ArrayRef<int64_t> own = Emitter::dimsOf(value);
    bool fits = own.size() <= shape.size();
    for (size_t i = 1; fits && i <= own.size(); ++i)
      fits = own[own.size() - i] == 1 || own[own.size() - i] == shape[shape.size() - i];
    if (!fits)
      e.refuse("broadcastTo of " + e.textOf(terms[0]) + " to " + shapeText(shape) +
               ": only dims of size 1 stretch");
    return e.broadcast(value, shape);
  });
}

/// The dim may be the rank of the operand, since it counts in the result.
Tensor expandDims(const Operand &x, int64_t dim) {
  return apply("expandDims", {&x}, OpKey(dim), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const int64_t rank = int64_t(Emitter::dimsOf(value).size()) + 1;
    return e.withDims(value, e.checkedDim("expandDims", dim, rank, e.textOf(terms[0])));
  });
}

/// Without dims, every dim of size 1 goes. A dim that is named must have that size.
Tensor squeeze(const Operand &x, const Dims &dims) {
  return apply("squeeze", {&x}, OpKey(dims), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const Sizes gone = e.checkedDims("squeeze", dims, value);
    Sizes kept;
    for (auto [d, size] : llvm::enumerate(Emitter::dimsOf(value))) {
      const bool goes = llvm::is_contained(gone, int64_t(d));
      if (goes && size != 1 && !dims.areAll)
        e.refuse("squeeze of " + text(frontendType(value.getType())) + ": dim " +
                 std::to_string(d) + " has size " + std::to_string(size) + ", not 1");
      if (!goes || size != 1)
        kept.push_back(size);
    }
    return e.reshape(value, kept);
  });
}

/// One reverse for all dims.
Tensor flip(const Operand &x, const Dims &dims) {
  return apply("flip", {&x}, OpKey(dims), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    return e.make<stablehlo::ReverseOp>(value, e.checkedDims("flip", dims, value));
  });
}

/// The sizes along the dim are made equal before shapes are compared, so that one comparison tells
/// whether the others agree. Ranks that differ never compare equal.
Tensor concatenate(std::vector<Operand> operands, int64_t dim) {
  return apply("concatenate", operands, OpKey(dim), [&](Emitter &e, Terms terms) {
    llvm::SmallVector<mlir::Value> values = sameType(e, terms);
    llvm::ArrayRef<int64_t> first = Emitter::dimsOf(values[0]);
    const int64_t at = e.checkedDim("concatenate", dim, int64_t(first.size()), e.textOf(terms[0]));
    for (mlir::Value value : values) {
      Sizes like(Emitter::dimsOf(value));
      if (like.size() == first.size())
        like[size_t(at)] = first[size_t(at)];
      if (llvm::ArrayRef(like) != first)
        e.refuse("concatenate of " + e.textOf(terms) + " along dim " + std::to_string(at) +
                 ": the other sizes differ");
    }
    return e.make<stablehlo::ConcatenateOp>(values, uint64_t(at));
  });
}

/// Each operand gets the new dim with size 1; then they are concatenated along it.
Tensor stack(std::vector<Operand> operands, int64_t dim) {
  return apply("stack", operands, OpKey(dim), [&](Emitter &e, Terms terms) {
    llvm::SmallVector<mlir::Value> values = sameType(e, terms);
    const Sizes first(Emitter::dimsOf(values[0]));
    const int64_t at = e.checkedDim("stack", dim, int64_t(first.size()) + 1, e.textOf(terms[0]));
    for (mlir::Value &value : values) {
      if (Emitter::dimsOf(value) != llvm::ArrayRef(first))
        e.refuse("stack of " + e.textOf(terms) + ": the shapes differ");
      value = e.withDims(value, at);
    }
    return e.make<stablehlo::ConcatenateOp>(values, uint64_t(at));
  });
}

/// Compares the positions with an iota along a new last dim. Positions that are out of range have
/// no 1, as in jax.nn.one_hot.
Tensor oneHot(const Operand &ids, int64_t size, ElementType type) {
  return apply("oneHot", {&ids}, OpKey(size, int64_t(type)), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    if (isInexact(e.elementOf(value)) || e.elementOf(value) == boolean)
      e.refuse("oneHot of " + e.textOf(terms[0]) + ": positions are integers");
    Sizes dims(Emitter::dimsOf(value));
    const int64_t last = int64_t(dims.size());
    dims.push_back(size);
    checkShape(e, "oneHot", dims);
    // The position stands beside each class; the iota counts the classes.
    mlir::Value wide = e.broadcast(e.withDims(value, last), dims);
    mlir::Value positions =
        e.make<stablehlo::IotaOp>(e.tensorType(dims, e.elementOf(value)), uint64_t(last));
    return e.convert(e.compare(ComparisonDirection::EQ, wide, positions), type);
  });
}

/// The four constants share one description.
Tensor full(std::vector<int64_t> shape, Number value, ElementType type, Where where) {
  return filled("full", shape, value, type, where);
}
Tensor zeros(std::vector<int64_t> shape, ElementType type, Where where) {
  return filled("zeros", shape, int64_t(0), type, where);
}
Tensor ones(std::vector<int64_t> shape, ElementType type, Where where) {
  return filled("ones", shape, int64_t(1), type, where);
}
Tensor arange(int64_t count, ElementType type, Where where) {
  return iota({count}, 0, type, where);
}

/// Booleans are refused, because StableHLO has no iota of them.
Tensor iota(std::vector<int64_t> shape, int64_t dim, ElementType type, Where where) {
  return apply("iota", {}, where, OpKey(shape, dim, int64_t(type)), [&](Emitter &e, Terms) {
    checkShape(e, "iota", shape);
    const int64_t at =
        e.checkedDim("iota", dim, int64_t(shape.size()), "the shape " + shapeText(shape));
    if (type == boolean)
      e.refuse("iota of booleans: positions are numbers");
    if (llvm::is_contained(shape, 0)) // generated code has no iota without elements
      return e.constant(int64_t(0), type, shape);
    return e.make<stablehlo::IotaOp>(e.tensorType(shape, type), uint64_t(at));
  });
}

/// Compares the row with the column of each element.
Tensor eye(int64_t size, ElementType type, Where where) {
  return apply("eye", {}, where, OpKey(size, int64_t(type)), [&](Emitter &e, Terms) {
    const Sizes shape{size, size};
    checkShape(e, "eye", shape);
    mlir::Type positions = e.tensorType(shape, i32);
    mlir::Value isDiagonal =
        e.compare(ComparisonDirection::EQ, e.make<stablehlo::IotaOp>(positions, uint64_t(0)),
                  e.make<stablehlo::IotaOp>(positions, uint64_t(1)));
    return e.convert(isDiagonal, type);
  });
}

/// The operand is read for its type only; the compiler drops it.
// Slots of an optimizer begin as zeros like the parameters, whose names and shardings they need.
Tensor zerosLike(const Operand &x) {
  Tensor made = apply("zerosLike", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    return e.constantLike(int64_t(0), e.valueOf(terms[0]));
  });
  return leafLike(made, x.tensor, x.where);
}
Tensor onesLike(const Operand &x) {
  Tensor made = apply("onesLike", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    return e.constantLike(int64_t(1), e.valueOf(terms[0]));
  });
  return leafLike(made, x.tensor, x.where);
}

} // namespace frontend
} // namespace spmd
