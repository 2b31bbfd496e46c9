// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words in which the facet `vjp` writes the backward part of an op. An Expr is a tensor of the
// backward program, or a zero, of which no op is made. Backward holds the op, the cotangents of its
// results, and takes those of its operands. compiler/grad drives it.
//
//   static Expr vjp(Backward &g) { return g.ct() * g.out(); } // of exp
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {

class Backward;

/// A tensor of the backward program. Without a value it is a zero of any shape.
struct Expr {
  mlir::Value value = nullptr;
  Backward *g = nullptr;
  explicit operator bool() const { return bool(value); }
  mlir::RankedTensorType type() const {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  llvm::ArrayRef<int64_t> shape() const { return type().getShape(); }
  mlir::Type element() const { return type().getElementType(); }
};

/// The values of which gradients are wanted or passed on, and their cotangents so far.
struct Cotangents {
  llvm::DenseSet<mlir::Value> active;
  llvm::DenseMap<mlir::Value, mlir::Value> totals; // none: zero
};

/// One op of the forward program, and the place where its backward part is written.
class Backward {
public:
  Backward(mlir::Operation *op, mlir::OpBuilder &b, Cotangents &cotangents)
      : op(op), b(b), loc(op->getLoc()), cotangents(cotangents) {}

  /// The cotangent of a result; operands and results of the forward op.
  Expr ct(unsigned result = 0);
  Expr in(unsigned operand = 0) { return of(op->getOperand(operand)); }
  Expr out(unsigned result = 0) { return of(op->getResult(result)); }
  Expr of(mlir::Value value) { return {value, this}; }

  /// Adds `ct` to the cotangent of `value`, if that is wanted. A scalar operand of an elementwise
  /// op gets the sum.
  void give(mlir::Value value, Expr ct);
  void give(unsigned operand, Expr ct) { give(op->getOperand(operand), ct); }
  bool wants(mlir::Value value) const { return cotangents.active.contains(value); }
  bool wants(unsigned operand) const { return wants(op->getOperand(operand)); }
  /// The cotangent so far, which an op may update in place of adding to it; null is zero.
  Expr total(mlir::Value value) { return {cotangents.totals.lookup(value), this}; }
  void replaceTotal(mlir::Value value, Expr ct);

  /// All elements are `number`; complex types get a real one.
  Expr number(double number, mlir::Type type);
  Expr zeros(mlir::Type type) { return number(0, type); }
  Expr integers(llvm::ArrayRef<int64_t> values, mlir::RankedTensorType type);
  /// The op `name` on these operands.
  Expr make(llvm::StringRef name, mlir::Type type, llvm::ArrayRef<Expr> operands,
            llvm::ArrayRef<mlir::NamedAttribute> attributes = {});

  mlir::Operation *op;
  mlir::OpBuilder &b;
  mlir::Location loc;

private:
  Cotangents &cotangents;
};

// Arithmetic, in which zeros vanish: 0 + x -> x, 0 * x -> 0.
Expr operator+(Expr x, Expr y);
Expr operator-(Expr x, Expr y);
Expr operator*(Expr x, Expr y);
Expr operator/(Expr x, Expr y);
Expr operator-(Expr x);
Expr operator+(Expr x, double y);
Expr operator-(double x, Expr y);
Expr operator*(double x, Expr y);
Expr operator/(double x, Expr y);

/// A function of stablehlo or chlo with the type of its first operand: apply("chlo.digamma", x).
Expr apply(llvm::StringRef op, Expr x);
Expr apply(llvm::StringRef op, Expr x, Expr y);
Expr exp(Expr x);
Expr log(Expr x);
Expr sqrt(Expr x);
Expr rsqrt(Expr x);
Expr square(Expr x);
/// A comparison: compare(x, "GT", y).
Expr compare(Expr x, llvm::StringRef direction, Expr y);
Expr compare(Expr x, llvm::StringRef direction, double y);
/// Elements of `yes` where `which` holds, else of `no`; either may be zero.
Expr select(Expr which, Expr yes, Expr no);
Expr convert(Expr x, mlir::Type element);
Expr complexOf(Expr re, Expr im);
Expr realPart(Expr x);
Expr imagPart(Expr x);
Expr conj(Expr x);

/// The sum, maximum, .. over `dims`.
Expr reduce(Expr x, llvm::StringRef combiner, llvm::ArrayRef<int64_t> dims);
Expr sum(Expr x, llvm::ArrayRef<int64_t> dims);
/// `x` as a tensor of `type`, where dim i of x is dim dims[i].
Expr broadcast(Expr x, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> dims);
Expr reshape(Expr x, llvm::ArrayRef<int64_t> shape);
Expr transpose(Expr x, llvm::ArrayRef<int64_t> permutation);
Expr slice(Expr x, llvm::ArrayRef<int64_t> start, llvm::ArrayRef<int64_t> limit,
           llvm::ArrayRef<int64_t> strides);
/// `x` between zeros.
Expr pad(Expr x, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
         llvm::ArrayRef<int64_t> interior);

} // namespace spmd
