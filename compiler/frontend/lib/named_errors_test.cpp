// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions of named tensors refuse: whole messages, with axes, sizes and the line.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

const Axis Batch("batch", 4), Embed("embed", 3), Mlp("mlp", 5);
const NamedTensor x = zeros({Batch, Embed}), w = zeros({Embed, Mlp});

TEST(NamedErrors, NamesOfDims) {
  EXPECT_MESSAGE("named of f32[4, 3] by batch: the names are 1; one per dim is wanted",
                 named(x.tensor, Batch));
  EXPECT_MESSAGE("named of f32[4, 3] by batch, batch: axis batch stands twice",
                 named(x.tensor, {"batch", "batch"}));
  EXPECT_MESSAGE("named of f32[4, 3] by batch, : an axis has no name",
                 named(x.tensor, {"batch", ""}));
  EXPECT_MESSAGE("named of f32[4, 3] by embed, batch: axis embed=3 names a dim of size 4",
                 named(x.tensor, {Embed, Batch}));
  EXPECT_MESSAGE("named of a tensor without a value; it takes a tensor", named(Tensor(), Batch));
  EXPECT_MESSAGE("named of a number; it takes a tensor", named(1, Batch));
  EXPECT_MESSAGE("zeros: axis batch stands twice", zeros({Batch, Batch}));
  EXPECT_MESSAGE("zeros: axis batch=-1 has a negative size", zeros(Axis("batch", -1)));
  EXPECT_MESSAGE("causalMask: axis batch stands twice", causalMask(Batch, Batch));
}

TEST(NamedErrors, AxesThatAreNotThere) {
  EXPECT_MESSAGE("sum of f32[batch=4, embed=3]: there is no axis position", sum(x, "position"));
  EXPECT_MESSAGE("sum of f32[batch=4, embed=3]: axis embed has size 3, not 9",
                 sum(x, Axis("embed", 9)));
  EXPECT_MESSAGE("mean of f32[batch=4, embed=3]: axis embed stands twice", mean(x, {Embed, Embed}));
  EXPECT_MESSAGE("size of f32[batch=4, embed=3]: there is no axis mlp", x.size(Mlp));
  EXPECT_MESSAGE("axis of f32[batch=4, embed=3]: there is no axis mlp", x.axis("mlp"));
  EXPECT_MESSAGE("argmax of f32[batch=4, embed=3]: there is no axis mlp", argmax(x, Mlp));
  EXPECT_MESSAGE("topK of f32[batch=4, embed=3]: best=9 elements of axis embed, which has 3",
                 topK(x, Embed, Axis("best", 9)));
  EXPECT_MESSAGE("exp of a named tensor without a value", exp(NamedTensor()));
}

TEST(NamedErrors, OperandsThatDoNotMeet) {
  EXPECT_MESSAGE("add of f32[batch=4, embed=3] and f32[embed=5]: axis embed has sizes 3 and 5",
                 x + zeros(Axis("embed", 5)));
  EXPECT_MESSAGE("multiply of a tensor f32[3] without names; named(x, {..}) gives it some",
                 x * zeros({3}));
  EXPECT_MESSAGE("+= of f32[batch=4, embed=3] and f32[embed=3, mlp=5]: the right operand has an "
                 "axis that the left one lacks",
                 [] {
                   NamedTensor sum = x;
                   sum += w;
                 }());
  EXPECT_MESSAGE("elementwise: the function gives f32[] where its operands meet in f32[4, 3]; it "
                 "works element by element",
                 elementwise([](Tensor t) { return sum(t); }, x));
  EXPECT_MESSAGE("sum of f32[batch=4, embed=3] where i1[mlp=5]: the mask has axis mlp, which the "
                 "tensor lacks",
                 sum(x, Embed, zeros(Mlp) > 0));
  EXPECT_MESSAGE("mean of f32[batch=4, embed=3] where f32[embed=3]: a mask is boolean",
                 mean(x, Embed, zeros(Embed)));
}

TEST(NamedErrors, Dot) {
  EXPECT_MESSAGE("dot of f32[batch=4, embed=3] and f32[embed=3, mlp=5]: axis batch is summed, and "
                 "f32[embed=3, mlp=5] lacks it",
                 dot(x, w, Batch));
  EXPECT_MESSAGE("dot of f32[batch=4, embed=3] and f32[embed=3, mlp=5]: axis heads is summed, and "
                 "f32[batch=4, embed=3] lacks it",
                 dot(x, w, {Embed, "heads"}));
  EXPECT_MESSAGE("dot of f32[batch=4, embed=3] and f32[embed=5]: axis embed has sizes 3 and 5",
                 dot(x, zeros(Axis("embed", 5)), "embed"));
  EXPECT_MESSAGE("dot of f32[batch=4, embed=3] and f32[embed=3, mlp=5]: axis embed has size 3, "
                 "not 9",
                 dot(x, w, Axis("embed", 9)));
  EXPECT_MESSAGE("dot of f32[batch=4, embed=3] and f32[embed=3, mlp=5]: axis embed stands twice",
                 dot(x, w, {Embed, Embed}));
  EXPECT_EQ(messageOf([] { dot(std::vector<NamedOperand>(), Embed); }),
            "dot of no tensors; at least one is wanted");
}

TEST(NamedErrors, Parts) {
  EXPECT_MESSAGE("index of f32[batch=4, embed=3] at axis batch: there is no position 4",
                 (x[{Batch, 4}]));
  EXPECT_MESSAGE("index of f32[batch=4, embed=3]: there is no axis mlp", (x[{Mlp, 0}]));
  EXPECT_MESSAGE("index of f32[batch=4, embed=3]: axis batch stands twice",
                 (x[{{Batch, 0}, {"batch", 1}}]));
  EXPECT_MESSAGE("index of f32[batch=4, embed=3] at axis embed: positions are integers, not f32",
                 (x[{Embed, zeros(Batch)}]));
  EXPECT_MESSAGE("index of f32[batch=4, embed=3] at axis embed: a Tensor of positions has no dims; "
                 "named(ids, {..}) gives names to one with dims",
                 (x[{Embed, arange(2)}]));
  EXPECT_MESSAGE("index of f32[batch=4, embed=3] at axis embed: the positions i32[batch=4] have "
                 "axis batch, which is indexed as well; rename one of them",
                 (x[{{Embed, arange(Batch)}, {Batch, 0}}]));
  EXPECT_MESSAGE("index of f32[batch=4, embed=3] at axis embed: the positions i32[batch=2] share "
                 "axis batch, which has sizes 4 and 2",
                 (x[{Embed, arange(Axis("batch", 2))}]));
  EXPECT_MESSAGE("setAt of f32[batch=4, embed=3]: the part has the axes [embed=3], the value is "
                 "f32[mlp=5]; its axes are among those of the part",
                 setAt(x, {Batch, 0}, zeros(Mlp)));
  EXPECT_MESSAGE("dynamicSlice of f32[batch=4, embed=3] at axis embed: a part embed=4 is too large",
                 dynamicSlice(x, Embed, 0, Axis("embed", 4)));
  EXPECT_MESSAGE("updateSlice of f32[batch=4, embed=3] by f32[embed=3]: the update has the same "
                 "axes, and none of them is larger",
                 updateSlice(x, zeros(Embed), {{Batch, 0}}));
}

TEST(NamedErrors, Rearrangements) {
  EXPECT_MESSAGE("rearrange of f32[batch=4, embed=3]: axis embed would be lost; name it, or reduce "
                 "it first",
                 rearrange(x, {Batch}));
  EXPECT_MESSAGE("rearrange of f32[batch=4, embed=3]: there is no axis mlp",
                 rearrange(x, {Batch, Embed, Mlp}));
  EXPECT_MESSAGE("rearrange of f32[batch=4, embed=3]: axis batch stands twice",
                 rearrange(x, {Batch, Batch, Embed}));
  EXPECT_MESSAGE(
      "rearrange of f32[batch=4, embed=3]: axis batch of size 4 does not split into a=2, "
      "b=3",
      rearrange(x, {"a", "b", Embed}, {.split = {{Batch, {{"a", 2}, {"b", 3}}}}}));
  EXPECT_MESSAGE("rearrange of f32[batch=4, embed=3]: axis batch is split twice",
                 rearrange(x, {ellipsis}, {.split = {{Batch, {{"a", 4}}}, {Batch, {{"b", 4}}}}}));
  EXPECT_MESSAGE("rearrange of f32[batch=4, embed=3]: the order has no axis all, into which axes "
                 "are merged, or it has no parts",
                 rearrange(x, {Batch, Embed}, {.merge = {{"all", {Batch, Embed}}}}));
  EXPECT_MESSAGE("unflattenAxis of f32[batch=4, embed=3]: axis embed stands twice",
                 unflattenAxis(x, Batch, {{"embed", 2}, {"b", 2}}));
  EXPECT_MESSAGE("flattenAxes of f32[batch=4, embed=3] into all: no axes are named",
                 flattenAxes(x, {}, "all"));
  EXPECT_MESSAGE("rename of f32[batch=4, embed=3] to embed, embed: axis embed stands twice",
                 rename(x, Batch, "embed"));
  EXPECT_MESSAGE("broadcastAxes of f32[batch=4, embed=3]: axis batch stands twice",
                 broadcastAxes(x, Batch));
}

TEST(NamedErrors, NewAxesHaveOtherNames) {
  EXPECT_MESSAGE("rearrange of f32[batch=4, embed=3]: an axis is merged into all and into another "
                 "one",
                 rearrange(x, {"all"}, {.merge = {{"all", {Batch, Embed}}, {"all", {Batch}}}}));
  EXPECT_MESSAGE("oneHot of i32[embed=3]: axis embed stands twice", oneHot(arange(Embed), Embed));
  EXPECT_MESSAGE("topK of f32[batch=4, embed=3]: axis batch stands twice",
                 topK(x, Embed, Axis("batch", 1)));
  EXPECT_MESSAGE("dynamicSlice of f32[batch=4, embed=3]: axis batch stands twice",
                 dynamicSlice(x, Embed, 0, Axis("batch", 1)));
  EXPECT_MESSAGE("updateSlice of f32[batch=4, embed=3]: axis batch stands twice",
                 updateSlice(x, x, {{Batch, 0}, {Batch, 1}}));
  EXPECT_MESSAGE("split of f32[batch=4, embed=3]: axis embed stands twice",
                 split(x, Batch, {{"embed", 1}, {"rest", 3}}));
  EXPECT_MESSAGE("stack of f32[batch=4, embed=3]: axis embed stands twice",
                 stack(Axis("embed", 1), {x}));
  EXPECT_MESSAGE("setAt of f32[batch=4, embed=3]: axis batch stands twice",
                 setAt(x, {{Batch, 0}, {Batch, 1}}, 1));
  std::vector<Axis> many;
  for (int i = 0; i < 53; ++i)
    many.emplace_back("axis" + std::to_string(i), 1);
  const NamedTensor wide = zeros(many);
  EXPECT_MESSAGE("dot of tensors with more than 52 axes", dot(wide, wide, {}));
}

TEST(NamedErrors, JoinsAndParts) {
  EXPECT_MESSAGE("concatenate of f32[batch=4, embed=3] and f32[embed=3, mlp=5]: the axes beside "
                 "batch must be equal",
                 concatenate(Batch, {x, w}));
  EXPECT_MESSAGE("concatenate of f32[batch=4, embed=3] and f32[batch=4, embed=3]: axis batch gets "
                 "size 8, not 4",
                 concatenate(Batch, {x, x}));
  EXPECT_MESSAGE("stack of f32[batch=4, embed=3] and f32[batch=4, embed=3]: axis mlp=5 has another "
                 "size",
                 stack(Mlp, {x, x}));
  EXPECT_MESSAGE("stack of f32[batch=4, embed=3] and f32[embed=3, mlp=5]: the axes must be equal",
                 stack(Axis("pair", 2), {x, w}));
  EXPECT_MESSAGE("split of f32[batch=4, embed=3]: axis batch of size 4 is not the sum of a=1, b=2",
                 split(x, Batch, {{"a", 1}, {"b", 2}}));
  EXPECT_EQ(messageOf([] { concatenate(Batch, std::vector<NamedOperand>()); }),
            "concatenate of no tensors; at least one is wanted");
  EXPECT_EQ(messageOf([] { stack(Batch, std::vector<NamedOperand>()); }),
            "stack of no tensors; at least one is wanted");
}

TEST(NamedErrors, Transformations) {
  auto same = [](NamedTensor x) { return x; };
  EXPECT_MESSAGE("vmap over axis mlp=5: no named tensor has this axis", vmap(same, Mlp)(x));
  EXPECT_MESSAGE("vmap over axis batch=2: '0' is f32[batch=4, embed=3], where it has 4 entries",
                 [] {
                   auto f = [](std::vector<NamedTensor> x) { return x[0]; };
                   return vmap(f, Axis("batch", 2))(std::vector{x});
                 }());
  EXPECT_MESSAGE("axis layers=2 in front of f32[batch=4, embed=3]: a leading dim of this size, "
                 "beside those that have names, is wanted",
                 withLeadingAxis(x, Axis("layers", 2)));
  const Stacked<NamedTensor> layers(std::vector<NamedTensor>{x, x});
  EXPECT_MESSAGE("exp of f32[_=2, batch=4, embed=3], which has 2 names for 3 dims; take a layer of "
                 "a Stacked first (scan, at), or name its dim (withLeadingAxis)",
                 exp(layers.layers));
  EXPECT_MESSAGE("exp of f32[3] by batch, embed, which has 2 names for 1 dims; vmap and scan take "
                 "a name along with its dim where they are given the axis",
                 vmap([](NamedTensor x) { return exp(x); })(x));
}

} // namespace
} // namespace spmd::test
