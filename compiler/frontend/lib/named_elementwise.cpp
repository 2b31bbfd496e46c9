// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of elements on named tensors: operands are aligned by name, then the function of ops.h
// runs on their tensors.
//
// An aligned operand has its axes in the order of the result. Axes that it lacks are dims of size 1
// where they stand behind its first own one, and broadcast from the left where they stand in front.
#include "compiler/frontend/lib/named_common.h"
#include <map>
#include <spmd/named_ops.h>
#include <spmd/transform.h>

namespace spmd {
inline namespace frontend {
namespace {

using Terms = std::vector<NamedTerm>;

/// Operands as the function of tensors takes them, and what is known of its result.
struct Aligned {
  std::vector<Operand> operands;
  Names names;
  std::vector<int64_t> shape;
  bool areParameters; // all that have axes
};

/// Refuses terms without a value, and tensors that have dims but no names.
void checkTerm(const std::string &what, const NamedTerm &term) {
  if (term.number)
    return;
  if (term.x.hasValue() && term.x.names.empty() && term.x.tensor.rank() > 0)
    refuse(what + " of a tensor " + text(term.x.tensor.type()) +
           " without names; named(x, {..}) gives it some");
  checkNamed(what, term.x);
}

/// [batch, embed] and [embed, mlp] -> [batch, embed, mlp]; [embed] and [batch, embed] -> [batch,
/// embed], the order of the operand that has all axes.
Names meet(const Terms &terms) {
  Names all;
  for (const NamedTerm &term : terms)
    for (const std::string &name : term.x.names)
      if (!find(all, name))
        all.push_back(name);
  for (const NamedTerm &term : terms)
    if (term.x.names.size() == all.size())
      return term.x.names;
  return all;
}

/// The sizes of the axes in an order; refuses two sizes of one name.
std::vector<int64_t> sizesOf(const std::string &what, const Terms &terms, const Names &names) {
  std::vector<int64_t> sizes(names.size(), -1);
  std::vector<NamedTensor> tensors;
  for (const NamedTerm &term : terms)
    if (!term.number)
      tensors.push_back(term.x);
  for (const NamedTensor &x : tensors)
    for (size_t d = 0; d < x.names.size(); ++d) {
      int64_t &size = sizes[*find(names, x.names[d])];
      const int64_t own = x.tensor.shape()[d];
      if (size >= 0 && size != own)
        refuse(what + " of " + listText(tensors) + ": axis " + x.names[d] + " has sizes " +
               std::to_string(size) + " and " + std::to_string(own));
      size = own;
    }
  return sizes;
}

/// The tensor with dims that broadcast from the right to those of `names`: [embed] among [batch,
/// embed, mlp] -> [embed, 1], and among [batch, embed] it stays as it is.
Tensor spread(const NamedTensor &x, const Names &names) {
  const NamedTensor own = ordered(x, names);
  std::vector<int64_t> shape;
  for (const std::string &name : names) {
    const std::optional<size_t> dim = find(own.names, name);
    if (dim || !shape.empty())
      shape.push_back(dim ? own.tensor.shape()[*dim] : 1);
  }
  return shape == own.tensor.shape() ? own.tensor : reshape(own.tensor, shape);
}

/// All operands in one order. Parameters are read as values are computed with, unless there is
/// nothing else: then the result is kept as they are.
Aligned align(const std::string &what, const Terms &terms) {
  Aligned aligned;
  bool hasAxes = false, hasValues = false;
  for (const NamedTerm &term : terms) {
    checkTerm(what, term);
    hasAxes |= !term.x.names.empty();
    hasValues |= !term.x.names.empty() && !isParameter(term.x);
  }
  aligned.areParameters = hasAxes && !hasValues;
  aligned.names = meet(terms);
  aligned.shape = sizesOf(what, terms, aligned.names);
  for (const NamedTerm &term : terms) {
    Operand operand(term.x.tensor);
    operand.number = term.number;
    if (!term.number)
      operand.tensor = spread(
          {aligned.areParameters ? term.x.tensor : computed(term.x), term.x.names}, aligned.names);
    aligned.operands.push_back(std::move(operand));
  }
  return aligned;
}

/// f of the aligned operands. Parameters alone make a parameter: an update stays where it was.
template <class F> NamedTensor apply(const std::string &what, const Terms &terms, F f) {
  const CallerLine line(terms[0].where);
  const Aligned aligned = align(what, terms);
  const Tensor made = f(aligned.operands);
  if (made.shape() != aligned.shape)
    refuse(what + ": the function gives " + text(made.type()) + " where its operands meet in " +
           text(Type{made.elementType(), aligned.shape}) + "; it works element by element");
  return aligned.areParameters ? parameterOf(made, aligned.names) : valueOf(made, aligned.names);
}

/// A function of one operand keeps its axes and their order.
template <class F> NamedTensor unary(const char *what, const NamedOperand &x, F f) {
  return apply(what, {x}, [&](const std::vector<Operand> &in) { return f(in[0]); });
}
/// Either operand may be a number or a tensor without dims; the line is that of the left one.
template <class F>
NamedTensor binary(const char *what, const NamedTerm &a, const NamedTerm &b, F f) {
  return apply(what, {a, b}, [&](const std::vector<Operand> &in) { return f(in[0], in[1]); });
}

} // namespace

// The two overloads of a function: a named tensor stands on the left, or only on the right.
#define NAMED_BINARY(function, what, expression)                                                   \
  NamedTensor function(const NamedOperand &a, const NamedTerm &b) {                                \
    return binary(what, a, b, [](const Operand &x, const Operand &y) { return expression; });      \
  }                                                                                                \
  NamedTensor function(const Operand &a, const NamedOperand &b) {                                  \
    return binary(what, a, b, [](const Operand &x, const Operand &y) { return expression; });      \
  }
NAMED_BINARY(operator+, "add", x + y)
NAMED_BINARY(operator-, "subtract", x - y)
NAMED_BINARY(operator*, "multiply", x *y)
NAMED_BINARY(operator/, "divide", x / y)
NAMED_BINARY(operator%, "remainder", x % y)
NAMED_BINARY(operator&, "and", x &y)
NAMED_BINARY(operator|, "or", x | y)
NAMED_BINARY(operator^, "xor", x ^ y)
NAMED_BINARY(operator<, "less", x < y)
NAMED_BINARY(operator<=, "lessEqual", x <= y)
NAMED_BINARY(operator>, "greater", x > y)
NAMED_BINARY(operator>=, "greaterEqual", x >= y)
NAMED_BINARY(power, "power", power(x, y))
NAMED_BINARY(maximum, "maximum", maximum(x, y))
NAMED_BINARY(minimum, "minimum", minimum(x, y))
NAMED_BINARY(atan2, "atan2", atan2(x, y))
NAMED_BINARY(equal, "equal", equal(x, y))
NAMED_BINARY(notEqual, "notEqual", notEqual(x, y))
#undef NAMED_BINARY

#define NAMED_UNARY(function)                                                                      \
  NamedTensor function(const NamedOperand &x) {                                                    \
    return unary(#function, x, [](const Operand &in) { return function(in); });                    \
  }
NAMED_UNARY(abs)
NAMED_UNARY(sign)
NAMED_UNARY(square)
NAMED_UNARY(exp)
NAMED_UNARY(expm1)
NAMED_UNARY(log)
NAMED_UNARY(log1p)
NAMED_UNARY(sqrt)
NAMED_UNARY(rsqrt)
NAMED_UNARY(cbrt)
NAMED_UNARY(sin)
NAMED_UNARY(cos)
NAMED_UNARY(tan)
NAMED_UNARY(tanh)
NAMED_UNARY(erf)
NAMED_UNARY(erfc)
NAMED_UNARY(erfInv)
NAMED_UNARY(floor)
NAMED_UNARY(ceil)
NAMED_UNARY(round)
NAMED_UNARY(isFinite)
NAMED_UNARY(isNan)
NAMED_UNARY(relu)
NAMED_UNARY(sigmoid)
NAMED_UNARY(silu)
NAMED_UNARY(softplus)
NAMED_UNARY(stopGradient)
#undef NAMED_UNARY

/// Named as in messages of operators, which have no name in C++.
NamedTensor operator-(const NamedOperand &x) {
  return unary("negate", x, [](const Operand &in) { return -in; });
}
/// Booleans are logical, integers bitwise; floats are refused by the op.
NamedTensor operator~(const NamedOperand &x) {
  return unary("not", x, [](const Operand &in) { return ~in; });
}
/// The functions below have an option beside the operand.
NamedTensor gelu(const NamedOperand &x, Gelu kind) {
  return unary("gelu", x, [&](const Operand &in) { return gelu(in, kind); });
}
/// A parameter stays a parameter in another type, as those of mixed precision do.
NamedTensor astype(const NamedOperand &x, ElementType type) {
  return unary("astype", x, [&](const Operand &in) { return astype(in, type); });
}
/// For the policy "names:NAME" of checkpoint.
NamedTensor checkpointName(const NamedOperand &x, const std::string &name) {
  return unary("checkpointName", x, [&](const Operand &in) { return checkpointName(in, name); });
}

/// The order of the result may be that of any of the three.
NamedTensor where(const NamedOperand &condition, const NamedTerm &x, const NamedTerm &y) {
  return apply("where", {condition, x, y},
               [](const std::vector<Operand> &in) { return where(in[0], in[1], in[2]); });
}
NamedTensor where(const Operand &condition, const NamedOperand &x, const NamedTerm &y) {
  return apply("where", {condition, x, y},
               [](const std::vector<Operand> &in) { return where(in[0], in[1], in[2]); });
}
/// Bounds may be tensors with axes of their own, which the result then has as well.
NamedTensor clip(const NamedOperand &x, const NamedTerm &low, const NamedTerm &high) {
  return apply("clip", {x, low, high},
               [](const std::vector<Operand> &in) { return clip(in[0], in[1], in[2]); });
}

/// The check of the shape catches reductions, which would leave names for dims that are gone.
NamedTensor elementwise(const std::function<Tensor(Tensor)> &f, const NamedOperand &x) {
  return unary("elementwise", x, [&](const Operand &in) { return f(in.tensor); });
}
/// The user's function takes tensors, so a number becomes one first.
NamedTensor elementwise(const std::function<Tensor(Tensor, Tensor)> &f, const NamedOperand &x,
                        const NamedTerm &y) {
  return binary("elementwise", x, y, [&](const Operand &a, const Operand &b) {
    return f(a.tensor, b.number ? astype(b, a.tensor.elementType()) : b.tensor);
  });
}

} // namespace frontend
} // namespace spmd
