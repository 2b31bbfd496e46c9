// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolution: out[n, y, o] is the sum over window positions w and input features c of lhs[n, y *
// stride + w * dilation - low, c] * rhs[w, c, o]. In addition, lhs may be dilated, windows may be
// reversed, and features or batch may be in groups.
#include "compiler/elements/dtype.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/convolution_numbers.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/shifts.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// For an image [n, h, w, c], a kernel [3, 3, c, o] with padding 1 and stride 1:
///   out[n, y, x, o] = sum over i, j, c of lhs[n, y + i - 1, x + j - 1, c] * rhs[i, j, c, o]
struct Convolution : Meaning<ConvolutionOp> {
  /// The loops: batch, output positions, output features, then the sums over window positions and
  /// input features. With a dilated lhs or with groups the operands count as whole.
  static IterationSpace space(Op op) {
    constexpr int64_t none = IterationSpace::kAbsent;
    ConvNumbers n = numbersOf(op);
    IterationSpace space(op);
    auto dims = n.dims;
    bool isGrouped = n.featureGroups > 1 || n.batchGroups > 1;
    bool isAffine = !isGrouped &&
                    llvm::all_of(n.window, [](const WindowDim &w) { return w.baseDilation == 1; });
    // Non-affine operands have no index map, but the loops stay the same.
    space.parallel({isAffine ? int64_t(dims.getInputBatchDimension()) : none},
                   dims.getOutputBatchDimension());
    SmallVector<int64_t> places;
    for (int64_t d : dims.getOutputSpatialDimensions())
      places.push_back(space.parallel({}, d));
    space.parallel({none, isAffine ? int64_t(dims.getKernelOutputFeatureDimension()) : none},
                   dims.getOutputFeatureDimension());
    SmallVector<int64_t> windows;
    for (auto [i, d] : llvm::enumerate(dims.getKernelSpatialDimensions()))
      windows.push_back(space.reduction({none, d}));
    space.reduction({isAffine ? int64_t(dims.getInputFeatureDimension()) : none,
                     int64_t(dims.getKernelInputFeatureDimension())});
    if (!isAffine) {
      space.setOperandWhole(0);
      space.setOperandWhole(1);
      return space;
    }
    // lhs index = output position * stride + window position * dilation - low padding.
    for (auto [i, w] : llvm::enumerate(n.window)) {
      AffineExpr k = space.dimExpr(windows[i]);
      space.setOperandExpr(0, dims.getInputSpatialDimensions()[i],
                           space.dimExpr(places[i]) * w.stride + k * w.windowDilation - w.low);
      if (n.reversed[i])
        space.setOperandExpr(1, dims.getKernelSpatialDimensions()[i], -k + (w.size - 1));
    }
    return space;
  }

  /// Factors: batch, then one or two for each spatial dim, then features.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    constexpr int64_t none = RuleBuilder::kAbsent;
    ConvNumbers n = numbersOf(op);
    auto dims = n.dims;
    auto lhs = tensorTypeOf(op.getLhs()), rhs = tensorTypeOf(op.getRhs()),
         out = tensorTypeOf(op.getResult());
    int64_t ib = dims.getInputBatchDimension(), inF = dims.getInputFeatureDimension();
    int64_t kernelIn = dims.getKernelInputFeatureDimension(),
            kernelOut = dims.getKernelOutputFeatureDimension();
    int64_t ob = dims.getOutputBatchDimension(), outF = dims.getOutputFeatureDimension();
    RuleBuilder builder(op);
    // Groups are factors of their own, major to the factor within a group.
    //   feature groups g: lhs features [g, i], kernel outputs [g, o], result features [g, o]
    // A factor of one batch or feature in each group is no part of the lhs (RuleBuilder::build), so
    // that the other tensor must not grow along it alone.
    auto addInGroup = [&](ArrayRef<int64_t> inOperands, ArrayRef<int64_t> inResult, int64_t size,
                          int64_t groups, FactorKind kind) {
      bool isAlone = options.local && size == 1 && groups > 1;
      if (isAlone)
        builder.add({none, inOperands[1]}, inResult, 1, FactorKind::NeedReplication);
      else
        builder.add(inOperands, inResult, size, kind);
    };
    if (n.batchGroups > 1)
      builder.add({ib, kernelOut}, {outF}, n.batchGroups);
    addInGroup({ib, none}, {ob}, lhs.getDimSize(ib) / n.batchGroups, n.batchGroups,
               FactorKind::PassThrough);
    for (size_t i = 0; i < n.window.size(); ++i)
      if (options.local)
        addWindows(builder, op, n, i);
      else if (!options.conservative)
        addSpatial(builder, lhs, rhs, out, n, i, options.extended);
    if (n.featureGroups > 1)
      builder.add({inF, kernelOut}, {outF}, n.featureGroups);
    addInGroup({inF, kernelIn}, {none}, rhs.getDimSize(kernelIn), n.featureGroups,
               FactorKind::Reduction);
    int64_t outFeatures = rhs.getDimSize(kernelOut) / (n.batchGroups * n.featureGroups);
    // Shardy's rule has no factor of one feature. If it is split, the result and the kernel have to
    // grow alike.
    bool isOne = n.batchGroups == 1 && n.featureGroups == 1 && outFeatures == 1;
    if (outFeatures > 1 || (isOne && options.local))
      builder.add({none, kernelOut}, {outF}, outFeatures);
    return builder.build();
  }
  static std::optional<sdy::ReductionKind> combine(Op) { return sdy::ReductionKind::SUM; }

  /// The rows of the lhs under a device's windows, or under its part of a split kernel in all
  /// windows. The kernel's rows stay where they are.
  static std::optional<RowWindow> window(Op op, unsigned operand, int64_t dim, int64_t shards) {
    ConvNumbers n = numbersOf(op);
    auto spatial =
        operand == 0 ? n.dims.getInputSpatialDimensions() : n.dims.getKernelSpatialDimensions();
    const auto *found = llvm::find(spatial, dim);
    if (found == spatial.end())
      return std::nullopt;
    size_t i = found - spatial.begin();
    std::optional<SplitWindows> split = splitOf(op, n, i, shards);
    if (!split || operand == 0)
      return split ? std::optional(split->rows) : std::nullopt;
    int64_t rows = n.window[i].size / shards;
    return RowWindow{.shards = shards, .rows = rows, .first = 0, .step = rows, .size = rows};
  }

  /// Features and batches grow by whole groups, if there are groups. Where spatial dims grow, the
  /// padding at the end makes up for it, and zeros stand where it was.
  static void grow(Op op, const GrowContext &c) {
    auto dims = op.getDimensionNumbers();
    ConvNumbers n = numbersOf(op);
    bool isChanged = false; // a padding of zeros stays away
    for (auto [i, w] : llvm::enumerate(n.window)) {
      int64_t in = dims.getInputSpatialDimensions()[i], before = c.operandsBefore[0].getDimSize(in);
      if (tensorTypeOf(op.getLhs()).getDimSize(in) > before && readsBeyond(w, before)) {
        Value zero =
            spmd::ops::zero(c.builder, op.getLoc(), tensorTypeOf(op.getLhs()).getElementType());
        fillFrom(op.getLhsMutable(), zero, c.builder, in, before);
      }
      int64_t size = tensorTypeOf(op.getLhs()).getDimSize(in),
              count = c.resultAfter.getDimSize(dims.getOutputSpatialDimensions()[i]);
      if (windowCount(size, w) != count) {
        w.high = highPadding(w, size, count);
        isChanged = true;
      }
    }
    if (isChanged)
      op.setPaddingAttr(paddingAttr(c.builder, n.window));
    auto grown = [&](uint64_t groups, int64_t dim) {
      return groups == 1 ? 1
                         : int64_t(groups) * tensorTypeOf(op.getLhs()).getDimSize(dim) /
                               c.operandsBefore[0].getDimSize(dim);
    };
    op.setFeatureGroupCount(grown(op.getFeatureGroupCount(), dims.getInputFeatureDimension()));
    op.setBatchGroupCount(grown(op.getBatchGroupCount(), dims.getInputBatchDimension()));
  }
  // All strides count elements. Narrow floats accumulate in f32.
  static std::optional<KernelCall> kernel(Op op) {
    ConvNumbers n = numbersOf(op);
    auto dims = n.dims;
    auto lhs = tensorTypeOf(op.getLhs()), rhs = tensorTypeOf(op.getRhs()),
         out = tensorTypeOf(op.getResult());
    auto l = dtypeOf(lhs.getElementType()), r = dtypeOf(rhs.getElementType()),
         o = dtypeOf(out.getElementType());
    if (!l || !r || !o || !hasStaticShapes(op))
      return std::nullopt;
    auto ls = stridesOf(lhs.getShape()), rs = stridesOf(rhs.getShape()),
         os = stridesOf(out.getShape());
    rt::ConvConfig config;
    config.lhs = *l, config.rhs = *r, config.result = *o;
    config.accumulate = rt::isFloat(*o) && rt::sizeOf(*o) < 4 ? rt::DType::F32 : *o;
    config.batch = lhs.getDimSize(dims.getInputBatchDimension());
    config.inputFeatures = lhs.getDimSize(dims.getInputFeatureDimension());
    config.outputFeatures = rhs.getDimSize(dims.getKernelOutputFeatureDimension());
    config.featureGroups = n.featureGroups, config.batchGroups = n.batchGroups;
    config.lhsBatchStride = ls[dims.getInputBatchDimension()];
    config.lhsFeatureStride = ls[dims.getInputFeatureDimension()];
    config.rhsInputStride = rs[dims.getKernelInputFeatureDimension()];
    config.rhsOutputStride = rs[dims.getKernelOutputFeatureDimension()];
    config.resultBatchStride = os[dims.getOutputBatchDimension()];
    config.resultFeatureStride = os[dims.getOutputFeatureDimension()];
    // Per spatial dim: sizes, strides in the tensors, and the window.
    for (auto [i, w] : llvm::enumerate(n.window)) {
      int64_t in = dims.getInputSpatialDimensions()[i], k = dims.getKernelSpatialDimensions()[i];
      int64_t place = dims.getOutputSpatialDimensions()[i];
      config.spatial.push_back({.inputSize = lhs.getDimSize(in),
                                .kernelSize = w.size,
                                .outputSize = out.getDimSize(place),
                                .lhsStride = ls[in],
                                .rhsStride = rs[k],
                                .resultStride = os[place],
                                .windowStride = w.stride,
                                .padLow = w.low,
                                .lhsDilation = w.baseDilation,
                                .rhsDilation = w.windowDilation,
                                .reversed = n.reversed[i]});
    }
    return KernelCall{config};
  }
  static Tensor eval(Op op, Inputs in) {
    return convolutionOf(numbersOf(op), in[0], in[1],
                         tensorTypeOf(op.getResult()).getElementType());
  }
  /// A spatial dim that is split comes as the rows under the device's windows, with zeros outside
  /// of the lhs.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    auto numbers = op.getDimensionNumbers();
    SmallVector<NamedAttribute> changed;
    ConvNumbers n = numbersOf(op);
    for (auto [i, w] : llvm::enumerate(n.window)) {
      auto axes = c.operandAxes(0, numbers.getInputSpatialDimensions()[i]);
      if (axes.empty())
        continue;
      SplitWindows split = *splitOf(op, n, i, c.shardCount(axes));
      w.low = split.low, w.high = split.high;
    }
    if (!n.window.empty())
      changed.push_back({op.getPaddingAttrName(), paddingAttr(c.builder, n.window)});
    // Groups are the major part of the dim, so sharding divides them first.
    // 8 feature groups over 4 shards -> 2 groups per device; over 16 shards -> 1.
    auto divide = [&](StringAttr name, int64_t groups, int64_t shards) {
      if (groups > 1 && shards > 1)
        changed.push_back({name, c.builder.getI64IntegerAttr(groups / std::min(groups, shards))});
    };
    divide(op.getFeatureGroupCountAttrName(), op.getFeatureGroupCount(),
           c.shardCount(c.operandAxes(0, numbers.getInputFeatureDimension())));
    divide(op.getBatchGroupCountAttrName(), op.getBatchGroupCount(),
           c.shardCount(c.operandAxes(1, numbers.getKernelOutputFeatureDimension())));
    c.replace(c.cloneLocal(op, changed)->getResults());
    return success();
  }
  static PartValues parts(Op op, OpBuilder &b, ArrayRef<PartValues> x) {
    return bilinearOnParts(op, b, x[0], x[1]);
  }
  /// Two convolutions, in which dims change roles.
  static LogicalResult vjp(Op op, Backward &g) { return convolutionGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) { return batchConvolution(op, g); }
  using Facets = Has<Localize, Grow, Window, Space, Rule, Combine, Kernel, Parts, Dequantized, Vjp,
                     Batch, Eval>;

private:
  /// The number of windows along spatial dim i.
  static int64_t windowsOf(Op op, const ConvNumbers &n, size_t i) {
    return tensorTypeOf(op.getResult()).getDimSize(n.dims.getOutputSpatialDimensions()[i]);
  }
  /// Whether the local program splits the kernel of a dim, not its windows: where the kernel is
  /// larger than the result, as in the gradient of a kernel.
  static bool splitsKernel(Op op, const ConvNumbers &n, size_t i) {
    return n.window[i].size > windowsOf(op, n, i);
  }
  /// Element k of window y lies at y * stride + k * dilation - low, so a split kernel is split
  /// windows with y and k exchanged. Along a reversed dim the last shard has the first elements.
  static std::optional<SplitWindows> splitOf(Op op, const ConvNumbers &n, size_t i,
                                             int64_t shards) {
    WindowDim w = n.window[i];
    int64_t from = tensorTypeOf(op.getLhs()).getDimSize(n.dims.getInputSpatialDimensions()[i]),
            to = windowsOf(op, n, i);
    if (!splitsKernel(op, n, i))
      return splitWindows(w, from, to, shards);
    std::swap(w.stride, w.windowDilation);
    std::swap(w.size, to);
    std::optional<SplitWindows> split = splitWindows(w, from, to, shards);
    if (split && n.reversed[i]) {
      split->rows.first = split->rows.begin(shards - 1);
      split->rows.step = -split->rows.step;
    }
    return split;
  }
  /// The factor of a spatial dim in the local program: of lhs and result, or of lhs and kernel.
  static void addWindows(RuleBuilder &builder, Op op, const ConvNumbers &n, size_t i) {
    int64_t in = n.dims.getInputSpatialDimensions()[i],
            size = tensorTypeOf(op.getLhs()).getDimSize(in);
    if (splitsKernel(op, n, i))
      builder.add({in, n.dims.getKernelSpatialDimensions()[i]}, {}, size, FactorKind::Permutation);
    else
      builder.add({in, RuleBuilder::kAbsent}, {n.dims.getOutputSpatialDimensions()[i]}, size,
                  FactorKind::Permutation);
  }
  /// Sharding the output positions moves windows between neighbours (permutation); sharding the
  /// kernel dim leaves partial sums (reduction). Both factors divide the size of lhs's dim, the
  /// larger one first, and the second as far as the rest allows.
  static void addSpatial(RuleBuilder &builder, RankedTensorType lhs, RankedTensorType rhs,
                         RankedTensorType out, const ConvNumbers &n, size_t i, bool extended) {
    constexpr int64_t none = RuleBuilder::kAbsent;
    int64_t in = n.dims.getInputSpatialDimensions()[i],
            kernel = n.dims.getKernelSpatialDimensions()[i];
    int64_t place = n.dims.getOutputSpatialDimensions()[i];
    int64_t windows = out.getDimSize(place), size = rhs.getDimSize(kernel),
            left = lhs.getDimSize(in);
    // Adjacent windows that fill the dim, as patches do, need nothing from neighbours.
    const WindowDim &w = n.window[i];
    bool isTiled = extended && w.stride == size && w.low == 0 && w.high == 0 &&
                   w.baseDilation == 1 && w.windowDilation == 1 && windows * size == left;
    auto add = [&](int64_t most, int64_t kernelDim, int64_t outDim, FactorKind kind) {
      int64_t factor = std::min(most, left);
      if (factor > 1) {
        builder.add({in, kernelDim}, {outDim}, factor, kind);
        left /= factor;
      }
    };
    bool windowsFirst = windows >= size || isTiled;
    for (bool ofWindows : {windowsFirst, !windowsFirst})
      ofWindows
          ? add(windows, none, place, isTiled ? FactorKind::PassThrough : FactorKind::Permutation)
          : add(size, kernel, none, FactorKind::Reduction);
  }
};

/// The form whose padding is an operand.
struct DynamicConvolution : Meaning<DynamicConvOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    ConvNumbers n = ConvNumbers::of(op, in[1].shape(), in[2].values<int64_t>());
    RankedTensorType type = tensorTypeOf(op.getResult());
    Tensor out = convolutionOf(n, in[0], in[1], type.getElementType());
    for (auto [d, size] : llvm::enumerate(type.getShape()))
      if (!ShapedType::isDynamic(size) && size != out.shape()[d])
        return opError(op, "gives " + Twine(out.shape()[d]) + " elements along dim " + Twine(d) +
                               " with this padding, its result has " + Twine(size));
    return out;
  }
  using Facets = Has<NoRule<"the padding is known at run time only">, Dequantized,
                     NoVjp<"the padding is known at run time only">,
                     NoBatch<"the padding is known at run time only">, Eval>;
};

} // namespace

void addConvolutionRules(RuleTable &table) { table.add<Convolution, DynamicConvolution>(); }

} // namespace spmd::ops
