// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes ops with windows that move along all dims of a value: reductions and convolutions, with
// any stride, padding, dilation and reversal. Where a dim is split, its windows need a few elements
// of the neighbours.
#include "tools/spmd_random_writer.h"
#include <algorithm>
#include <optional>

namespace spmd::random {
namespace {

/// The windows of all dims of a value, one number a dim, and the shape of the result.
struct Windows {
  Shape sizes, strides, baseDilations, windowDilations, result;
  std::vector<std::pair<int64_t, int64_t>> padding;
  int64_t elements = 1; // of a window

  /// [[1, 0], [0, 2]]
  std::string paddingText() const {
    std::string text;
    for (auto [low, high] : padding)
      text +=
          (text.empty() ? "[" : ", [") + std::to_string(low) + ", " + std::to_string(high) + "]";
    return "[" + text + "]";
  }
};

/// Half of the dims have windows of one element. Some paddings are negative. None for elements that
/// are no numbers, and where the result would be too large.
std::optional<Windows> windowsOn(Writer &w, const Value &x) {
  if (!isFloat(x.element) && !isInteger(x.element))
    return std::nullopt;
  Windows all;
  for (int64_t size : x.shape) {
    bool isMoving = w.chance(0.5);
    auto upTo = [&](uint64_t most) { return int64_t(isMoving ? 1 + w.below(most) : 1); };
    int64_t window = upTo(4), stride = upTo(3), base = w.chance(0.2) ? upTo(3) : 1,
            dilation = w.chance(0.2) ? upTo(3) : 1;
    auto padding = [&] { return isMoving ? int64_t(w.below(5)) - 1 : 0; };
    int64_t low = padding(), high = padding();
    int64_t covered = (window - 1) * dilation + 1,
            length = low + high + (size == 0 ? 0 : (size - 1) * base + 1);
    // A dim that is too short gets the rest at its end.
    high += std::max<int64_t>(0, covered - length);
    all.result.push_back((std::max(length, covered) - covered) / stride + 1);
    all.sizes.push_back(window);
    all.strides.push_back(stride);
    all.baseDilations.push_back(base);
    all.windowDilations.push_back(dilation);
    all.padding.push_back({low, high});
    all.elements *= window;
  }
  bool isTooLarge = resultOf({&x}, all.result, false).count() > kMostElements;
  return isTooLarge ? std::nullopt : std::optional(all);
}

} // namespace

/// A sum or a maximum, whose init is also what lies in padding and holes.
void writeReduceWindow(Writer &w, Scope &scope, const Value &x) {
  std::optional<Windows> all = windowsOn(w, x);
  if (!all)
    return;
  bool isSum = w.chance(0.5);
  Value init = w.constant(scope, {}, x.element, isFloat(x.element) ? "1.0" : "1");
  scope.values.pop_back();
  Value out = resultOf({&x}, all->result, isSum);
  out.bound = isSum ? std::max(x.bound, 1.0) * double(all->elements + 1) : std::max(x.bound, 1.0);
  std::string a = w.freshRegionName("p"), b = w.freshRegionName("q"), c = w.freshRegionName("s"),
              scalar = init.type();
  w.define(scope, out,
           "\"stablehlo.reduce_window\"(" + x.name + ", " + init.name + ") <{padding = dense<" +
               all->paddingText() + "> : tensor<" + std::to_string(x.shape.size()) +
               "x2xi64>, window_dimensions = array<i64: " + listText(all->sizes) +
               ">, window_strides = array<i64: " + listText(all->strides) +
               ">, base_dilations = array<i64: " + listText(all->baseDilations) +
               ">, window_dilations = array<i64: " + listText(all->windowDilations) +
               ">}> ({\n^bb0(" + a + ": " + scalar + ", " + b + ": " + scalar + "):\n" + c +
               " = stablehlo." + (isSum ? "add " : "maximum ") + a + ", " + b + " : " + scalar +
               "\nstablehlo.return " + c + " : " + scalar + "\n}) : (" + x.type() + ", " + scalar +
               ") -> " + out.type());
}

/// A convolution of one batch and one feature, with a kernel of small integers. All dims of `x` are
/// spatial.
void writeConvolution(Writer &w, Scope &scope, const Value &x) {
  std::optional<Windows> all = windowsOn(w, x);
  if (!all)
    return;
  std::string numbers, spatial, reversed;
  int64_t sum = 0;
  for (int64_t i = 0; i < all->elements; ++i) {
    int64_t number = int64_t(w.below(5)) - (x.element[0] == 'u' ? 0 : 2);
    sum += std::abs(number);
    numbers += (i ? ", " : "") + std::to_string(number) + (isFloat(x.element) ? ".0" : "");
  }
  for (size_t d = 0; d < x.shape.size(); ++d) {
    spatial += std::to_string(d) + ", ";
    reversed += (d ? ", " : "") + std::string(w.chance(0.3) ? "true" : "false");
  }
  // These values are not for other ops: their shapes are of no use.
  auto reshaped = [&](const Value &value, Shape shape) {
    Value out = resultOf({&value}, std::move(shape), false);
    out =
        w.define(scope, out,
                 "stablehlo.reshape " + value.name + " : (" + value.type() + ") -> " + out.type());
    scope.values.pop_back();
    return out;
  };
  Value flat = w.constant(scope, {all->elements}, x.element, "[" + numbers + "]");
  scope.values.pop_back();
  auto around = [](const Shape &shape, int before) {
    Shape out(before, 1);
    out.append(shape.begin(), shape.end());
    out.append(2 - before, 1);
    return out;
  };
  Value kernel = reshaped(flat, around(all->sizes, 0)), image = reshaped(x, around(x.shape, 1));
  Value out = resultOf({&x}, around(all->result, 1), true);
  out.bound = x.bound * double(std::max<int64_t>(sum, 1));
  std::string places = "[b, " + spatial + "f]";
  out = w.define(
      scope, out,
      "stablehlo.convolution(" + image.name + ", " + kernel.name + ") dim_numbers = " + places +
          "x[" + spatial + "i, o]->" + places + ", window = {stride = [" + listText(all->strides) +
          "], pad = " + all->paddingText() + ", lhs_dilate = [" + listText(all->baseDilations) +
          "], rhs_dilate = [" + listText(all->windowDilations) + "], reverse = [" + reversed +
          "]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" + image.type() +
          ", " + kernel.type() + ") -> " + out.type());
  if (w.chance(0.5))
    return;
  Value result = resultOf({&out}, all->result, false);
  w.define(scope, result,
           "stablehlo.reshape " + out.name + " : (" + out.type() + ") -> " + result.type());
}

} // namespace spmd::random
