// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops that make and take apart complex numbers: real, imag, complex, and spmd.complex_part, the
// real or the imaginary part of a function.
#include "compiler/ops/elements.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace spmd::ops {
namespace {

/// The real part; a real number is its own.
struct Real : Unary<stablehlo::RealOp, Real> {
  static double eval(double x) { return x; }
  static double eval(Complex z) { return z.real(); }
  static PartValues parts(Op, OpBuilder &, llvm::ArrayRef<PartValues> x) { return {x[0][0]}; }
  using Facets = Has<Space, Rule, NoEmit<"complex numbers are not emitted">, Linear, Parts, Eval>;
};

/// The imaginary part; that of a real number is 0.
struct Imag : Unary<stablehlo::ImagOp, Imag> {
  static double eval(double) { return 0; }
  static double eval(Complex z) { return z.imag(); }
  static PartValues parts(Op, OpBuilder &b, llvm::ArrayRef<PartValues> x) {
    return {x[0].size() > 1 ? x[0][1] : zerosLike(b, x[0][0])};
  }
  using Facets = Has<Space, Rule, NoEmit<"complex numbers are not emitted">, Linear, Parts, Eval>;
};

/// A complex number of two real ones.
struct MakeComplex : Binary<stablehlo::ComplexOp, MakeComplex> {
  static Complex eval(double re, double im) { return {re, im}; }
  static PartValues parts(Op, OpBuilder &, llvm::ArrayRef<PartValues> x) {
    return {x[0][0], x[1][0]};
  }
  using Facets = Has<Space, Rule, NoEmit<"complex numbers are not emitted">, Linear, Parts, Eval>;
};

/// spmd.complex_part "F"(re, im, ..): one part of F on complex numbers, given by their parts.
///   "stablehlo.multiply"(a, b, c, d) -> a c - b d, with imaginary: a d + b c
struct ComplexPart {
  using Op = ir::ComplexPartOp;
  static IterationSpace space(Op op) { return IterationSpace::pointwise(op); }
  // Emits both parts, and erases what the wanted part does not need.
  static SmallVector<Value> emit(Op op, ScalarBuilder &b, ValueRange x) {
    Operation *before = b.builder.getBlock()->empty() ? nullptr : &b.builder.getBlock()->back();
    Value part = Rules::of(op.getFunction()).emitComplex(b, x)[op.getImaginary()];
    // Erases ops that only the other part needs. Later passes cannot: they do not know that calls
    // of libm have no side effects.
    for (Operation *made = &b.builder.getBlock()->back(); made && made != before;) {
      Operation *previous = made->getPrevNode();
      if (made != part.getDefiningOp() && isOpTriviallyDead(made))
        made->erase();
      made = previous;
    }
    return {part};
  }
  using Facets = Has<Space, Rule, Emit, NoEval<"made when nothing is evaluated any more">>;
};

} // namespace

void addComplexRules(RuleTable &table) { table.add<Real, Imag, MakeComplex, ComplexPart>(); }

} // namespace spmd::ops
