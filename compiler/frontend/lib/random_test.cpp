// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers: what is refused, what does not depend on the shape, and that matrices are
// orthogonal. tests/jax/frontend_random.test compares the numbers with JAX.
#include "compiler/frontend/test_errors.h"
#include <algorithm>
#include <cmath>

namespace spmd::test {
namespace {

const Key key(7);

TEST(Random, KeysAreTrees) {
  const Leaves leaves = flatten(std::pair(key, key.split()));
  ASSERT_EQ(leaves.size(), 3u);
  EXPECT_EQ(leaves[0].path, "0/data");
  EXPECT_EQ(text(leaves[2].tensor.type()), "ui32[2]");
  EXPECT_EQ(text(key.splitStacked(5).data.type()), "ui32[5, 2]");
}

TEST(Random, SplitsAreFolds) {
  const std::vector<Key> keys = key.split(3);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(keys[size_t(i)].data.values<uint32_t>(), key.fold(i).data.values<uint32_t>());
}

TEST(Random, ElementsDependOnTheirPositionAlone) {
  const std::vector<float> flat = random::uniform(key, {24}).values<float>();
  EXPECT_EQ(flat, random::uniform(key, {2, 3, 4}).values<float>());
  const std::vector<float> more = random::uniform(key, {30}).values<float>();
  EXPECT_TRUE(std::equal(flat.begin(), flat.end(), more.begin()));
  EXPECT_EQ(random::uniform(key, {0, 3}).shape(), (std::vector<int64_t>{0, 3}));
}

TEST(Random, ScansOverAStackedKey) {
  auto draw = [](Tensor sum, Key key) { return sum + random::uniform(key, {4}); };
  const Tensor total =
      jit([&](Key key) { return scan(draw, zeros({4}), key.splitStacked(3)); })(key);
  Tensor wanted = zeros({4});
  for (const Key &each : key.split(3))
    wanted += random::uniform(each, {4});
  EXPECT_EQ(total.values<float>(), wanted.values<float>());
}

TEST(Random, MomentsAreThoseOfTheDistribution) {
  const int64_t count = 40000;
  auto expectMoments = [&](const Tensor &x, double wantedMean, double wantedVariance) {
    EXPECT_NEAR(mean(x).item(), wantedMean, 5 * std::sqrt(wantedVariance / double(count)));
    EXPECT_NEAR(var(x).item() / wantedVariance, 1, 0.1);
  };
  expectMoments(random::normal(key, {count}), 0, 1);
  expectMoments(random::exponential(key, {count}), 1, 1);
  expectMoments(random::gumbel(key, {count}), 0.5772, M_PI * M_PI / 6);
  expectMoments(random::laplace(key, {count}), 0, 2);
  expectMoments(random::logistic(key, {count}), 0, M_PI * M_PI / 3);
  expectMoments(random::wald(key, 2, {count}), 2, 8);
  expectMoments(astype(random::geometric(key, 0.25, {count}), f32), 4, 12);
  expectMoments(astype(random::bernoulli(key, 0.25, {count}), f32), 0.25, 0.1875);
}

/// The largest distance of x^T x from the identity.
double errorOf(const Tensor &x) {
  return max(abs(matmul(transpose(x), x) - eye(x.size(1), x.elementType()))).item();
}

TEST(Random, MatricesAreOrthogonal) {
  EXPECT_LT(errorOf(random::orthogonal(key, 200, 120)), 1e-6);
  EXPECT_LT(errorOf(transpose(random::orthogonal(key, 3, 50, f64))), 1e-14);
  EXPECT_LT(errorOf(random::orthogonal(key, 150, 150, f64)), 1e-14);
  EXPECT_LT(errorOf(random::orthogonal(key, 150, 150)), 2e-6);
  EXPECT_LT(errorOf(transpose(random::orthogonal(key, 90, 110))), 2e-6);
  const Tensor narrow = random::orthogonal(key, 40, 40, bf16);
  EXPECT_EQ(narrow.elementType(), bf16);
  EXPECT_LT(errorOf(astype(narrow, f32)), 2e-2);
  const Tensor delta = init::deltaOrthogonal()(key, {3, 3, 4, 6});
  EXPECT_LT(errorOf(transpose(delta[{1, 1}])), 1e-6);
  for (int64_t place : {0, 1, 2, 3, 5, 6, 7, 8}) // 4 is the one in the middle
    EXPECT_EQ(max(abs(delta[{place / 3, place % 3}])).item(), 0);
}

/// Both ways to make them, with rows, columns or both split.
TEST(Random, OrthogonalMatricesOnAMesh) {
  for (int64_t columns : {16, 64}) {
    const Tensor alone = random::orthogonal(key, 64, columns);
    Mesh mesh({{"data", 2}, {"model", 2}});
    auto scope = mesh.use();
    for (const Spec &spec : {P("data"), P({}, "model"), P("model", "data")}) {
      const Tensor split =
          jit([&] { return constrain(random::orthogonal(key, 64, columns), spec); })();
      EXPECT_LT(max(abs(split - alone)).item(), 1e-6);
    }
  }
}

TEST(Random, RefusesKeys) {
  EXPECT_REFUSED("a key has data of type ui32[2], this is i32[2]", Key(tensor({1, 2})));
  EXPECT_REFUSED("random::bits of a key with data ui32[3, 2]; a key is ui32[2]: use vmap or scan "
                 "for a stacked key",
                 random::bits(key.splitStacked(3), {4}));
  EXPECT_REFUSED("Key::fold of a float; the number is an integer", key.fold(1.5));
  EXPECT_REFUSED("Key::fold of i32[3]; the number has rank 0", key.fold(arange(3)));
  EXPECT_REFUSED("Key::split into 0 keys; at least one is wanted", key.split(0));
}

TEST(Random, RefusesTypesAndShapes) {
  EXPECT_REFUSED("random::bits of type i32; bits are of type ui8, ui16, ui32 or ui64",
                 random::bits(key, {4}, i32));
  EXPECT_REFUSED("random::normal of type i32; it draws bf16, f16, f32 and f64",
                 random::normal(key, {4}, i32));
  EXPECT_REFUSED("random::laplace of type ui8; it draws bf16, f16, f32 and f64",
                 random::laplace(key, {4}, u8));
  EXPECT_REFUSED("random::uniform of the shape [-1]: a size is negative, or there are too many "
                 "elements",
                 random::uniform(key, {-1}));
  EXPECT_REFUSED("random::uniform of the shape [4]: a parameter is f32[3], which does not "
                 "broadcast to it",
                 random::uniform(key, {4}, f32, zeros({3})));
  EXPECT_REFUSED("random::randint with a bound f32[]; bounds are integers",
                 random::randint(key, {4}, zeros({}), 3));
  EXPECT_REFUSED("random::randint of type f32; it draws integers",
                 random::randint(key, {4}, 0, 3, f32));
  EXPECT_REFUSED("random::geometric of type f32; it draws integers",
                 random::geometric(key, 0.5, {4}, f32));
  EXPECT_REFUSED("random::categorical along dim 1 of f32[3]; it takes a tensor of floats with this "
                 "dim",
                 random::categorical(key, zeros({3}), 1));
  EXPECT_REFUSED("random::permutation of i32[3]: there is no dim 1 among 1",
                 random::permutation(key, arange(3), 1));
  EXPECT_REFUSED("random::orthogonal of f32[0, 3]; it draws bf16, f16, f32 and f64, with a row and "
                 "a column or more",
                 random::orthogonal(key, 0, 3));
}

TEST(Random, RefusesChoices) {
  EXPECT_REFUSED("random::choice of 4 out of 3 without replacement: there are too few",
                 random::choice(key, 3, {2, 2}, {.replace = false}));
  EXPECT_REFUSED("random::choice out of 3 with weights f32[4]; they are floats of the shape [3]",
                 random::choice(key, 3, {2}, {.p = ones({4})}));
  EXPECT_REFUSED("random::choice out of a scalar or a tensor without a value; it takes rows",
                 random::choice(key, zeros({}), {2}));
}

TEST(Init, RefusesShapes) {
  EXPECT_REFUSED("an initialiser of the shape [3]: there is no dim -2",
                 init::lecunNormal(key, {3}));
  EXPECT_REFUSED("an initialiser of type i32; it draws bf16, f16, f32 and f64",
                 init::zeros(key, {3}, i32));
  EXPECT_REFUSED("init::orthogonal of the shape [3]: it needs two dims or more, and one that is "
                 "dim -1",
                 init::orthogonal()(key, {3}));
  EXPECT_REFUSED("init::deltaOrthogonal of the shape [3, 4, 2]: it takes three to five dims, the "
                 "last of which is not smaller than the one before",
                 init::deltaOrthogonal()(key, {3, 4, 2}));
}

} // namespace
} // namespace spmd::test
