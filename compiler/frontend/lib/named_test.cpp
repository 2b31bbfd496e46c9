// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named tensors: values and gradients are those of the functions without names, which tests/jax
// compares with JAX; order of axes, parts, and what is refused.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

using Names = std::vector<std::string>;

const Axis Batch("batch", 4), Embed("embed", 3), Mlp("mlp", 5);

Tensor numbers(std::vector<int64_t> shape, uint64_t seed = 1) {
  return random::normal(Key(seed), std::move(shape));
}
NamedTensor x() { return named(numbers({4, 3}), {Batch, Embed}); }
NamedTensor w() { return named(numbers({3, 5}, 2), {Embed, Mlp}); }

/// Checks names, shape, type and bits.
void expectSame(const NamedTensor &made, const Names &names, const Tensor &wanted) {
  EXPECT_EQ(made.names, names);
  EXPECT_EQ(made.tensor.type(), wanted.type());
  EXPECT_EQ(astype(made.tensor, f32).values<float>(), astype(wanted, f32).values<float>());
}

/// The same of f and its gradient in two operands, where plain is f on their tensors.
template <class F, class G>
void expectSameWithGradients(F f, G plain, const NamedTensor &a, const NamedTensor &b,
                             const Names &names) {
  expectSame(f(a, b), names, plain(a.tensor, b.tensor));
  auto loss = [&](NamedTensor a, NamedTensor b) { return sum(sin(f(a, b))); };
  auto wanted = [&](Tensor a, Tensor b) { return sum(sin(plain(a, b))); };
  const auto [first, second] = grad<0, 1>(loss)(a, b);
  const auto [one, two] = grad<0, 1>(wanted)(a.tensor, b.tensor);
  expectSame(first, a.names, one);
  expectSame(second, b.names, two);
}

TEST(Named, HasAxes) {
  const NamedTensor in = x();
  EXPECT_EQ(text(in), "f32[batch=4, embed=3]");
  EXPECT_EQ(in.axes(), (std::vector<Axis>{Batch, Embed}));
  EXPECT_EQ(in.axis("embed"), Embed);
  EXPECT_EQ(in.size(Batch), 4);
  EXPECT_TRUE(in.has("batch"));
  EXPECT_FALSE(in.has("mlp"));
  EXPECT_EQ(Embed.alias("other"), Axis("other", 3));
  EXPECT_EQ(Embed.resize(7), Axis("embed", 7));
  expectSame(zeros({Batch, Embed}, bf16), {"batch", "embed"}, zeros({4, 3}, bf16));
  expectSame(full(Embed, 2.5), {"embed"}, full({3}, 2.5));
  expectSame(ones({Batch, {"heads", 2}}), {"batch", "heads"}, ones({4, 2}));
  expectSame(arange(Embed), {"embed"}, arange(3));
  expectSame(onesLike(in), {"batch", "embed"}, ones({4, 3}));
  expectSame(random::normal(Key(1), {Batch, Embed}), {"batch", "embed"}, numbers({4, 3}));
  expectSame(random::uniform(Key(1), Embed, f32, -1, 1), {"embed"},
             random::uniform(Key(1), {3}, f32, -1, 1));
  expectSame(random::randint(Key(1), Embed, 0, 9), {"embed"}, random::randint(Key(1), {3}, 0, 9));
  expectSame(random::bernoulli(Key(1), 0.5, Embed), {"embed"}, random::bernoulli(Key(1), 0.5, {3}));
  expectSame(random::truncatedNormal(Key(1), -2, 2, Embed), {"embed"},
             random::truncatedNormal(Key(1), -2, 2, {3}));
}

TEST(Named, DrawsFromLogits) {
  expectSame(random::categorical(Key(3), x(), Batch), {"embed"},
             random::categorical(Key(3), x().tensor, 0));
}

TEST(Named, OperandsMeetByName) {
  const NamedTensor bias = named(numbers({3}, 3), Embed);
  auto plus = [](NamedTensor a, NamedTensor b) { return a + b; };
  auto plain = [](Tensor a, Tensor b) { return a + b; };
  expectSameWithGradients(plus, plain, x(), bias, {"batch", "embed"});
  // The order is that of the operand that has all axes.
  expectSameWithGradients(plus, plain, bias, x(), {"batch", "embed"});
  // Or else that of the left one, then the rest.
  expectSameWithGradients(plus, [](Tensor a, Tensor b) { return expandDims(a, 2) + b; }, x(), w(),
                          {"batch", "embed", "mlp"});
  expectSameWithGradients(plus,
                          [](Tensor a, Tensor b) { return expandDims(a, 2) + expandDims(b, 0); },
                          named(numbers({5, 3}), {Mlp, Embed}),
                          named(numbers({3, 4}), {Embed, Batch}), {"mlp", "embed", "batch"});
  const NamedTensor turned = named(numbers({3, 4}, 5), {Embed, Batch});
  expectSameWithGradients([](NamedTensor a, NamedTensor b) { return a * b - 1; },
                          [](Tensor a, Tensor b) { return a * transpose(b) - 1; }, x(), turned,
                          {"batch", "embed"});
}

TEST(Named, FunctionsOfTwoOperands) {
  const NamedTensor a = x(), b = named(numbers({4, 3}, 4), {Batch, Embed});
  const Tensor p = a.tensor, q = b.tensor, two = full({}, 2);
  const Names names{"batch", "embed"};
  const NamedTensor whole = astype(a * 9, i32), other = astype(b * 9, i32);
  const Tensor i = whole.tensor, j = other.tensor;
  expectSame(a - b, names, p - q), expectSame(2 - a, names, 2 - p), expectSame(a - 2, names, p - 2);
  expectSame(a / b, names, p / q), expectSame(1 / a, names, 1 / p),
      expectSame(two * a, names, p * 2);
  expectSame(whole % 4, names, i % 4), expectSame(9 % whole, names, 9 % i);
  expectSame(whole & other, names, i & j), expectSame(whole | other, names, i | j);
  expectSame(whole ^ other, names, i ^ j), expectSame(~whole, names, ~i);
  expectSame(3 & whole, names, 3 & i), expectSame(3 | whole, names, 3 | i);
  expectSame(3 ^ whole, names, 3 ^ i), expectSame(3 + whole, names, 3 + i);
  expectSame(power(abs(a), b), names, power(abs(p), q));
  expectSame(power(2, b), names, power(2, q));
  expectSame(maximum(a, b), names, maximum(p, q)), expectSame(maximum(0, a), names, maximum(0, p));
  expectSame(minimum(a, b), names, minimum(p, q)), expectSame(minimum(0, a), names, minimum(0, p));
  expectSame(atan2(a, b), names, atan2(p, q)), expectSame(atan2(1, a), names, atan2(1, p));
  expectSame(a < b, names, p < q), expectSame(0 < a, names, 0 < p);
  expectSame(a <= b, names, p <= q), expectSame(0 <= a, names, 0 <= p);
  expectSame(a > b, names, p > q), expectSame(0 > a, names, 0 > p);
  expectSame(a >= b, names, p >= q), expectSame(0 >= a, names, 0 >= p);
  expectSame(equal(whole, other), names, equal(i, j)),
      expectSame(equal(1, whole), names, equal(1, i));
  expectSame(notEqual(whole, 1), names, notEqual(i, 1));
  expectSame(notEqual(1, whole), names, notEqual(1, i));
  expectSame(where(a > 0, a, b), names, where(p > 0, p, q));
  expectSame(where(a > 0, 1, 0), names, where(p > 0, 1, 0));
  expectSame(where(full({}, true, boolean), a, 0), names, p);
  expectSame(clip(a, -1, 0.5), names, clip(p, -1, 0.5));
  NamedTensor changed = a;
  changed += named(numbers({3}), Embed);
  changed *= 2;
  changed -= b;
  changed /= 3;
  expectSame(changed, names, ((p + numbers({3})) * 2 - q) / 3);
}

TEST(Named, FunctionsOfOneOperand) {
  const NamedTensor a = x() * 0.3;
  const Tensor p = a.tensor;
  const Names names{"batch", "embed"};
#define EXPECT_ELEMENTWISE(f) expectSame(f(a), names, f(p))
  EXPECT_ELEMENTWISE(abs), EXPECT_ELEMENTWISE(sign), EXPECT_ELEMENTWISE(square);
  EXPECT_ELEMENTWISE(exp), EXPECT_ELEMENTWISE(expm1), EXPECT_ELEMENTWISE(log1p);
  EXPECT_ELEMENTWISE(cbrt), EXPECT_ELEMENTWISE(sin), EXPECT_ELEMENTWISE(cos);
  EXPECT_ELEMENTWISE(tan), EXPECT_ELEMENTWISE(tanh), EXPECT_ELEMENTWISE(erf);
  EXPECT_ELEMENTWISE(erfc), EXPECT_ELEMENTWISE(erfInv), EXPECT_ELEMENTWISE(floor);
  EXPECT_ELEMENTWISE(ceil), EXPECT_ELEMENTWISE(round), EXPECT_ELEMENTWISE(isFinite);
  EXPECT_ELEMENTWISE(isNan), EXPECT_ELEMENTWISE(relu), EXPECT_ELEMENTWISE(sigmoid);
  EXPECT_ELEMENTWISE(silu), EXPECT_ELEMENTWISE(softplus), EXPECT_ELEMENTWISE(gelu);
#undef EXPECT_ELEMENTWISE
  expectSame(log(abs(a)), names, log(abs(p)));
  expectSame(sqrt(abs(a)), names, sqrt(abs(p)));
  expectSame(rsqrt(abs(a)), names, rsqrt(abs(p)));
  expectSame(-a, names, -p);
  expectSame(gelu(a, Gelu::Exact), names, gelu(p, Gelu::Exact));
  expectSame(stopGradient(checkpointName(a, "a")), names, p);
  expectSame(elementwise([](Tensor t) { return mish(t); }, a), names, mish(p));
  expectSame(elementwise([](Tensor t, Tensor u) { return hypot(t, u); }, a, 2), names, hypot(p, 2));
}

TEST(Named, Reductions) {
  const NamedTensor a = named(numbers({4, 3, 5}), {Batch, Embed, Mlp});
  const Tensor p = a.tensor;
  const Names rest{"batch", "mlp"}, last{"mlp"};
#define EXPECT_REDUCED(f)                                                                          \
  expectSame(f(a, Embed), rest, f(p, 1));                                                          \
  expectSame(f(a, {"embed", Batch}), last, f(p, {1, 0}));                                          \
  expectSame(f(a), {}, f(p))
  EXPECT_REDUCED(sum);
  EXPECT_REDUCED(prod);
  EXPECT_REDUCED(mean);
  EXPECT_REDUCED(var);
  EXPECT_REDUCED(stddev);
  EXPECT_REDUCED(max);
  EXPECT_REDUCED(min);
  EXPECT_REDUCED(logsumexp);
#undef EXPECT_REDUCED
  expectSame(all(a > -1, Embed), rest, spmd::all(p > -1, 1));
  expectSame(any(a > 1, Embed), rest, any(p > 1, 1));
  expectSame(argmax(a, Embed), rest, argmax(p, 1));
  expectSame(argmin(a, Embed), rest, argmin(p, 1));
  expectSame(sum(a, {}), a.names, p);
  const Names names = a.names;
  expectSame(softmax(a, Embed), names, softmax(p, 1));
  expectSame(logSoftmax(a, {Embed, Mlp}), names, logSoftmax(p, {1, 2}));
  expectSame(cumsum(a, Embed), names, cumsum(p, 1));
  expectSame(cumprod(a, Embed, Scan::Reverse), names, cumprod(p, 1, Scan::Reverse));
  expectSame(sort(a, Batch, descending), names, sort(p, 0, descending));
  expectSame(argsort(a, Batch), names, argsort(p, 0));
  const NamedTopK best = topK(a, Mlp, Axis("best", 2));
  expectSame(best.values, {"batch", "embed", "best"}, topK(p, 2, 2).values);
  expectSame(best.positions, {"batch", "embed", "best"}, topK(p, 2, 2).positions);
}

TEST(Named, ReductionsWhereAMaskHolds) {
  const NamedTensor a = x(), mask = named(tensor<bool>({true, false, true}), Embed);
  const Tensor wide = broadcastTo(mask.tensor, {4, 3});
  expectSame(sum(a, Embed, mask), {"batch"}, sum(where(wide, a.tensor, 0), 1));
  expectSame(mean(a, AxisSelection::all(), mask), {}, sum(where(wide, a.tensor, 0)) / 8);
}

TEST(Named, DotSumsOverAxes) {
  auto plain = [](Tensor a, Tensor b) { return matmul(a, b); };
  expectSameWithGradients([](NamedTensor a, NamedTensor b) { return dot(a, b, Embed); }, plain, x(),
                          w(), {"batch", "mlp"});
  // Shared axes that are not summed are batches, wherever they stand.
  const NamedTensor a = named(numbers({4, 2, 3}), {Batch, Axis("heads", 2), Embed}),
                    b = named(numbers({3, 5, 4}), {Embed, Mlp, Batch});
  expectSameWithGradients([](NamedTensor a, NamedTensor b) { return dot(a, b, "embed"); },
                          [](Tensor a, Tensor b) { return einsum("bhe,emb->bhm", {a, b}); }, a, b,
                          {"batch", "heads", "mlp"});
  expectSame(dot(a, b, {Embed, Batch}), {"heads", "mlp"},
             einsum("bhe,emb->hm", {a.tensor, b.tensor}));
  expectSame(dot({x(), w(), x()}, {Batch, Embed}), {"mlp"},
             einsum("be,em,be->m", {x().tensor, w().tensor, x().tensor}));
  expectSame(dot(x(), x(), {}), {"batch", "embed"}, x().tensor * x().tensor);
  expectSame(dot(astype(x(), bf16), w(), Embed), {"batch", "mlp"},
             matmul(astype(astype(x().tensor, bf16), f32), w().tensor));
}

TEST(Named, PartsByPositionsAndSlices) {
  const NamedTensor a = named(numbers({4, 3, 5}), {Batch, Embed, Mlp});
  const Tensor p = a.tensor;
  expectSame(a[{Batch, 0}], {"embed", "mlp"}, p[0]);
  expectSame(a[{"mlp", -1}], {"batch", "embed"}, p[{_, _, -1}]);
  expectSame(a[{Embed, slice(1, {})}], {"batch", "embed", "mlp"}, p[{_, slice(1, {})}]);
  expectSame(a[{{Mlp, 2}, {Batch, slice({}, {}, -2)}}], {"batch", "embed"},
             p[{slice({}, {}, -2), _, 2}]);
  expectSame(a[{Batch, full({}, 2, i32)}], {"embed", "mlp"}, p[2]);
  expectSame(jit([&](Tensor i) { return a[{Batch, i}]; })(full({}, -1, i32)), {"embed", "mlp"},
             p[-1]);
}

TEST(Named, PartsByPositionsInTensors) {
  const NamedTensor table = named(numbers({5, 3}), {Mlp, Embed}),
                    ids = named(tensor<int>({0, 4, -1, 9, 2, 2}, {2, 3}), {"row", "column"});
  auto look = [&](NamedTensor t, NamedTensor scale) { return t[{Mlp, ids}] * scale; };
  expectSameWithGradients(look,
                          [&](Tensor t, Tensor scale) { return take(t, ids.tensor, 0) * scale; },
                          table, named(numbers({3}, 7), Embed), {"row", "column", "embed"});
  expectSame(take(table, Embed, named(tensor({2, 0}), {"choice"})), {"mlp", "choice"},
             take(table.tensor, tensor({2, 0}), 1));
  // A shared axis is walked together with that of x.
  const NamedTensor a = named(numbers({4, 3, 5}), {Batch, Embed, Mlp}),
                    own = named(tensor({1, 0, -1, 9}), Batch);
  const Tensor clamped = tensor({1, 0, 2, 2});
  auto rows = [&](Tensor t) { return stack({t[{0, 1}], t[{1, 0}], t[{2, 2}], t[{3, 2}]}, 0); };
  expectSameWithGradients([&](NamedTensor a, NamedTensor b) { return a[{Embed, own}] + b; },
                          [&](Tensor a, Tensor b) { return rows(a) + b; }, a,
                          named(numbers({5}, 9), Mlp), {"batch", "mlp"});
  const NamedTensor turned = named(transpose(a.tensor, {2, 1, 0}), {Mlp, Embed, Batch});
  expectSame(turned[{Embed, own}], {"mlp", "batch"}, transpose(rows(a.tensor)));
  const NamedTensor wide =
      named(tensor<int>({1, 0, 2, 2, 0, 1, 1, 0}, {2, 4}), {"choice", "batch"});
  expectSame(a[{Embed, wide}][{"choice", 0}], {"batch", "mlp"},
             stack({a.tensor[{0, 1}], a.tensor[{1, 0}], a.tensor[{2, 2}], a.tensor[{3, 2}]}, 0));
  // An axis may be replaced by one of its own name.
  expectSame(table[{Mlp, named(tensor({4, 0}), "mlp")}], {"mlp", "embed"},
             take(table.tensor, tensor({4, 0}), 0));
  expectSame(a[{{Batch, 1}, {Embed, named(tensor({2}), "one")}}], {"one", "mlp"},
             a.tensor[{1, slice(2, 3)}]);
}

TEST(Named, Updates) {
  const NamedTensor a = named(numbers({4, 3, 5}), {Batch, Embed, Mlp});
  const Tensor p = a.tensor;
  const Names names = a.names;
  expectSame(setAt(a, {Batch, 0}, 7), names, setAt(p, 0, 7));
  expectSame(addAt(a, {{Batch, 1}, {Mlp, slice(1, -1, 2)}}, named(numbers({2}), "mlp")), names,
             addAt(p, {1, _, slice(1, -1, 2)}, numbers({2})));
  expectSame(setAt(a, {Mlp, 0}, named(numbers({3, 4}), {Embed, Batch})), names,
             setAt(p, {_, _, 0}, transpose(numbers({3, 4}))));
  const NamedTensor ids = named(tensor({2, 0, 2}), "choice");
  expectSame(addAt(a, {Embed, ids}, named(numbers({3}), "choice")), names,
             addAt(p, {_, tensor({2, 0, 2})}, expandDims(numbers({3}), 1)));
  const NamedTensor own = named(tensor({1, 0, 2, 2}), Batch);
  expectSame(setAt(a, {Embed, own}, named(numbers({4}), Batch)), names,
             setAt(p, {arange(4), tensor({1, 0, 2, 2})}, expandDims(numbers({4}), 1)));
  expectSame(
      updateSlice(a, ones({Axis("mlp", 2), Batch, Axis("embed", 1)}), {{Embed, 1}, {Mlp, 2}}),
      names, dynamicUpdateSlice(p, ones({4, 1, 2}), {0, 1, 2}));
  expectSame(dynamicSlice(a, Mlp, full({}, 4, i32), Axis("window", 2)),
             {"batch", "embed", "window"}, p[{_, _, slice(3, 5)}]);
}

TEST(Named, Rearrangements) {
  const Axis Heads("heads", 2), Dim("head_dim", 3), Wide("wide", 6);
  const NamedTensor a = named(numbers({4, 6, 5}), {Batch, Wide, Mlp});
  const Tensor p = a.tensor, q = reshape(p, {4, 2, 3, 5});
  expectSame(rearrange(a, {Mlp, Batch, Wide}), {"mlp", "batch", "wide"}, transpose(p, {2, 0, 1}));
  expectSame(rearrange(a, {Wide, ellipsis}), {"wide", "batch", "mlp"}, transpose(p, {1, 0, 2}));
  expectSame(rearrange(a, {Batch, Heads, Mlp, Dim}, {.split = {{Wide, {Heads, Dim}}}}),
             {"batch", "heads", "mlp", "head_dim"}, transpose(q, {0, 1, 3, 2}));
  expectSame(rearrange(a, {Heads, "flat"},
                       {.split = {{Wide, {Heads, Dim}}}, .merge = {{"flat", {Mlp, Dim, Batch}}}}),
             {"heads", "flat"}, reshape(transpose(q, {1, 3, 2, 0}), {2, 60}));
  const NamedTensor parts = unflattenAxis(a, Wide, {Heads, Dim});
  expectSame(parts, {"batch", "heads", "head_dim", "mlp"}, q);
  expectSame(flattenAxes(parts, {Heads, Dim}, "wide"), a.names, p);
  expectSame(flattenAxes(parts, {Mlp, Batch}, "flat"), {"heads", "head_dim", "flat"},
             reshape(transpose(q, {1, 2, 3, 0}), {2, 3, 20}));
  expectSame(rename(a, Mlp, "other"), {"batch", "wide", "other"}, p);
  expectSame(rename(a, {{Mlp, "batch"}, {"batch", "mlp"}}), {"mlp", "wide", "batch"}, p);
  expectSame(broadcastAxes(x(), Heads), {"heads", "batch", "embed"},
             broadcastTo(x().tensor, {2, 4, 3}));
  expectSame(flip(a, {Batch, Mlp}), a.names, flip(p, {0, 2}));
  expectSame(roll(a, 2, Wide), a.names, roll(p, 2, 1));
  expectSame(pad(a, Mlp, {1, 2}, 9), a.names, pad(p, {{}, {}, {1, 2}}, 9));
  expectSame(oneHot(arange(Embed), Mlp), {"embed", "mlp"}, oneHot(arange(3), 5));
}

TEST(Named, JoinsAndParts) {
  const NamedTensor a = x(), b = named(numbers({3, 2}, 8), {Embed, Axis("batch", 2)});
  const Tensor p = a.tensor, q = transpose(b.tensor);
  expectSame(concatenate("batch", {a, b}), {"batch", "embed"}, concatenate({p, q}, 0));
  expectSame(concatenate(Axis("batch", 6), {a, b}), {"batch", "embed"}, concatenate({p, q}, 0));
  expectSame(stack(Axis("pair", 2), {a, a * 2}), {"pair", "batch", "embed"}, stack({p, p * 2}, 0));
  const std::vector<NamedTensor> rows = unstack(a, Embed);
  ASSERT_EQ(rows.size(), 3u);
  expectSame(rows[2], {"batch"}, p[{_, 2}]);
  const std::vector<NamedTensor> parts = split(a, Batch, {Axis("batch", 1), Axis("rest", 3)});
  expectSame(parts[0], {"batch", "embed"}, p[{slice(0, 1)}]);
  expectSame(parts[1], {"rest", "embed"}, p[{slice(1, 4)}]);
}

TEST(Named, CausalMask) {
  const Axis Query("query", 3), Position("position", 5);
  expectSame(causalMask(Query, Position), {"query", "position"},
             expandDims(arange(3), 1) >= arange(5));
  expectSame(causalMask(Query, Position, full({}, 2, i32)), {"query", "position"},
             expandDims(arange(3) + 2, 1) >= arange(5));
}

} // namespace
} // namespace spmd::test
