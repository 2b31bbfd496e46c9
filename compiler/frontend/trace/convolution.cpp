// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The convolutions of convolution.h. Each is one convolution of StableHLO: the letters of the dims
// become dimension numbers, and the padding amounts.
//
// All conditions of the op are checked here, since its own messages speak of attributes. A
// transposed convolution is a convolution of an operand that is dilated by the strides.
#include "compiler/frontend/trace/elementwise.h"
#include "compiler/frontend/trace/windows.h"

namespace spmd {
inline namespace frontend {
namespace {

/// The positions of the letters of one tensor: two named dims, then the spatial ones.
struct DimNumbers {
  int64_t first = 0, second = 1;
  Sizes spatial;
};

/// Letters as positions; without letters batch and features are first. Spatial letters are put into
/// the order in which `order`, the letters of x, has them.
DimNumbers numbersOf(Emitter &e, const std::string &what, const std::string &letters, char first,
                     char second, size_t rank, const std::string &order) {
  DimNumbers numbers;
  if (letters.empty()) {
    for (size_t d = 2; d < rank; ++d)
      numbers.spatial.push_back(int64_t(d));
    return numbers;
  }
  std::string spatial;
  for (char c : order.empty() ? letters : order)
    if (std::string_view("NCOI").find(c) == std::string_view::npos)
      spatial += c;
  auto place = [&](char c) {
    const size_t at = letters.find(c);
    if (at == std::string::npos || letters.find(c, at + 1) != std::string::npos ||
        letters.size() != rank || spatial.size() + 2 != rank)
      e.refuse(what + ": the dims \"" + letters + "\" are to have the letters " + first + ", " +
               second + " and those of the spatial dims, each once, for " + std::to_string(rank) +
               " dims");
    return int64_t(at);
  };
  numbers.first = place(first);
  numbers.second = place(second);
  for (char c : spatial)
    numbers.spatial.push_back(place(c));
  return numbers;
}

/// The sizes of some dims.
Sizes sizesOf(mlir::Value value, llvm::ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [&](int64_t d) { return Emitter::dimsOf(value)[size_t(d)]; });
}

/// One convolution: the operands, what their dims are, and the window.
struct Convolution {
  std::string what; // begins the messages
  mlir::Value x, kernel;
  DimNumbers in, weights, out;

  Convolution(Emitter &e, llvm::StringRef name, Terms terms, const ConvDims &dims)
      : what(name.str() + " of " + e.textOf(terms)) {
    const ElementType type = e.promoted(terms);
    x = e.valueOf(terms[0], type);
    kernel = e.valueOf(terms[1], type);
    const size_t rank = Emitter::dimsOf(x).size();
    if (rank < 2 || rank != Emitter::dimsOf(kernel).size() || type == boolean)
      e.refuse(what + ": two tensors of numbers with the same rank, at least 2, are wanted");
    if (dims.x.empty() != dims.kernel.empty() || dims.x.empty() != dims.out.empty())
      e.refuse(what + ": either all three tensors have letters for their dims, or none");
    in = numbersOf(e, what, dims.x, 'N', 'C', rank, dims.x);
    weights = numbersOf(e, what, dims.kernel, 'O', 'I', rank, dims.x);
    out = numbersOf(e, what, dims.out, 'N', 'C', rank, dims.x);
  }
  // The size of one dim of an operand.
  int64_t size(mlir::Value value, int64_t dim) const { return Emitter::dimsOf(value)[size_t(dim)]; }

  /// Refuses sizes that groups do not divide, and features that do not pair.
  void checkGroups(Emitter &e, int64_t groups, int64_t batchGroups) const {
    const int64_t features = size(x, in.second), wanted = size(kernel, weights.second),
                  made = size(kernel, weights.first), batch = size(x, in.first);
    if (groups < 1 || batchGroups < 1 || (groups > 1 && batchGroups > 1))
      e.refuse(what + ": groups and batchGroups are 1 or more, and one of them is 1");
    if (features != wanted * groups)
      e.refuse(what + ": " + std::to_string(features) + " features in " + std::to_string(groups) +
               " groups, but the kernel has " + std::to_string(wanted) + " input features");
    if (made % groups || made % batchGroups || batch % batchGroups)
      e.refuse(what + ": the groups do not divide the output features or the batch");
  }

  // Makes the op; sizes along windows follow from the window dims.
  mlir::Value make(Emitter &e, const Window &window, int64_t groups, int64_t batchGroups) const {
    using stablehlo::WindowDim;
    Sizes shape(Emitter::dimsOf(x).size());
    shape[size_t(out.first)] = size(x, in.first) / batchGroups;
    shape[size_t(out.second)] = size(kernel, weights.first);
    for (auto [from, to, w] : llvm::zip(in.spatial, out.spatial, window))
      shape[size_t(to)] = stablehlo::windowCount(size(x, from), w);
    auto numbers = stablehlo::ConvDimensionNumbersAttr::get(
        e.builder.getContext(), in.first, in.second, in.spatial, weights.second, weights.first,
        weights.spatial, out.first, out.second, out.spatial);
    return e.make<stablehlo::ConvolutionOp>(
        e.tensorType(shape, e.elementOf(x)), x, kernel, listOf(e, window, &WindowDim::stride),
        paddingOf(e, window), listOf(e, window, &WindowDim::baseDilation),
        listOf(e, window, &WindowDim::windowDilation),
        e.builder.getDenseBoolArrayAttr(llvm::SmallVector<bool>(window.size(), false)), numbers,
        e.builder.getI64IntegerAttr(groups), e.builder.getI64IntegerAttr(batchGroups),
        mlir::ArrayAttr());
  }
};

/// Everything in the options is a part of the program.
OpKey keyOf(const ConvOptions &options) {
  return OpKey(options.strides, keyOf(options.padding), options.dilation, options.kernelDilation,
               options.dims.x, options.dims.kernel, options.dims.out, options.groups,
               options.batchGroups);
}

/// The padding of a transposed convolution, so that "SAME" gives n s and "VALID" what all positions
/// of the kernel reach: (n - 1) s + max(reach, s).
WindowPadding transposedPadding(Emitter &e, const std::string &what, const WindowPadding &padding,
                                const Sizes &reaches, const std::vector<int64_t> &strides) {
  if (padding.name.empty())
    return padding;
  if (padding.name != "SAME" && padding.name != "VALID")
    e.refuse(what + ": the padding \"" + padding.name + "\" is none of \"VALID\" and \"SAME\"");
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (auto [d, reach] : llvm::enumerate(reaches)) {
    const int64_t stride = strides.empty() ? 1 : strides[d];
    const bool isSame = padding.name == "SAME";
    const int64_t total =
        isSame ? reach + stride - 2 : reach + stride - 2 + std::max<int64_t>(reach - stride, 0);
    const int64_t low = !isSame || stride > reach - 1 ? reach - 1 : (total + 1) / 2;
    pairs.push_back({low, total - low});
  }
  return pairs;
}

} // namespace

/// Features are checked before windows: a wrong order of dims shows there first.
Tensor convGeneral(const Operand &x, const Operand &kernel, const ConvOptions &options) {
  return apply("convGeneral", {&x, &kernel}, keyOf(options), [&](Emitter &e, Terms terms) {
    const Convolution conv(e, "convGeneral", terms, options.dims);
    conv.checkGroups(e, options.groups, options.batchGroups);
    const Window window = windowOf(e, conv.what, sizesOf(conv.x, conv.in.spatial),
                                   sizesOf(conv.kernel, conv.weights.spatial), options.strides,
                                   options.padding, options.dilation, options.kernelDilation);
    return conv.make(e, window, options.groups, options.batchGroups);
  });
}

/// The strides of the caller dilate x; the convolution itself moves by 1.
Tensor convTranspose(const Operand &x, const Operand &kernel, const ConvOptions &options) {
  return apply("convTranspose", {&x, &kernel}, keyOf(options), [&](Emitter &e, Terms terms) {
    const Convolution conv(e, "convTranspose", terms, options.dims);
    if (options.groups != 1 || options.batchGroups != 1 || !options.dilation.empty())
      e.refuse(conv.what + ": a transposed convolution has no groups and no dilation of x");
    conv.checkGroups(e, 1, 1);
    const Sizes dims = sizesOf(conv.x, conv.in.spatial),
                sizes = sizesOf(conv.kernel, conv.weights.spatial);
    // This checks the lists before their elements are read.
    Window window =
        windowOf(e, conv.what, dims, sizes, options.strides, "VALID", {}, options.kernelDilation);
    const Sizes reaches = llvm::map_to_vector(
        window, [](const stablehlo::WindowDim &w) { return (w.size - 1) * w.windowDilation + 1; });
    window = windowOf(e, conv.what, dims, sizes, {},
                      transposedPadding(e, conv.what, options.padding, reaches, options.strides),
                      options.strides, options.kernelDilation);
    return conv.make(e, window, 1, 1);
  });
}

} // namespace frontend
} // namespace spmd
