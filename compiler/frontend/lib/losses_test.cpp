// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses on numbers that are known, on logits that overflow, and on operands that do not fit.
// tests/jax/losses.test compares them with optax.
#include "compiler/frontend/test_errors.h"
#include <cmath>

namespace spmd::test {
namespace {

/// exp(1e4) is infinite in f32; the shift by the maximum keeps the loss exact.
TEST(Losses, OfLogitsThatOverflow) {
  Tensor logits = tensor(std::vector<float>{1e4f, -1e4f, 0, 0}, {2, 2});
  EXPECT_EQ(nn::softmaxCrossEntropy(logits, tensor({0, 1})).values<float>(),
            (std::vector<float>{0, float(std::log(2.0))}));
  EXPECT_EQ(nn::softmaxCrossEntropy(logits, tensor({1, 0})).values<float>()[0], 2e4f);
}

/// log(1 - sigmoid(100)) would be log(0) if the sigmoid were formed first.
TEST(Losses, OfProbabilitiesNearOne) {
  Tensor loss = nn::sigmoidCrossEntropy(tensor({100.f, -100.f, 100.f}), tensor({0.f, 0.f, 1.f}));
  const std::vector<float> values = loss.values<float>();
  EXPECT_EQ(values[0], 100);
  EXPECT_LT(values[1], 1e-40);
  EXPECT_LT(values[2], 1e-40);
}

/// A loss of bf16 logits has the digits of f32.
TEST(Losses, AreWide) {
  Tensor loss = nn::softmaxCrossEntropy(zeros({1, 3}, bf16), tensor({2}));
  EXPECT_EQ(loss.elementType(), f32);
  EXPECT_NEAR(loss.item(), std::log(3.0), 1e-6);
}

/// Labels of 8 bits count up to more classes than they can name.
TEST(Losses, OfNarrowLabels) {
  Tensor labels = tensor(std::vector<uint8_t>{200}, {1});
  Tensor logits = oneHot(tensor({200}), 1000) * 100;
  EXPECT_NEAR(nn::softmaxCrossEntropy(logits, labels).item(), 0, 1e-6);
}

/// No position counts: the mean of nothing is 0 and not NaN.
TEST(Losses, WhereAllIsIgnored) {
  Tensor labels = tensor({1, 1});
  EXPECT_EQ(nn::meanOf(ones({2}), labels, 1).item(), 0);
  EXPECT_EQ(nn::accuracy(zeros({2, 3}), labels, 1).item(), 0);
}

/// One position of two has a token behind it.
TEST(Losses, OfTheNextToken) {
  Tensor logits = tensor(std::vector<float>{0, 5, 0, 0, 7, 0}, {2, 3});
  const double wanted = std::log(2 + std::exp(5.0)) - 5;
  EXPECT_NEAR(nn::nextTokenLoss(logits, tensor({0, 1})).item(), wanted, 1e-6);
}

/// Shapes and types of both operands stand in the message, at the line of the call.
TEST(LossErrors, NameTheCall) {
  Tensor logits = zeros({4, 8}), labels = zeros({4}, i32);
  EXPECT_REFUSED("softmaxCrossEntropy of logits f32[4, 8] and labels i32[3]: labels have the shape "
                 "of the logits without their last dim",
                 nn::softmaxCrossEntropy(logits, zeros({3}, i32)));
  EXPECT_REFUSED("softmaxCrossEntropy of logits f32[4, 8] and labels f32[4]: labels are integers",
                 nn::softmaxCrossEntropy(logits, zeros({4})));
  EXPECT_REFUSED("accuracy of logits i32[4] and labels i32[4]: logits are floats",
                 nn::accuracy(labels, labels));
  EXPECT_REFUSED(
      "nextTokenLoss of logits f32[] and labels i32[]: logits have a last dim of classes",
      nn::nextTokenLoss(zeros({}), zeros({}, i32)));
  EXPECT_REFUSED("nextTokenLoss of tokens i32[4, 1]: at least two positions are wanted",
                 nn::nextTokenLoss(zeros({4, 1, 8}), zeros({4, 1}, i32)));
  EXPECT_REFUSED("l2Loss of f32[4, 8] and f32[4, 1]: the shapes differ",
                 nn::l2Loss(logits, zeros({4, 1})));
}

} // namespace
} // namespace spmd::test
