// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reductions of ops.h. Sums of bf16 and f16 are formed in f32, as in JAX.
//
// Softmax and its relatives are spelled out in primitive ops, as JAX exports them. The optimizer
// knows these patterns: it makes one kernel of three passes over a row of them, and a group of
// blocks where matmuls stand around them (attention).
#include "compiler/frontend/trace/apply.h"
#include "compiler/structure/gradient_attributes.h"

namespace spmd {
inline namespace frontend {
namespace {

using stablehlo::ComparisonDirection;
using Terms = llvm::ArrayRef<Term>;

/// What a description of a reduction gets: the operand's value and the checked dims.
using Reduce = llvm::function_ref<mlir::Value(Emitter &, mlir::Value, llvm::ArrayRef<int64_t>)>;

/// Which elements a reduction takes: all, all but complex ones, floats and complex numbers, floats.
/// The last two make integers f32.
enum class Wants { All, Ordered, Inexact, Floats };

/// Refuses complex numbers, which have no order.
mlir::Value realOf(Emitter &e, llvm::StringRef name, const Term &term, Wants kind) {
  if (isComplex(e.promoted(term)))
    e.refuse(name.str() + " of " + e.textOf(term) +
             ": not defined on complex numbers; take abs, real or imag first");
  return kind == Wants::Floats ? e.floatOf(term) : e.valueOf(term);
}

/// Checks the dims and the type and leaves the rest to `reduce`.
Tensor reduction(llvm::StringRef name, const Operand &x, const Dims &dims, Keep keep, Wants kind,
                 Reduce reduce, int64_t option = 0) {
  return apply(name, {&x}, OpKey(dims, int64_t(keep), option), [&](Emitter &e, Terms terms) {
    mlir::Value value = kind == Wants::All       ? e.valueOf(terms[0])
                        : kind == Wants::Inexact ? e.inexactOf(terms[0])
                                                 : realOf(e, name, terms[0], kind);
    return reduce(e, value, e.checkedDims(name, dims, value));
  });
}

/// The type in which a sum of elements is formed.
ElementType sumType(ElementType type) {
  switch (type) {
  case bf16:
  case f16:
    return f32;
  case boolean:
  case i8:
  case i16:
    return i32;
  case u8:
  case u16:
    return u32;
  default:
    return type;
  }
}

/// How many elements become one.
int64_t countOf(mlir::Value value, llvm::ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= Emitter::dimsOf(value)[size_t(dim)];
  return count;
}

/// Maxima of nothing have no value in JAX either, whatever their identity is.
void checkNotEmpty(Emitter &e, llvm::StringRef name, mlir::Value value,
                   llvm::ArrayRef<int64_t> dims) {
  if (countOf(value, dims) == 0)
    e.refuse(name.str() + " of " + text(frontendType(value.getType())) +
             ": there is none among 0 elements");
}

/// The mean of a float in the type of its sums.
mlir::Value meanOf(Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> dims, Keep keep) {
  mlir::Value wide = e.convert(value, sumType(e.elementOf(value)));
  return e.with<stablehlo::DivOp>(e.sumOver(wide, dims, keep), double(countOf(value, dims)));
}

/// value op of the reduced value, stretched again.
template <class Op> mlir::Value against(Emitter &e, mlir::Value value, mlir::Value reduced) {
  return e.make<Op>(value, e.broadcast(reduced, Emitter::dimsOf(value)));
}

/// max over dims as a shift that cancels out, so that it needs no gradient, as in JAX.
mlir::Value shiftOf(Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> dims) {
  return e.marked(e.maxOver(value, dims, keepDims), kStopGradientAttr);
}

/// The shift, or 0 where it is not finite, so that inf - inf does not give NaN.
mlir::Value finiteShift(Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> dims) {
  mlir::Value largest = shiftOf(e, value, dims);
  return e.make<stablehlo::SelectOp>(e.make<stablehlo::IsFiniteOp>(largest), largest,
                                     e.constantLike(0.0, largest));
}

/// The sum in f32 for narrow floats, in the value's type.
mlir::Value wideSum(Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> dims, Keep keep) {
  const ElementType own = e.elementOf(value), wide = sumType(own);
  mlir::Value sum = e.sumOver(e.convert(value, wide), dims, keep);
  return isFloat(own) ? e.convert(sum, own) : sum;
}

/// Builds (value, index) pairs and keeps the better one: the larger (or smaller) value, a NaN
/// before any number, and the smaller index among equals.
Tensor argBest(llvm::StringRef name, ComparisonDirection better, const Operand &x, int64_t dim,
               Keep keep) {
  return apply(name, {&x}, OpKey(dim, int64_t(keep)), [&](Emitter &e, Terms terms) -> mlir::Value {
    mlir::Value value = realOf(e, name, terms[0], Wants::Ordered);
    const Sizes dims = e.checkedDims(name, dim, value);
    checkNotEmpty(e, name, value, dims);
    const ElementType type = e.elementOf(value);
    mlir::Value positions =
        e.make<stablehlo::IotaOp>(e.tensorType(Emitter::dimsOf(value), i32), uint64_t(dims[0]));
    // The initial pair loses against every element but its own identity, whose index is larger.
    const bool isMax = better == ComparisonDirection::GT;
    mlir::Value inits[] = {e.constant(isMax ? e.lowest(type) : e.highest(type), type),
                           e.constant(int64_t(0), i32)};
    auto body = [&](mlir::OpBuilder &builder, mlir::Location location, mlir::ValueRange arguments) {
      Emitter inner(builder, location);
      mlir::Value a = arguments[0], ia = arguments[1], b = arguments[2], ib = arguments[3];
      mlir::Value wins = inner.make<stablehlo::OrOp>(inner.compare(better, a, b),
                                                     inner.compare(ComparisonDirection::NE, a, a));
      mlir::Value isFirst =
          inner.make<stablehlo::AndOp>(inner.compare(ComparisonDirection::EQ, a, b),
                                       inner.compare(ComparisonDirection::LT, ia, ib));
      mlir::Value takesIndex = inner.make<stablehlo::OrOp>(wins, isFirst);
      mlir::Value chosen = inner.make<stablehlo::SelectOp>(wins, a, b);
      mlir::Value index = inner.make<stablehlo::SelectOp>(takesIndex, ia, ib);
      stablehlo::ReturnOp::create(builder, location, mlir::ValueRange{chosen, index});
    };
    auto reduced =
        stablehlo::ReduceOp::create(e.builder, e.location, mlir::ValueRange{value, positions},
                                    mlir::ValueRange(inits), dims, body);
    mlir::Value index = reduced->getResult(1);
    return keep == Keep::No ? index : e.withDims(index, dims);
  });
}

} // namespace

Tensor sum(const Operand &x, const Dims &dims, Keep keep) {
  return reduction("sum", x, dims, keep, Wants::All,
                   [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
                     return wideSum(e, value, over, keep);
                   });
}

/// Narrow floats are multiplied in f32, and rounded once.
Tensor prod(const Operand &x, const Dims &dims, Keep keep) {
  return reduction("prod", x, dims, keep, Wants::All,
                   [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
                     const ElementType own = e.elementOf(value), wide = sumType(own);
                     mlir::Value all = e.convert(value, wide);
                     if (!over.empty()) // as in Emitter::sumOver
                       all = e.reduce<stablehlo::MulOp>(all, int64_t(1), over, keep);
                     return isFloat(own) ? e.convert(all, own) : all;
                   });
}

/// The sum is divided in its own type before it is rounded to the operand's.
Tensor mean(const Operand &x, const Dims &dims, Keep keep) {
  return reduction("mean", x, dims, keep, Wants::Inexact,
                   [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
                     return e.convert(meanOf(e, value, over, keep), e.elementOf(value));
                   });
}

/// Two passes over the elements, as jax.numpy.var: the mean is subtracted before squares are taken.
Tensor var(const Operand &x, const Dims &dims, Keep keep, int64_t ddof) {
  return reduction(
      "var", x, dims, keep, Wants::Floats,
      [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
        mlir::Value wide = e.convert(value, sumType(e.elementOf(value)));
        mlir::Value centered =
            against<stablehlo::SubtractOp>(e, wide, meanOf(e, wide, over, keepDims));
        mlir::Value squared = e.make<stablehlo::MulOp>(centered, centered);
        mlir::Value mean = e.with<stablehlo::DivOp>(e.sumOver(squared, over, keep),
                                                    double(countOf(value, over) - ddof));
        return e.convert(mean, e.elementOf(value));
      },
      ddof);
}

/// StableHLO's maximum passes a NaN on, so the reduction does.
Tensor max(const Operand &x, const Dims &dims, Keep keep) {
  return reduction("max", x, dims, keep, Wants::Ordered,
                   [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
                     checkNotEmpty(e, "max", value, over);
                     return e.maxOver(value, over, keep);
                   });
}

Tensor min(const Operand &x, const Dims &dims, Keep keep) {
  return reduction("min", x, dims, keep, Wants::Ordered,
                   [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
                     checkNotEmpty(e, "min", value, over);
                     return e.reduce<stablehlo::MinOp>(value, e.highest(e.elementOf(value)), over,
                                                       keep);
                   });
}

/// Elements are compared with 0 first; a NaN counts as true, as in NumPy.
Tensor all(const Operand &x, const Dims &dims, Keep keep) {
  return reduction("all", x, dims, keep, Wants::All,
                   [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
                     return e.reduce<stablehlo::AndOp>(e.convert(value, boolean), true, over, keep);
                   });
}

Tensor any(const Operand &x, const Dims &dims, Keep keep) {
  return reduction("any", x, dims, keep, Wants::All,
                   [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
                     return e.reduce<stablehlo::OrOp>(e.convert(value, boolean), false, over, keep);
                   });
}

Tensor argmax(const Operand &x, int64_t dim, Keep keep) {
  return argBest("argmax", ComparisonDirection::GT, x, dim, keep);
}
Tensor argmin(const Operand &x, int64_t dim, Keep keep) {
  return argBest("argmin", ComparisonDirection::LT, x, dim, keep);
}

/// exp(x - max) / sum. A row of nothing but -inf gives NaN, as in JAX.
Tensor softmax(const Operand &x, const Dims &dims) {
  return reduction("softmax", x, dims, keepDims, Wants::Floats,
                   [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
                     mlir::Value raised = e.make<stablehlo::ExpOp>(
                         against<stablehlo::SubtractOp>(e, value, shiftOf(e, value, over)));
                     return against<stablehlo::DivOp>(e, raised,
                                                      wideSum(e, raised, over, keepDims));
                   });
}

/// From the shifted operand, not as log(softmax(x)), which would lose small probabilities.
Tensor logSoftmax(const Operand &x, const Dims &dims) {
  return reduction(
      "logSoftmax", x, dims, keepDims, Wants::Floats,
      [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
        mlir::Value shifted = against<stablehlo::SubtractOp>(e, value, shiftOf(e, value, over));
        mlir::Value total = wideSum(e, e.make<stablehlo::ExpOp>(shifted), over, keepDims);
        return against<stablehlo::SubtractOp>(e, shifted, e.make<stablehlo::LogOp>(total));
      });
}

/// The shift is 0 for rows whose maximum is infinite, so that a row of -inf gives -inf.
Tensor logsumexp(const Operand &x, const Dims &dims, Keep keep) {
  return reduction(
      "logsumexp", x, dims, keep, Wants::Floats,
      [&](Emitter &e, mlir::Value value, llvm::ArrayRef<int64_t> over) {
        mlir::Value largest = finiteShift(e, value, over);
        mlir::Value raised =
            e.make<stablehlo::ExpOp>(against<stablehlo::SubtractOp>(e, value, largest));
        mlir::Value total = e.make<stablehlo::LogOp>(wideSum(e, raised, over, keep));
        return e.make<stablehlo::AddOp>(total, e.reshape(largest, Emitter::dimsOf(total)));
      });
}

} // namespace frontend
} // namespace spmd
