// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd.complex_part: emits the arithmetic of the real or the imaginary part of a complex function.
#include "compiler/elements/complex_numbers.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/parts.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace spmd {

using complex::Real;

/// The function of one complex number with this op name, or null.
static complex::Function functionOf(llvm::StringRef name) {
  for (const auto *functions : {&complex::arithmeticFunctions(), &complex::elementaryFunctions(),
                                &complex::inverseFunctions()})
    if (complex::Function f = functions->lookup(name))
      return f;
  return nullptr;
}

bool isComplexFunction(llvm::StringRef name) {
  return functionOf(name) || complex::arithmeticOperators().contains(name);
}

namespace ops {
namespace {

/// spmd.complex_part "F"(re, im, ..): one part of F on complex numbers, given by their parts.
///   "stablehlo.multiply"(a, b, c, d) -> a c - b d, with imaginary: a d + b c
struct ComplexPart {
  using Op = ir::ComplexPartOp;
  static IterationSpace space(Op op) { return IterationSpace::pointwise(op); }
  // Emits both parts, and erases what the wanted part does not need.
  static SmallVector<Value> emit(Op op, ScalarBuilder &b, ValueRange x) {
    auto argument = [&](unsigned i) {
      return complex::Complex{Real{x[2 * i], &b}, Real{x[2 * i + 1], &b}};
    };
    Operation *before = b.builder.getBlock()->empty() ? nullptr : &b.builder.getBlock()->back();
    complex::Function f = functionOf(op.getFunction());
    complex::Complex value =
        f ? f(argument(0))
          : complex::arithmeticOperators().lookup(op.getFunction())(argument(0), argument(1));
    Value part = op.getImaginary() ? value.im.v : value.re.v;
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

void addComplexRules(RuleTable &table) { table.add<ComplexPart>(); }

} // namespace ops
} // namespace spmd
