// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic, functions of elements, reductions and matmuls on named tensors.
//
// Operands meet by name: an operand stretches along the axes that it lacks. The result has the
// order of the operand that has all axes, or else the axes of the left operand and then the others
// of the right one. (Haliax refuses operands of which neither has all axes.) Types, formulas and
// names are those of the functions of ops.h.
#pragma once
#include <spmd/named.h>
#include <spmd/ops.h>
#include <spmd/order.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The function of that name in ops.h, element by element. One of the operands may be a number or a
/// Tensor without dims.
NamedTensor operator+(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator+(const Operand &a, const NamedOperand &b);
NamedTensor operator-(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator-(const Operand &a, const NamedOperand &b);
NamedTensor operator*(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator*(const Operand &a, const NamedOperand &b);
NamedTensor operator/(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator/(const Operand &a, const NamedOperand &b);
NamedTensor operator%(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator%(const Operand &a, const NamedOperand &b);
NamedTensor operator&(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator&(const Operand &a, const NamedOperand &b);
NamedTensor operator|(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator|(const Operand &a, const NamedOperand &b);
NamedTensor operator^(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator^(const Operand &a, const NamedOperand &b);
NamedTensor power(const NamedOperand &a, const NamedTerm &b);
NamedTensor power(const Operand &a, const NamedOperand &b);
NamedTensor maximum(const NamedOperand &a, const NamedTerm &b);
NamedTensor maximum(const Operand &a, const NamedOperand &b);
NamedTensor minimum(const NamedOperand &a, const NamedTerm &b);
NamedTensor minimum(const Operand &a, const NamedOperand &b);
NamedTensor atan2(const NamedOperand &a, const NamedTerm &b);
NamedTensor atan2(const Operand &a, const NamedOperand &b);
NamedTensor operator<(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator<(const Operand &a, const NamedOperand &b);
NamedTensor operator<=(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator<=(const Operand &a, const NamedOperand &b);
NamedTensor operator>(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator>(const Operand &a, const NamedOperand &b);
NamedTensor operator>=(const NamedOperand &a, const NamedTerm &b);
NamedTensor operator>=(const Operand &a, const NamedOperand &b);
NamedTensor equal(const NamedOperand &a, const NamedTerm &b);
NamedTensor equal(const Operand &a, const NamedOperand &b);
NamedTensor notEqual(const NamedOperand &a, const NamedTerm &b);
NamedTensor notEqual(const Operand &a, const NamedOperand &b);
/// x where the condition holds, else y; all three meet by name.
NamedTensor where(const NamedOperand &condition, const NamedTerm &x, const NamedTerm &y);
NamedTensor where(const Operand &condition, const NamedOperand &x, const NamedTerm &y);
/// min(max(x, low), high); all three meet by name.
NamedTensor clip(const NamedOperand &x, const NamedTerm &low, const NamedTerm &high);

/// f of tensors that meet by name, for functions that have no overload here. f works element by
/// element: its result has the shape in which its operands meet. Throws where it has another one.
NamedTensor elementwise(const std::function<Tensor(Tensor)> &f, const NamedOperand &x);
NamedTensor elementwise(const std::function<Tensor(Tensor, Tensor)> &f, const NamedOperand &x,
                        const NamedTerm &y);

/// The function of that name in ops.h, element by element.
NamedTensor operator-(const NamedOperand &x);
NamedTensor operator~(const NamedOperand &x);
NamedTensor abs(const NamedOperand &x);
NamedTensor sign(const NamedOperand &x);
NamedTensor square(const NamedOperand &x);
NamedTensor exp(const NamedOperand &x);
NamedTensor expm1(const NamedOperand &x);
NamedTensor log(const NamedOperand &x);
NamedTensor log1p(const NamedOperand &x);
NamedTensor sqrt(const NamedOperand &x);
NamedTensor rsqrt(const NamedOperand &x);
NamedTensor cbrt(const NamedOperand &x);
NamedTensor sin(const NamedOperand &x);
NamedTensor cos(const NamedOperand &x);
NamedTensor tan(const NamedOperand &x);
NamedTensor tanh(const NamedOperand &x);
NamedTensor erf(const NamedOperand &x);
NamedTensor erfc(const NamedOperand &x);
NamedTensor erfInv(const NamedOperand &x);
NamedTensor floor(const NamedOperand &x);
NamedTensor ceil(const NamedOperand &x);
NamedTensor round(const NamedOperand &x);
NamedTensor isFinite(const NamedOperand &x);
NamedTensor isNan(const NamedOperand &x);
NamedTensor relu(const NamedOperand &x);
NamedTensor sigmoid(const NamedOperand &x);
NamedTensor silu(const NamedOperand &x);
NamedTensor softplus(const NamedOperand &x);
NamedTensor gelu(const NamedOperand &x, Gelu kind = Gelu::Tanh);
NamedTensor astype(const NamedOperand &x, ElementType type);
/// As those of transform.h: x without a gradient, and x that checkpoints may save.
NamedTensor stopGradient(const NamedOperand &x);
NamedTensor checkpointName(const NamedOperand &x, const std::string &name);

/// The reduction of that name in ops.h over axes, which go; without axes over all of them. The
/// others keep their order.
NamedTensor sum(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor prod(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor mean(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor var(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor stddev(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor max(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor min(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor all(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor any(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
NamedTensor logsumexp(const NamedOperand &x, const AxisSelection &axes = AxisSelection::all());
/// The sum and the mean of the elements where a boolean mask holds, which may lack axes of x. A
/// mean of none is NaN.
NamedTensor sum(const NamedOperand &x, const AxisSelection &axes, const NamedOperand &mask);
NamedTensor mean(const NamedOperand &x, const AxisSelection &axes, const NamedOperand &mask);
/// The position of the first largest (smallest) element along an axis, which goes; i32.
NamedTensor argmax(const NamedOperand &x, const AxisSelector &axis);
NamedTensor argmin(const NamedOperand &x, const AxisSelector &axis);

/// The function of that name in ops.h along axes, which stay. Several axes are one distribution.
NamedTensor softmax(const NamedOperand &x, const AxisSelection &axes);
NamedTensor logSoftmax(const NamedOperand &x, const AxisSelection &axes);
/// The function of that name in order.h along an axis, which stays.
NamedTensor cumsum(const NamedOperand &x, const AxisSelector &axis, Scan scan = Scan::Forward);
NamedTensor cumprod(const NamedOperand &x, const AxisSelector &axis, Scan scan = Scan::Forward);
NamedTensor sort(const NamedOperand &x, const AxisSelector &axis, Order order = Order::Ascending);
NamedTensor argsort(const NamedOperand &x, const AxisSelector &axis,
                    Order order = Order::Ascending);
/// What topK finds, along the new axis.
struct NamedTopK {
  NamedTensor values, positions;
};
/// The largest elements along an axis, the largest first, along `largest` in its place, and their
/// positions (i32): topK(logits, Vocab, Axis("choice", 5)).
NamedTopK topK(const NamedOperand &x, const AxisSelector &axis, const Axis &largest);

/// The sum over axes of the product of operands, which meet by name: dot(x, w, Embed). Axes that
/// several operands have and that are not summed stay, as batches. The result has the axes of the
/// first operand that are not summed, then those of the next ones. Throws for a summed axis that
/// fewer than two operands have.
NamedTensor dot(const NamedOperand &a, const NamedOperand &b, const AxisSelection &axes);
NamedTensor dot(const std::vector<NamedOperand> &operands, const AxisSelection &axes);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
