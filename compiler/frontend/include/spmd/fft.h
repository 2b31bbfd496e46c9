// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Discrete Fourier transforms, as jax.numpy.fft: along one dim, along two, or along several, of
// complex or real numbers. f64 and c128 are transformed in f64, all other types in f32.
//
// `size` is the length of the transformed dim: longer tensors are cut, shorter ones padded with
// zeros. `norm` says where 1 / n stands: Backward in the inverse transform, Forward in the forward
// one, Ortho 1 / sqrt(n) in both. A transformed dim is whole on each device, other dims may be
// split. Gradients are transforms of cotangents. A dim that does not exist, and a size below 1, are
// refused.
#pragma once
#include <spmd/complex.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Which transform is scaled by 1 / n: the inverse one, both by 1 / sqrt(n), or the forward one.
enum class FftNorm { Backward, Ortho, Forward };

/// sum over j of x[j] exp(-2 pi i j k / n), and the inverse.
Tensor fft(const Operand &x, std::optional<int64_t> size = {}, int64_t dim = -1,
           FftNorm norm = FftNorm::Backward);
Tensor ifft(const Operand &x, std::optional<int64_t> size = {}, int64_t dim = -1,
            FftNorm norm = FftNorm::Backward);
/// Of real numbers: the first n / 2 + 1 frequencies, of which the others are conjugates. Complex
/// operands are refused.
Tensor rfft(const Operand &x, std::optional<int64_t> size = {}, int64_t dim = -1,
            FftNorm norm = FftNorm::Backward);
/// The inverse of rfft: real numbers from the first frequencies; `size` is that of the result, by
/// default 2 (m - 1).
Tensor irfft(const Operand &x, std::optional<int64_t> size = {}, int64_t dim = -1,
             FftNorm norm = FftNorm::Backward);
/// irfft of conj(x) without 1 / n, and its inverse: signals whose spectrum is real.
Tensor hfft(const Operand &x, std::optional<int64_t> size = {}, int64_t dim = -1,
            FftNorm norm = FftNorm::Backward);
Tensor ihfft(const Operand &x, std::optional<int64_t> size = {}, int64_t dim = -1,
             FftNorm norm = FftNorm::Backward);

/// Along several dims; all dims by default, the last two for the functions of two dims. `sizes` has
/// one size per dim, or is empty. Transforms of real numbers halve the last one of `dims`.
struct FftOptions {
  std::vector<int64_t> sizes = {};
  std::vector<int64_t> dims = {};
  FftNorm norm = FftNorm::Backward;
};
Tensor fftn(const Operand &x, const FftOptions &options = {});
Tensor ifftn(const Operand &x, const FftOptions &options = {});
Tensor rfftn(const Operand &x, const FftOptions &options = {});
Tensor irfftn(const Operand &x, const FftOptions &options = {});
Tensor fft2(const Operand &x, FftOptions options = {});
Tensor ifft2(const Operand &x, FftOptions options = {});
Tensor rfft2(const Operand &x, FftOptions options = {});
Tensor irfft2(const Operand &x, FftOptions options = {});

/// The frequencies of fft [size] and of rfft [size / 2 + 1] in cycles per unit, for samples that
/// are `spacing` apart: 0, 1, .., -2, -1 over (size spacing). f32 or f64.
Tensor fftFreq(int64_t size, double spacing = 1, ElementType type = f32,
               Where where = Where::current());
Tensor rfftFreq(int64_t size, double spacing = 1, ElementType type = f32,
                Where where = Where::current());
/// Rolls the frequency 0 to the middle of dims, and back; all dims by default.
Tensor fftShift(const Operand &x, const Dims &dims = Dims::all());
Tensor ifftShift(const Operand &x, const Dims &dims = Dims::all());

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
