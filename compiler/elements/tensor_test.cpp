// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chains of large lazy tensors, each computed from the one before, as loops of the reference
// interpreter carry them.
#include "compiler/elements/tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spmd;

namespace {

struct LazyTensors : testing::Test {
  MLIRContext context;
  RankedTensorType type =
      RankedTensorType::get({Tensor::kLazyCount}, IntegerType::get(&context, 8));
  /// The elements of `in` in reverse order. `held` lives as long as the result may still read `in`.
  Tensor reversed(const Tensor &in, std::shared_ptr<int> held = nullptr) {
    return movedElements(type, in, [=](llvm::ArrayRef<int64_t> index) {
      return (void)held, Tensor::kLazyCount - 1 - index[0];
    });
  }
};

// A lazy tensor holds its source until it is computed; `held` counts that.
TEST_F(LazyTensors, LetGoOfTheirSourcesWhenTheyAreMade) {
  auto held = std::make_shared<int>();
  Tensor result = reversed(Tensor(type), held);
  EXPECT_TRUE(result.isLazy());
  EXPECT_GT(held.use_count(), 1);
  EXPECT_NE(result.data(), nullptr);
  EXPECT_EQ(held.use_count(), 1);
}

// kDeepest lazy tensors may form a chain. A longer chain computes the tensors at its start.
TEST_F(LazyTensors, ALongChainIsMadeOnTheWay) {
  auto held = std::make_shared<int>();
  Tensor at(type);
  at.mutableData()[0] = 7;
  at = reversed(at, held);
  for (int i = 1; i < 100; ++i)
    at = reversed(at);
  EXPECT_TRUE(at.isLazy());
  EXPECT_EQ(held.use_count(), 1) << "the first one has been made";
  char element = 0;
  at.readElement(0, &element);
  EXPECT_EQ(element, 7);
  EXPECT_TRUE(at.isLazy()) << "one element is read without the others";
  EXPECT_EQ(at.data()[0], 7);
  at.readElement(1, &element);
  EXPECT_EQ(element, 0);
}

} // namespace
