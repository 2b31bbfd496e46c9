// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers for the expressions of IndexAlgebra. Each number is computed in the outermost loop in
// which all variables of its expression are known, and kept there.
#pragma once
#include "compiler/kernels/index_algebra.h"
#include "compiler/kernels/loop_builder.h"

namespace spmd {

class IndexCode {
public:
  /// `element` makes an element of a value at an index: what a symbol stands for.
  using Element = std::function<mlir::Value(mlir::Value, llvm::ArrayRef<mlir::AffineExpr>)>;
  IndexCode(LoopBuilder &b, IndexAlgebra &algebra, Element element)
      : b(b), algebra(algebra), element(std::move(element)) {}

  /// A variable of the loop that is being written, in [low, low + size): of lane 0, if there are
  /// several.
  mlir::AffineExpr variable(mlir::Value value, int64_t low, int64_t size, unsigned lanes);
  /// The outermost scope, not beyond a condition, in which all variables of `index` are known.
  LoopScope *home(llvm::ArrayRef<mlir::AffineExpr> index);
  /// The variable with several lanes that occurs in `expr`; -1: none, all lanes have one index.
  int laneVariable(mlir::AffineExpr expr);
  unsigned lanesOfVariable(unsigned variable) const { return variables[variable].lanes; }
  unsigned lanesOf(mlir::AffineExpr expr);
  /// The number as index, for lane 0 where `lanes` is 1, else one per lane.
  mlir::Value number(mlir::AffineExpr expr, unsigned lanes) { return number(expr, Form{lanes}); }
  /// Whether all conditions hold, per lane where one of them depends on the lane. There is one.
  mlir::Value holds(llvm::ArrayRef<IndexAlgebra::Condition> conditions);

private:
  struct Variable {
    mlir::Value value; // of lane 0
    LoopScope *scope = nullptr;
    unsigned lanes = 1;
  };
  /// The type of a number. Lanes of 32 bits take half of the registers of an index, and CPUs have
  /// vector instructions for the remainders by a constant.
  struct Form {
    unsigned lanes;
    bool isNarrow = false;
  };
  mlir::Value number(mlir::AffineExpr expr, Form form);
  /// Whether 32 bits hold the number and all numbers that it is computed from.
  bool fitsNarrow(mlir::AffineExpr expr);
  mlir::Value ofVariable(const Variable &v, Form form);
  mlir::Value ofSymbol(IndexAlgebra::Symbol s, unsigned lanes);
  mlir::Value ofBinary(mlir::AffineBinaryOpExpr expr, Form form);
  mlir::Value constant(int64_t value, Form form);
  mlir::Value narrow(mlir::Value number);

  LoopBuilder &b;
  IndexAlgebra &algebra;
  Element element;
  llvm::SmallVector<Variable> variables; // by position in `algebra`
};

} // namespace spmd
