// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The family base of elementwise ops. The struct of an op defines the meaning of one element
// (`eval`, in the five wide domains of tensor.h) and its arithmetic (`emit`). The base adds the
// iteration space and the loop over whole tensors.
#pragma once
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
llvm::Error applyElements(Op op, llvm::ArrayRef<Tensor> in, llvm::MutableArrayRef<Tensor> out) {
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
    out[0] = Tensor::of(mlir::RankedTensorType::get(in[widest].shape(), element), y);
    return llvm::Error::success();
  }
}
} // namespace detail

/// evalAll of an op with N operands of one element type: evaluates in the domain of that type.
template <class Self, size_t N, class Op>
llvm::Error evalElements(Op op, llvm::ArrayRef<Tensor> in, llvm::MutableArrayRef<Tensor> out) {
  switch (domainOf(in[0].element())) {
  case Domain::Bool:
    return detail::applyElements<Self, bool, N>(op, in, out);
  case Domain::Signed:
    return detail::applyElements<Self, int64_t, N>(op, in, out);
  case Domain::Unsigned:
    return detail::applyElements<Self, uint64_t, N>(op, in, out);
  case Domain::Real:
    return detail::applyElements<Self, double, N>(op, in, out);
  case Domain::Complex:
    return detail::applyElements<Self, Complex, N>(op, in, out);
  }
  llvm_unreachable("all domains are listed");
}

template <class OpT, class Self, size_t N> struct Elementwise {
  using Op = OpT;
  static IterationSpace space(Op op) { return IterationSpace::pointwise(op); }
  static llvm::Error evalAll(Op op, llvm::ArrayRef<Tensor> in, llvm::MutableArrayRef<Tensor> out) {
    return evalElements<Self, N>(op, in, out);
  }
};
template <class OpT, class Self> using Unary = Elementwise<OpT, Self, 1>;
template <class OpT, class Self> using Binary = Elementwise<OpT, Self, 2>;
template <class OpT, class Self> using Ternary = Elementwise<OpT, Self, 3>;

} // namespace spmd::ops
