// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes ops that look at many elements of a dim. Windows move along all dims of a value, in
// reductions and convolutions with any stride, padding, dilation and reversal: where a dim is
// split, they need a few elements of the neighbours. Choices look at whole dims: argmax, top_k,
// sort.
#include "tools/spmd_random_writer.h"
#include "llvm/ADT/STLExtras.h"
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

namespace {

/// The gradient of a pooling: sums each element of `source`, one for each window, where its window
/// has the largest or the smallest element of `x`.
void writeSelectAndScatter(Writer &w, Scope &scope, const Value &x, const Windows &all,
                           const Value &source) {
  // An init other than zero shows elements that no window selects.
  Value init = w.constant(scope, {}, x.element, isFloat(x.element) ? "1.0" : "1");
  scope.values.pop_back();
  Value out = resultOf({&x, &source}, x.shape, true);
  out.bound = std::max(source.bound, 1.0) * double(all.elements + 1);
  std::string a = w.freshRegionName("p"), b = w.freshRegionName("q"), c = w.freshRegionName("s"),
              scalar = init.type(),
              arguments = "\n^bb0(" + a + ": " + scalar + ", " + b + ": " + scalar + "):\n";
  w.define(scope, out,
           "\"stablehlo.select_and_scatter\"(" + x.name + ", " + source.name + ", " + init.name +
               ") <{padding = dense<" + all.paddingText() + "> : tensor<" +
               std::to_string(x.shape.size()) +
               "x2xi64>, window_dimensions = array<i64: " + listText(all.sizes) +
               ">, window_strides = array<i64: " + listText(all.strides) + ">}> ({" + arguments +
               c + " = stablehlo.compare " + (w.chance(0.5) ? "GE, " : "LE, ") + a + ", " + b +
               " : (" + scalar + ", " + scalar + ") -> tensor<i1>\nstablehlo.return " + c +
               " : tensor<i1>\n}, {" + arguments + c + " = stablehlo.add " + a + ", " + b + " : " +
               scalar + "\nstablehlo.return " + c + " : " + scalar + "\n}) : (" + x.type() + ", " +
               source.type() + ", " + scalar + ") -> " + out.type());
}

} // namespace

/// A sum or a maximum, whose init is also what lies in padding and holes. Without holes sometimes
/// the gradient of a pooling by the same windows, too.
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
  auto isOne = [](int64_t dilation) { return dilation == 1; };
  // The op has no dilations.
  bool hasHoles =
      !llvm::all_of(all->baseDilations, isOne) || !llvm::all_of(all->windowDilations, isOne);
  if (x.isExact && !hasHoles && w.chance(0.5)) {
    Value source = scope.values.back();
    writeSelectAndScatter(w, scope, x, *all, source);
  }
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

/// The largest element along a dim and its position, the first one of equals.
void writeArgmax(Writer &w, Scope &scope, const Value &x) {
  int64_t dim = w.below(x.shape.size());
  Value places = resultOf({&x}, x.shape, false);
  places.element = "i32";
  places.bound = double(x.shape[dim]);
  std::string iota = w.freshRegionName("i");
  // The init may win; it has position 0.
  Value least = w.constant(scope, {}, x.element, isFloat(x.element) ? "0.0" : "0");
  Value zero = w.constant(scope, {}, "i32", "0");
  scope.values.resize(scope.values.size() - 2);
  Shape shape = x.shape;
  shape.erase(shape.begin() + dim);
  // The positions are as exact as the values.
  Value value = resultOf({&x}, shape, false), place = resultOf({&places}, shape, false);
  // Names 0 and 1 are the values, 2 and 3 their positions.
  std::vector<std::string> n;
  for (int i = 0; i < 10; ++i)
    n.push_back(w.freshRegionName("c"));
  std::string flag = "tensor<i1>", element = least.type();
  auto compared = [&](const std::string &how, int l, int r, const std::string &type) {
    return " = stablehlo.compare " + how + ", " + n[l] + ", " + n[r] + " : (" + type + ", " + type +
           ") -> " + flag + "\n";
  };
  // The left side is better if it is larger, or equal and in front.
  std::string body = n[4] + compared("GT", 0, 1, element) + n[5] + compared("EQ", 0, 1, element) +
                     n[6] + compared("LT", 2, 3, "tensor<i32>") + n[7] + " = stablehlo.and " +
                     n[5] + ", " + n[6] + " : " + flag + "\n" + n[8] + " = stablehlo.or " + n[4] +
                     ", " + n[7] + " : " + flag + "\n" + n[9] + " = stablehlo.select " + n[8] +
                     ", " + n[2] + ", " + n[3] + " : " + flag + ", tensor<i32>\n";
  std::string larger = w.freshRegionName("v");
  body += larger + " = stablehlo.select " + n[8] + ", " + n[0] + ", " + n[1] + " : " + flag + ", " +
          element + "\nstablehlo.return " + larger + ", " + n[9] + " : " + element +
          ", tensor<i32>\n}";
  w.line(iota + " = stablehlo.iota dim = " + std::to_string(dim) + " : " + places.type());
  w.definePair(scope, value, place,
               "stablehlo.reduce(" + x.name + " init: " + least.name + "), (" + iota +
                   " init: " + zero.name + ") across dimensions = [" + std::to_string(dim) +
                   "] : (" + x.type() + ", " + places.type() + ", " + element +
                   ", tensor<i32>) -> (" + value.type() + ", " + place.type() + ")\n reducer(" +
                   n[0] + ": " + element + ", " + n[1] + ": " + element + ") (" + n[2] +
                   ": tensor<i32>, " + n[3] + ": tensor<i32>) {\n" + body);
}

/// The greatest elements along the last dim, and their positions.
void writeTopK(Writer &w, Scope &scope, const Value &x) {
  // Sometimes all of them.
  int64_t size = x.shape.back(), k = 1 + int64_t(w.below(std::max<int64_t>(size, 1)));
  Shape shape = x.shape;
  shape.back() = std::min(k, size);
  Value value = resultOf({&x}, shape, false), place = value;
  place.element = "i32";
  place.bound = double(size);
  w.definePair(scope, value, place,
               "chlo.top_k(" + x.name + ", k = " + std::to_string(shape.back()) +
                   ") : " + x.type() + " -> (" + value.type() + ", " + place.type() + ")");
}

namespace {

/// The elements along a dim in ascending order.
void writeSort(Writer &w, Scope &scope, const Value &x, int64_t dim) {
  std::string a = w.freshRegionName("p"), b = w.freshRegionName("q"), c = w.freshRegionName("s"),
              scalar = typeText({}, x.element);
  w.define(scope, resultOf({&x}, x.shape, false),
           "\"stablehlo.sort\"(" + x.name + ") <{dimension = " + std::to_string(dim) +
               " : i64, is_stable = true}> ({\n^bb0(" + a + ": " + scalar + ", " + b + ": " +
               scalar + "):\n" + c + " = stablehlo.compare LT, " + a + ", " + b + " : (" + scalar +
               ", " + scalar + ") -> tensor<i1>\nstablehlo.return " + c + " : tensor<i1>\n}) : (" +
               x.type() + ") -> " + x.type());
}

} // namespace

/// A rounding difference would change the choice, so only exact values are chosen from.
void writeChoice(Writer &w, Scope &scope, const Value &x) {
  if (!x.isExact || !(isFloat(x.element) || isInteger(x.element)))
    return writePointwise(w, scope);
  // Dims are split at random, so the chosen one is often whole and often not.
  switch (w.below(3)) {
  case 0:
    return writeArgmax(w, scope, x);
  case 1:
    return writeTopK(w, scope, x);
  default:
    return writeSort(w, scope, x, w.below(x.shape.size()));
  }
}

} // namespace spmd::random
