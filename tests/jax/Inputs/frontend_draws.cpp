// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/random.h and spmd/init.h (frontend_cases.h). The first operand is the data of a
// key, so that batches go over keys as well; the shape and the type of the result are those of the
// second one, which stands for parameters where there are some.
#include "layer_cases.h"

namespace {

using namespace random;
using DrawShape = std::vector<int64_t>;
using Draw = std::function<Tensor(const Key &, const DrawShape &, ElementType)>;
const std::vector<Shape> kShapes{{3, 5}, {13}, {}, {2, 1, 3}, {0, 4}, {6, 2, 2}};
const Types kFloats{f32, bf16, f64}, kWhole{i32, i8, u8, u16, i64, u64};

/// The shapes behind that of a key, each of them `count` times.
ShapeLists keyed(const std::vector<Shape> &shapes, size_t count = 1) {
  ShapeLists lists;
  for (const Shape &shape : shapes) {
    lists.push_back({{2}});
    lists.back().insert(lists.back().end(), count, shape);
  }
  return lists;
}

/// A case of each shape and type.
void add(const std::string &name, const Types &types, const Draw &draw,
         const std::vector<Shape> &shapes = kShapes) {
  for (ElementType type : types)
    exactly(
        name,
        [=](const Operands &in) { return draw(Key(in[0]), in[1].shape(), in[1].elementType()); },
        keyed(shapes), {u32, type});
}
#define DRAW(name, types, expression)                                                              \
  add(name, types,                                                                                 \
      [](const Key &key, const DrawShape &shape, [[maybe_unused]] ElementType type) -> Tensor {    \
        return expression;                                                                         \
      })

/// A case with so many parameters, which have the shape and the type of the result.
void addOf(const std::string &name, size_t count,
           const std::function<Tensor(const Key &, const Operands &)> &draw,
           const Types &types = {f32, bf16, f64}, const std::vector<Shape> &shapes = kShapes) {
  for (ElementType type : types) {
    Types all(count + 1, type);
    all[0] = u32;
    exactly(
        name,
        [=](const Operands &in) { return draw(Key(in[0]), Operands(in.begin() + 1, in.end())); },
        keyed(shapes, count), all);
  }
}
#define DRAW_OF(name, count, expression)                                                           \
  addOf(name, count, [](const Key &key, const Operands &p) -> Tensor { return expression; })
/// Shape and type of the first parameter.
#define AS_FIRST p[0].shape(), p[0].elementType()

void addKeys() {
  add("Key", {i32}, [](const Key &key, const DrawShape &, ElementType) { return key.data; });
  add("fold", {i32},
      [](const Key &key, const DrawShape &, ElementType) { return key.fold(7).data; });
  addOf("foldNumber", 1, [](const Key &key, const Operands &p) { return key.fold(p[0]).data; },
        {i32, u32, i64}, {{}});
  add("split", {i32}, [](const Key &key, const DrawShape &shape, ElementType) {
    return key.split(elementsOf(shape) + 1).back().data;
  });
  add("splitStacked", {i32}, [](const Key &key, const DrawShape &shape, ElementType) {
    return key.splitStacked(elementsOf(shape)).data;
  });
  add("clone", {i32},
      [](const Key &key, const DrawShape &, ElementType) { return key.clone().data; });
}

void addUniform() {
  DRAW("bits", Types({u8, u16, u32, u64}), bits(key, shape, type));
  DRAW("uniform", kFloats, uniform(key, shape, type));
  DRAW_OF("uniformBetween", 2, uniform(key, AS_FIRST, p[0], p[1]));
  DRAW("randint", kWhole, randint(key, shape, 3, 100, type));
  addOf("randintBetween", 2,
        [](const Key &key, const Operands &p) {
          return randint(key, p[0].shape(), p[0], p[1], p[0].elementType());
        },
        {i32, u8, i64});
  DRAW("rademacher", Types({i32, f32, i8}), rademacher(key, shape, type));
  addOf("bernoulli", 1, [](const Key &key, const Operands &p) {
    return bernoulli(key, abs(p[0]) / 2, p[0].shape());
  });
  addOf("bernoulliOf", 1,
        [](const Key &key, const Operands &p) { return bernoulli(key, abs(p[0]) / 2); });
}

void addDistributions() {
  DRAW("normal", kFloats, normal(key, shape, type));
  DRAW("exponential", kFloats, exponential(key, shape, type));
  DRAW("gumbel", kFloats, gumbel(key, shape, type));
  DRAW("laplace", kFloats, laplace(key, shape, type));
  DRAW("logistic", kFloats, logistic(key, shape, type));
  DRAW("cauchy", Types({f32, f64}), cauchy(key, shape, type));
  DRAW("maxwell", kFloats, maxwell(key, shape, type));
  DRAW_OF("truncatedNormal", 2, truncatedNormal(key, -abs(p[0]) - 0.1, abs(p[1]) + 0.1, AS_FIRST));
  DRAW_OF("lognormal", 1, lognormal(key, p[0], AS_FIRST));
  DRAW_OF("pareto", 1, pareto(key, abs(p[0]) + 1, AS_FIRST));
  DRAW_OF("rayleigh", 1, rayleigh(key, abs(p[0]) + 0.1, AS_FIRST));
  DRAW_OF("wald", 1, wald(key, abs(p[0]) + 0.5, AS_FIRST));
  DRAW_OF("weibullMin", 2, weibullMin(key, abs(p[0]) + 0.5, abs(p[1]) + 0.5, AS_FIRST));
  DRAW_OF("triangular", 2, triangular(key, p[0] - 3, p[0], p[0] + abs(p[1]) + 1, AS_FIRST));
  addOf(
      "geometric", 1,
      [](const Key &key, const Operands &p) { return geometric(key, abs(p[0]) / 2, p[0].shape()); },
      {f32, f64});
  DRAW_OF("drawGamma", 1, gamma(key, abs(p[0]) + 0.3, AS_FIRST));
  DRAW_OF("drawLoggamma", 1, loggamma(key, abs(p[0]) + 0.3, AS_FIRST));
  DRAW_OF("drawBeta", 2, beta(key, abs(p[0]) + 0.4, abs(p[1]) + 0.4, AS_FIRST));
  DRAW_OF("drawChisquare", 1, chisquare(key, abs(p[0]) + 1, AS_FIRST));
  DRAW_OF("drawT", 1, random::t(key, abs(p[0]) + 1, AS_FIRST));
  DRAW_OF("drawF", 2, random::f(key, abs(p[0]) + 1, abs(p[1]) + 1, AS_FIRST));
  DRAW_OF("drawGeneralizedNormal", 1, generalizedNormal(key, abs(p[0]) + 1, AS_FIRST));
  DRAW_OF("drawBall", 1, ball(key, 3, 2, AS_FIRST));
  // Not both ways in one tensor: JAX goes on until numbers that stand in for the other way's are
  // accepted, which their rounding decides.
  for (double least : {0., 16.})
    addOf(least ? "poissonLarge" : "poisson", 1,
          [=](const Key &key, const Operands &p) {
            return poisson(key, abs(p[0]) * 4 + least, p[0].shape());
          },
          {f32, f64});
  addOf("binomial", 2,
        [](const Key &key, const Operands &p) {
          return binomial(key, round(abs(p[0]) * 8), abs(p[1]) / 2, AS_FIRST);
        },
        {f32, f64});
  DRAW_OF("doubleSidedMaxwell", 2,
          doubleSidedMaxwell(key, p[0], abs(p[1]) + 0.1, {2}, p[0].elementType()));
}

const std::vector<Shape> kVectors{{3, 5}, {13}, {1}, {2, 1, 3}, {6, 2, 2}, {17, 3}};

void addVectors() {
  auto rows = [](const Tensor &x) { return DrawShape(x.shape().begin(), x.shape().end() - 1); };
  addOf(
      "drawDirichlet", 1,
      [=](const Key &key, const Operands &p) {
        return dirichlet(key, abs(p[0]) + 0.5, rows(p[0]), p[0].elementType());
      },
      {f32, bf16, f64}, kVectors);
  addOf(
      "multinomial", 1,
      [](const Key &key, const Operands &p) {
        return multinomial(key, 9, softmax(p[0]), p[0].elementType());
      },
      {f32, f64}, kVectors);
  addOf(
      "multivariateNormal", 1,
      [=](const Key &key, const Operands &p) {
        const Tensor covariance = eye(p[0].size(-1), p[0].elementType()) * 2 + 0.5;
        return multivariateNormal(key, p[0], covariance, rows(p[0]), p[0].elementType());
      },
      {f32, f64}, kVectors);
  addOf(
      "categorical", 1, [](const Key &key, const Operands &p) { return categorical(key, p[0]); },
      {f32, f64}, kVectors);
  addOf(
      "categoricalShape", 1,
      [=](const Key &key, const Operands &p) {
        DrawShape shape = rows(p[0]);
        shape.insert(shape.begin(), 4);
        return categorical(key, p[0], -1, shape);
      },
      {f32, f64}, kVectors);
  const Types types{f32, bf16, i32, u8};
  addOf(
      "permutation", 1, [](const Key &key, const Operands &p) { return permutation(key, p[0]); },
      types, kVectors);
  addOf(
      "permutationLast", 1,
      [](const Key &key, const Operands &p) {
        return permutation(key, p[0], -1, random::Order::Independent);
      },
      types, kVectors);
  add("permutationCount", {i32}, [](const Key &key, const DrawShape &shape, ElementType) {
    return permutation(key, elementsOf(shape));
  });
  DRAW("choice", Types{i32}, choice(key, 17, shape));
  addOf(
      "choiceRows", 1, [](const Key &key, const Operands &p) { return choice(key, p[0], {2, 3}); },
      types, kVectors);
  addOf(
      "choiceDistinct", 1,
      [](const Key &key, const Operands &p) {
        return choice(key, p[0], {p[0].size(-1)}, -1, {.replace = false});
      },
      types, kVectors);
  addOf("choiceWeighted", 1,
        [](const Key &key, const Operands &p) {
          return choice(key, p[0].size(0), {7}, {.p = softmax(reshape(p[0], {-1}))});
        },
        {f32, f64}, {{3}, {13}, {1}, {2}, {6}, {17}});
  add("orthogonal", {f32, f64},
      [](const Key &key, const DrawShape &shape, ElementType type) {
        return orthogonal(key, shape[0], shape[1], type);
      },
      {{3, 5}, {4, 4}, {1, 1}, {7, 2}, {1, 6}, {6, 1}});
}

void addInitializers() {
  const std::vector<Shape> matrices{{3, 5}, {4, 4}, {1, 1}, {2, 3, 4}, {3, 2, 2, 5}, {13, 2}};
  const std::vector<std::pair<std::string, init::Initializer>> all{
      {"zeros", init::zeros},
      {"ones", init::ones},
      {"constant", init::constant(0.3)},
      {"initUniform", init::uniform(0.05)},
      {"initNormal", init::normal(0.02)},
      {"initTruncatedNormal", init::truncatedNormal(0.02, -1, 3)},
      {"lecunNormal", init::lecunNormal},
      {"lecunUniform", init::lecunUniform},
      {"glorotNormal", init::glorotNormal},
      {"glorotUniform", init::glorotUniform},
      {"heNormal", init::heNormal},
      {"heUniform", init::heUniform},
      {"xavierNormal", init::xavierNormal},
      {"xavierUniform", init::xavierUniform},
      {"kaimingNormal", init::kaimingNormal},
      {"kaimingUniform", init::kaimingUniform},
      {"varianceScaling", init::varianceScaling(1.5, init::Fan::Out, init::Distribution::Normal)}};
  for (const auto &[name, initializer] : all)
    add(
        name, {f32, bf16, f64},
        [=, initializer = initializer](const Key &key, const DrawShape &shape, ElementType type) {
          return initializer(key, shape, type);
        },
        matrices);
  add(
      "initOrthogonal", {f32, f64},
      [](const Key &key, const DrawShape &shape, ElementType type) {
        return init::orthogonal(2)(key, shape, type);
      },
      matrices);
  add("deltaOrthogonal", {f32, f64},
      [](const Key &key, const DrawShape &shape, ElementType type) {
        return init::deltaOrthogonal()(key, shape, type);
      },
      {{3, 2, 4}, {2, 3, 3, 3}, {4, 3, 2, 5}, {1, 1, 1}, {3, 3, 2, 2, 6}, {5, 1, 3}});
}

} // namespace

int main() {
  addKeys();
  addUniform();
  addDistributions();
  addVectors();
  addInitializers();
  for (Case &one : cases)
    one.hasAllTypes = true;
  runAll();
}
