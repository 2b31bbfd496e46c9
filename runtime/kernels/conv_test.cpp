// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests convolutions against StableHLO's definition, with small whole numbers, so that sums are
// exact.
#include "runtime/array.h"
#include "runtime/elements.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/test_tiles.h"
#include <algorithm>
#include <array>
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

/// A convolution with two spatial dims, as in StableHLO's dimension numbers.
struct Case {
  int64_t batch = 2, inputs = 4, outputs = 6, featureGroups = 1, batchGroups = 1;
  std::array<int64_t, 2> input = {7, 6}, kernel = {3, 2}, stride = {1, 1}, low = {0, 0},
                         high = {0, 0};
  std::array<int64_t, 2> lhsDilation = {1, 1}, rhsDilation = {1, 1};
  std::array<bool, 2> reversed = {false, false};
  bool channelsFirst = false;
  DType type = DType::F32;
};

// The size of a dilated dim: elements with dilation - 1 gaps between them.
int64_t dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

// The config of a case in one of two layouts: b01f, 01io -> b01f, or bf01, oi01 -> bf01.
ConvConfig configOf(const Case &c) {
  ConvConfig conv{.lhs = c.type,
                  .rhs = c.type,
                  .result = c.type,
                  .accumulate = sizeOf(c.type) < 4 && isFloat(c.type) ? DType::F32 : c.type,
                  .batch = c.batch,
                  .inputFeatures = c.inputs,
                  .outputFeatures = c.outputs,
                  .featureGroups = c.featureGroups,
                  .batchGroups = c.batchGroups};
  int64_t groupInputs = c.inputs / c.featureGroups;
  for (int d = 0; d < 2; ++d) {
    int64_t padded = dilated(c.input[d], c.lhsDilation[d]) + c.low[d] + c.high[d];
    int64_t window = dilated(c.kernel[d], c.rhsDilation[d]);
    conv.spatial.push_back({.inputSize = c.input[d],
                            .kernelSize = c.kernel[d],
                            .outputSize = padded < window ? 0 : (padded - window) / c.stride[d] + 1,
                            .windowStride = c.stride[d],
                            .padLow = c.low[d],
                            .lhsDilation = c.lhsDilation[d],
                            .rhsDilation = c.rhsDilation[d],
                            .reversed = c.reversed[d]});
  }
  auto &s = conv.spatial;
  if (c.channelsFirst) { // bf01, oi01 -> bf01
    s[1].lhsStride = s[1].rhsStride = s[1].resultStride = 1;
    s[0].lhsStride = s[1].inputSize, s[0].rhsStride = s[1].kernelSize,
    s[0].resultStride = s[1].outputSize;
    conv.lhsFeatureStride = s[0].inputSize * s[1].inputSize;
    conv.rhsInputStride = s[0].kernelSize * s[1].kernelSize;
    conv.resultFeatureStride = s[0].outputSize * s[1].outputSize;
    conv.lhsBatchStride = conv.lhsFeatureStride * c.inputs;
    conv.rhsOutputStride = conv.rhsInputStride * groupInputs;
    conv.resultBatchStride = conv.resultFeatureStride * c.outputs;
  } else { // b01f, 01io -> b01f
    conv.lhsFeatureStride = conv.rhsOutputStride = conv.resultFeatureStride = 1;
    conv.rhsInputStride = c.outputs;
    s[1].lhsStride = c.inputs, s[1].rhsStride = c.outputs * groupInputs,
    s[1].resultStride = c.outputs;
    s[0].lhsStride = s[1].lhsStride * s[1].inputSize,
    s[0].rhsStride = s[1].rhsStride * s[1].kernelSize;
    s[0].resultStride = s[1].resultStride * s[1].outputSize;
    conv.lhsBatchStride = s[0].lhsStride * s[0].inputSize;
    conv.resultBatchStride = s[0].resultStride * s[0].outputSize;
  }
  return conv;
}

/// The definition of StableHLO, position by position.
void naive(const ConvConfig &c, const double *lhs, const double *rhs, double *result) {
  const ConvDim &y = c.spatial[0], &x = c.spatial[1];
  int64_t groupInputs = c.inputFeatures / c.featureGroups, groupBatch = c.batch / c.batchGroups;
  int64_t groupOutputs = c.outputFeatures / (c.featureGroups * c.batchGroups);
  for (int64_t b = 0; b < groupBatch; ++b)
    for (int64_t oy = 0; oy < y.outputSize; ++oy)
      for (int64_t ox = 0; ox < x.outputSize; ++ox)
        for (int64_t o = 0; o < c.outputFeatures; ++o) {
          double sum = 0;
          for (int64_t ky = 0; ky < y.kernelSize; ++ky)
            for (int64_t kx = 0; kx < x.kernelSize; ++kx) {
              int64_t py = oy * y.windowStride + ky * y.rhsDilation - y.padLow;
              int64_t px = ox * x.windowStride + kx * x.rhsDilation - x.padLow;
              if (py < 0 || px < 0 || py % y.lhsDilation || px % x.lhsDilation ||
                  py / y.lhsDilation >= y.inputSize || px / x.lhsDilation >= x.inputSize)
                continue;
              int64_t wy = y.reversed ? y.kernelSize - 1 - ky : ky,
                      wx = x.reversed ? x.kernelSize - 1 - kx : kx;
              int64_t group = o / groupOutputs;
              int64_t item = b + (c.batchGroups > 1 ? group * groupBatch : 0),
                      first = c.featureGroups > 1 ? group * groupInputs : 0;
              for (int64_t i = 0; i < groupInputs; ++i)
                sum += lhs[item * c.lhsBatchStride + (first + i) * c.lhsFeatureStride +
                           py / y.lhsDilation * y.lhsStride + px / x.lhsDilation * x.lhsStride] *
                       rhs[i * c.rhsInputStride + o * c.rhsOutputStride + wy * y.rhsStride +
                           wx * x.rhsStride];
            }
          result[b * c.resultBatchStride + o * c.resultFeatureStride + oy * y.resultStride +
                 ox * x.resultStride] = sum;
        }
}

// Runs a case in both layouts and compares all elements.
void check(Case c) {
  for (bool channelsFirst : {false, true}) {
    c.channelsFirst = channelsFirst;
    ConvConfig conv = configOf(c);
    auto make = [&](int64_t count) { return llvm::cantFail(Array::allocate(c.type, {count})); };
    Array lhs = make(c.batch * c.inputs * c.input[0] * c.input[1]);
    Array rhs = make(c.inputs / c.featureGroups * c.outputs * c.kernel[0] * c.kernel[1]);
    Array out = make(c.batch / c.batchGroups * c.outputs * conv.spatial[0].outputSize *
                     conv.spatial[1].outputSize);
    Array expected = make(out.elementCount());
    // The definition runs in double; the elements are small enough for every type.
    std::vector<double> l(lhs.elementCount()), r(rhs.elementCount()), o(out.elementCount());
    for (size_t i = 0; i < l.size(); ++i)
      l[i] = double(i * 7 % 11) - 5;
    for (size_t i = 0; i < r.size(); ++i)
      r[i] = double(i * 5 % 7) - 3;
    naive(conv, l.data(), r.data(), o.data());
    forElement(c.type, [&](auto element) {
      using E = decltype(element);
      auto fill = [](Array &a, std::vector<double> &v) {
        for (size_t i = 0; i < v.size(); ++i)
          E::template set<double>(reinterpret_cast<typename E::Storage *>(a.data()) + i, v[i]);
      };
      fill(lhs, l), fill(rhs, r), fill(expected, o);
    });
    void *operands[] = {lhs.data(), rhs.data()}, *results[] = {out.data()};
    runAllTiles({conv, operands, results});
    auto mismatch = firstMismatch(out, expected, {});
    EXPECT_FALSE(mismatch) << "channels first: " << channelsFirst << ": "
                           << mismatch->message(out.elementCount());
  }
}

// One test for each parameter of the op, then combinations.
TEST(Conv, SlidesAWindow) { check({}); }
// Zeros before and behind the input, in both dims.
TEST(Conv, PadsWithZeros) { check({.low = {1, 0}, .high = {2, 1}}); }
// Negative padding removes elements.
TEST(Conv, CutsWhereThePaddingIsNegative) { check({.low = {-1, 2}, .high = {1, -2}}); }
// Windows that do not reach the last padded position.
TEST(Conv, Strides) { check({.stride = {2, 3}, .low = {1, 1}, .high = {1, 1}}); }
// Gaps between the elements of the input, as in the gradient of a strided convolution.
TEST(Conv, DilatesTheInput) { check({.low = {1, 0}, .high = {1, 2}, .lhsDilation = {2, 3}}); }
// Negative padding removes gaps as well as elements.
TEST(Conv, DilatesAndCuts) { check({.low = {-3, -1}, .high = {-1, 2}, .lhsDilation = {2, 3}}); }
// Strides, and gaps in the window, that share factors with the gaps of the input or do not. Some
// result positions then meet no element, or all positions meet elements alike.
TEST(Conv, DilatesTheInputAndMore) {
  Case c{.kernel = {4, 5}, .low = {3, 2}, .high = {2, 4}, .lhsDilation = {4, 6}};
  for (int64_t stride : {1, 2, 3, 4})
    for (int64_t gaps : {1, 2, 3})
      for (bool reversed : {false, true}) {
        c.stride = {stride, 5 - stride}, c.rhsDilation = {gaps, 4 - gaps};
        c.reversed = {reversed, !reversed};
        check(c);
      }
}
// Fewer results than gaps, one element, and a window that is shorter than the gaps.
TEST(Conv, DilatesLittle) {
  check({.input = {2, 1}, .kernel = {2, 1}, .low = {0, 1}, .lhsDilation = {9, 5}});
  check({.input = {3, 4}, .kernel = {1, 2}, .low = {1, 0}, .high = {0, 5}, .lhsDilation = {3, 4}});
}
// Groups of features and of batch items have phases, too; depthwise groups skip the gaps.
TEST(Conv, DilatesGroups) {
  check({.featureGroups = 2, .low = {2, 1}, .high = {1, 2}, .lhsDilation = {2, 3}});
  check({.batch = 6, .batchGroups = 3, .low = {-1, 1}, .lhsDilation = {2, 2}});
  check({.inputs = 19, .outputs = 19, .featureGroups = 19, .low = {1, -2}, .lhsDilation = {2, 3}});
}
// A transposed convolution of more than one tile for each phase; phases have 61 and 60 rows.
TEST(Conv, CutsPhasesIntoTiles) {
  Case c{.batch = 3,
         .inputs = 16,
         .outputs = 40,
         .input = {60, 25},
         .kernel = {5, 4},
         .low = {3, 2},
         .high = {3, 2},
         .lhsDilation = {2, 2}};
  EXPECT_GT(planRoutine(configOf(c)).tiles, 4);
  check(c);
}
// Gaps between the elements of the window.
TEST(Conv, DilatesTheWindow) { check({.low = {1, 2}, .rhsDilation = {2, 3}}); }
// A reversed window, as in the gradient of the input.
TEST(Conv, ReversesTheWindow) {
  check({.low = {1, 1}, .reversed = {true, false}}), check({.reversed = {true, true}});
}
// Two groups of features, and depthwise groups with two outputs for each input.
TEST(Conv, GroupsFeatures) {
  check({.featureGroups = 2, .low = {1, 1}});
  check({.inputs = 6, .outputs = 12, .featureGroups = 6, .low = {1, 1}, .high = {1, 0}});
}
// Depthwise convolutions take the code of conv_depthwise.cpp where features are innermost.
TEST(Conv, TakesEachFeatureForItself) {
  Case c{.inputs = 19, .outputs = 19, .featureGroups = 19};
  check(c);
  c.stride = {2, 1}, c.low = {1, 2}, c.high = {2, -1}, c.rhsDilation = {2, 1},
  c.reversed = {true, false};
  check(c);
  c.input = {100, 60}, c.kernel = {5, 5};
  check(c);
}
// Groups of batch items, as in the gradient of a grouped kernel.
TEST(Conv, GroupsBatchItems) { check({.batch = 6, .batchGroups = 3, .low = {1, 1}}); }
// A window of one element without padding reads lhs in place.
TEST(Conv, WindowsOfOneElementCopyNothing) {
  check({.inputs = 20, .outputs = 30, .kernel = {1, 1}});
}
// The gradient of a kernel is a convolution whose window is as large as its input.
TEST(Conv, GradientOfTheKernelHasAWindowAsLargeAsTheInput) {
  check({.batch = 8,
         .inputs = 5,
         .outputs = 9,
         .input = {12, 12},
         .kernel = {12, 12},
         .low = {1, 1},
         .high = {1, 1}});
}
// A result that is larger than one tile.
TEST(Conv, CutsLargeResultsIntoTiles) {
  Case c{.batch = 3,
         .inputs = 16,
         .outputs = 40,
         .input = {60, 50},
         .kernel = {3, 3},
         .low = {1, 1},
         .high = {1, 1}};
  EXPECT_GT(planRoutine(configOf(c)).tiles, 1);
  check(c);
}
// Floats with wider sums, and integers that wrap.
TEST(Conv, KnowsOtherTypes) {
  for (DType type : {DType::F64, DType::BF16, DType::S32, DType::S8})
    check({.inputs = 2, .low = {1, 1}, .type = type});
}
// The window is larger than the input.
TEST(Conv, ResultsWithoutElementsHaveNoTile) {
  EXPECT_EQ(planRoutine(configOf({.input = {2, 6}})).tiles, 0);
}

} // namespace
} // namespace spmd::rt
