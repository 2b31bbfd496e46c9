// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Policies and loss scales. The numbers of the scales are those of jmp's rules, spelled out.
#include "compiler/frontend/test_errors.h"
#include <cmath>
#include <limits>

namespace spmd::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Floats, integers, a leaf without a value, and a policy as a static field.
struct Model {
  Tensor weight, ids, missing;
  Policy policy;
  SPMD_FIELDS(weight, ids, missing, policy)
};

/// Long and short names, and one type for all.
TEST(Precision, ReadsPolicies) {
  EXPECT_EQ(text(Policy::parse("params=float32,compute=bfloat16,output=float32")),
            "params=f32,compute=bf16,output=f32");
  EXPECT_EQ(text(Policy::parse("o=f16,c=float16")), "params=f32,compute=f16,output=f16");
  EXPECT_EQ(text(Policy::parse("bf16")), "params=bf16,compute=bf16,output=bf16");
}

/// Integers and missing leaves pass through each cast.
TEST(Precision, CastsFloatsAlone) {
  Model model{ones({2, 3}), tensor({1, 2}), Tensor(), Policy::parse("c=bf16,o=f64")};
  Model cast = model.policy.castToCompute(model);
  EXPECT_EQ(text(cast.weight.type()), "bf16[2, 3]");
  EXPECT_EQ(text(cast.ids.type()), "i32[2]");
  EXPECT_FALSE(cast.missing.hasValue());
  EXPECT_EQ(model.policy.castToParams(cast).weight.elementType(), f32);
  EXPECT_EQ(model.policy.castToOutput(cast).weight.elementType(), f64);
}

/// A cast or scaled parameter is placed on a mesh like the parameter itself.
TEST(Precision, CastsKeepNamesOfAxes) {
  Tensor named = withAxes(ones({2, 3}), {"embed", "mlp"});
  EXPECT_EQ(axesOf(castFloats(named, bf16)), (std::vector<std::string>{"embed", "mlp"}));
  EXPECT_EQ(axesOf(LossScale::fixed(2).scale(named)), (std::vector<std::string>{"embed", "mlp"}));
}

/// Infinities and NaN in any leaf; integers are always finite.
TEST(Precision, FindsWhatIsNotFinite) {
  Model model{ones({2}), tensor({1, 2}), Tensor(), {}};
  EXPECT_EQ(allFinite(model).item(), 1);
  model.weight = tensor({1.f, kInfinity});
  EXPECT_EQ(allFinite(model).item(), 0);
  model.weight = tensor({1.f, std::nanf("")});
  EXPECT_EQ(allFinite(model).item(), 0);
  EXPECT_EQ(allFinite(tensor({1})).item(), 1);
}

/// A leaf that one tree lacks is missing in the result.
TEST(Precision, SelectsTrees) {
  Model a{ones({2}), tensor({1, 2}), ones({1}), {}}, b{zeros({2}), tensor({3, 4}), Tensor(), {}};
  Model chosen = selectTree(allFinite(tensor({kInfinity})), a, b);
  EXPECT_EQ(chosen.weight.values<float>(), (std::vector<float>{0, 0}));
  EXPECT_EQ(chosen.ids.values<int>(), (std::vector<int>{3, 4}));
  EXPECT_FALSE(chosen.missing.hasValue());
}

/// The fixed scale and none are trees of the same type as the dynamic one, so a step takes any.
TEST(LossScales, ThatStay) {
  EXPECT_EQ(LossScale::none().scale(ones({1})).item(), 1);
  LossScale fixed = LossScale::fixed(8);
  EXPECT_EQ(fixed.scale(ones({1}, bf16)).item(), 8);
  EXPECT_EQ(fixed.unscale(ones({1}) * 4).item(), 0.5);
  EXPECT_EQ(fixed.scale(tensor({3})).item(), 3); // integers stay
  EXPECT_EQ(fixed.adjust(full({}, false, boolean)).value.item(), 8);
}

/// One program for all steps.
TEST(LossScales, GrowAndShrink) {
  auto adjust = jit([](const LossScale &scale, Tensor finite) { return scale.adjust(finite); });
  LossScale scale = LossScale::dynamic(4, {.period = 2, .factor = 2});
  std::vector<double> values;
  for (bool finite :
       {true, true, true, false, true, true, false, false, false, false, false, true}) {
    scale = adjust(scale, full({}, finite, boolean));
    values.push_back(scale.value.item());
  }
  EXPECT_EQ(values, (std::vector<double>{4, 8, 8, 4, 4, 8, 4, 2, 1, 1, 1, 1}));
  EXPECT_EQ(scale.counter.item(), 1);
  EXPECT_EQ(adjust.traceCount(), 1u);
}

/// 2^128 is no f32: the scale stays at the last one that is.
TEST(LossScales, StayFinite) {
  LossScale scale = LossScale::dynamic(0x1p127, {.period = 1});
  EXPECT_EQ(scale.adjust(full({}, true, boolean)).value.item(), 0x1p127);
}

/// 2^17 is no number of f16, a loss of 0.25 times 2^17 is.
TEST(LossScales, BeyondTheRangeOfF16) {
  LossScale scale = LossScale::dynamic(0x1p17);
  Tensor loss = full({}, 0.25, f16);
  EXPECT_EQ(scale.scale(loss).item(), 0x1p15);
  EXPECT_EQ(scale.scale(loss).elementType(), f16);
  EXPECT_EQ(scale.unscale(scale.scale(loss)).item(), 0.25);
  EXPECT_EQ(scale.scale(full({}, 4, f16)).item(), kInfinity);
}

/// Policies that are misspelled, casts to integers, trees that differ.
TEST(PrecisionErrors, NameTheCall) {
  EXPECT_REFUSED("the policy \"params=int8\" has the type \"int8\"; float32, bfloat16, float16 and "
                 "float64 are types",
                 Policy::parse("params=int8"));
  EXPECT_REFUSED("the policy \"p=f32,p=f16\" has the part \"p=f16\"; params=, compute= and output= "
                 "are parts, each once",
                 Policy::parse("p=f32,p=f16"));
  EXPECT_REFUSED("the policy \"p=f32,bf16\" has the part \"bf16\"; params=, compute= and output= "
                 "are parts, each once",
                 Policy::parse("p=f32,bf16"));
  EXPECT_REFUSED("a cast of floats to i32, which is no float", castFloats(ones({2}), i32));
  EXPECT_REFUSED("selectTree of leaves f32[2] and f32[1]: the types differ",
                 selectTree(full({}, true, boolean), ones({2}), ones({1})));
  EXPECT_REFUSED("selectTree by a condition f32[2]: it is a boolean without dims",
                 selectTree(ones({2}), ones({2}), ones({2})));
  EXPECT_REFUSED("a dynamic loss scale with period 0 and factor 2; the period is 1 or more, the "
                 "factor above 1",
                 LossScale::dynamic(4, {.period = 0}));
}

} // namespace
} // namespace spmd::test
