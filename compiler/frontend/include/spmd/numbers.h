// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers and their parts: divisors, quotients with remainders, mantissas and exponents, bits in
// bytes; and phases.
//
// Names and results are those of jax.numpy. Ops throw spmd::Error for types that they do not take.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The greatest common divisor of two integers, 0 or more, and their least common multiple. Floats
/// and booleans are refused. Element by element by Euclid's algorithm, until the last one has
/// ended; there are no gradients.
Tensor gcd(const Operand &a, const Operand &b);
Tensor lcm(const Operand &a, const Operand &b);
/// floorDivide(a, b) and a % b.
std::pair<Tensor, Tensor> divmod(const Operand &a, const Operand &b);
/// The larger (smaller) one of two numbers, where a NaN loses.
Tensor fmax(const Operand &a, const Operand &b);
Tensor fmin(const Operand &a, const Operand &b);

/// The fraction and the whole part of a float, both with its sign.
std::pair<Tensor, Tensor> modf(const Operand &x);
/// A mantissa of magnitude in [1/2, 1) and an exponent (i32) with x = mantissa 2^exponent. 0,
/// infinities and NaN are their own mantissas. The mantissa has the type of x; integers become f32.
std::pair<Tensor, Tensor> frexp(const Operand &x);
/// x 2^exponent, where the exponent is an integer.
Tensor ldexp(const Operand &x, const Operand &exponent);

/// Whether shapes and all elements are equal: a boolean of rank 0.
Tensor arrayEqual(const Operand &a, const Operand &b);
/// Bits (x != 0) as bytes of eight along a dim, the first bit the highest; a last byte is filled
/// with zeros. Floats are refused.
Tensor packBits(const Operand &x, int64_t dim = -1);
/// The bits of bytes (u8; others are refused) along a dim, as u8.
Tensor unpackBits(const Operand &x, int64_t dim = -1);
/// Adds multiples of the period to the elements along a dim, so that neighbours differ by half of
/// it at most. A float.
Tensor unwrap(const Operand &x, double period = 6.283185307179586, int64_t dim = -1);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
