// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More elementwise functions of jax.numpy and jax.lax: hyperbolic functions and their inverses,
// logarithms and powers, rounding and remainders, logic, bits, and comparisons with a tolerance.
//
// The rules are those of ops.h: shapes broadcast, types promote, and functions of floats take
// integers as f32. Errors are those of arithmetic: shapes that do not broadcast, and element types
// that a function refuses.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The function of that name in jax.numpy, element by element, of floats.
Tensor sinh(const Operand &x);
Tensor cosh(const Operand &x);
Tensor asin(const Operand &x);
Tensor acos(const Operand &x);
Tensor atan(const Operand &x);
Tensor asinh(const Operand &x);
Tensor acosh(const Operand &x);
Tensor atanh(const Operand &x);
Tensor exp2(const Operand &x);
Tensor log2(const Operand &x);
Tensor log10(const Operand &x);
/// sin(pi x) / (pi x), and 1 at 0.
Tensor sinc(const Operand &x);
/// 1 / x.
Tensor reciprocal(const Operand &x);
/// To the next whole number towards 0. Integers stay as they are.
Tensor trunc(const Operand &x);
/// Radians as degrees, and the reverse.
Tensor degrees(const Operand &x);
Tensor radians(const Operand &x);

// Predicates; booleans of the operand's shape.
Tensor isInf(const Operand &x);
Tensor isPosInf(const Operand &x);
Tensor isNegInf(const Operand &x);
/// Whether the sign bit is set: true for -0.0. Booleans are refused.
Tensor signBit(const Operand &x);
/// |a - b| <= absolute + relative |b|. Infinities are close to themselves, and NaNs to NaNs if
/// `isNanEqual`.
Tensor isClose(const Operand &a, const Operand &b, double relative = 1e-5, double absolute = 1e-8,
               bool isNanEqual = false);
/// Whether all pairs of elements are close: a boolean of rank 0.
Tensor allClose(const Operand &a, const Operand &b, double relative = 1e-5, double absolute = 1e-8,
                bool isNanEqual = false);

/// NaN as `nan`, infinities as the given numbers, or as the largest and smallest finite number of
/// the type. Integers stay as they are.
Tensor nanToNum(const Operand &x, double nan = 0, std::optional<double> positive = {},
                std::optional<double> negative = {});

// Of two operands.
/// log(exp(a) + exp(b)), and the same with powers of 2.
Tensor logaddexp(const Operand &a, const Operand &b);
Tensor logaddexp2(const Operand &a, const Operand &b);
/// The largest integer that is at most a / b; of integers an integer. Booleans are refused.
Tensor floorDivide(const Operand &a, const Operand &b);
/// The remainder with the sign of a, as in C; operator% has the sign of b. Booleans are refused.
Tensor fmod(const Operand &a, const Operand &b);
/// sqrt(a^2 + b^2) without overflow.
Tensor hypot(const Operand &a, const Operand &b);
/// The magnitude of a with the sign bit of b.
Tensor copySign(const Operand &a, const Operand &b);
/// 0 where x < 0, 1 where x > 0, else `atZero`.
Tensor heaviside(const Operand &x, const Operand &atZero);
/// The next float after a in the direction of b.
Tensor nextAfter(const Operand &a, const Operand &b);
/// x to a fixed integer power, by multiplications. Integers stay integers; they refuse negative
/// powers. Booleans are refused.
Tensor integerPower(const Operand &x, int64_t exponent);
/// min(max(x, low), high), in the order of jax.lax.clamp.
Tensor clamp(const Operand &low, const Operand &x, const Operand &high);

/// The first choice whose condition holds, else `otherwise`; all broadcast (numpy.select).
/// Conditions are boolean, one per choice, at least one.
Tensor select(const std::vector<Operand> &conditions, const std::vector<Operand> &choices,
              const Operand &otherwise = 0);

// Logic: numbers count as x != 0.
Tensor logicalAnd(const Operand &a, const Operand &b);
Tensor logicalOr(const Operand &a, const Operand &b);
Tensor logicalXor(const Operand &a, const Operand &b);
Tensor logicalNot(const Operand &x);

// Bits of integers. Floats and booleans are refused.
Tensor shiftLeft(const Operand &x, const Operand &count);
/// Keeps the sign of signed integers.
Tensor shiftRight(const Operand &x, const Operand &count);
/// Fills with zeros.
Tensor shiftRightLogical(const Operand &x, const Operand &count);
/// The number of bits that are set, in the operand's type.
Tensor popcount(const Operand &x);
/// The number of zeros above the highest bit that is set.
Tensor countLeadingZeros(const Operand &x);
/// The same bits as elements of another type. To a narrower type a last dim is added, to a wider
/// one the last dim goes and must have the ratio of the widths as its size. Booleans are refused.
Tensor bitcast(const Operand &x, ElementType type);
/// Rounds to a float of so many bits, and back.
Tensor reducePrecision(const Operand &x, int exponentBits, int mantissaBits);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
