// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of chlo on whole tensors: implicit broadcasts, constants, top_k, scan. Functions of
// single elements are in chlo.cpp.
#include "compiler/elements/dtype.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/region.h"
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/stablehlo.h"
#include <list>
#include <numeric>

using namespace mlir;

namespace spmd {

std::optional<OperationState> withoutBroadcast(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("chlo.broadcast_"))
    return std::nullopt;
  // These three exist in chlo only, under the same name without `broadcast_`.
  bool isOfChlo = name == "next_after" || name == "polygamma" || name == "zeta";
  OperationState state(op->getLoc(), ((isOfChlo ? "chlo." : "stablehlo.") + name).str());
  if (auto compare = dyn_cast<chlo::BroadcastCompareOp>(op)) { // the enums have the same cases
    using namespace stablehlo;
    MLIRContext *c = op->getContext();
    state.addAttribute("comparison_direction",
                       ComparisonDirectionAttr::get(
                           c, ComparisonDirection(uint32_t(compare.getComparisonDirection()))));
    if (auto type = compare.getCompareType())
      state.addAttribute("compare_type",
                         ComparisonTypeAttr::get(c, ComparisonType(uint32_t(*type))));
  }
  return state;
}

namespace ops {

void addChloFunctions(RuleTable &table); // chlo.cpp

namespace {

/// chlo.broadcast_X: broadcasts the operands to one shape and evaluates X on them. The op X is
/// created for this, outside of the program.
llvm::Expected<Tensor> evalBroadcast(Operation *op, Inputs in, EvalContext &context) {
  int64_t rank = 0;
  for (const Tensor &value : in)
    rank = std::max(rank, value.rank());
  // Dims of an operand become the last ones, or those that the op names for the lower rank.
  auto dimsOf = [&](const Tensor &value) {
    auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
    return dims && dims.size() == value.rank() && value.rank() != rank
               ? llvm::to_vector(dims.asArrayRef())
               : llvm::to_vector(llvm::seq<int64_t>(rank - value.rank(), rank));
  };
  // Dims of size 1 do not decide; among the others the program has been verified.
  SmallVector<int64_t> shape(rank, 1);
  for (const Tensor &value : in)
    for (auto [size, dim] : llvm::zip_equal(value.shape(), dimsOf(value)))
      if (size != 1)
        shape[dim] = size;
  // The operands of X are arguments of a block outside of the program.
  Block block;
  OperationState state = *withoutBroadcast(op);
  TensorList expanded;
  for (const Tensor &value : in) {
    auto type = RankedTensorType::get(shape, value.element());
    expanded.push_back(broadcastElements(type, value, dimsOf(value)));
    state.operands.push_back(block.addArgument(type, op->getLoc()));
  }
  state.addTypes(RankedTensorType::get(shape, getElementTypeOrSelf(op->getResult(0))));
  Operation *onOneShape = Operation::create(state);
  Tensor out;
  llvm::Error error = evalOp(onOneShape, expanded, out, context);
  onOneShape->destroy();
  if (error)
    return error;
  return out;
}
template <class OpT> struct Broadcasting : Meaning<OpT> {
  static llvm::Expected<Tensor> eval(OpT op, Inputs in, EvalContext &context) {
    return evalBroadcast(op, in, context);
  }
  /// That of the op on operands of one shape.
  static LogicalResult vjp(Backward &g) { return broadcastingGradient(g); }
  static LogicalResult batch(OpT, Batching &g) { return batchBroadcasting(g); }
  using Facets = Has<NoRule<"decomposed before placements are propagated">, Vjp, Batch, Eval>;
};
template <class... Ops> void addBroadcasting(RuleTable &table) {
  table.add<Broadcasting<Ops>...>();
}

/// chlo.constant, which import replaces by stablehlo.constant.
struct ChloConstant : Meaning<chlo::ConstantOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs) { return Tensor::fromAttr(op.getValue()); }
  using Facets = Has<NoRule<"a constant is placed as its users want it">, ZeroVjp, BatchEach, Eval>;
};

/// A constant with the shape of the operand.
struct ConstantLike : Meaning<chlo::ConstantLikeOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    auto type = RankedTensorType::get(in[0].shape(), getElementTypeOrSelf(op.getType()));
    return Tensor::fromAttr(DenseElementsAttr::get(type, Attribute(op.getValue())));
  }
  using Facets = Has<NoRule<"a constant is placed as its users want it">, ZeroVjp, BatchEach, Eval>;
};

/// The k largest elements of each row in descending order, with floats in the total order. Equal
/// elements are sorted by ascending index.
struct TopK : Meaning<chlo::TopKOp> {
  // Rows are sorted as wholes, so the last dim needs replication unless k is its size.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    auto in = tensorTypeOf(op.getOperand()), out = tensorTypeOf(op.getValues());
    return dimwiseRule(op, in.getShape(), [&](int64_t d) {
      // Whether the dim keeps its size; the last dim of a local program never passes.
      bool isSame =
          in.getDimSize(d) == out.getDimSize(d) && !(options.local && d + 1 == in.getRank());
      return isSame ? kPasses : kBlocked;
    });
  }
  // The routine selects the k best of each of `rows` rows. It takes indices as i32 only.
  static std::optional<KernelCall> kernel(Op op) {
    auto in = tensorTypeOf(op.getOperand());
    auto type = dtypeOf(in.getElementType());
    int64_t length = in.getRank() ? in.getShape().back() : 0;
    bool isNumber = isa<IntegerType, FloatType>(in.getElementType());
    if (!type || !isNumber || !in.hasStaticShape() || length == 0 || length > INT32_MAX ||
        !getElementTypeOrSelf(op.getIndices().getType()).isInteger(32))
      return std::nullopt;
    return KernelCall{
        rt::TopKConfig{*type, in.getNumElements() / length, length, int64_t(op.getK())}};
  }
  // std::list sorts stably, which keeps equal elements in ascending order of their indices.
  static TensorList eval(Op op, Inputs in) {
    int64_t k = op.getK(), length = in[0].shape().back(),
            rows = length ? in[0].count() / length : 0;
    SmallVector<int64_t> shape(in[0].shape());
    shape.back() = k;
    Tensor values(RankedTensorType::get(shape, in[0].element()));
    std::vector<int64_t> keys = keysOf(in[0]), indices;
    bool isUnsigned = domainOf(in[0].element()) == Domain::Unsigned;
    // Rows are independent.
    for (int64_t row = 0; row < rows; ++row) {
      std::list<int64_t> order(length);
      std::iota(order.begin(), order.end(), 0);
      order.sort([&](int64_t l, int64_t r) {
        int64_t x = keys[row * length + l], y = keys[row * length + r];
        return isUnsigned ? uint64_t(x) > uint64_t(y) : x > y;
      });
      auto from = order.begin();
      for (int64_t i = 0; i < k; ++i, ++from) {
        setElement(values, row * k + i, scalarAt(in[0], row * length + *from));
        indices.push_back(*from);
      }
    }
    auto type = RankedTensorType::get(shape, getElementTypeOrSelf(op.getIndices()));
    return {values, Tensor::of(type, indices)};
  }
  /// Puts the cotangents back to the elements that were chosen.
  static LogicalResult vjp(Op op, Backward &g) { return topKGradient(op, g); }
  using Facets = Has<Rule, Kernel, Vjp, BatchInFront, Eval>;

private:
  // Integers that are ordered like the elements; floats become their bits in the total order.
  static std::vector<int64_t> keysOf(const Tensor &t) {
    if (domainOf(t.element()) != Domain::Real)
      return t.values<int64_t>();
    std::vector<int64_t> keys;
    for (double x : t.values<double>()) {
      int64_t bits = std::bit_cast<int64_t>(x);
      keys.push_back(bits < 0 ? bits ^ INT64_MAX : bits);
    }
    return keys;
  }
};

/// Steps along a dim: the body maps (slice of each input, carries) to (slice of each output,
/// carries).
struct Scan : Meaning<chlo::ScanOp> {
  // One step after another, backwards if the op is reversed.
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    size_t inputCount = op.getInputs().size(), outputCount = op.getOutputs().size();
    int64_t dim = op.getDimension();
    // Without inputs the attribute gives the number of steps.
    int64_t steps = inputCount ? in[0].shape()[dim] : op.getScanDimSize().value_or(0);
    TensorList out;
    for (Value output : op.getOutputs()) {
      SmallVector<int64_t> shape(tensorTypeOf(output).getShape());
      shape[dim] = steps;
      out.emplace_back(tensorTypeOf(output).clone(shape));
    }
    TensorList carries(in.drop_front(inputCount));
    for (int64_t step = 0; step < steps; ++step) {
      int64_t i = op.getIsReverse() ? steps - 1 - step : step;
      TensorList args;
      // A step reads one slice of each input.
      for (const Tensor &input : in.take_front(inputCount))
        args.push_back(sliceAt(input, dim, i));
      llvm::append_range(args, carries);
      auto results = context.runRegion(op.getBody(), args);
      if (!results)
        return results.takeError();
      for (size_t j = 0; j < outputCount; ++j)
        putSlice(out[j], (*results)[j], dim, i);
      carries.assign(results->begin() + outputCount, results->end());
    }
    llvm::append_range(out, carries);
    return out;
  }
  using Facets = Has<NoRule<"lowered to a loop first">, NoVjp<"lower it to a loop first">,
                     NoBatch<"lower it to a loop first">, Eval>;

private:
  // The position of `index`, which lacks dim `dim`, in slice i along that dim.
  static int64_t positionIn(ArrayRef<int64_t> index, ArrayRef<int64_t> strides, int64_t dim,
                            int64_t i) {
    int64_t position = i * strides[dim];
    for (size_t d = 0, s = 0; d < strides.size(); ++d)
      if (int64_t(d) != dim)
        position += index[s++] * strides[d];
    return position;
  }
  // Slice i along `dim`, without that dim.
  static Tensor sliceAt(const Tensor &t, int64_t dim, int64_t i) {
    SmallVector<int64_t> shape(t.shape());
    shape.erase(shape.begin() + dim);
    Tensor out(RankedTensorType::get(shape, t.element()));
    auto strides = stridesOf(t.shape());
    moveElements(out, t, [&](ArrayRef<int64_t> r) { return positionIn(r, strides, dim, i); });
    return out;
  }
  // Writes slice i along `dim`.
  static void putSlice(Tensor &t, const Tensor &slice, int64_t dim, int64_t i) {
    auto strides = stridesOf(t.shape());
    putElements(t, slice, [&](ArrayRef<int64_t> r) { return positionIn(r, strides, dim, i); });
  }
};

} // namespace

void addChloRules(RuleTable &table) {
  using namespace chlo;
  addChloFunctions(table);
  addBroadcasting<BroadcastAddOp, BroadcastSubOp, BroadcastMulOp, BroadcastDivOp, BroadcastMaxOp,
                  BroadcastMinOp, BroadcastPowOp, BroadcastRemOp, BroadcastAtan2Op, BroadcastAndOp,
                  BroadcastOrOp, BroadcastXorOp, BroadcastShiftLeftOp,
                  BroadcastShiftRightArithmeticOp, BroadcastShiftRightLogicalOp,
                  BroadcastNextAfterOp, BroadcastPolygammaOp, BroadcastZetaOp, BroadcastComplexOp,
                  BroadcastCompareOp, BroadcastSelectOp>(table);
  table.add<ChloConstant, ConstantLike, TopK, Scan>();
}

} // namespace ops
} // namespace spmd
