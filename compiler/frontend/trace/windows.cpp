// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of windows: reduceWindow and the poolings of convolution.h, and what convolutions and
// prefix scans share with them.
//
// "SAME" is computed here: the ops of StableHLO take amounts. With a stride of s a dim of n
// elements has ceil(n / s) windows, and what they need beyond the dim is split between its ends.
#include "compiler/frontend/trace/windows.h"
#include "compiler/frontend/trace/elementwise.h"
#include "dialects/stablehlo/reducer.h"

namespace spmd {
inline namespace frontend {
namespace {

/// The op of a combination, and its identity for a type.
struct Combiner {
  llvm::StringRef op;
  Number identity;
};
Combiner combinerOf(Combine combine, ElementType type) {
  switch (combine) {
  case Combine::Sum:
    return {stablehlo::AddOp::getOperationName(), int64_t(0)};
  case Combine::Product:
    return {stablehlo::MulOp::getOperationName(), int64_t(1)};
  case Combine::Max:
    return {stablehlo::MaxOp::getOperationName(), Emitter::lowest(type)};
  case Combine::Min:
    return {stablehlo::MinOp::getOperationName(), Emitter::highest(type)};
  }
  llvm_unreachable("all combinations are listed");
}

/// A list of numbers, each at least 1, of which an empty one means ones.
Sizes listOr1(Emitter &e, const std::string &what, const char *role,
              const std::vector<int64_t> &list, size_t rank) {
  if (list.empty())
    return Sizes(rank, 1);
  if (list.size() != rank || llvm::any_of(list, [](int64_t one) { return one < 1; }))
    e.refuse(what + ": " + role + " are " + std::to_string(rank) + " numbers of 1 or more");
  return Sizes(list.begin(), list.end());
}

/// How many elements the windows of "SAME" need beyond a dim that has n elements when dilated.
///   n 5, window 3, stride 2:  3 windows take 7 elements -> 2
int64_t neededBeyond(int64_t n, int64_t reach, int64_t stride) {
  const int64_t windows = (n + stride - 1) / stride;
  return std::max<int64_t>((windows - 1) * stride + reach - n, 0);
}

/// The parts of the keys of reduceWindow and the poolings.
OpKey keyOf(const std::vector<int64_t> &window, const WindowOptions &options, int64_t kind) {
  return OpKey(window, options.strides, keyOf(options.padding), options.dilation,
               options.windowDilation, kind);
}

/// The window of a pooling with size 1 along batch dims and features.
Window poolWindow(Emitter &e, llvm::StringRef name, mlir::Value value,
                  const std::vector<int64_t> &sizes, const WindowOptions &options) {
  llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(value);
  const std::string what = name.str() + " of " + text(frontendType(value.getType()));
  if (dims.size() < sizes.size() + 1)
    e.refuse(what + ": a window of " + std::to_string(sizes.size()) +
             " dims wants as many spatial dims, and features behind them");
  // Dims in front of the spatial ones are batch dims, however many there are.
  const size_t first = dims.size() - sizes.size() - 1;
  Window spatial = windowOf(e, what, dims.slice(first, sizes.size()), sizes, options.strides,
                            options.padding, options.dilation, options.windowDilation);
  Window window(dims.size(), {.size = 1});
  llvm::copy(spatial, window.begin() + first);
  return window;
}

/// A pooling by a maximum or minimum.
Tensor pool(llvm::StringRef name, Combine combine, const Operand &x,
            const std::vector<int64_t> &sizes, const WindowOptions &options) {
  return apply(name, {&x}, keyOf(sizes, options, 0), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const Combiner by = combinerOf(combine, e.elementOf(value));
    return windowed(e, value, by.identity, by.op, poolWindow(e, name, value, sizes, options));
  });
}

} // namespace

/// Checks come before sizes are computed from the lists.
Window windowOf(Emitter &e, const std::string &what, llvm::ArrayRef<int64_t> dims,
                llvm::ArrayRef<int64_t> sizes, const std::vector<int64_t> &strides,
                const WindowPadding &padding, const std::vector<int64_t> &dilation,
                const std::vector<int64_t> &windowDilation) {
  const size_t rank = dims.size();
  const Sizes stride = listOr1(e, what, "strides", strides, rank),
              base = listOr1(e, what, "dilations", dilation, rank),
              inner = listOr1(e, what, "dilations of the window", windowDilation, rank);
  if (sizes.size() != rank || llvm::any_of(sizes, [](int64_t one) { return one < 1; }))
    e.refuse(what + ": a window has " + std::to_string(rank) + " sizes of 1 or more");
  const bool isSame = padding.name == "SAME", isLower = padding.name == "SAME_LOWER";
  if (!isSame && !isLower && padding.name != "VALID" && !padding.name.empty())
    e.refuse(what + ": the padding \"" + padding.name +
             "\" is none of \"VALID\", \"SAME\" and \"SAME_LOWER\"");
  if (padding.name.empty() && padding.pairs.size() != rank)
    e.refuse(what + ": the padding is one pair for each of " + std::to_string(rank) + " dims");
  Window window;
  for (size_t d = 0; d < rank; ++d) {
    stablehlo::WindowDim one{
        .size = sizes[d], .stride = stride[d], .baseDilation = base[d], .windowDilation = inner[d]};
    if (padding.name.empty())
      std::tie(one.low, one.high) = padding.pairs[d];
    if (isSame || isLower) {
      const int64_t n = dims[d] == 0 ? 0 : (dims[d] - 1) * base[d] + 1;
      // What the windows need does not depend on the end at which it is added.
      const int64_t beyond = neededBeyond(n, (sizes[d] - 1) * inner[d] + 1, stride[d]);
      one.low = isLower ? beyond - beyond / 2 : beyond / 2;
      one.high = beyond - one.low;
    }
    window.push_back(one);
  }
  return window;
}

/// Attributes are written out, also where they are the defaults.
mlir::DenseI64ArrayAttr listOf(Emitter &e, const Window &window,
                               int64_t stablehlo::WindowDim::*member) {
  return e.builder.getDenseI64ArrayAttr(
      llvm::map_to_vector(window, [&](const stablehlo::WindowDim &w) { return w.*member; }));
}

/// One row per dim: in front, behind.
mlir::DenseIntElementsAttr paddingOf(Emitter &e, const Window &window) {
  Sizes amounts;
  for (const stablehlo::WindowDim &w : window)
    amounts.append({w.low, w.high});
  auto type = mlir::RankedTensorType::get({int64_t(window.size()), 2}, e.builder.getI64Type());
  return mlir::DenseIntElementsAttr::get(type, llvm::ArrayRef(amounts));
}

/// Names differ in their lengths.
std::vector<int64_t> keyOf(const WindowPadding &padding) {
  std::vector<int64_t> key{int64_t(padding.name.size())};
  for (auto [low, high] : padding.pairs)
    key.insert(key.end(), {low, high});
  return key;
}

/// The initial value is a constant of rank 0.
mlir::Value windowed(Emitter &e, mlir::Value value, const Number &initial, llvm::StringRef op,
                     const Window &window) {
  using stablehlo::WindowDim;
  auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
  mlir::Type result = stablehlo::windowedType(type, window, type.getElementType());
  auto reduced = stablehlo::ReduceWindowOp::create(
      e.builder, e.location, mlir::TypeRange(result), mlir::ValueRange(value),
      mlir::ValueRange(e.constant(initial, e.elementOf(value))),
      listOf(e, window, &WindowDim::size), listOf(e, window, &WindowDim::stride),
      listOf(e, window, &WindowDim::baseDilation), listOf(e, window, &WindowDim::windowDilation),
      paddingOf(e, window));
  mlir::OpBuilder::InsertionGuard guard(e.builder);
  stablehlo::addReducer(e.builder, e.location, reduced.getBody(), op, type.getElementType());
  return reduced->getResult(0);
}

/// In the operand's type, as jax.lax.reduce_window.
Tensor reduceWindow(const Operand &x, Combine combine, std::vector<int64_t> window,
                    const WindowOptions &options) {
  return apply(
      "reduceWindow", {&x}, keyOf(window, options, int64_t(combine)), [&](Emitter &e, Terms terms) {
        mlir::Value value = e.valueOf(terms[0]);
        const Combiner by = combinerOf(combine, e.elementOf(value));
        return windowed(e, value, by.identity, by.op,
                        windowOf(e, "reduceWindow of " + e.textOf(terms[0]), Emitter::dimsOf(value),
                                 window, options.strides, options.padding, options.dilation,
                                 options.windowDilation));
      });
}

/// Padding is the identity, which no element loses against.
Tensor maxPool(const Operand &x, std::vector<int64_t> window, const WindowOptions &options) {
  return pool("maxPool", Combine::Max, x, window, options);
}
Tensor minPool(const Operand &x, std::vector<int64_t> window, const WindowOptions &options) {
  return pool("minPool", Combine::Min, x, window, options);
}

/// Sums are divided by the size of the window, or by the sums of ones.
Tensor avgPool(const Operand &x, std::vector<int64_t> window, const WindowOptions &options,
               Padded padded) {
  return apply("avgPool", {&x}, keyOf(window, options, int64_t(padded)),
               [&](Emitter &e, Terms terms) {
                 mlir::Value value = e.floatOf(terms[0]);
                 const ElementType own = e.elementOf(value);
                 mlir::Value wide = own == f64 ? value : e.convert(value, f32);
                 const Window over = poolWindow(e, "avgPool", value, window, options);
                 auto sums = [&](mlir::Value of) {
                   return windowed(e, of, 0.0, stablehlo::AddOp::getOperationName(), over);
                 };
                 double count = 1;
                 for (int64_t size : window)
                   count *= double(size);
                 mlir::Value sum = sums(wide);
                 mlir::Value by = padded == Padded::Counts ? e.constantLike(count, sum)
                                                           : sums(e.constantLike(1.0, wide));
                 return e.convert(e.make<stablehlo::DivOp>(sum, by), own);
               });
}

} // namespace frontend
} // namespace spmd
