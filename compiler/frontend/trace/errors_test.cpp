// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages of refused ops: each begins with the user's line, says what does not fit with both
// types, and notes where the operands were made.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

struct Errors : testing::Test {
  Tensor x = zeros({4, 8}), w = zeros({3, 5}), n = zeros({4}, i32), b = zeros({4}, boolean);
};

TEST_F(Errors, OfElementwiseOps) {
  EXPECT_REFUSED("add of f32[4, 8] and f32[3, 5]: sizes 8 and 5 of dim -1 differ and neither is 1",
                 x + w);
  EXPECT_REFUSED("greater of f32[4, 8] and i32[4]: sizes 8 and 4 of dim -1 differ and neither is 1",
                 x > n);
  EXPECT_REFUSED("subtract of i1[4] and i1[4]: booleans have none; convert them first", b - b);
  EXPECT_REFUSED("remainder of i1[4] and a bool: booleans have none; convert them first", b % true);
  EXPECT_REFUSED("and of f32[4, 8] and an integer: floats have no bits to combine", x & 1);
  EXPECT_REFUSED("not of f32[3, 5]: floats have no bits to combine", ~w);
  EXPECT_REFUSED(
      "where of a condition of type f32[4, 8]; a condition is boolean: compare it with 0",
      where(x, x, 0));
  EXPECT_REFUSED(
      "where of i1[4], f32[4, 8] and an integer: sizes 4 and 8 of dim -1 differ and neither is 1",
      where(b, x, 0));
}

TEST_F(Errors, OfReductions) {
  EXPECT_REFUSED("sum of f32[4, 8]: there is no dim 2 among 2", sum(x, 2));
  EXPECT_REFUSED("mean of f32[4, 8]: dim 1 is given twice", mean(x, {1, -1}));
  EXPECT_REFUSED("max of f32[0, 3]: there is none among 0 elements", max(zeros({0, 3}), 0));
  EXPECT_REFUSED("argmax of f32[4, 8]: there is no dim -3 among 2", argmax(x, -3));
  EXPECT_REFUSED("softmax of f32[4, 8]: there is no dim 5 among 2", softmax(x, 5));
}

TEST_F(Errors, OfMatmuls) {
  EXPECT_REFUSED("matmul of f32[4, 8] and f32[3, 5]: the last dim of the left operand and the last "
                 "but one dim of the right one must have equal sizes",
                 matmul(x, w));
  EXPECT_REFUSED("matmul of f32[4, 8] and i32[4]: the last dim of the left operand and the only "
                 "dim of the right one must have equal sizes",
                 matmul(x, n));
  EXPECT_REFUSED("matmul of f32[2, 4, 8] and f32[3, 8, 5]: the leading sizes 2 and 3 differ and "
                 "neither is 1",
                 matmul(zeros({2, 4, 8}), zeros({3, 8, 5})));
  EXPECT_REFUSED("dotGeneral of f32[4, 8] and f32[3, 5]: the contracted dims 1 and 0 have sizes 8 "
                 "and 3",
                 dotGeneral(x, w, {{1}, {0}}));
  EXPECT_REFUSED(
      "dotGeneral of f32[4, 8] and f32[3, 5]: 1 contracted dims of the left and 0 of the "
      "right operand",
      dotGeneral(x, w, {{1}, {}}));
  EXPECT_REFUSED("dotGeneral of f32[4, 8] and f32[4, 8]: a dim stands twice",
                 dotGeneral(x, x, {{1}, {1}, {1}, {1}}));
}

TEST_F(Errors, OfEinsteinSums) {
  EXPECT_REFUSED("einsum \"ij,jk\" of f32[4, 8] and f32[3, 5]: 'j' has sizes 8 and 3",
                 einsum("ij,jk", {x, w}));
  EXPECT_REFUSED("einsum \"ij,jk\": 2 operands are described, 1 are given: f32[4, 8]",
                 einsum("ij,jk", {x}));
  EXPECT_REFUSED("einsum \"ijk->k\": \"ijk\" has 3 letters for f32[4, 8]", einsum("ijk->k", {x}));
  EXPECT_REFUSED("einsum \"ij->k\": 'k' of the result stands for no operand, or twice",
                 einsum("ij->k", {x}));
  EXPECT_REFUSED("einsum \"ii->i\" of f32[4, 8]: 'i' has sizes 4 and 8", einsum("ii->i", {x}));
  EXPECT_REFUSED("einsum \"i+->i\": '+' is no letter", einsum("i+->i", {x}));
}

TEST_F(Errors, OfMovement) {
  EXPECT_REFUSED("reshape of f32[4, 8] to [5, -1]: the shapes have different numbers of elements",
                 reshape(x, {5, -1}));
  EXPECT_REFUSED("reshape of f32[4, 8] to [-1, -1]: -1 stands twice", reshape(x, {-1, -1}));
  EXPECT_REFUSED(
      "reshape of the shape [4611686018427387904, 4]: a size is negative, or there are too "
      "many elements",
      reshape(x, {int64_t(1) << 62, 4}));
  EXPECT_REFUSED("transpose of f32[4, 8] by [0, 0]: each dim is to stand once",
                 transpose(x, {0, 0}));
  EXPECT_REFUSED("broadcastTo of f32[4, 8] to [4, 9]: only dims of size 1 stretch",
                 broadcastTo(x, {4, 9}));
  EXPECT_REFUSED("squeeze of f32[4, 8]: dim 1 has size 8, not 1", squeeze(x, 1));
  EXPECT_REFUSED("concatenate of f32[4, 8] and f32[3, 5] along dim 0: the other sizes differ",
                 concatenate({x, w}));
  EXPECT_REFUSED("stack of f32[4, 8] and f32[3, 5]: the shapes differ", stack({x, w}));
  EXPECT_REFUSED("oneHot of f32[4, 8]: positions are integers", oneHot(x, 3));
  EXPECT_REFUSED("zeros of the shape [2, -1]: a size is negative, or there are too many elements",
                 zeros({2, -1}));
  EXPECT_REFUSED("iota of booleans: positions are numbers", iota({2}, 0, boolean));
  EXPECT_EQ(messageOf([] { concatenate({}); }),
            "concatenate of no tensors; at least one is wanted");
}

TEST_F(Errors, OfIndices) {
  EXPECT_REFUSED("index 4 of dim 0 of f32[4, 8] is out of range", x[4]);
  EXPECT_REFUSED("3 indices for f32[4, 8]", (x[{0, 0, 0}]));
  EXPECT_REFUSED("an index of f32[4, 8] has a slice with a step of 0", x[slice(0, 2, 0)]);
  EXPECT_REFUSED("an index of f32[4, 8] has more than one ellipsis", (x[{ellipsis, ellipsis}]));
  EXPECT_REFUSED("index at positions of i32[4] and i32[3]: sizes 4 and 3 of dim -1 differ and "
                 "neither is 1",
                 (x[{n, zeros({3}, i32)}]));
  EXPECT_REFUSED("index at f32[3, 5]: positions are integers", x[w]);
  EXPECT_REFUSED("take of f32[0]: dim 0 has no elements", take(zeros({0}), n));
}

TEST_F(Errors, OfReading) {
  EXPECT_REFUSED("f32[4, 8] is not a single element", x.item());
  EXPECT_REFUSED("f32[4, 8] has no dim 2", x.size(2));
  EXPECT_REFUSED(
      "the elements of f32[4, 8] are read as integers of 4 bytes; convert them first, for "
      "example by astype(x, f32)",
      x.values<int32_t>());
  EXPECT_REFUSED("add of a tensor without a value", Tensor() + x);
  EXPECT_REFUSED("the tensor has no value", Tensor().item());
  EXPECT_REFUSED("the tensor has 8 bytes; 3xf32 has 12", tensor(std::vector<float>{1, 2}, {3}));
  EXPECT_REFUSED("tensors have no elements of type f8E4M3FN",
                 tensor(HostArray{"f8E4M3FN", {}, std::vector<std::byte>(1)}));
  EXPECT_EQ(messageOf([] { Tensor().type(); }), "the tensor has no value");
}

/// All lines of a message: the op's, and those that made the operands.
TEST_F(Errors, NoteWhereOperandsWereMade) {
  const Where first = Where::current();
  Tensor a = zeros({2, 3});
  Tensor c = zeros({2, 2});
  const std::string message = messageOf([&] { a + c; });
  auto at = [&](unsigned distance) {
    return "errors_test.cpp:" + std::to_string(first.line() + distance) + ": ";
  };
  EXPECT_EQ(message, at(3) +
                         "add of f32[2, 3] and f32[2, 2]: sizes 3 and 2 of dim -1 differ and "
                         "neither is 1\n" +
                         at(1) + "note: the left operand is f32[2, 3]\n" + at(2) +
                         "note: the right operand is f32[2, 2]");
}

/// The same inside of a jitted function, and tensors that leave it.
TEST_F(Errors, OfTraces) {
  auto wrong = jit([&](Tensor v) { return v + w; });
  const Where line = Where::current();
  EXPECT_EQ(messageOf([&] { wrong(x); }).substr(0, 73),
            lineText("errors_test.cpp", line).replace(16, 9, std::to_string(line.line() - 1)) +
                ": add of f32[4, 8] and f32[3, 5]: sizes 8 and 5 of dim");
  Tensor escaped;
  jit([&](Tensor v) { return escaped = v + 1; })(x);
  EXPECT_REFUSED("a traced tensor is used outside of the function that computed it; return it",
                 -escaped);
  EXPECT_REFUSED("the elements of a traced tensor are read; they exist only when the program runs",
                 escaped.item());
  EXPECT_REFUSED("an argument of f is a traced tensor outside of the function that computed it; "
                 "return it",
                 jit([](Tensor v) { return v; }, {.name = "f"})(escaped));
  EXPECT_NE(messageOf([&] {
              jit([&](Tensor v) { return v + escaped; })(x);
            }).find("a traced tensor is used outside of the function that computed it; return it"),
            std::string::npos);
}

} // namespace
} // namespace spmd::test
