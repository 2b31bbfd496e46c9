// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The family base of elementwise ops. The struct of an op defines the meaning of one element
// (`eval`, in the five wide domains of tensor.h) and its arithmetic (`emit`). The base adds the
// iteration space and the loop over whole tensors. Functions that one expression defines are lines
// of their families (`Function`, `RealFunction`).
#pragma once
#include "compiler/elements/complex_reference.h"
#include "compiler/ops/facets.h"
#include "mlir/IR/TypeUtilities.h"

namespace spmd::ops {

template <class T>
concept IsBool = std::same_as<T, bool>;
template <class T>
concept IsInteger = std::same_as<T, int64_t> || std::same_as<T, uint64_t>;
template <class T>
concept IsReal = std::same_as<T, double>;
template <class T>
concept IsComplex = std::same_as<T, Complex>;
template <class T>
concept IsFloating = IsReal<T> || IsComplex<T>;
template <class T>
concept IsOrdered = IsInteger<T> || IsReal<T>;

namespace detail {
template <class T> using Held = std::conditional_t<IsBool<T>, uint8_t, T>;

/// Self::eval on the elements x, with the op as first argument if eval takes it.
template <class Self, class T, class Op, size_t... I>
auto callElement(Op op, const std::array<T, sizeof...(I)> &x, std::index_sequence<I...>) {
  if constexpr (requires { Self::eval(op, x[I]...); })
    return Self::eval(op, x[I]...);
  else
    return Self::eval(x[I]...);
}

/// Whether Self::eval is defined for N elements of type T.
template <class Self, class T, class Op, size_t N> constexpr bool meansElement() {
  return []<size_t... I>(std::index_sequence<I...>) {
    return requires(Op op, std::array<T, N> x) { Self::eval(op, x[I]...); } ||
           requires(std::array<T, N> x) { Self::eval(x[I]...); };
  }(std::make_index_sequence<N>());
}

/// Applies the op to every element, with operands in domain T. A scalar operand is used for every
/// element of a larger operand.
template <class Self, class T, size_t N, class Op>
llvm::Expected<Tensor> applyElements(Op op, Inputs in) {
  if constexpr (!meansElement<Self, T, Op, N>()) {
    std::string text;
    llvm::raw_string_ostream(text) << "is not defined on elements of type " << in[0].element();
    return opError(op, text);
  } else {
    constexpr auto all = std::make_index_sequence<N>();
    using Result = decltype(callElement<Self, T>(op, std::array<T, N>(), all));
    std::array<std::vector<Held<T>>, N> x;
    size_t widest = 0;
    for (size_t i = 0; i < N; ++i) {
      x[i] = in[i].values<Held<T>>();
      if (in[i].rank() > in[widest].rank())
        widest = i;
    }
    std::vector<Held<Result>> y(x[widest].size());
    for (size_t e = 0; e < y.size(); ++e) {
      std::array<T, N> element;
      for (size_t i = 0; i < N; ++i)
        element[i] = T(x[i][in[i].rank() == 0 ? 0 : e]);
      y[e] = callElement<Self, T>(op, element, all);
    }
    auto element = mlir::getElementTypeOrSelf(op->getResult(0).getType());
    // Kernels compute in f32, where a result below its smallest number is zero. Float8E8M0FNU turns
    // zero into NaN, so the reference must round to f32, too. All other types of at most 16 bits
    // are zero there already.
    if constexpr (IsReal<Result>)
      if (llvm::isa<mlir::Float8E8M0FNUType>(element))
        for (double &value : y)
          value = float(value);
    return Tensor::of(mlir::RankedTensorType::get(in[widest].shape(), element), y);
  }
}
} // namespace detail

/// An op with N operands of one element type, in whose domain it is evaluated. These are the facets
/// of ops that are not defined on complex numbers.
template <class OpT, class Self, size_t N> struct Elementwise : Pointwise<OpT> {
  using Facets = Has<Space, Rule, Emit, Eval>;
  static llvm::Expected<Tensor> evalAll(OpT op, Inputs in) {
    return inDomain(domainOf(in[0].element()), [&]<class T>(T) {
      using Element = std::conditional_t<std::same_as<T, uint8_t>, bool, T>;
      return detail::applyElements<Self, Element, N>(op, in);
    });
  }
};
template <class OpT, class Self> using Unary = Elementwise<OpT, Self, 1>;
template <class OpT, class Self> using Binary = Elementwise<OpT, Self, 2>;
template <class OpT, class Self> using Ternary = Elementwise<OpT, Self, 3>;

/// A function of one float or complex number: its reference, its op on registers, its arithmetic
/// on complex registers, and its gradient.
template <class OpT, class Math, auto reference, complex::Complex (*onComplex)(complex::Complex),
          auto gradient>
struct Function : Unary<OpT, Function<OpT, Math, reference, onComplex, gradient>> {
  template <class T>
    requires IsFloating<T>
  static T eval(T x) {
    return inHighPrecision(x, reference);
  }
  static mlir::Value emit(ScalarBuilder &b, mlir::Value x) { return b.make<Math>(x); }
  static complex::Complex emitComplex(complex::Complex x) { return onComplex(x); }
  static Expr vjp(Backward &g) { return gradient(g); }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// A function of one float: its reference, its arithmetic, in most cases one op, and its gradient.
template <class OpT, auto reference, auto arithmetic, auto gradient>
struct RealFunction : Unary<OpT, RealFunction<OpT, reference, arithmetic, gradient>> {
  static auto eval(double x) { return reference(x); }
  static mlir::Value emit(ScalarBuilder &b, mlir::Value x) { return arithmetic(b, x); }
  static Expr vjp(Backward &g) { return gradient(g); }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};
/// The gradient of a function that is constant between its steps.
inline constexpr auto noSlope = [](Backward &) { return Expr(); };
template <class Math> mlir::Value oneOp(ScalarBuilder &b, mlir::Value x) { return b.make<Math>(x); }

} // namespace spmd::ops
