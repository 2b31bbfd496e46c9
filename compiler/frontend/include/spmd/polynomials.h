// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Polynomials, convolutions of sequences, and windows of signals.
//
// A polynomial is a tensor of one dim that holds its coefficients, the highest power first, as in
// numpy; without coefficients it is 0. Ops throw spmd::Error for tensors of other ranks, for
// sequences without elements and for divisors without coefficients.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Sums and differences; the shorter one is filled with zeros in front.
Tensor polyadd(const Operand &a, const Operand &b);
Tensor polysub(const Operand &a, const Operand &b);
/// The product, a float: one coefficient less than both have together.
Tensor polymul(const Operand &a, const Operand &b);
/// The quotient and the remainder, floats. The remainder has the size of the dividend, with zeros
/// in front (numpy cuts them off).
std::pair<Tensor, Tensor> polydiv(const Operand &dividend, const Operand &divisor);
/// The derivative, `times` times; a constant leaves no coefficient. Integers become f32.
Tensor polyder(const Operand &p, int64_t times = 1);
/// The integral, a float, whose constants are 0.
Tensor polyint(const Operand &p, int64_t times = 1);
/// The polynomial with these roots and the first coefficient 1, a float. Without roots it is the
/// scalar 1, as in numpy.
Tensor poly(const Operand &roots);
/// Powers of x along a new last dim: x^(count - 1) .. 1, or ascending. x has one dim; without a
/// count the matrix is square.
enum class Powers { Descending, Ascending };
Tensor vander(const Operand &x, std::optional<int64_t> count = {},
              Powers powers = Powers::Descending);

/// How much of a convolution is kept: all of it, as much as the longer operand has, or the part
/// where both overlap completely.
enum class Overlap { Full, Same, Valid };
/// sum over k of a[k] b[n - k], of two tensors of one dim. Integers become f32, as in JAX.
Tensor convolve(const Operand &a, const Operand &b, Overlap overlap = Overlap::Full);
/// sum over k of a[n + k] b[k].
Tensor correlate(const Operand &a, const Operand &b, Overlap overlap = Overlap::Valid);

// Windows of signals: f32 [count]. A negative count is refused.
Tensor bartlett(int64_t count, Where where = Where::current());
Tensor blackman(int64_t count, Where where = Where::current());
Tensor hamming(int64_t count, Where where = Where::current());
Tensor hanning(int64_t count, Where where = Where::current());
Tensor kaiser(int64_t count, double beta, Where where = Where::current());

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
