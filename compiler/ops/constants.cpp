// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values without operands: constants and iota.
#include "compiler/elements/arith.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// A constant. Only splats can be emitted.
struct Constant : Pointwise<ConstantOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs) {
    auto tensor = Tensor::fromAttr(op.getValue());
    if (!tensor)
      return tensor.takeError();
    // The attribute of a quantized constant has its storage type.
    return tensor->withType(op.getOutput().getType());
  }
  static SmallVector<Value> emit(Op op, ScalarBuilder &b, ValueRange) {
    auto attr = cast<DenseElementsAttr>(op.getValue());
    Type element = attr.getElementType();
    if (isa<FloatType>(element))
      return {b.constant(element, asDouble(attr.getSplatValue<APFloat>()))};
    return {b.constantInt(element, attr.getSplatValue<APInt>().getSExtValue())};
  }
  // Splats stay splats, however large the tensor is.
  static std::optional<PartValues> parts(Op op, OpBuilder &b, ArrayRef<PartValues>) {
    auto value = cast<DenseElementsAttr>(op.getValue());
    PartValues out;
    if (!isa<ComplexType>(value.getElementType())) // the stored integers of a quantized constant
      return PartValues{ConstantOp::create(
          b, op.getLoc(), value.bitcast(storedType(op.getType().getElementType())))};
    for (auto [i, type] : llvm::enumerate(partTypes(op.getType()))) {
      SmallVector<APFloat> numbers;
      auto add = [&, i = i](const std::complex<APFloat> &z) {
        numbers.push_back(i ? z.imag() : z.real());
      };
      if (value.isSplat())
        add(value.getSplatValue<std::complex<APFloat>>());
      else
        llvm::for_each(value.getValues<std::complex<APFloat>>(), add);
      auto part = DenseElementsAttr::get(cast<ShapedType>(type), numbers);
      out.push_back(ConstantOp::create(b, op.getLoc(), part));
    }
    return out;
  }
  static Value restrict(Op op, ArrayRef<SliceRange> ranges, SliceBuilder &b) {
    auto constant = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!constant || !constant.isSplat())
      return {};
    RankedTensorType type = slicedType(op, ranges);
    return ConstantOp::create(b.builder, b.loc, type,
                              constant.resizeSplat(constant.getType().clone(type.getShape())));
  }
  // A constant that is no splat stays whole in the program, and each device slices its part.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    auto values = cast<ElementsAttr>(op.getValue());
    // The constant is whole on every device.
    if (c.resultTypes[0] == op.getType()) {
      c.replace(c.cloneLocal(op)->getResults());
      return success();
    }
    if (values.isSplat()) {
      auto dense = cast<DenseElementsAttr>(values);
      auto type = dense.getType().clone(c.resultTypes[0].getShape());
      c.replace(c.make<ConstantOp>(c.resultTypes[0], dense.resizeSplat(type)));
      return success();
    }
    Value whole = c.make<ConstantOp>(op.getType(), values);
    c.replace(
        c.sliceOwnPart(whole, c.resultTypes[0], [&](int64_t d) { return c.resultAxes(0, d); }));
    return success();
  }
  using Facets = Has<Localize, Space, NoRule<"a constant is placed as its users want it">, Emit,
                     Parts, Restrict, ZeroVjp, Eval>;
};

/// 0, 1, .. along one dim.
struct Iota : Pointwise<IotaOp> {
  static Tensor eval(Op op, Inputs) {
    return indicesAlong(tensorTypeOf(op.getOutput()), op.getIotaDimension());
  }
  static SmallVector<Value> emit(Op op, ScalarBuilder &b, ValueRange) {
    Value index = b.resultIndex(op.getIotaDimension());
    Type element = tensorTypeOf(op.getOutput()).getElementType();
    Type target = b.registerType(element);
    if (isa<FloatType>(element))
      return {roundToElement(b, b.make<arith::SIToFPOp>(target, index), element)};
    if (index.getType() == target)
      return {index};
    return {b.make<arith::TruncIOp>(target, index)};
  }
  /// Positions in i64 as elements of an iota's type, rounded once.
  static Value fromPositions(OpBuilder &b, Location loc, Value positions, RankedTensorType type) {
    if (positions.getType() == type)
      return positions;
    if (!isQuantized(type))
      return ConvertOp::create(b, loc, type, positions);
    Type real = expressedType(type);
    return UniformQuantizeOp::create(b, loc, type, ConvertOp::create(b, loc, real, positions));
  }
  /// Counts in i64 and converts, so that elements of a long float iota are rounded once.
  ///   iota [2^30] sliced by [5:20:3] -> iota [5] * 3 + 5
  static Value restrict(Op op, ArrayRef<SliceRange> ranges, SliceBuilder &b) {
    RankedTensorType type = slicedType(op, ranges), wide = type.clone(b.builder.getI64Type());
    const SliceRange &range = ranges[op.getIotaDimension()];
    auto number = [&](int64_t value) {
      return ConstantOp::create(b.builder, b.loc,
                                DenseElementsAttr::get(wide, b.builder.getI64IntegerAttr(value)));
    };
    Value index = IotaOp::create(b.builder, b.loc, wide, op.getIotaDimension());
    index = MulOp::create(b.builder, b.loc, index, number(range.stride));
    index = AddOp::create(b.builder, b.loc, index, number(range.start));
    return fromPositions(b.builder, b.loc, index, type);
  }
  static PartValues parts(Op op, OpBuilder &b, ArrayRef<PartValues>) {
    Value re = IotaOp::create(b, op.getLoc(), partTypes(op.getType())[0], op.getIotaDimension());
    return {re, zerosLike(b, re)};
  }
  /// A longer iota begins with the shorter one.
  static void grow(IotaOp, const GrowContext &) {}
  // iota [8] in two shards: iota [4] + 4 * shard index.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    int64_t dim = op.getIotaDimension();
    RankedTensorType type = c.resultTypes[0];
    // The axes that shard the dim along which the numbers grow.
    ArrayRef<sdy::AxisRefAttr> axes = c.resultAxes(0, dim);
    // Adds in integers and rounds once, as the global iota does.
    auto exact = axes.empty() || isa<IntegerType>(type.getElementType())
                     ? type
                     : type.clone(c.builder.getI64Type());
    Value local = c.make<IotaOp>(exact, dim);
    if (!axes.empty()) {
      Value offset = c.shardOffset(axes, type.getDimSize(dim));
      offset = c.make<ConvertOp>(RankedTensorType::get({}, exact.getElementType()), offset);
      local = c.make<AddOp>(local, scalarBroadcast(c, offset, exact));
      local = fromPositions(c.builder, c.loc, local, type);
    }
    c.replace(local);
    return success();
  }
  using Facets = Has<Grow, Localize, Space, NoRule<"an iota is placed as its users want it">, Emit,
                     Parts, Restrict, Dequantized, ZeroVjp, Eval>;
};

} // namespace

void addConstantRules(RuleTable &table) { table.add<Constant, Iota>(); }

} // namespace spmd::ops
