// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages of refused ops of the headers beside ops.h, one group per header.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

struct OpErrors : testing::Test {
  Tensor x = zeros({4, 8}), w = zeros({3, 5}), n = zeros({4}, i32), b = zeros({4}, boolean);
};

TEST_F(OpErrors, OfDynamicSlices) {
  EXPECT_REFUSED("dynamicSlice of f32[4, 8]: 1 starts for 2 dims", dynamicSlice(x, {0}, {1, 1}));
  EXPECT_REFUSED("dynamicSlice of f32[4, 8]: one size per dim is wanted, from 0 to that of the dim",
                 dynamicSlice(x, {0, 0}, {1, 9}));
  EXPECT_REFUSED("dynamicSlice of f32[4, 8] at f32[]: a start is one integer",
                 dynamicSlice(x, {0, sum(x)}, {1, 1}));
  EXPECT_REFUSED("dynamicSliceInDim of f32[4, 8]: dim 1 has no slice of size 9",
                 dynamicSliceInDim(x, 0, 9, -1));
  EXPECT_REFUSED("dynamicIndexInDim of f32[4, 8] at i32[4]: a start is one integer",
                 dynamicIndexInDim(x, n));
  EXPECT_REFUSED("dynamicUpdateSlice of f32[4, 8] and f32[3]: the update must have the same rank "
                 "and fit into the tensor",
                 dynamicUpdateSlice(x, zeros({3}), {0, 0}));
  EXPECT_REFUSED("dynamicUpdateSliceInDim of i32[4] and f32[2]: floats do not fit into integers; "
                 "convert the update first",
                 dynamicUpdateSliceInDim(n, zeros({2}), 0));
}

TEST_F(OpErrors, OfUpdates) {
  EXPECT_REFUSED("setAt of f32[4, 8] and f32[3, 5]: the value does not broadcast to f32[8], which "
                 "the index names",
                 setAt(x, 0, w));
  EXPECT_REFUSED("addAt of f32[4, 8] and f32[3]: the value does not broadcast to f32[4, 8], which "
                 "the index names",
                 addAt(x, n, zeros({3})));
  EXPECT_REFUSED("index 4 of dim 0 of f32[4, 8] is out of range", maxAt(x, 4, 1));
  EXPECT_REFUSED("multiplyAt of i32[4] and a float: floats do not fit into integers; convert the "
                 "value first",
                 multiplyAt(n, 0, 0.5));
  EXPECT_REFUSED("minAt at i1[4]: positions are integers", minAt(x, b, 0));
  EXPECT_REFUSED("takeAlongDim of f32[4, 8] and i32[4]: the sizes beside dim 0 must be equal, or 1",
                 takeAlongDim(x, n, 0));
  EXPECT_REFUSED("putAlongDim of f32[4, 8], i32[3, 2] and an integer: the sizes beside dim 1 must "
                 "be those of the tensor, or 1",
                 putAlongDim(x, zeros({3, 2}, i32), 0, 1));
  EXPECT_REFUSED("segmentSum of f32[4, 8] and i32[3] into 2 segments: one id per row of dim 0 is "
                 "wanted, and a count of 0 or more",
                 segmentSum(x, zeros({3}, i32), 2));
  EXPECT_REFUSED("bincount of f32[4, 8] to the length 3: integers and a length of 0 or more are "
                 "wanted",
                 bincount(x, 3));
}

TEST_F(OpErrors, OfGathers) {
  EXPECT_REFUSED("gather at f32[3, 5]: positions are integers",
                 gather(x, w, {{}, {0, 1}, {0, 1}}, {1, 1}));
  EXPECT_REFUSED("scatter at i32[]: index vectors stand along the last dim",
                 scatter(x, n[0], 1, {{}, {0, 1}, {0, 1}}));
  EXPECT_REFUSED("scatter of i32[4], i32[2, 1] and f32[2]: floats do not fit into integers; "
                 "convert the updates first",
                 scatter(n, zeros({2, 1}, i32), zeros({2}), {{}, {0}, {0}}));
}

TEST_F(OpErrors, OfOrder) {
  EXPECT_REFUSED("sort of f32[4, 8]: there is no dim 2 among 2", sort(x, 2));
  EXPECT_REFUSED("sortBy of f32[4, 8] and f32[3, 5]: the shapes differ", sortBy({x, w}));
  EXPECT_REFUSED("sortBy of f32[4, 8]: 2 keys of 1 tensors", sortBy({x}, -1, 2));
  EXPECT_REFUSED("topK of f32[4, 8]: dim 1 has no 9 elements", topK(x, 9));
  EXPECT_REFUSED("topK of i1[4]: booleans have none; convert them first", topK(b, 1));
  EXPECT_REFUSED("searchSorted in f32[4, 8]: a tensor of one dim is wanted", searchSorted(x, 1));
  EXPECT_REFUSED("cumsum of f32[4, 8]: there is no dim -3 among 2", cumsum(x, -3));
  EXPECT_REFUSED("cummax of i1[4]: booleans have none; convert them first", cummax(b));
}

TEST_F(OpErrors, OfConvolutions) {
  Tensor image = zeros({2, 3, 8, 8}), kernel = zeros({4, 3, 3, 3});
  EXPECT_REFUSED("convGeneral of f32[2, 3, 8, 8] and f32[3, 5]: two tensors of numbers with the "
                 "same rank, at least 2, are wanted",
                 convGeneral(image, w));
  EXPECT_REFUSED("convGeneral of f32[2, 3, 8, 8] and f32[4, 3, 3, 3]: 3 features in 2 groups, but "
                 "the kernel has 3 input features",
                 convGeneral(image, kernel, {.groups = 2}));
  EXPECT_REFUSED("convGeneral of f32[2, 3, 8, 8] and f32[4, 3, 3, 3]: the groups do not divide the "
                 "output features or the batch",
                 convGeneral(image, kernel, {.batchGroups = 4}));
  EXPECT_REFUSED(
      "convGeneral of f32[2, 3, 8, 8] and f32[4, 3, 3, 3]: strides are 2 numbers of 1 or "
      "more",
      convGeneral(image, kernel, {.strides = {1}}));
  EXPECT_REFUSED("convGeneral of f32[2, 3, 8, 8] and f32[4, 3, 3, 3]: the padding \"same\" is none "
                 "of \"VALID\", \"SAME\" and \"SAME_LOWER\"",
                 convGeneral(image, kernel, {.padding = "same"}));
  EXPECT_REFUSED("convGeneral of f32[2, 3, 8, 8] and f32[4, 3, 3, 3]: the dims \"NHW\" are to have "
                 "the letters N, C and those of the spatial dims, each once, for 4 dims",
                 convGeneral(image, kernel, {.dims = {"NHW", "HWIO", "NHWC"}}));
  EXPECT_REFUSED(
      "convGeneral of f32[2, 3, 8, 8] and f32[4, 3, 3, 3]: either all three tensors have "
      "letters for their dims, or none",
      convGeneral(image, kernel, {.dims = {"NHWC"}}));
  EXPECT_REFUSED("convTranspose of f32[2, 3, 8, 8] and f32[4, 3, 3, 3]: a transposed convolution "
                 "has no groups and no dilation of x",
                 convTranspose(image, kernel, {.groups = 3}));
  EXPECT_REFUSED(
      "maxPool of f32[4, 8]: a window of 2 dims wants as many spatial dims, and features "
      "behind them",
      maxPool(x, {2, 2}));
  EXPECT_REFUSED("reduceWindow of f32[4, 8]: a window has 2 sizes of 1 or more",
                 reduceWindow(x, Combine::Sum, {2}));
  EXPECT_REFUSED("avgPool of f32[2, 3, 8, 8]: the padding is one pair for each of 2 dims",
                 avgPool(image, {2, 2}, {.padding = {{{1, 1}}}}));
}

TEST_F(OpErrors, OfPadsAndSplits) {
  EXPECT_REFUSED("pad of f32[4, 8]: 3 paddings for 2 dims", pad(x, {{1, 1}, {}, {}}));
  EXPECT_REFUSED("pad of f32[4, 8]: dim 1 would have a negative size, or a negative amount between "
                 "elements",
                 pad(x, {{0, 0}, {-4, -5}}));
  EXPECT_REFUSED("pad of i32[4] with a float: floats do not fit into integers; convert the value "
                 "first",
                 pad(n, {{1, 1}}, 0.5));
  EXPECT_REFUSED("pad of f32[4, 8] with f32[3, 5]: one element is wanted", pad(x, {{1, 1}}, w));
  EXPECT_REFUSED("pad of f32[4, 8]: dim 0 must have elements, and amounts of 0 or more at its ends "
                 "only",
                 pad(x, {{-1, 0}}, PadMode::Edge));
  EXPECT_REFUSED("split of f32[4, 8]: dim 1 has no 3 equal parts", split(x, 3, 1));
  EXPECT_REFUSED("splitAt of f32[4, 8]: positions ascend from 0 to the size of dim 0",
                 splitAt(x, {5}));
  EXPECT_REFUSED("roll of f32[4, 8]: there is no dim 2 among 2", roll(x, 1, 2));
  EXPECT_REFUSED("repeat of f32[4, 8]: one count of 0 or more per element of dim 0 is wanted",
                 repeat(x, {1, 2}, 0));
  EXPECT_REFUSED("tile of f32[4, 8]: counts are 0 or more", tile(x, {-1}));
  EXPECT_REFUSED("takeFixed of f32[4, 8]: position 4 of dim 0 is out of range", takeFixed(x, {4}));
}

TEST_F(OpErrors, OfMovement) {
  EXPECT_REFUSED("tril of i32[4]: two dims or more are wanted", tril(n));
  EXPECT_REFUSED("diagonal of f32[4, 8]: two different dims are wanted", diagonal(x, 0, 1, -1));
  EXPECT_REFUSED("diag of f32[2, 3, 4]: one or two dims are wanted", diag(zeros({2, 3, 4})));
  EXPECT_REFUSED("swapAxes of f32[4, 8]: there is no dim 2 among 2", swapAxes(x, 0, 2));
  EXPECT_REFUSED("collapse of f32[4, 8]: dim 1 is behind dim 0", collapse(x, 1, 0));
  EXPECT_REFUSED("broadcastInDim of f32[4, 8]: one dim of the result per dim is wanted, ascending",
                 broadcastInDim(x, {8, 4}, {1, 0}));
  EXPECT_REFUSED("meshgrid of f32[4, 8]: tensors of one dim are wanted", meshgrid({x, n}));
  EXPECT_REFUSED("linspace of -1 numbers: 0 or more are wanted", linspace(0, 1, -1));
  EXPECT_REFUSED("arange with a step of 0", arange(0, 1, 0));
}

TEST_F(OpErrors, OfFunctions) {
  EXPECT_REFUSED("logaddexp of f32[4, 8] and f32[3, 5]: sizes 8 and 5 of dim -1 differ and neither "
                 "is 1",
                 logaddexp(x, w));
  EXPECT_REFUSED("floorDivide of i1[4] and a bool: booleans have none; convert them first",
                 floorDivide(b, true));
  EXPECT_REFUSED("shiftLeft of f32[4, 8] and an integer: floats have no bits to combine",
                 shiftLeft(x, 1));
  EXPECT_REFUSED("popcount of i1[4]: booleans have none; convert them first", popcount(b));
  EXPECT_REFUSED("integerPower of i32[4] with exponent -1: integers have no negative powers; "
                 "convert them first",
                 integerPower(n, -1));
  EXPECT_REFUSED("bitcast of i32[4] to f64: the last dim must have size 2", bitcast(n, f64));
  EXPECT_REFUSED("bitcast of i1[4] to ui8: booleans have no bits of their own", bitcast(b, u8));
  EXPECT_REFUSED("reducePrecision to 0 bits of exponent and 3 of mantissa: at least 1 and 0 are "
                 "wanted",
                 reducePrecision(x, 0, 3));
  EXPECT_REFUSED("select of 1 conditions and 2 choices: as many of both are wanted",
                 select({b}, {n, n}));
  EXPECT_REFUSED("select by a condition of type i32[4]; a condition is boolean: compare it with 0",
                 select({n}, {n}));
  EXPECT_REFUSED("zeta of f32[4, 8] and i32[4]: sizes 8 and 4 of dim -1 differ and neither is 1",
                 zeta(x, n));
  EXPECT_REFUSED("glu of f32[3, 5]: dim 1 has an odd size", glu(w));
  EXPECT_REFUSED("elu of f32[4, 8] and i32[4]: sizes 8 and 4 of dim -1 differ and neither is 1",
                 elu(x, n));
}

TEST_F(OpErrors, OfStatistics) {
  EXPECT_REFUSED("median of f32[4, 8]: there is no dim 2 among 2", median(x, 2));
  EXPECT_REFUSED("quantile of f32[4, 8]: a share from 0 to 1 is wanted", quantile(x, 1.5));
  EXPECT_REFUSED("percentile of f32[0, 3]: each dim stands once, and has elements",
                 percentile(zeros({0, 3}), 50));
  EXPECT_REFUSED("average of f32[4, 8] and f32[3, 5]: sizes 8 and 5 of dim -1 differ and neither "
                 "is 1",
                 average(x, w));
  EXPECT_REFUSED("peakToPeak of i1[4]: booleans have none; convert them first", peakToPeak(b));
  EXPECT_REFUSED("cov of f32[2, 2, 2]: [variables, observations] or the observations of one "
                 "variable are wanted",
                 cov(zeros({2, 2, 2})));
  EXPECT_REFUSED("histogram of f32[4, 8]: at least one bin between two numbers is wanted",
                 histogram(x, 0, 0, 1));
  EXPECT_REFUSED("diff of i1[4]: numbers are wanted, and 0 or more repetitions", diff(b));
  EXPECT_REFUSED("interp of f32[4, 8], i32[4] and f32[3, 5]: points and values are of one dim with "
                 "equal sizes, at least 1",
                 interp(x, n, w));
  EXPECT_REFUSED("polyval with f32[4, 8]: coefficients of one dim are wanted", polyval(x, n));
}

TEST_F(OpErrors, OfLinearAlgebra) {
  EXPECT_REFUSED("inner of f32[4, 8] and f32[3, 5]: sizes 8 and 5 of summed dims differ",
                 inner(x, w));
  EXPECT_REFUSED("tensordot of f32[4, 8] and i32[4]: 2 dims of each are wanted", tensordot(x, n));
  EXPECT_REFUSED("tensordot of f32[4, 8] and f32[3, 5]: 1 dims of the left and 0 of the right "
                 "operand",
                 tensordot(x, w, {1}, {}));
  EXPECT_REFUSED("cross of i32[4] and an integer: dim 0 has size 4, not 3", cross(n, 1));
  EXPECT_REFUSED("matrixTranspose of i32[4]: two dims or more are wanted", matrixTranspose(n));
  EXPECT_REFUSED("matrixPower of f32[4, 8]: square matrices are wanted", matrixPower(x, 2));
  EXPECT_REFUSED("inv of f32[4, 8]: square matrices are wanted", inv(x));
  EXPECT_REFUSED("solve of f32[3, 3] and f32[4]: right-hand sides have 3 rows, as the matrix",
                 solve(eye(3), ones({4})));
  EXPECT_REFUSED("det of i32[4]: matrices are wanted", det(n));
  EXPECT_REFUSED("qr of i32[4]: matrices are wanted", qr(n));
  EXPECT_REFUSED("eigh of f32[4, 8]: square matrices are wanted", eigh(x));
  EXPECT_REFUSED("svd of i32[4]: matrices are wanted", svd(n));
  EXPECT_REFUSED("lstsq of f32[3, 3] and f32[4]: one matrix and right-hand sides with as many rows "
                 "are wanted",
                 lstsq(eye(3), ones({4})));
  EXPECT_REFUSED("cholesky of f32[4, 8]: square matrices are wanted", cholesky(x));
  EXPECT_REFUSED("triangularSolve of f32[4, 8] and f32[3, 5]: square matrices and right sides of "
                 "the same batch and size are wanted",
                 triangularSolve(x, w));
}

TEST_F(OpErrors, OfComplexNumbers) {
  const Tensor c = complex(n, n);
  const std::string of = " of complex<f32>[4]: not defined on complex numbers; take abs, real or "
                         "imag first";
  EXPECT_REFUSED("max" + of, max(c));
  EXPECT_REFUSED("floor" + of, floor(c));
  EXPECT_REFUSED("softmax" + of, softmax(c));
  EXPECT_REFUSED("complex numbers have no order; sort by abs, real or imag", sort(c));
  EXPECT_REFUSED("rfft of complex<f32>[4]: real numbers are wanted; take real or imag first",
                 rfft(c));
  EXPECT_REFUSED("fft of f32[4, 8]: there is no dim 5 among 2", fft(x, 8, 5));
  EXPECT_REFUSED("fft of f32[0]: the size 0 of dim 0 is below 1", fft(ones({0})));
  EXPECT_REFUSED(
      "the elements of complex<f32>[4] are read as floats of 4 bytes; convert them first, "
      "for example by astype(x, f32)",
      c.values<float>());
}

/// An op that other ops describe has one line, that of the call, also inside of jit.
TEST_F(OpErrors, OfTheLinesOfComposedOps) {
  const std::string program = jit([](Tensor v) { return median(v); }).lower(x);
  EXPECT_NE(program.find("op_errors_test.cpp\":" + std::to_string(__LINE__ - 1)),
            std::string::npos);
  EXPECT_EQ(program.find("statistics.cpp"), std::string::npos);
}

} // namespace
} // namespace spmd::test
