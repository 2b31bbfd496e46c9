// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops on tensors, with the names, shapes, types and formulas of jax.numpy, jax.lax and jax.nn.
//
// Shapes broadcast as in NumPy: from the right, dims of size 1 stretch. Element types promote as in
// JAX (promote in tensor.h); functions such as exp take integers as f32. Dims may be negative and
// then count from the last. An op throws spmd::Error where shapes or types do not fit; the message
// begins with the line of the call and shows the types of all operands with their lines.
#pragma once
#include <spmd/tensor.h>
#include <string_view>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The function of that name in jax.numpy, element by element; shapes broadcast.
Tensor operator+(const Operand &a, const Operand &b);
Tensor operator-(const Operand &a, const Operand &b);
Tensor operator*(const Operand &a, const Operand &b);
/// The quotient; of integers as f32.
Tensor operator/(const Operand &a, const Operand &b);
/// The remainder with the sign of b, as in Python. Booleans are refused.
Tensor operator%(const Operand &a, const Operand &b);
/// Bitwise; of booleans logical. Floats are refused, also by | and ^.
Tensor operator&(const Operand &a, const Operand &b);
Tensor operator|(const Operand &a, const Operand &b);
Tensor operator^(const Operand &a, const Operand &b);
/// a to the power of b, a float.
Tensor power(const Operand &a, const Operand &b);
/// NaN where either operand is NaN.
Tensor maximum(const Operand &a, const Operand &b);
Tensor minimum(const Operand &a, const Operand &b);
/// The angle of the point (b, a), a float.
Tensor atan2(const Operand &a, const Operand &b);

// Comparisons give booleans. There is no operator==: it would have no place for a line.
Tensor operator<(const Operand &a, const Operand &b);
Tensor operator<=(const Operand &a, const Operand &b);
Tensor operator>(const Operand &a, const Operand &b);
Tensor operator>=(const Operand &a, const Operand &b);
Tensor equal(const Operand &a, const Operand &b);
Tensor notEqual(const Operand &a, const Operand &b);

/// The function of that name in jax.numpy, element by element.
Tensor operator-(const Operand &x);
/// Bitwise; of booleans logical. Floats are refused.
Tensor operator~(const Operand &x);
Tensor abs(const Operand &x);
Tensor sign(const Operand &x);
Tensor square(const Operand &x);
Tensor exp(const Operand &x);
Tensor expm1(const Operand &x);
Tensor log(const Operand &x);
Tensor log1p(const Operand &x);
Tensor sqrt(const Operand &x);
Tensor rsqrt(const Operand &x);
Tensor cbrt(const Operand &x);
Tensor sin(const Operand &x);
Tensor cos(const Operand &x);
Tensor tan(const Operand &x);
Tensor tanh(const Operand &x);
Tensor erf(const Operand &x);
Tensor erfc(const Operand &x);
Tensor erfInv(const Operand &x);
/// Down, up, or to the nearest whole number, halves to even. Integers stay as they are; round
/// refuses booleans.
Tensor floor(const Operand &x);
Tensor ceil(const Operand &x);
Tensor round(const Operand &x);
Tensor isFinite(const Operand &x);
Tensor isNan(const Operand &x);

/// x where the condition holds, else y; all three broadcast. The condition is boolean.
Tensor where(const Operand &condition, const Operand &x, const Operand &y);
/// min(max(x, low), high).
Tensor clip(const Operand &x, const Operand &low, const Operand &high);
/// Converts the elements. Floats become integers by truncation, numbers booleans by x != 0.
Tensor astype(const Operand &x, ElementType type);

/// The function of that name in jax.nn.
Tensor relu(const Operand &x);
Tensor sigmoid(const Operand &x);
/// x * sigmoid(x).
Tensor silu(const Operand &x);
/// log(1 + exp(x)).
Tensor softplus(const Operand &x);
enum class Gelu { Tanh, Exact };
/// By the tanh approximation, which is JAX's default, or by erfc.
Tensor gelu(const Operand &x, Gelu kind = Gelu::Tanh);

/// The dims of a reduction: one, several, or all of them (the default).
struct Dims {
  std::vector<int64_t> dims;
  bool areAll = false;
  Dims(std::initializer_list<int64_t> dims) : dims(dims) {}
  template <std::integral T> Dims(T dim) : dims{int64_t(dim)} {}
  /// All dims of the tensor.
  static Dims all() {
    Dims dims({});
    dims.areAll = true;
    return dims;
  }
};
/// Whether reduced dims stay, with size 1.
enum class Keep { No, Dims };
inline constexpr Keep keepDims = Keep::Dims;

/// The sum over dims. bf16 and f16 are summed in f32; booleans and narrow integers count as i32 or
/// u32, the type of the result. A dim that does not exist or stands twice is refused, by all
/// reductions.
Tensor sum(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// The product over dims, in the types of sum.
Tensor prod(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// The mean over dims, a float. bf16 and f16 are summed in f32.
Tensor mean(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// mean(square(x - mean(x))), a float, where the sum is divided by the number of elements less
/// `ddof`.
Tensor var(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No,
           int64_t ddof = 0);
/// The largest element over dims; NaN where one is NaN. A dim of size 0 is refused.
Tensor max(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor min(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// Whether all (or any) elements differ from 0.
Tensor all(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor any(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// The position of the first largest (smallest) element along a dim, i32; a NaN wins.
Tensor argmax(const Operand &x, int64_t dim, Keep keep = Keep::No);
Tensor argmin(const Operand &x, int64_t dim, Keep keep = Keep::No);
/// exp(x) / sum(exp(x)) along dims, computed from x - max(x). A float.
Tensor softmax(const Operand &x, const Dims &dims = -1);
Tensor logSoftmax(const Operand &x, const Dims &dims = -1);
/// log(sum(exp(x))), computed from x - max(x). A float.
Tensor logsumexp(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);

/// As numpy.matmul: [..., m, k] x [..., k, n] -> [..., m, n], where leading dims broadcast and an
/// operand of one dim is a vector.
Tensor matmul(const Operand &a, const Operand &b);
struct DotDims {
  std::vector<int64_t> contractA, contractB, batchA = {}, batchB = {};
};
/// As jax.lax.dot_general: sums over the contracted dims. The result's dims are the batch dims,
/// then the other dims of a, then those of b.
Tensor dotGeneral(const Operand &a, const Operand &b, const DotDims &dims);
/// An Einstein sum such as einsum("bqhd,bkhd->bhqk", {q, k}), of one operand or more. Without an
/// arrow the result has the letters that stand once, in alphabetical order. `...` stands for dims
/// of equal sizes. A letter that stands twice for one operand takes its diagonal.
Tensor einsum(std::string_view equation, std::vector<Operand> operands);

/// The same elements in another shape; one size may be -1 and follows from the others.
Tensor reshape(const Operand &x, std::vector<int64_t> shape);
/// Dim i of the result is dim permutation[i] of x. Without a permutation the dims are reversed.
Tensor transpose(const Operand &x, std::vector<int64_t> permutation = {});
Tensor broadcastTo(const Operand &x, std::vector<int64_t> shape);
/// Inserts a dim of size 1, so that it is dim `dim` of the result.
Tensor expandDims(const Operand &x, int64_t dim);
/// Removes dims of size 1: these, or all of them.
Tensor squeeze(const Operand &x, const Dims &dims = Dims::all());
/// Reverses the order along dims.
Tensor flip(const Operand &x, const Dims &dims = Dims::all());
/// Joins tensors along a dim; their other sizes are equal.
Tensor concatenate(std::vector<Operand> operands, int64_t dim = 0);
/// Joins tensors of equal shapes along a new dim.
Tensor stack(std::vector<Operand> operands, int64_t dim = 0);
/// Rows of x at positions `ids` along a dim: the shape of ids stands in place of that dim. Negative
/// ids count from the end; others beyond the dim are clamped. Ids are integers.
Tensor take(const Operand &x, const Operand &ids, int64_t dim = 0);
/// 1 at the position that ids say, along a new last dim of this size; else 0.
Tensor oneHot(const Operand &ids, int64_t size, ElementType type = f32);

/// Tensors of equal elements: 0, 1, or `value`.
Tensor zeros(std::vector<int64_t> shape, ElementType type = f32, Where where = Where::current());
Tensor ones(std::vector<int64_t> shape, ElementType type = f32, Where where = Where::current());
Tensor full(std::vector<int64_t> shape, Number value, ElementType type = f32,
            Where where = Where::current());
/// 0, 1, .., count - 1.
Tensor arange(int64_t count, ElementType type = i32, Where where = Where::current());
/// A tensor in which each element is its position along a dim.
Tensor iota(std::vector<int64_t> shape, int64_t dim, ElementType type = i32,
            Where where = Where::current());
/// 1 on the diagonal of a square matrix, else 0.
Tensor eye(int64_t size, ElementType type = f32, Where where = Where::current());
Tensor zerosLike(const Operand &x);
Tensor onesLike(const Operand &x);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
