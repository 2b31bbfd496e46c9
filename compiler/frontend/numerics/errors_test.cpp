// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages of refused ops of numbers.h, polynomials.h, sets.h, selection.h and grids.h, and of
// distributions that are drawn by rejection.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

struct NumericErrors : testing::Test {
  Tensor x = zeros({4, 8}), v = zeros({3}), n = zeros({4}, i32), s = zeros({});
  Key key{7};
};

TEST_F(NumericErrors, OfNumbers) {
  EXPECT_REFUSED("gcd of f32[4, 8] and an integer: floats have no bits to combine", gcd(x, 3));
  EXPECT_REFUSED("ldexp with an exponent f32[3]; it is an integer", ldexp(v, v));
  EXPECT_REFUSED("ldexp of complex<f32>[3]: complex numbers have no exponent",
                 ldexp(astype(v, c64), 2));
  EXPECT_REFUSED("packBits of f32[3]: floats have no bits to pack; compare them first",
                 packBits(v));
  EXPECT_REFUSED("unpackBits of i32[4]; it takes bytes of type ui8", unpackBits(n));
}

TEST_F(NumericErrors, OfPolynomials) {
  EXPECT_REFUSED("polymul of f32[4, 8]: a tensor of one dim is wanted", polymul(x, v));
  EXPECT_REFUSED("convolve of f32[]: a tensor of one dim with elements is wanted", convolve(s, v));
  EXPECT_REFUSED("polyder of f32[3], -1 times", polyder(v, -1));
  EXPECT_REFUSED("polyint of f32[3], -1 times", polyint(v, -1));
  EXPECT_REFUSED("vander of f32[3] with -2 columns", vander(v, -2));
  EXPECT_REFUSED("hamming of -1 elements", hamming(-1));
  EXPECT_REFUSED("multigammaln of f32[3] in 0 dims; it has one or more", multigammaln(v, 0));
}

TEST_F(NumericErrors, OfSets) {
  EXPECT_REFUSED("nonzero of f32[]: a scalar has no positions", nonzero(s, 3));
  EXPECT_REFUSED("flatNonzero with a result of -1 elements", flatNonzero(x, -1));
  EXPECT_REFUSED("extract by f32[3] of f32[4, 8]: both have one shape", extract(v, x, 3));
  EXPECT_REFUSED("compress by f32[4, 8] of f32[4, 8]: the condition has one dim, of at most as "
                 "many elements",
                 compress(x, x, 3));
  EXPECT_REFUSED("unique of f32[0]: there is none among 0 elements, and no fill value",
                 unique(zeros({0}), 3));
}

TEST_F(NumericErrors, OfSelections) {
  EXPECT_REFUSED("digitize by f32[4, 8]: the edges are a tensor of one dim", digitize(v, x));
  EXPECT_REFUSED("choose by f32[3] among 1 choices: integers, and at least one choice, are wanted",
                 choose(v, {v}));
  EXPECT_REFUSED("piecewise with 1 conditions and 0 functions: one for each condition, and one "
                 "more for the rest, are wanted",
                 piecewise(v, {v > 0}, {}));
  EXPECT_REFUSED("lexsort of f32[]: keys have a dim or more", lexsort({s}));
  EXPECT_REFUSED("histogram2d of f32[3] and i32[4] in 2 bins: one bin or more, and two tensors of "
                 "one dim and size, are wanted",
                 histogram2d(v, n, 2, 0, 1));
  EXPECT_REFUSED("nanQuantile of f32[3]: a share from 0 to 1 is wanted", nanQuantile(v, 2));
  EXPECT_REFUSED("raggedDot of f32[4, 8], f32[3] and i32[4]: [m, k], [groups, k, n] and integers "
                 "[groups] are wanted",
                 raggedDot(x, v, n));
  EXPECT_REFUSED("reduce from f32[3] on; the initial value is a scalar",
                 reduce(x, v, [](Tensor a, Tensor b) { return a + b; }, 0));
  EXPECT_REFUSED("reduce: the function gives i1[] of two f32[]",
                 reduce(x, 0, [](Tensor a, Tensor b) -> Tensor { return a < b; }, 0));
  EXPECT_REFUSED("reduce: the function captures a tensor; it sees its two operands only",
                 reduce(x, 0, [&](Tensor a, Tensor b) -> Tensor { return a + b + s; }, 0));
}

TEST_F(NumericErrors, OfGrids) {
  EXPECT_REFUSED("block with a row of no blocks", block({{x}, {}}));
  EXPECT_REFUSED("ix of f32[4, 8]; its operands have one dim", ix({v, x}));
  EXPECT_REFUSED("unravelIndex of f32[3]; positions are integers", unravelIndex(v, {2, 3}));
  EXPECT_REFUSED("unravelIndex in the shape [2, 0], which has no elements",
                 unravelIndex(n, {2, 0}));
  EXPECT_REFUSED("ravelMultiIndex of 1 tensors in 2 dims", ravelMultiIndex({n}, {2, 3}));
  EXPECT_REFUSED("trilIndices of a matrix [-1, 2]; sizes are 0 or more", trilIndices(-1, 0, 2));
  EXPECT_REFUSED("fillDiagonal of f32[3]; it takes a matrix", fillDiagonal(v, 1));
  EXPECT_REFUSED("resize of f32[3] to [-2]: sizes are 0 or more", resize(v, {-2}));
}

TEST_F(NumericErrors, OfDistributions) {
  EXPECT_REFUSED("random::gamma of type i32; it draws bf16, f16, f32 and f64",
                 random::gamma(key, 1, {2}, i32));
  EXPECT_REFUSED("random::dirichlet of a scalar or a tensor without a value; the parameters stand "
                 "along the last dim",
                 random::dirichlet(key, 1, {2}));
  EXPECT_REFUSED("random::ball in 0 dims; it has one or more", random::ball(key, 0, 2, {2}));
  EXPECT_REFUSED("random::poisson of type f32; it draws integers",
                 random::poisson(key, 1, {2}, f32));
  EXPECT_REFUSED("random::binomial of type i32; it draws bf16, f16, f32 and f64",
                 random::binomial(key, 1, 0.5, {2}, i32));
  EXPECT_REFUSED("random::multinomial of a scalar or a tensor without a value; the probabilities "
                 "stand along the last dim",
                 random::multinomial(key, 3, 0.5));
  EXPECT_REFUSED("random::doubleSidedMaxwell of type i32; it draws bf16, f16, f32 and f64",
                 random::doubleSidedMaxwell(key, 0, 1, {2}, i32));
  EXPECT_REFUSED("random::multivariateNormal with mean f32[3] and covariance f32[4, 8]; these are "
                 "[.., n] and [.., n, n]",
                 random::multivariateNormal(key, v, x, {2}));
}

} // namespace
} // namespace spmd::test
