// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the ops of one call of the user: promotion, broadcasting and the checks that come before.
//
// The functions of ops.h describe themselves by a function of an Emitter and Terms. The same
// description is recorded into a trace, or compiled to a program of its own for concrete operands.
#pragma once
#include "compiler/frontend/include/spmd/ops.h"
#include "compiler/frontend/trace/trace.h"
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {
inline namespace frontend {

using Sizes = llvm::SmallVector<int64_t>;

/// The number as a complex one.
std::complex<double> complexOf(const Number &number);

/// An operand while ops are built: a value, or a number that has no value yet. Numbers are weak:
/// they take the type of the tensors beside them.
struct Term {
  mlir::Value value = {};
  std::optional<Number> number = {};
  std::optional<size_t> weakKind = {}; // the alternative of Number; unset for tensors
};

/// Whether numbers of `to` have no room for the fraction or the imaginary part of those of `from`.
inline bool losesPart(ElementType from, ElementType to) {
  return (isInexact(from) && !isInexact(to)) || (isComplex(from) && !isComplex(to));
}

/// What Emitter::refuse throws; apply adds the line and the operands.
struct Refusal {
  std::string message;
};

class Emitter {
public:
  Emitter(mlir::OpBuilder &builder, mlir::Location location)
      : builder(builder), location(location) {}

  [[noreturn]] void refuse(const std::string &message) const { throw Refusal{message}; }

  template <class Op, class... Arguments> mlir::Value make(Arguments &&...arguments) {
    return Op::create(builder, location, std::forward<Arguments>(arguments)...)->getResult(0);
  }
  mlir::RankedTensorType tensorType(llvm::ArrayRef<int64_t> dims, ElementType element) {
    return mlirType(Type{element, dims.vec()}, builder.getContext());
  }

  static llvm::ArrayRef<int64_t> dimsOf(mlir::Value value) {
    return mlir::cast<mlir::RankedTensorType>(value.getType()).getShape();
  }
  static ElementType elementOf(mlir::Value value) { return frontendType(value.getType()).element; }
  static std::string textOf(const Term &term);
  /// "f32[8, 64] and f32[3]".
  static std::string textOf(llvm::ArrayRef<Term> terms);

  /// The element type in which the terms meet. Numbers alone give i1, i32 or f32.
  static ElementType promoted(llvm::ArrayRef<Term> terms);
  /// The term as a value of this type.
  mlir::Value valueOf(const Term &term, ElementType type);
  /// The term as a value of its own type.
  mlir::Value valueOf(const Term &term) { return valueOf(term, promoted(term)); }
  /// The term as a value of its own type, or f32 where that is no float. Refuses complex numbers;
  /// inexactOf takes them.
  mlir::Value floatOf(const Term &term);
  mlir::Value inexactOf(const Term &term);
  /// A constant of these dims.
  mlir::Value constant(const Number &number, ElementType type, llvm::ArrayRef<int64_t> dims = {});
  mlir::Value constantLike(const Number &number, mlir::Value like) {
    return constant(number, elementOf(like), dimsOf(like));
  }
  mlir::Value convert(mlir::Value value, ElementType type);
  /// Stretches to dims that contain those of the value on the right.
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  /// The shape in which all terms meet. Throws a Refusal that names the op.
  Sizes commonDims(llvm::StringRef op, llvm::ArrayRef<Term> terms);
  /// The terms as values of one type and shape.
  llvm::SmallVector<mlir::Value> meet(llvm::StringRef op, llvm::ArrayRef<Term> terms,
                                      ElementType type);

  /// The dim from the front; refuses dims that a tensor of this rank does not have.
  int64_t checkedDim(llvm::StringRef op, int64_t dim, int64_t rank, const std::string &type);
  /// The dims of a reduction, ascending. Refuses dims that stand twice.
  Sizes checkedDims(llvm::StringRef op, const Dims &dims, mlir::Value value);

  /// Reduces by one op, with the initial value; the dims go, or stay with size 1.
  template <class Op>
  mlir::Value reduce(mlir::Value value, const Number &initial, llvm::ArrayRef<int64_t> dims,
                     Keep keep) {
    mlir::Value reduced = stablehlo::ReduceOp::createWith<Op>(
                              builder, location, value, constant(initial, elementOf(value)), dims)
                              ->getResult(0);
    return keep == Keep::No ? reduced : withDims(reduced, dims);
  }
  /// The identities of maximum and minimum: infinities, or the last integers.
  static Number lowest(ElementType type);
  static Number highest(ElementType type);
  /// The largest elements.
  mlir::Value maxOver(mlir::Value value, llvm::ArrayRef<int64_t> dims, Keep keep);
  mlir::Value sumOver(mlir::Value value, llvm::ArrayRef<int64_t> dims, Keep keep);
  /// Inserts dims of size 1; they are dims of the result, ascending.
  mlir::Value withDims(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  /// value op number, where the number has the value's type.
  template <class Op> mlir::Value with(mlir::Value value, double number) {
    return make<Op>(value, constantLike(number, value));
  }
  mlir::Value compare(stablehlo::ComparisonDirection direction, mlir::Value a, mlir::Value b) {
    return make<stablehlo::CompareOp>(a, b, direction);
  }
  /// The value behind an op that does nothing, with an attribute for compiler/grad.
  mlir::Value marked(mlir::Value value, llvm::StringRef attribute, llvm::StringRef text = "");

  mlir::OpBuilder &builder;
  mlir::Location location;
};

} // namespace frontend
} // namespace spmd
