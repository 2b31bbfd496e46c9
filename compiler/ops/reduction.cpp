// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose body combines elements: reduce and map, and reductions over moving windows
// (reduce_window, select_and_scatter). Inputs precede inits. The body gets the accumulators, then
// the elements.
#include "compiler/elements/arith.h"
#include "compiler/elements/dtype.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/region.h"
#include "compiler/ops/shifts.h"
#include "compiler/ops/windows.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// [m, k] over k: out[m] = body(.. body(init, x[m, 0]) .., x[m, k - 1]). The reference sums floats
/// of at most 32 bits in f32, others in f64, and rounds once.
struct Reduce : Meaning<ReduceOp> {
  // [m, k] over k: d0:parallel=m d1:reduction=k, operand (d0, d1), init (), result (d0).
  static IterationSpace space(Op op) {
    IterationSpace space(op);
    int64_t out = 0;
    for (int64_t d = 0; d < tensorTypeOf(op.getInputs()[0]).getRank(); ++d) {
      SmallVector<int64_t> dims(op.getInputs().size(), d);
      if (llvm::is_contained(op.getDimensions(), d))
        space.reduction(dims);
      else
        space.parallel(dims, out++);
    }
    return space;
  }
  static std::optional<sdy::ReductionKind> combine(Op op) { return reductionKindOf(op.getBody()); }
  /// `x` are the accumulators, then the elements.
  static SmallVector<Value> emit(Op op, ScalarBuilder &b, ValueRange x) {
    return emitRegion(op.getBody(), b, x);
  }
  // `steps` are strides in the result, with 0 for reduced dims, so that positionOf finds the
  // accumulator of an element.
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    size_t n = in.size() / 2;
    ArrayRef<int64_t> shape = in[0].shape();
    // kept is the shape of the result.
    SmallVector<int64_t> kept, steps(shape.size(), 0);
    for (auto [d, size] : llvm::enumerate(shape))
      if (!llvm::is_contained(op.getDimensions(), int64_t(d)))
        kept.push_back(size);
    SmallVector<int64_t> strides = stridesOf(kept);
    for (size_t d = 0, r = 0; d < shape.size(); ++d)
      if (!llvm::is_contained(op.getDimensions(), int64_t(d)))
        steps[d] = strides[r++];
    int64_t count = 1;
    for (int64_t size : kept)
      count *= size;
    Fold fold(op.getBody(), in.drop_front(n), count, context);
    if (auto error = fold.setElements(in.take_front(n)))
      return error;
    // Elements come in row-major order, which fixes the order of floating-point sums.
    SmallVector<int64_t> index(shape.size(), 0);
    for (int64_t e = 0; e < in[0].count(); ++e) {
      if (auto error = fold.take(positionOf(index, steps), e))
        return error;
      nextIndex(index, shape);
    }
    return fold.finish(kept);
  }
  // The accumulators of all devices but the first along the partial axes start from the identity.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    startOnFirstShard(c, op.getBody(), op.getInputs().size(), c.operands.size());
    c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  /// Sums, products, maxima and minima; compiler/grad expands other bodies.
  static LogicalResult vjp(Op op, Backward &g) { return reduceGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) { return batchReduce(op, g); }
  using Facets = Has<Localize, Space, Rule, Emit, Combine, Linear, Vjp, Batch, Eval>;
};

/// The legacy op that applies a region to every element.
struct Map : Pointwise<MapOp> {
  static SmallVector<Value> emit(Op op, ScalarBuilder &b, ValueRange x) {
    return emitRegion(op.getComputation(), b, x);
  }
  // Runs the region once per element.
  static llvm::Expected<Tensor> eval(Op op, Inputs in, EvalContext &context) {
    Tensor out(
        RankedTensorType::get(in[0].shape(), getElementTypeOrSelf(op.getResult().getType())));
    for (int64_t e = 0; e < in[0].count(); ++e) {
      TensorList args;
      for (const Tensor &tensor : in)
        args.push_back(scalarAt(tensor, e));
      auto results = context.runRegion(op.getComputation(), args);
      if (!results)
        return results.takeError();
      setElement(out, e, (*results)[0]);
    }
    return out;
  }
  static LogicalResult batch(Op op, Batching &g) { return batchMap(op, g); }
  using Facets = Has<Space, Rule, Emit, DrivenVjp, Batch, Eval>;
};

SmallVector<int64_t> sizesOf(ArrayRef<WindowDim> window) {
  return llvm::map_to_vector(window, [](const WindowDim &w) { return w.size; });
}

/// result[r] reduces the elements r * stride + k * dilation - low for all k < size.
///   [1, 2, 3, 4], size 2, stride 2, sum -> [3, 7]
struct ReduceWindow : Meaning<ReduceWindowOp> {
  /// The loops are the dims of the result, then the window dims of size above 1 (or one dim of size
  /// 1 if there are none). Elements outside of the operand have the value of the init. With holes
  /// by a base dilation, the operand is not indexed affinely but counts as whole.
  static IterationSpace space(Op op) {
    IterationSpace space(op);
    SmallVector<WindowDim> window = op.getWindow();
    SmallVector<AffineExpr> exprs;
    // result index * stride - low padding, plus the window index * dilation.
    for (auto [d, w] : llvm::enumerate(window))
      exprs.push_back(space.dimExpr(space.parallel({}, d)) * w.stride - w.low);
    for (auto [d, w] : llvm::enumerate(window))
      if (w.size > 1)
        exprs[d] = exprs[d] +
                   space.dimExpr(space.add(DimKind::Reduction, {}, {}, w.size)) * w.windowDilation;
    if (llvm::all_of(window, [](const WindowDim &w) { return w.size == 1; }))
      space.add(DimKind::Reduction, {}, {}, 1); // reduces one element into the initial value
    bool hasHoles = llvm::any_of(window, [](const WindowDim &w) { return w.baseDilation > 1; });
    for (unsigned i = 0; i < op.getInputs().size(); ++i)
      for (auto [d, expr] : llvm::enumerate(exprs))
        hasHoles ? space.setOperandWhole(i) : space.setOperandExpr(i, d, expr);
    return space;
  }
  // Sharding a dim with overlapping windows exchanges elements with neighbours (permutation).
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    RuleBuilder builder(op);
    int64_t inputs = op.getInputs().size();
    // One or two factors per dim.
    for (auto [d, w] : llvm::enumerate(op.getWindow())) {
      if ((options.extended || options.local) &&
          isTiled(w, tensorTypeOf(op.getInputs()[0]).getDimSize(d))) {
        // The dim is the product of windows and positions within a window, and only the windows may
        // be split.
        SmallVector<int64_t> in(inputs, d), out(inputs, d), none(inputs, RuleBuilder::kAbsent);
        builder.add(in, out, tensorTypeOf(op.getResult(0)).getDimSize(d));
        builder.add(in, none, w.size, FactorKind::NeedReplication, true);
        continue;
      }
      bool passes = isTrivial(w);
      builder.addEverywhere(d, d, tensorTypeOf(op.getResult(0)).getDimSize(d),
                            passes ? FactorKind::PassThrough : FactorKind::Permutation,
                            !passes && options.conservative);
    }
    return builder.build();
  }
  /// The rows of an input under a device's windows.
  static std::optional<RowWindow> window(Op op, unsigned operand, int64_t dim, int64_t shards) {
    if (operand >= op.getInputs().size() || !isShared(op, dim))
      return std::nullopt;
    std::optional<SplitWindows> split = splitOf(op, dim, shards);
    return split ? std::optional(split->rows) : std::nullopt;
  }
  /// The padding at the end makes up for elements more or less, and the inits stand where it was.
  ///   14 elements, size 3, padding 1 and 1, now 16 elements  ->  element 14 is the init
  static void grow(Op op, const GrowContext &c) {
    SmallVector<WindowDim> windows = op.getWindow();
    unsigned inputs = op.getInputs().size();
    bool isChanged = false; // a padding of zeros stays away
    for (auto [d, w] : llvm::enumerate(windows)) {
      int64_t before = c.operandsBefore[0].getDimSize(d),
              now = tensorTypeOf(op.getInputs()[0]).getDimSize(d),
              count = c.resultAfter.getDimSize(d);
      if (now > before && readsBeyond(w, before))
        for (unsigned i = 0; i < inputs; ++i)
          fillFrom(op->getOpOperand(i), op->getOperand(inputs + i), c.builder, d, before);
      if (windowCount(now, w) != count) {
        w.high = highPadding(w, now, count);
        isChanged = true;
      }
    }
    if (isChanged)
      op.setPaddingAttr(paddingAttr(c.builder, windows));
  }
  /// A dim that is split comes as the rows under the device's windows. Those outside of the dim are
  /// zeros, where the window wants the init.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    SmallVector<WindowDim> windows = op.getWindow();
    unsigned inputs = op.getInputs().size();
    for (auto [d, w] : llvm::enumerate(windows)) {
      ArrayRef<sdy::AxisRefAttr> axes = c.operandAxes(0, d);
      if (axes.empty() || !isShared(op, d))
        continue;
      SplitWindows split = *splitOf(op, d, c.shardCount(axes));
      w.low = split.low, w.high = split.high;
      for (unsigned i = 0; i < inputs; ++i)
        if (!isZeroBits(op->getOperand(inputs + i)))
          c.operands[i] =
              fillOutside(c, c.operands[i], c.operands[inputs + i], d, axes, split.rows);
    }
    c.replace(
        c.cloneLocal(op, {NamedAttribute(op.getPaddingAttrName(), paddingAttr(c.builder, windows))})
            ->getResults());
    return success();
  }
  /// `x` are the accumulators, then the elements.
  static SmallVector<Value> emit(Op op, ScalarBuilder &b, ValueRange x) {
    return emitRegion(op.getBody(), b, x);
  }
  // Padding and holes take the init as an element, as the StableHLO specification says.
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    size_t n = in.size() / 2;
    SmallVector<WindowDim> window = op.getWindow();
    SmallVector<int64_t> shape, strides = stridesOf(in[0].shape()), sizes = sizesOf(window);
    int64_t count = 1;
    // shape is that of the result.
    for (auto [d, w] : llvm::enumerate(window)) {
      shape.push_back(windowCount(in[0].shape()[d], w));
      count *= shape.back();
    }
    Fold fold(op.getBody(), in.drop_front(n), count, context);
    if (auto error = fold.setElements(in.take_front(n)))
      return error;
    SmallVector<int64_t> r(shape.size(), 0);
    for (int64_t position = 0; position < count; ++position, nextIndex(r, shape)) {
      SmallVector<int64_t> k(shape.size(), 0);
      do {
        int64_t element = windowElement(window, r, k, in[0].shape(), strides);
        if (auto error = element < 0 ? fold.takeInit(position) : fold.take(position, element))
          return error;
      } while (nextIndex(k, sizes));
    }
    return fold.finish(shape);
  }
  /// Sums, maxima and minima.
  static LogicalResult vjp(Op op, Backward &g) { return reduceWindowGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) { return batchReduceWindow(op, g); }
  using Facets = Has<Localize, Grow, Window, Space, Rule, Emit, Vjp, Batch, Eval>;

private:
  /// Do windows of dim d need elements that other devices hold?
  static bool isShared(Op op, int64_t d) {
    WindowDim w = op.getWindow()[d];
    return !isTrivial(w) && !isTiled(w, tensorTypeOf(op.getInputs()[0]).getDimSize(d));
  }
  static std::optional<SplitWindows> splitOf(Op op, int64_t d, int64_t shards) {
    return splitWindows(op.getWindow()[d], tensorTypeOf(op.getInputs()[0]).getDimSize(d),
                        tensorTypeOf(op.getResult(0)).getDimSize(d), shards);
  }
};

/// The gradient of a windowed selection: each source value is combined into the element that
/// `select` chooses in its window.
struct SelectAndScatter : Meaning<SelectAndScatterOp> {
  // Operand and source share a factor only along dims without windows, and with adjacent windows.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    constexpr int64_t none = RuleBuilder::kAbsent;
    RuleBuilder builder(op);
    auto operand = tensorTypeOf(op.getOperand()), source = tensorTypeOf(op.getSource());
    for (auto [dim, w] : llvm::enumerate(op.getWindow())) {
      // Without a window, operand, source and result share the dim.
      int64_t d = dim;
      if (isTrivial(w)) {
        builder.add({d, d}, {d}, operand.getDimSize(d));
        continue;
      }
      if ((options.extended || options.local) && isTiled(w, operand.getDimSize(d))) {
        builder.add({d, d}, {d}, source.getDimSize(d));
        builder.add({d, none}, {d}, w.size, FactorKind::NeedReplication, true);
        continue;
      }
      // A local program gets the windows that reach its elements.
      if (options.local) {
        builder.add({d, d}, {d}, operand.getDimSize(d), FactorKind::Permutation);
        continue;
      }
      // Elsewhere the source needs replication: a window may select an element of a neighbour.
      builder.add({none, d}, {}, source.getDimSize(d), FactorKind::NeedReplication,
                  options.conservative);
      builder.add({d, none}, {d}, operand.getDimSize(d), FactorKind::Permutation,
                  options.conservative);
    }
    return builder.build();
  }
  /// The windows that reach a device's elements, and all elements under those.
  static std::optional<RowWindow> window(Op op, unsigned operand, int64_t dim, int64_t shards) {
    std::optional<ReachingWindows> reaching = reachingOf(op, dim, shards);
    if (!reaching || operand > 1)
      return std::nullopt;
    return operand == 0 ? reaching->rows : reaching->windows;
  }
  /// Dims without windows that reach across shards need smaller types only.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    SmallVector<WindowDim> windows = op.getWindow();
    SmallVector<std::optional<ReachingWindows>> reaching;
    for (auto [d, w] : llvm::enumerate(windows)) {
      ArrayRef<sdy::AxisRefAttr> axes = c.operandAxes(0, d);
      reaching.push_back(axes.empty() ? std::nullopt : reachingOf(op, d, c.shardCount(axes)));
      if (reaching.back())
        w.low = w.high = 0;
    }
    // The routine knows neither parts of windows nor any choice.
    if (!kernel(op) || llvm::any_of(reaching, [](const auto &dim) { return dim.has_value(); }))
      c.replace(scatterToSelected(op, c, windows, reaching));
    else
      c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  // The routine serves select by GE or LE and scatter by add, which are the gradients of max and
  // min pooling.
  static std::optional<KernelCall> kernel(Op op) {
    auto operand = tensorTypeOf(op.getOperand()), source = tensorTypeOf(op.getSource());
    auto type = dtypeOf(operand.getElementType());
    Block &select = op.getSelect().front();
    // The routine knows selections by >= or <= and sums.
    auto compare = select.getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
    bool isPlain = compare && compare.getLhs() == select.getArgument(0) &&
                   compare.getRhs() == select.getArgument(1) &&
                   (compare.getComparisonDirection() == ComparisonDirection::GE ||
                    compare.getComparisonDirection() == ComparisonDirection::LE);
    bool isNumber = isa<IntegerType>(operand.getElementType())
                        ? !operand.getElementType().isInteger(1)
                        : isa<FloatType>(operand.getElementType());
    if (!type || !isPlain || !isNumber || combinerOf(op.getScatter()) != ir::CombineKind::Sum)
      return std::nullopt;
    rt::SelectAndScatterConfig config{.type = *type};
    config.selectsLargest = compare.getComparisonDirection() == ComparisonDirection::GE;
    // Per dim: sizes of operand and source, and the window.
    for (auto [d, w] : llvm::enumerate(op.getWindow()))
      config.dims.push_back({operand.getDimSize(d), source.getDimSize(d), w.size, w.stride, w.low});
    return KernelCall{config};
  }
  // Finds the selected element of each window, and folds the source value into it.
  static llvm::Expected<Tensor> eval(Op op, Inputs in, EvalContext &context) {
    const Tensor &operand = in[0], &source = in[1];
    SmallVector<WindowDim> window = op.getWindow();
    SmallVector<int64_t> strides = stridesOf(operand.shape()), sizes = sizesOf(window);
    Fold fold(op.getScatter(), in.drop_front(2), operand.count(), context);
    fold.roundEachStep();
    if (auto error = fold.setElements(source))
      return error;
    SmallVector<int64_t> r(sizes.size(), 0);
    for (int64_t position = 0; position < source.count();
         ++position, nextIndex(r, source.shape())) {
      int64_t kept = -1;
      SmallVector<int64_t> k(sizes.size(), 0);
      do {
        int64_t next = windowElement(window, r, k, operand.shape(), strides);
        if (next < 0)
          continue; // padding is never selected
        if (kept < 0) {
          kept = next;
          continue;
        }
        // select(kept, next) says whether the element that was kept so far stays.
        auto keeps =
            context.runRegion(op.getSelect(), {scalarAt(operand, kept), scalarAt(operand, next)});
        if (!keeps)
          return keeps.takeError();
        if (!(*keeps)[0].integer())
          kept = next;
      } while (nextIndex(k, sizes));
      if (kept >= 0)
        if (auto error = fold.take(kept, position))
          return error;
    }
    return fold.finish(operand.shape())[0];
  }
  /// In the source: which element a window chose does not change.
  static LogicalResult vjp(Op op, Backward &g) { return selectAndScatterGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) { return batchSelectAndScatter(op, g); }
  using Facets = Has<Localize, Window, Kernel,
                     NoSpace<"which element receives depends on the data">, Rule, Vjp, Batch, Eval>;

private:
  /// None for dims of which each window lies in one shard.
  static std::optional<ReachingWindows> reachingOf(Op op, int64_t d, int64_t shards) {
    WindowDim w = op.getWindow()[d];
    int64_t from = tensorTypeOf(op.getOperand()).getDimSize(d);
    if (isTrivial(w) || isTiled(w, from))
      return std::nullopt;
    return reachingWindows(w, from, tensorTypeOf(op.getSource()).getDimSize(d), shards);
  }
};

} // namespace

void addReductionRules(RuleTable &table) {
  table.add<Reduce, Map, ReduceWindow, SelectAndScatter>();
}

} // namespace spmd::ops
