// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of chlo on whole tensors: implicit broadcasts, constants, top_k, scan. Functions of
// single elements are in chlo.cpp.
#include "compiler/elements/dtype.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/region.h"
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/stablehlo.h"
#include <list>
#include <numeric>

using namespace mlir;

namespace spmd::ops {

void addChloFunctions(RuleTable &table); // chlo.cpp

namespace {

/// Broadcasts `value` to `shape`. Its dims become the dims `dims` of the result, or the last ones
/// without `dims`; dims of size 1 are expanded.
Tensor broadcastTo(const Tensor &value, llvm::ArrayRef<int64_t> shape,
                   std::optional<llvm::ArrayRef<int64_t>> dims) {
  Tensor out(RankedTensorType::get(shape, value.element()));
  // broadcastTo([1, 2], {3, 2}, nullopt) -> [[1, 2], [1, 2], [1, 2]].
  auto strides = stridesOf(value.shape());
  bool isPlaced =
      dims && int64_t(dims->size()) == value.rank() && value.rank() != int64_t(shape.size());
  moveElements(out, value, [&](llvm::ArrayRef<int64_t> r) {
    int64_t from = 0;
    for (int64_t d = 0; d < value.rank(); ++d) {
      int64_t at = isPlaced ? (*dims)[d] : int64_t(shape.size()) - value.rank() + d;
      from += value.shape()[d] == 1 ? 0 : r[at] * strides[d];
    }
    return from;
  });
  return out;
}

/// The shape to which all values broadcast.
SmallVector<int64_t> commonShape(Inputs in, std::optional<llvm::ArrayRef<int64_t>> dims) {
  int64_t rank = 0;
  for (const Tensor &value : in)
    rank = std::max(rank, value.rank());
  SmallVector<int64_t> shape(rank, 1);
  // Dims of size 1 do not decide; among the others the program has been verified.
  for (const Tensor &value : in) {
    bool isPlaced = dims && int64_t(dims->size()) == value.rank() && value.rank() != rank;
    for (int64_t d = 0; d < value.rank(); ++d)
      if (value.shape()[d] != 1)
        shape[isPlaced ? (*dims)[d] : rank - value.rank() + d] = value.shape()[d];
  }
  return shape;
}

/// Evaluates an op of class `name` on values of one shape. The op is created for this, outside of
/// the program. The result has the element type of `like`.
llvm::Error evalAs(Operation *like, llvm::StringRef name, Inputs in, Outputs out,
                   llvm::ArrayRef<NamedAttribute> attrs, EvalContext &context) {
  // The operands of the op are arguments of a block outside of the program.
  Block block;
  OperationState state(like->getLoc(), name);
  for (const Tensor &value : in)
    state.operands.push_back(block.addArgument(value.type, like->getLoc()));
  int64_t rank = -1;
  llvm::ArrayRef<int64_t> shape;
  for (const Tensor &value : in)
    if (value.rank() > rank) {
      rank = value.rank();
      shape = value.shape();
    }
  state.addTypes(RankedTensorType::get(shape, getElementTypeOrSelf(like->getResult(0).getType())));
  state.addAttributes(attrs);
  Operation *op = Operation::create(state);
  llvm::Error error = evalOp(op, in, out, context);
  op->destroy();
  return error;
}

/// chlo.broadcast_X: broadcasts the operands to one shape and evaluates X on them.
template <class OpT, const char *Name> struct BroadcastBinary {
  using Op = OpT;
  static constexpr const char *afterBroadcast = Name;
  // compare carries its direction and type over to the StableHLO op.
  static llvm::Error eval(OpT op, Inputs in, Outputs out, EvalContext &context) {
    auto dims = op.getBroadcastDimensions();
    SmallVector<int64_t> shape = commonShape(in, dims);
    // Both operands have the same shape from here on.
    Tensor expanded[] = {broadcastTo(in[0], shape, dims), broadcastTo(in[1], shape, dims)};
    SmallVector<NamedAttribute> attrs;
    if constexpr (std::same_as<OpT, chlo::BroadcastCompareOp>) {
      MLIRContext *c = op.getContext();
      auto direction = stablehlo::ComparisonDirection(uint32_t(op.getComparisonDirection()));
      attrs.push_back({StringAttr::get(c, "comparison_direction"),
                       stablehlo::ComparisonDirectionAttr::get(c, direction)});
      if (auto type = op.getCompareType())
        attrs.push_back(
            {StringAttr::get(c, "compare_type"),
             stablehlo::ComparisonTypeAttr::get(c, stablehlo::ComparisonType(uint32_t(*type)))});
    }
    return evalAs(op, afterBroadcast, expanded, out, attrs, context);
  }
  using Facets = Has<NoRule<"decomposed before placements are propagated">, Eval>;
};

/// chlo.broadcast_select: the three operands are broadcast to one shape first.
struct BroadcastSelect {
  using Op = chlo::BroadcastSelectOp;
  static constexpr const char *afterBroadcast = "stablehlo.select";
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &context) {
    SmallVector<int64_t> shape = commonShape(in, std::nullopt);
    Tensor expanded[] = {broadcastTo(in[0], shape, {}), broadcastTo(in[1], shape, {}),
                         broadcastTo(in[2], shape, {})};
    return evalAs(op, afterBroadcast, expanded, out, {}, context);
  }
  using Facets = Has<NoRule<"decomposed before placements are propagated">, Eval>;
};

/// chlo.constant, which import replaces by stablehlo.constant.
struct ChloConstant {
  using Op = chlo::ConstantOp;
  static llvm::Error eval(Op op, Inputs, Outputs out, EvalContext &) {
    return Tensor::fromAttr(op.getValue()).moveInto(out[0]);
  }
  using Facets = Has<NoRule<"a constant is placed as its users want it">, Eval>;
};

/// A constant with the shape of the operand.
struct ConstantLike {
  using Op = chlo::ConstantLikeOp;
  /// The constant in every element of the operand's shape.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &) {
    auto type = RankedTensorType::get(in[0].shape(), getElementTypeOrSelf(op.getType()));
    return Tensor::fromAttr(DenseElementsAttr::get(type, Attribute(op.getValue())))
        .moveInto(out[0]);
  }
  using Facets = Has<NoRule<"a constant is placed as its users want it">, Eval>;
};

/// The k largest elements of each row in descending order, with floats in the total order. Equal
/// elements are sorted by ascending index.
struct TopK {
  using Op = chlo::TopKOp;
  // Rows are sorted as wholes, so the last dim needs replication unless k is its size.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    if (!hasStaticShapes(op))
      return std::nullopt;
    RuleBuilder builder(op);
    auto in = tensorTypeOf(op.getOperand()), out = tensorTypeOf(op.getValues());
    for (int64_t d = 0; d < in.getRank(); ++d) {
      // Whether the dim keeps its size; the last dim of a local program never passes.
      bool isSame =
          in.getDimSize(d) == out.getDimSize(d) && !(options.local && d + 1 == in.getRank());
      builder.addEverywhere(d, d, in.getDimSize(d),
                            isSame ? FactorKind::PassThrough : FactorKind::NeedReplication,
                            !isSame);
    }
    return builder.build();
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
    return libraryCall(
        rt::TopKConfig{*type, in.getNumElements() / length, length, int64_t(op.getK())});
  }
  // std::list sorts stably, which keeps equal elements in ascending order of their indices.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &) {
    int64_t k = op.getK(), length = in[0].shape().back(),
            rows = length ? in[0].count() / length : 0;
    SmallVector<int64_t> shape(in[0].shape());
    shape.back() = k;
    out[0] = Tensor(RankedTensorType::get(shape, in[0].element()));
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
        setElement(out[0], row * k + i, scalarAt(in[0], row * length + *from));
        indices.push_back(*from);
      }
    }
    out[1] = Tensor::of(
        RankedTensorType::get(shape, getElementTypeOrSelf(op.getIndices().getType())), indices);
    return llvm::Error::success();
  }
  using Facets = Has<Rule, Kernel, Eval>;

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
struct Scan {
  using Op = chlo::ScanOp;
  // One step after another, backwards if the op is reversed.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &context) {
    size_t inputCount = op.getInputs().size(), outputCount = op.getOutputs().size();
    int64_t dim = op.getDimension();
    // Without inputs the attribute gives the number of steps.
    int64_t steps = inputCount ? in[0].shape()[dim] : op.getScanDimSize().value_or(0);
    for (size_t j = 0; j < outputCount; ++j) {
      auto type = tensorTypeOf(op.getOutputs()[j]);
      SmallVector<int64_t> shape(type.getShape());
      shape[dim] = steps;
      out[j] = Tensor(RankedTensorType::get(shape, type.getElementType()));
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
    llvm::move(carries, out.begin() + outputCount);
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"lowered to a loop first">, Eval>;

private:
  // The position of `index`, which lacks dim `dim`, in slice i along that dim.
  static int64_t positionIn(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> strides,
                            int64_t dim, int64_t i) {
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
    moveElements(out, t, [&](llvm::ArrayRef<int64_t> r) { return positionIn(r, strides, dim, i); });
    return out;
  }
  // Writes slice i along `dim`.
  static void putSlice(Tensor &t, const Tensor &slice, int64_t dim, int64_t i) {
    auto strides = stridesOf(t.shape());
    putElements(t, slice,
                [&](llvm::ArrayRef<int64_t> r) { return positionIn(r, strides, dim, i); });
  }
};

constexpr char kAdd[] = "stablehlo.add", kSub[] = "stablehlo.subtract",
               kMul[] = "stablehlo.multiply";
constexpr char kDiv[] = "stablehlo.divide", kMax[] = "stablehlo.maximum",
               kMin[] = "stablehlo.minimum";
constexpr char kPow[] = "stablehlo.power", kRem[] = "stablehlo.remainder",
               kAtan2[] = "stablehlo.atan2";
constexpr char kAnd[] = "stablehlo.and", kOr[] = "stablehlo.or", kXor[] = "stablehlo.xor";
constexpr char kShl[] = "stablehlo.shift_left", kSra[] = "stablehlo.shift_right_arithmetic";
constexpr char kSrl[] = "stablehlo.shift_right_logical", kNext[] = "chlo.next_after";
constexpr char kPolygamma[] = "chlo.polygamma", kZeta[] = "chlo.zeta";
constexpr char kComplex[] = "stablehlo.complex", kCompare[] = "stablehlo.compare";

} // namespace

// All broadcasting binary ops share one struct, instantiated with the name of the StableHLO op.
void addChloRules(RuleTable &table) {
  using namespace chlo;
  addChloFunctions(table);
  table.add<BroadcastBinary<BroadcastAddOp, kAdd>, BroadcastBinary<BroadcastSubOp, kSub>,
            BroadcastBinary<BroadcastMulOp, kMul>, BroadcastBinary<BroadcastDivOp, kDiv>,
            BroadcastBinary<BroadcastMaxOp, kMax>, BroadcastBinary<BroadcastMinOp, kMin>,
            BroadcastBinary<BroadcastPowOp, kPow>, BroadcastBinary<BroadcastRemOp, kRem>,
            BroadcastBinary<BroadcastAtan2Op, kAtan2>, BroadcastBinary<BroadcastAndOp, kAnd>,
            BroadcastBinary<BroadcastOrOp, kOr>, BroadcastBinary<BroadcastXorOp, kXor>,
            BroadcastBinary<BroadcastShiftLeftOp, kShl>,
            BroadcastBinary<BroadcastShiftRightArithmeticOp, kSra>,
            BroadcastBinary<BroadcastShiftRightLogicalOp, kSrl>,
            BroadcastBinary<BroadcastNextAfterOp, kNext>,
            BroadcastBinary<BroadcastPolygammaOp, kPolygamma>,
            BroadcastBinary<BroadcastZetaOp, kZeta>, BroadcastBinary<BroadcastComplexOp, kComplex>,
            BroadcastBinary<BroadcastCompareOp, kCompare>, BroadcastSelect, ChloConstant,
            ConstantLike, TopK, Scan>();
}

} // namespace spmd::ops
