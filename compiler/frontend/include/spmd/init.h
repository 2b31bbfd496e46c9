// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initialisers of parameters, with the semantics and the bits of jax.nn.initializers.
//
// An initialiser is a value that is called: init::lecunNormal(key, {256, 64}) draws a matrix, and
// init::normal(0.02) is another initialiser. Layers take either: {.kernel = init::normal(0.02)}.
#pragma once
#include <spmd/random.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace init {

using random::Shape;

/// Which dims of a parameter are inputs, outputs and batches; all others are the window of a
/// convolution. The fan in is the product of inputs and window, the fan out that of outputs and
/// window. Negative dims count from the last.
struct Axes {
  std::vector<int64_t> in = {-2}, out = {-1}, batch = {};
};

/// Which number of connections scales the variance: into an output, out of an input, or a mean of
/// both.
enum class Fan : int { In, Out, Average, GeometricAverage };
/// The distribution of the elements.
enum class Distribution : int { TruncatedNormal, Normal, Uniform };

/// The functions below make initialisers.
struct Initializer {
  /// What the elements are.
  enum class Kind : int {
    Constant,
    Uniform,
    Normal,
    TruncatedNormal,
    VarianceScaling,
    Orthogonal,
    DeltaOrthogonal
  };
  Kind kind = Kind::Constant;
  double scale = 0; // the constant, the standard deviation, or what a formula is scaled by
  double low = -2, high = 2;
  Fan fan = Fan::In;
  Distribution distribution = Distribution::TruncatedNormal;
  int column = -1; // the dim of orthogonal columns

  /// A parameter of this shape and type. Throws for types that are no floats, and for axes or
  /// shapes that the initialiser does not fit: variance scaling needs an input and an output dim,
  /// orthogonal two dims, deltaOrthogonal three to five, the last of which is not smaller than the
  /// one before.
  Tensor operator()(const Key &key, Shape shape, ElementType type = f32, const Axes &axes = {},
                    Where where = Where::current()) const;
};

/// All elements are one number.
constexpr Initializer constant(double value) { return {Initializer::Kind::Constant, value}; }
inline constexpr Initializer zeros = constant(0), ones = constant(1);
/// In [0, scale).
constexpr Initializer uniform(double scale = 0.01) { return {Initializer::Kind::Uniform, scale}; }
constexpr Initializer normal(double deviation = 0.01) {
  return {Initializer::Kind::Normal, deviation};
}
/// A normal number within (low, high), times the deviation.
constexpr Initializer truncatedNormal(double deviation = 0.01, double low = -2, double high = 2) {
  return {Initializer::Kind::TruncatedNormal, deviation, low, high};
}
/// Mean 0 and variance scale / fan. A truncated normal number lies within two deviations, before it
/// is scaled to this variance.
constexpr Initializer varianceScaling(double scale, Fan fan, Distribution distribution) {
  return {Initializer::Kind::VarianceScaling, scale, -2, 2, fan, distribution};
}
inline constexpr Initializer lecunNormal =
                                 varianceScaling(1, Fan::In, Distribution::TruncatedNormal),
                             lecunUniform = varianceScaling(1, Fan::In, Distribution::Uniform),
                             glorotNormal =
                                 varianceScaling(1, Fan::Average, Distribution::TruncatedNormal),
                             glorotUniform =
                                 varianceScaling(1, Fan::Average, Distribution::Uniform),
                             heNormal = varianceScaling(2, Fan::In, Distribution::TruncatedNormal),
                             heUniform = varianceScaling(2, Fan::In, Distribution::Uniform),
                             xavierNormal = glorotNormal, xavierUniform = glorotUniform,
                             kaimingNormal = heNormal, kaimingUniform = heUniform;
/// A random matrix with orthonormal columns, or rows where these are fewer. The dims but `column`
/// are its rows.
constexpr Initializer orthogonal(double scale = 1, int column = -1) {
  return {Initializer::Kind::Orthogonal, scale, -2, 2, Fan::In, Distribution::Normal, column};
}
/// The kernel of a convolution that is an orthogonal matrix at the centre of the window, else 0.
constexpr Initializer deltaOrthogonal(double scale = 1, int column = -1) {
  return {Initializer::Kind::DeltaOrthogonal, scale, -2, 2, Fan::In, Distribution::Normal, column};
}

/// What layers take: an Initializer, or a function of the user.
using Function = std::function<Tensor(const Key &, const Shape &, ElementType, const Axes &)>;

} // namespace init
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
