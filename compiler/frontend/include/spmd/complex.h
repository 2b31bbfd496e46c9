// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers: their parts, and how they are made of them (jax.numpy, jax.lax.complex).
//
// Arithmetic, exp, log, roots, trigonometric and hyperbolic functions, sums, products and matmuls
// take complex tensors as they take real ones. Comparisons by order, maxima, sorts and rounding
// refuse them. A std::complex is a number among operands, as 0.5 is. Gradients are JAX's: of a
// real loss f(x + iy) the gradient is df/dx - i df/dy, the conjugate of the direction of steepest
// ascent.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// re + i im; both broadcast. f64 gives c128, all other types c64.
Tensor complex(const Operand &re, const Operand &im);
/// The parts; real numbers are their own real part, and their imaginary parts are 0.
Tensor real(const Operand &x);
Tensor imag(const Operand &x);
/// re - i im; real numbers are their own.
Tensor conj(const Operand &x);
/// The angle in (-pi, pi], a float.
Tensor angle(const Operand &x);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
