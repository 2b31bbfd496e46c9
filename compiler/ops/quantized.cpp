// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts between quantized and real tensors, and defines the two ops that do so in programs.
#include "compiler/ops/quantized.h"
#include "compiler/ops/facets.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include <cmath>

using namespace mlir;

namespace spmd {

bool isQuantized(Type type) { return isa<quant::QuantizedType>(getElementTypeOrSelf(type)); }
Type expressedType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !isQuantized(tensor))
    return type;
  return tensor.clone(cast<quant::QuantizedType>(tensor.getElementType()).getExpressedType());
}
bool hasQuantized(Operation *op) {
  return llvm::any_of(op->getResultTypes(), isQuantized) ||
         llvm::any_of(op->getOperandTypes(), isQuantized);
}

namespace {
/// Scale and zero point of each element. With one of each per index along an axis, `stride` is that
/// of the axis.
struct Parameters {
  /// Reads scales and zero points. `shape` is that of the tensor, which tells the scale of an
  /// element.
  Parameters(quant::QuantizedType type, llvm::ArrayRef<int64_t> shape) {
    // Per axis: element e has index e / stride % (number of scales) along the quantized axis.
    if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(type)) {
      scales.assign(perAxis.getScales().begin(), perAxis.getScales().end());
      zeroPoints.assign(perAxis.getZeroPoints().begin(), perAxis.getZeroPoints().end());
      stride = stridesOf(shape)[perAxis.getQuantizedDimension()];
    } else {
      auto uniform = cast<quant::UniformQuantizedType>(type);
      scales = {uniform.getScale()};
      zeroPoints = {uniform.getZeroPoint()};
    }
  }
  size_t at(size_t element) const { return element / stride % scales.size(); }
  std::vector<double> scales;
  std::vector<int64_t> zeroPoints;
  size_t stride = 1;
};
} // namespace

// Computes in the expressed type: in f32, except for f64.
Tensor dequantize(const Tensor &value) {
  auto type = cast<quant::QuantizedType>(value.element());
  Parameters parameters(type, value.shape());
  bool isF64 = type.getExpressedType().isF64();
  std::vector<double> reals;
  for (auto [i, stored] : llvm::enumerate(value.values<int64_t>())) {
    // f32 rounds after each operation, as the emitted ops do.
    size_t at = parameters.at(i);
    double shifted = double(stored - parameters.zeroPoints[at]);
    reals.push_back(isF64 ? shifted * parameters.scales[at]
                          : double(float(shifted) * float(parameters.scales[at])));
  }
  return Tensor::of(RankedTensorType::get(value.shape(), type.getExpressedType()), reals);
}

// Rounds after each step in the expressed type, as the emitted form in parts.cpp does.
Tensor quantize(const Tensor &value, RankedTensorType given) {
  auto type = cast<quant::QuantizedType>(given.getElementType());
  auto shaped = RankedTensorType::get(value.shape(), type);
  Parameters parameters(type, value.shape());
  bool isF64 = type.getExpressedType().isF64();
  std::vector<int64_t> stored;
  for (auto [i, real] : llvm::enumerate(value.values<double>())) {
    size_t at = parameters.at(i);
    double scale = parameters.scales[at], zero = double(parameters.zeroPoints[at]);
    double place =
        isF64 ? real / scale + zero : double(float(float(real) / float(scale)) + float(zero));
    // Clamping comes before rounding; both bounds are whole numbers.
    place = std::clamp(place, double(type.getStorageTypeMin()), double(type.getStorageTypeMax()));
    stored.push_back(std::isnan(place) ? 0 : int64_t(std::nearbyint(place))); // NaN converts to 0
  }
  return Tensor::of(shaped, stored);
}

// Creates a copy of the op on float types, outside of the program, and evaluates that.
llvm::Error evalDequantized(Operation *op, llvm::ArrayRef<Tensor> in,
                            llvm::MutableArrayRef<Tensor> out, EvalContext &context) {
  Block block; // owns the operands of the copy, which is in no program
  OperationState state(op->getLoc(), op->getName());
  TensorList reals;
  for (const Tensor &value : in) {
    reals.push_back(value.isTensor() && isQuantized(value.type) ? dequantize(value) : value);
    state.operands.push_back(block.addArgument(reals.back().type, op->getLoc()));
  }
  for (Type type : op->getResultTypes())
    state.addTypes(expressedType(type));
  state.attributes = op->getAttrs();
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *onFloats = Operation::create(state);
  llvm::Error error = evalOp(onFloats, reals, out, context);
  onFloats->destroy();
  if (error)
    return error;
  for (auto [type, value] : llvm::zip_equal(op->getResultTypes(), out))
    if (isQuantized(type))
      value = quantize(value, cast<RankedTensorType>(type));
  return llvm::Error::success();
}

namespace ops {
namespace {

/// Between floats and stored integers, element by element.
template <class OpT> struct Conversion : Pointwise<OpT> {
  static PartValues parts(OpT op, OpBuilder &b, llvm::ArrayRef<PartValues> x) {
    Value real = dequantizedPart(b, op->getLoc(), x[0][0], op->getOperand(0).getType());
    return {quantizedPart(b, op->getLoc(), real, op->getResult(0).getType())};
  }
  static OpPriority priority(OpT) { return OpPriority::Elementwise; }
  using Facets = Has<Space, Rule, NoEmit<"quantized elements are not emitted">, KeepsConstant,
                     Priority, Parts, NoVjp<"quantized elements are integers">, Eval>;
};

/// Quantized operands are requantized through floats.
struct UniformQuantize : Conversion<stablehlo::UniformQuantizeOp> {
  static Tensor eval(Op op, Inputs in) {
    return quantize(isQuantized(in[0].type) ? dequantize(in[0]) : in[0],
                    tensorTypeOf(op->getResult(0)));
  }
};

struct UniformDequantize : Conversion<stablehlo::UniformDequantizeOp> {
  static Tensor eval(Op, Inputs in) { return dequantize(in[0]); }
};

} // namespace

void addQuantizedRules(RuleTable &table) { table.add<UniformQuantize, UniformDequantize>(); }

} // namespace ops
} // namespace spmd
