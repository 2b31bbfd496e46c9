// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention by blocks of keys has the values and gradients of attention that takes all keys at
// once, which tests/jax/frontend_nn.test compares with jax.nn.dot_product_attention.
// tests/embed/attention_blocks.test looks at the memory.
#include "compiler/frontend/test_errors.h"
#include <limits>

namespace spmd::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Operands of attention that have gradients.
struct Operands {
  Tensor q, k, v;
  std::optional<Tensor> bias;
  SPMD_FIELDS(q, k, v, bias)
};
struct Sizes {
  int64_t batch = 2, queries = 6, keys = 7, heads = 4, groups = 4, features = 8, values = 5;
};
Operands operandsOf(const Sizes &s, ElementType type) {
  auto draw = [&](int seed, std::vector<int64_t> shape) {
    return random::normal(Key(seed), std::move(shape), type) * 2;
  };
  return {draw(1, {s.batch, s.queries, s.heads, s.features}),
          draw(2, {s.batch, s.keys, s.groups, s.features}),
          draw(3, {s.batch, s.keys, s.groups, s.values}),
          {}};
}

/// The largest distance, relative to the largest element, or to 1.
double errorOf(const Tensor &made, const Tensor &wanted) {
  EXPECT_EQ(made.shape(), wanted.shape());
  const Tensor a = astype(made, f64), b = astype(wanted, f64);
  return max(abs(a - b)).item() / std::max(1.0, max(abs(b)).item());
}

/// The result and its gradients.
Leaves resultsOf(const Operands &in, nn::AttentionOptions options) {
  auto loss = [&](const Operands &in) {
    options.bias = in.bias;
    const Tensor y = nn::attention(in.q, in.k, in.v, options);
    return std::pair(sum(sin(astype(y, promote(y.elementType(), f32)))), y);
  };
  return flatten(valueAndGrad(loss)(in));
}

/// Compares values and gradients with those of f64 without blocks: rounding may be three times that
/// of attention without blocks in the type of the operands.
void expectSame(const Operands &in, nn::AttentionOptions options, int64_t block) {
  const ElementType type = in.q.elementType();
  const Leaves plain = resultsOf(in, options),
               exact = resultsOf(mapLeaves([](const Tensor &x) { return astype(x, f64); }, in),
                                 options);
  options.block = block;
  const Leaves made = resultsOf(in, options);
  ASSERT_EQ(made.size(), plain.size());
  const double least = type == f64 ? 1e-14 : type == bf16 ? 8e-3 : 3e-6;
  for (size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(made[i].tensor.type(), plain[i].tensor.type());
    EXPECT_LE(errorOf(made[i].tensor, exact[i].tensor),
              3 * errorOf(plain[i].tensor, exact[i].tensor) + least)
        << made[i].path;
  }
  options.bias = in.bias; // outside of a program the steps run at once
  EXPECT_LE(errorOf(nn::attention(in.q, in.k, in.v, options), made[1].tensor), least);
}

TEST(NnAttention, BlocksOfAllSizes) {
  for (int64_t block : {1, 2, 3, 6, 7, 100})
    for (ElementType type : {f32, bf16, f64}) {
      SCOPED_TRACE("blocks of " + std::to_string(block) + ", " + text(type));
      expectSame(operandsOf({}, type), {.causal = true}, block);
    }
}

TEST(NnAttention, BlocksOfGroupedHeads) {
  for (bool isCausal : {false, true})
    expectSame(operandsOf({.heads = 6, .groups = 2}, f32), {.causal = isCausal, .scale = 0.3}, 3);
}

TEST(NnAttention, BlocksBehindAStart) {
  const Operands in = operandsOf({.queries = 3, .keys = 10}, f32);
  for (int64_t start : {0, 2, 7})
    expectSame(in, {.causal = true, .start = full({}, start, i32)}, 4);
}

/// With and without a dim of keys, and with fewer dims than the scores.
TEST(NnAttention, BlocksOfMasks) {
  for (int64_t groups : {2, 4})
    for (const std::vector<int64_t> &shape :
         {std::vector<int64_t>{2, 4, 6, 7}, {2, 1, 6, 7}, {1, 4, 1, 7}, {6, 1}, {7}, {}}) {
      SCOPED_TRACE(text(Type{boolean, shape}));
      const Operands in = operandsOf({.groups = groups}, f32);
      expectSame(in, {.mask = random::normal(Key(9), shape) > -0.5}, 3);
      expectSame(in, {.causal = true, .mask = random::normal(Key(9), shape) > -0.5}, 2);
    }
}

/// A bias that is equal for all keys changes nothing: its gradient is what rounding leaves of 0,
/// which grows in bf16 with the number of rows.
TEST(NnAttention, BlocksOfBiases) {
  for (int64_t groups : {2, 4})
    for (const std::vector<int64_t> &shape :
         {std::vector<int64_t>{2, 4, 6, 7}, {4, 1, 7}, {7}, {1, 4, 6, 1}, {}})
      for (ElementType type : {f32, bf16}) {
        if (type == bf16 && (shape.empty() || shape.back() == 1))
          continue;
        SCOPED_TRACE(text(Type{type, shape}));
        Operands in = operandsOf({.groups = groups}, type);
        in.bias = random::normal(Key(8), shape, type);
        expectSame(in, {.causal = true}, 3);
      }
}

/// Blocks in which a row has no finite score, before and behind others. Such a bias is a constant.
TEST(NnAttention, BlocksOfInfiniteBiases) {
  const Operands in = operandsOf({}, f32);
  const Tensor key = iota({6, 7}, 1), query = iota({6, 7}, 0);
  for (const Tensor &isSeen : {key >= 5, key < 2, equal(key, query)}) {
    auto gradientBy = [&](std::optional<int64_t> block) {
      nn::AttentionOptions options{.bias = where(isSeen, 0.0, -infinity), .block = block};
      return flatten(grad([&](const Operands &in) {
        return sum(sin(nn::attention(in.q, in.k, in.v, options)));
      })(in));
    };
    const Leaves a = gradientBy(2), b = gradientBy({});
    for (size_t i = 0; i < a.size(); ++i)
      EXPECT_LT(errorOf(a[i].tensor, b[i].tensor), 3e-6) << a[i].path;
  }
}

/// A query that sees no key has the mean of the values, and no influence on other operands.
TEST(NnAttention, BlocksOfQueriesWithoutKeys) {
  expectSame(operandsOf({}, f32), {.mask = iota({6, 7}, 0) > 2}, 3);
}

/// Derivatives go through the backward part as well.
TEST(NnAttention, BlocksHaveSecondDerivatives) {
  const Operands in = operandsOf({.groups = 2}, f64), along = operandsOf({.groups = 2}, f64);
  auto gradientBy = [](std::optional<int64_t> block) {
    return grad([block](const Operands &in) {
      return sum(sin(nn::attention(in.q, in.k, in.v, {.causal = true, .block = block})));
    });
  };
  const Leaves a = flatten(jvp(gradientBy(3), in, along).second),
               b = flatten(jvp(gradientBy({}), in, along).second);
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_LT(errorOf(a[i].tensor, b[i].tensor), 1e-12) << a[i].path;
}

TEST(NnAttention, BlocksUnderTransformations) {
  const Operands in = operandsOf({}, f32);
  auto attend = [](std::optional<int64_t> block) {
    return [block](Tensor q, Tensor k, Tensor v) {
      return sum(sin(nn::attention(q, k, v, {.causal = true, .block = block})));
    };
  };
  // A batch of keys alone, and one of queries and values, in gradients of each.
  const Tensor more = stack({in.k, in.k * 0.5, in.k + 1});
  auto ofKeys = [&](std::optional<int64_t> block) {
    return jit(vmap(grad<0, 1, 2>(attend(block)), {.in = {{}, 0, {}}, .out = {0, 0, 0}}))(
        in.q, more, in.v);
  };
  const Leaves made = flatten(ofKeys(3)), wanted = flatten(ofKeys({}));
  for (size_t i = 0; i < made.size(); ++i)
    EXPECT_LT(errorOf(made[i].tensor, wanted[i].tensor), 3e-6);
  auto summed = [&](std::optional<int64_t> block) {
    return [&, block](Tensor q) {
      return sum(vmap(checkpoint(attend(block)), {.in = {{}, 0, {}}})(q, more, in.v));
    };
  };
  EXPECT_LT(errorOf(grad(summed(3))(in.q), grad(summed({}))(in.q)), 3e-6);
}

TEST(NnAttention, BlocksOnAMesh) {
  const Operands in = operandsOf({.queries = 8, .keys = 8, .groups = 2}, f32);
  auto gradient = [](const Operands &in) {
    return valueAndGrad([](const Operands &in) {
      return sum(sin(nn::attention(in.q, in.k, in.v, {.causal = true, .block = 3})));
    })(in);
  };
  const auto wanted = jit(gradient)(in);
  Mesh mesh({{"data", 2}, {"model", 2}});
  auto scope = mesh.use();
  // Split by batch and heads; by queries; and by keys, which are gathered.
  for (const Spec &spec : {P("data", {}, "model"), P({}, "data"), P({}, "model", "data")}) {
    const auto made = jit([&](const Operands &in) { return gradient(constrain(in, spec)); })(in);
    EXPECT_NEAR(made.first.item(), wanted.first.item(), 1e-4);
    const Leaves a = flatten(made.second), b = flatten(wanted.second);
    for (size_t i = 0; i < a.size(); ++i)
      if (a[i].tensor.hasValue())
        EXPECT_LT(errorOf(a[i].tensor, b[i].tensor), 3e-6) << a[i].path;
  }
}

TEST(NnAttention, BlocksOfACache) {
  const Operands in = operandsOf({.queries = 7, .groups = 2, .values = 8}, f32);
  nn::KvCache cache(2, 9, 2, 8);
  cache = cache.append(in.k, in.v);
  EXPECT_LT(errorOf(cache.attend(in.q, {}, 4), cache.attend(in.q)), 3e-6);
}

TEST(NnAttention, RefusesBlocks) {
  const Tensor q = zeros({2, 5, 4, 8});
  EXPECT_REFUSED("nn::attention by blocks of 0 keys; a block has one key or more",
                 nn::attention(q, q, q, {.block = 0}));
  EXPECT_REFUSED("nn::attention by blocks of -3 keys; a block has one key or more",
                 jit([&] { return nn::attention(q, q, q, {.block = -3}); })());
  EXPECT_REFUSED("nn::attention with a mask i1[5, 6]: it does not broadcast to the scores, f32[2, "
                 "4, 5, 5]",
                 nn::attention(q, q, q, {.mask = zeros({5, 6}, boolean), .block = 2}));
  EXPECT_REFUSED("nn::attention with a bias f32[3, 5, 5]: it does not broadcast to the scores, "
                 "f32[2, 4, 5, 5]",
                 nn::attention(q, q, q, {.bias = zeros({3, 5, 5})}));
}

} // namespace
} // namespace spmd::test
