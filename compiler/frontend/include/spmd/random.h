// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers, with the bits of jax.random: keys, distributions, permutations.
//
// A key gives the same numbers at each use. It is split, or a number is folded into it, for other
// ones; nothing is counted behind the user's back. Keys and bits are those of JAX's threefry2x32 in
// the partitionable layout, its default: element i of a tensor depends on the key and i alone, so a
// sharded tensor holds the same numbers on every mesh. The generator is Threefry-2x32 with 20
// rounds (Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011).
//
// bits, uniform, bernoulli, randint and permutation give JAX's bits. Other distributions apply
// functions such as log to them, which may differ in the last places.
//
// Every function throws spmd::Error with the line of the call for a key without a value, for
// element types that it does not draw, and for shapes that its operands do not fit.
#pragma once
#include <spmd/ops.h>
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// A key of the generator, as jax.random.key. A tree with one leaf.
struct Key {
  Tensor data; // u32[2]; u32[count, 2] of a stacked key
  SPMD_FIELDS(data)

  /// The key of a seed: its high and low 32 bits. JAX agrees in its 64-bit mode; in its 32-bit mode
  /// it drops the high bits.
  explicit Key(uint64_t seed, Where where = Where::current());
  /// A key with this data, as jax.random.wrap_key_data. Throws where it is not u32[..., 2].
  explicit Key(Tensor data, Where where = Where::current());

  /// Another key for each number, as jax.random.fold_in. The number is an integer of rank 0, of
  /// which the low 32 bits count; it may be traced.
  Key fold(const Operand &number) const;
  /// Independent keys, as jax.random.split; key i of them is fold(i).
  std::vector<Key> split(int64_t count = 2, Where where = Where::current()) const;
  /// The same keys as one tree with a leading dim, for scan and vmap.
  Key splitStacked(int64_t count, Where where = Where::current()) const;
};

namespace random {

/// The sizes of the dims of a result.
using Shape = std::vector<int64_t>;

/// Random bits of an unsigned type: u8, u16, u32 or u64.
Tensor bits(const Key &key, Shape shape, ElementType type = u32, Where where = Where::current());

/// Floats in [low, high); the bounds broadcast to the shape.
Tensor uniform(const Key &key, Shape shape, ElementType type = f32, const Operand &low = 0,
               const Operand &high = 1, Where where = Where::current());
/// Integers in [low, high), of any integer type; low where high <= low. The bounds broadcast to the
/// shape. Slightly biased unless high - low is a power of 2.
Tensor randint(const Key &key, Shape shape, const Operand &low, const Operand &high,
               ElementType type = i32, Where where = Where::current());
/// True with probability p, a float that broadcasts to the shape, or gives the shape.
Tensor bernoulli(const Key &key, const Operand &p, Shape shape, Where where = Where::current());
Tensor bernoulli(const Key &key, const Operand &p = 0.5, Where where = Where::current());
/// -1 or 1, in a number type.
Tensor rademacher(const Key &key, Shape shape, ElementType type = i32,
                  Where where = Where::current());

// Distributions without parameters.
/// Mean 0, standard deviation 1.
Tensor normal(const Key &key, Shape shape, ElementType type = f32, Where where = Where::current());
Tensor exponential(const Key &key, Shape shape, ElementType type = f32,
                   Where where = Where::current());
Tensor gumbel(const Key &key, Shape shape, ElementType type = f32, Where where = Where::current());
Tensor laplace(const Key &key, Shape shape, ElementType type = f32, Where where = Where::current());
Tensor logistic(const Key &key, Shape shape, ElementType type = f32,
                Where where = Where::current());
Tensor cauchy(const Key &key, Shape shape, ElementType type = f32, Where where = Where::current());
/// The length of a vector of three normal numbers.
Tensor maxwell(const Key &key, Shape shape, ElementType type = f32, Where where = Where::current());

// Distributions with parameters, which broadcast to the shape.
/// A normal number within (low, high).
Tensor truncatedNormal(const Key &key, const Operand &low, const Operand &high, Shape shape,
                       ElementType type = f32, Where where = Where::current());
/// exp(sigma * normal).
Tensor lognormal(const Key &key, const Operand &sigma, Shape shape, ElementType type = f32,
                 Where where = Where::current());
/// At least 1, with density b / x^(b + 1).
Tensor pareto(const Key &key, const Operand &b, Shape shape, ElementType type = f32,
              Where where = Where::current());
Tensor rayleigh(const Key &key, const Operand &scale, Shape shape, ElementType type = f32,
                Where where = Where::current());
/// With this mean and scale 1 (the inverse Gaussian distribution).
Tensor wald(const Key &key, const Operand &mean, Shape shape, ElementType type = f32,
            Where where = Where::current());
Tensor weibullMin(const Key &key, const Operand &scale, const Operand &concentration, Shape shape,
                  ElementType type = f32, Where where = Where::current());
/// Between left and right, most often near mode.
Tensor triangular(const Key &key, const Operand &left, const Operand &mode, const Operand &right,
                  Shape shape, ElementType type = f32, Where where = Where::current());
/// How many trials until the first success of probability p, a float; at least 1.
Tensor geometric(const Key &key, const Operand &p, Shape shape, ElementType type = i32,
                 Where where = Where::current());

/// A position along a dim of logits, with probability softmax(logits); i32. The result has the
/// other dims of logits. With a shape, the result has it; the other dims of logits broadcast to it.
Tensor categorical(const Key &key, const Operand &logits, int64_t dim = -1,
                   Where where = Where::current());
Tensor categorical(const Key &key, const Operand &logits, int64_t dim, Shape shape,
                   Where where = Where::current());
/// 0 .. count - 1 in random order, i32.
Tensor permutation(const Key &key, int64_t count, Where where = Where::current());
/// Whether the entries along a dim are permuted together or each row on its own.
enum class Order { Joint, Independent };
/// The rows of x along a dim in random order: the same order for all of them, or another one for
/// each vector along the dim.
Tensor permutation(const Key &key, const Operand &x, int64_t dim = 0, Order order = Order::Joint,
                   Where where = Where::current());

/// Options of choice, as the parameters of jax.random.choice.
struct ChoiceOptions {
  bool replace = true;          // whether one element may be drawn twice
  std::optional<Tensor> p = {}; // f[count]: probabilities, or weights that add up to anything
};
/// Numbers out of 0 .. count - 1, i32. Throws where more are drawn without replacement than there
/// are, and for weights of another shape. Weighted draws compare sums of rounded weights, so that
/// few of them may differ from JAX's.
Tensor choice(const Key &key, int64_t count, Shape shape, const ChoiceOptions &options = {},
              Where where = Where::current());
/// Rows of x along a dim, which the shape replaces.
Tensor choice(const Key &key, const Operand &x, Shape shape, int64_t dim = 0,
              const ChoiceOptions &options = {}, Where where = Where::current());
/// A matrix with orthonormal columns, or rows where these are fewer, uniformly distributed among
/// such matrices.
Tensor orthogonal(const Key &key, int64_t rows, int64_t columns, ElementType type = f32,
                  Where where = Where::current());

} // namespace random
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
