// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named tensors as leaves of trees: keys of programs, gradients, layers in loops, batches,
// optimizers, files, and where they lie on a mesh.
#include "compiler/frontend/test_errors.h"
#include <filesystem>

namespace spmd::test {
namespace {

using Names = std::vector<std::string>;

const Axis Batch("batch", 4), Embed("embed", 6), Layers("layers", 3);

struct Layer {
  NamedTensor weight;
  std::optional<NamedTensor> bias;
  SPMD_FIELDS(weight, bias)

  NamedTensor operator()(const NamedOperand &x) const {
    const NamedTensor y = dot(x, rename(weight, "out", "next"), Embed);
    return tanh(rename(bias ? y + rename(*bias, Embed, "next") : y, "next", "embed"));
  }
};

Layer layer(uint64_t seed = 1) {
  const Key key(seed);
  return {parameter(random::normal(key.fold(0), {Embed, Embed.alias("out")}) * 0.4),
          parameter(random::normal(key.fold(1), Embed))};
}
NamedTensor input() { return random::normal(Key(9), {Batch, Embed}); }
std::vector<Layer> someLayers() { return {layer(1), layer(2), layer(3)}; }

TEST(NamedTrees, NamesArePartOfTheKey) {
  auto run = jit([](const Layer &layer, NamedTensor x) { return layer(x); });
  const NamedTensor x = input();
  const NamedTensor y = run(layer(), x);
  EXPECT_EQ(y.names, (Names{"batch", "embed"}));
  EXPECT_EQ(y.values<float>(), layer()(x).values<float>());
  run(layer(2), x);
  EXPECT_EQ(run.traceCount(), 1u);
  run(layer(), rearrange(x, {Embed, Batch}));
  EXPECT_EQ(run.traceCount(), 2u);
  Layer turned = layer();
  turned.weight = rearrange(turned.weight, {"out", "embed"});
  EXPECT_EQ(difference(structure(layer()), structure(turned)),
            "weight: axes embed, out -> axes out, embed");
  std::vector<std::string> paths;
  for (const Leaf &leaf : flatten(layer()))
    paths.push_back(leaf.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"weight", "bias"}));
  const NamedTensor jitted = jit(layer())(x); // a callable on named operands
  EXPECT_EQ(jitted.values<float>(), y.values<float>());
}

TEST(NamedTrees, GradientsHaveTheNames) {
  auto loss = [](const Layer &layer, NamedTensor x) { return mean(square(layer(x))); };
  const auto [value, gradient] = valueAndGrad(loss)(layer(), input());
  EXPECT_EQ(text(value), "f32[]");
  EXPECT_EQ(text(gradient.weight), "f32[embed=6, out=6]");
  EXPECT_EQ(axesOf(gradient.weight.tensor), (Names{"embed", "out"}));
  EXPECT_GT(sum(abs(gradient.weight)).item(), 0);
  auto counted = [](std::pair<NamedTensor, NamedTensor> x) { return sum(x.first * x.second); };
  const auto both = grad(counted)(std::pair(input(), arange(Embed)));
  EXPECT_EQ(text(both.first), "f32[batch=4, embed=6]");
  EXPECT_FALSE(both.second.hasValue());
}

TEST(NamedTrees, LayersAreStackedScannedAndFolded) {
  const NamedTensor x = input();
  NamedTensor wanted = x;
  for (const Layer &each : someLayers())
    wanted = each(wanted);
  const Stacked<Layer> stacked(someLayers());
  EXPECT_EQ(stacked.at(1).weight.values<float>(), layer(2).weight.values<float>());
  auto body = [](NamedTensor x, const Layer &each) { return each(x); };
  auto scanned = jit([&](const Stacked<Layer> &layers, NamedTensor x) {
    return scan(checkpoint(body), x, layers);
  });
  EXPECT_EQ(scanned(stacked, x).values<float>(), wanted.values<float>());
  // The same layers with an axis.
  const Layer layers = withLeadingAxis(stacked.layers, Layers);
  EXPECT_EQ(text(layers.weight), "f32[layers=3, embed=6, out=6]");
  EXPECT_EQ(axesOf(layers.weight.tensor), (Names{"layers", "embed", "out"}));
  auto folded = jit([&](const Layer &layers, NamedTensor x) {
    return fold(checkpoint(body), Layers, x, layers);
  });
  EXPECT_EQ(folded(layers, x).values<float>(), wanted.values<float>());
  EXPECT_EQ(fold(body, Layers, x, layers).values<float>(), wanted.values<float>());
  auto loss = [&](const Layer &layers) { return sum(fold(checkpoint(body), Layers, x, layers)); };
  auto plain = [&](const Stacked<Layer> &layers) { return sum(scan(body, x, layers)); };
  const Layer gradient = grad(loss)(layers), same = grad(plain)(stacked).layers;
  EXPECT_EQ(text(gradient.weight), "f32[layers=3, embed=6, out=6]");
  const auto a = gradient.weight.values<float>(), b = same.weight.values<float>();
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 1e-6); // sums over a batch of 4, in another order
}

TEST(NamedTrees, ScansOverAnAxis) {
  const NamedTensor x = input(), scale = random::normal(Key(3), {Embed});
  auto step = [](NamedTensor total, std::pair<NamedTensor, NamedTensor> x) {
    total = total + x.first;
    return std::pair(total, sum(total * x.second));
  };
  auto run = [&](ScanOptions options) {
    // The batch stands behind the other axis; scale has none and is shared.
    return scan(step, Batch, zeros(Embed), std::pair(rearrange(x, {Embed, Batch}), scale), options);
  };
  for (const bool isReverse : {false, true}) {
    const auto [last, sums] = run({.reverse = isReverse});
    EXPECT_EQ(text(last), "f32[embed=6]");
    EXPECT_EQ(text(sums), "f32[batch=4]");
    const NamedTensor totals = cumsum(x, Batch, isReverse ? Scan::Reverse : Scan::Forward);
    const NamedTensor wanted = dot(totals, scale, Embed);
    const auto [jitted, others] = jit([&](NamedTensor) { return run({.reverse = isReverse}); })(x);
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(sums.values<float>()[i], wanted.values<float>()[i], 1e-5); // a sum of 6
      EXPECT_NEAR(others.values<float>()[i], wanted.values<float>()[i], 1e-5);
    }
    EXPECT_EQ(jitted.values<float>(), last.values<float>());
  }
}

TEST(NamedTrees, BatchesOverAnAxis) {
  const NamedTensor x = input(), turned = rearrange(x, {Embed, Batch});
  Names seen;
  auto f = vmap(
      [&](NamedTensor x, const Layer &layer) {
        seen = x.names;
        return std::pair(layer(x), sum(x));
      },
      Batch);
  const auto [y, sums] = f(turned, layer()); // the layer has no batch and is shared
  EXPECT_EQ(seen, Names{"embed"});
  EXPECT_EQ(text(y), "f32[batch=4, embed=6]");
  EXPECT_EQ(text(sums), "f32[batch=4]");
  const std::vector<float> a = y.values<float>(), b = layer()(x).values<float>();
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 1e-6);
  // Batches of batches: the inner axis is in front.
  auto product = [](NamedTensor a, NamedTensor b) { return a * b; };
  auto twice =
      vmap([&](NamedTensor a, NamedTensor b) { return vmap(product, Embed)(a, b); }, Batch);
  EXPECT_EQ(twice(x, x).names, (Names{"batch", "embed"}));
  EXPECT_EQ(twice(x, x).values<float>(), (x * x).values<float>());
  // Each entry has a gradient of its own.
  auto each =
      vmap([](NamedTensor x) { return grad([](NamedTensor x) { return sum(x * x); })(x); }, Batch);
  EXPECT_EQ(each(x).values<float>(), (x * 2).values<float>());
}

TEST(NamedTrees, BranchesAndLoopsKeepNames) {
  const NamedTensor x = input();
  auto run = jit([](Tensor count, NamedTensor x) {
    NamedTensor y = foriLoop(0, count, [](Tensor i, NamedTensor x) { return x + i; }, x);
    return cond(count > 2, [](NamedTensor x) { return x * 2; }, [](NamedTensor x) { return x; }, y);
  });
  EXPECT_EQ(run(full({}, 3, i32), x).values<float>(), ((x + 0 + 1 + 2) * 2).values<float>());
  EXPECT_EQ(run(full({}, 2, i32), x).values<float>(), (x + 0 + 1).values<float>());
  auto turn = [](Tensor, NamedTensor x) { return rearrange(x, {Embed, Batch}); };
  EXPECT_MESSAGE("foriLoop: the carry changes in a trip: axes batch, embed -> axes embed, batch",
                 foriLoop(0, 2, turn, x));
}

TEST(NamedTrees, OptimizersAndFiles) {
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(1e-2));
  auto step = jit([&](Layer model, optim::State state) {
    const NamedTensor x = input();
    auto loss = [&](const Layer &layer) { return mean(square(layer(x))); };
    auto [value, gradient] = valueAndGrad(loss)(model);
    auto [updates, next] = optimizer.update(gradient, state, model);
    return std::tuple(applyUpdates(model, updates), next, value);
  });
  Layer model = layer();
  optim::State state = optimizer.init(model);
  std::vector<double> losses;
  for (int i = 0; i < 5; ++i) {
    NamedTensor loss;
    std::tie(model, state, loss) = step(model, state);
    losses.push_back(loss.item());
  }
  EXPECT_LT(losses[4], losses[0]);
  EXPECT_EQ(axesOf(model.weight.tensor), (Names{"embed", "out"})); // still a parameter
  std::string folder = testing::TempDir() + "spmd_named_XXXXXX";
  folder = mkdtemp(folder.data());
  save(folder + "/model.safetensors", model);
  const Layer read = load(folder + "/model.safetensors", evalShape([] { return layer(); }));
  EXPECT_EQ(read.weight.names, model.weight.names);
  EXPECT_EQ(read.weight.values<float>(), model.weight.values<float>());
  std::filesystem::remove_all(folder);
}

/// A mesh with one mapping for parameters and one for values.
struct NamedMeshes : testing::Test {
  Mesh mesh = Mesh({{"data", 2}});
  const Rules parameters{{"embed", "data"}}, values{{"batch", "data"}};
};

TEST_F(NamedMeshes, ValuesAndParametersLieByTheirNames) {
  auto scope = mesh.use(parameters, values);
  EXPECT_EQ(text(shardingOf(input().tensor).spec), "P(\"data\")");
  EXPECT_EQ(text(shardingOf(parameter(zeros({Batch, Embed})).tensor).spec), "P({}, \"data\")");
  const Layer made = jit([] { return layer(); })();
  EXPECT_EQ(text(shardingOf(made.weight.tensor).spec), "P(\"data\")");
  auto run = jit([](const Layer &layer, NamedTensor x) { return layer(x); });
  const NamedTensor y = run(made, input());
  EXPECT_EQ(text(shardingOf(y.tensor).spec), "P(\"data\")");
  auto loss = [](const Layer &layer, NamedTensor x) { return mean(square(layer(x))); };
  const Layer gradient =
      jit([&](const Layer &layer, NamedTensor x) { return grad(loss)(layer, x); })(made, input());
  EXPECT_EQ(text(shardingOf(gradient.weight.tensor).spec), "P(\"data\")");
  // Arithmetic of parameters alone gives a parameter; with a value it gives a value.
  const NamedTensor moved = made.weight - gradient.weight * 0.1;
  EXPECT_EQ(axesOf(moved.tensor), (Names{"embed", "out"}));
  EXPECT_EQ(text(shardingOf(moved.tensor).spec), "P(\"data\")");
  const NamedTensor mixed = made.weight * input();
  EXPECT_EQ(axesOf(mixed.tensor), Names());
  EXPECT_EQ(text(shardingOf(mixed.tensor).spec), "P({}, {}, \"data\")");
  EXPECT_EQ(text(shardingOf(zerosLike(made.weight).tensor).spec), "P(\"data\")");
}

/// A batch stays split along its axis, and layers along theirs.
TEST_F(NamedMeshes, BatchesAndLayersLieByTheirAxes) {
  auto scope = mesh.use({{"stage", "data"}}, values);
  auto each = jit([](const Layer &layer, NamedTensor x) {
    return vmap([&](NamedTensor x) { return layer(x); }, Batch)(x);
  });
  const NamedTensor y = each(layer(), input());
  EXPECT_EQ(text(y), "f32[batch=4, embed=6]");
  EXPECT_EQ(text(shardingOf(y.tensor).spec), "P(\"data\")");
  const Stacked<Layer> stacked(std::vector<Layer>{layer(1), layer(2)});
  const Layer layers = withLeadingAxis(stacked.layers, Axis("stage", 2));
  EXPECT_EQ(text(shardingOf(layers.weight.tensor).spec), "P(\"data\")");
}

TEST_F(NamedMeshes, NumbersAreThoseOfOneDevice) {
  const NamedTensor x = input(), wanted = layer()(x);
  auto scope = mesh.use(parameters, values);
  const NamedTensor y = jit([](const Layer &layer, NamedTensor x) { return layer(x); })(
      jit([] { return layer(); })(), x);
  for (size_t i = 0; i < 24; ++i)
    EXPECT_NEAR(y.values<float>()[i], wanted.values<float>()[i], 1e-6);
}

TEST_F(NamedMeshes, RefuseSizesThatDoNotDivide) {
  auto scope = mesh.use(parameters, values);
  EXPECT_MESSAGE("axes batch, other of f32[5, 2] by P(\"data\"): size 5 of dim 0 is not divisible "
                 "by 2 devices; .padded() behind a spec or rules lets the last shards be padded",
                 zeros({Axis("batch", 5), Axis("other", 2)}));
  EXPECT_MESSAGE(
      "withAxes of f32[5] by P(\"data\"): size 5 of dim 0 is not divisible by 2 devices; "
      ".padded() behind a spec or rules lets the last shards be padded",
      nn::NamedLayerNorm(Axis("embed", 5)));
  const Rules both{{"batch", "data"}, {"embed", "data"}};
  auto inner = mesh.use(both);
  EXPECT_MESSAGE("dims \"batch\" and \"embed\" of one tensor are both split along the mesh axis "
                 "\"data\"; change a rule of Mesh::use, or a name",
                 zeros({Batch, Embed}));
}

/// The parts of a shardMap are local: names do not place them, and sizes are those of the part.
TEST_F(NamedMeshes, PartsOfAShardMapStayWhereTheyAre) {
  auto scope = mesh.use(parameters, values);
  std::vector<Axis> seen;
  auto f = shardMap(
      [&](NamedTensor x) {
        seen = x.axes();
        const NamedTensor own = sum(x * 2, "batch");
        return named(psum(own.tensor, "data"), own.names);
      },
      P("data"), P());
  const NamedTensor y = f(input());
  EXPECT_EQ(seen, (std::vector<Axis>{Batch.resize(2), Embed}));
  EXPECT_EQ(text(y), "f32[embed=6]");
  const NamedTensor wanted = sum(input() * 2, Batch);
  for (size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(y.values<float>()[i], wanted.values<float>()[i], 1e-5);
}

} // namespace
} // namespace spmd::test
