// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites ops on complex tensors as ops on pairs of real tensors. The functions of single complex
// numbers are in complex_arithmetic.cpp, complex_functions.cpp and complex_inverses.cpp.
#include "compiler/ops/parts.h"
#include "dialects/chlo/chlo.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

// Zeros of the type of `v`, for imaginary parts of real numbers.
Value zerosLike(OpBuilder &b, Value v) {
  auto type = cast<RankedTensorType>(v.getType());
  auto zero = DenseElementsAttr::get(type, Attribute(b.getFloatAttr(type.getElementType(), 0)));
  return ConstantOp::create(b, v.getLoc(), zero);
}
Value negative(OpBuilder &b, Location loc, Value v) {
  return NegOp::create(b, loc, v.getType(), v);
}
/// The same op on the real parts and on the imaginary parts.
template <class Op> Parts onEachPart(OpBuilder &b, Location loc, const Parts &l, const Parts &r) {
  return {Op::create(b, loc, l[0].getType(), l[0], r[0]),
          Op::create(b, loc, l[1].getType(), l[1], r[1])};
}

/// Creates one spmd.complex_part per part of the result.
/// Both parts are ops of their own. Fusions may then compute only the part that is used.
Parts functionOfParts(OpBuilder &b, Location loc, StringRef function, ValueRange operands,
                      unsigned count = 2) {
  Parts out;
  for (unsigned part = 0; part < count; ++part)
    out.push_back(ir::ComplexPartOp::create(b, loc, operands[0].getType(), operands, function,
                                            /*imaginary=*/part == 1));
  return out;
}

/// The parts of a function that spmd.complex_part computes; only the real part if the result is
/// real.
Parts functionOnParts(Operation *op, OpBuilder &b, ArrayRef<Parts> x) {
  SmallVector<Value> operands;
  for (const Parts &argument : x)
    llvm::append_range(operands, argument);
  bool isReal = partTypes(op->getResult(0).getType()).empty();
  return functionOfParts(b, op->getLoc(), op->getName().getStringRef(), operands, isReal ? 1 : 2);
}

/// An outer product: a dot_general without a sum, because all contracted dims have size 1. It is an
/// elementwise complex multiplication after broadcasting both operands to the shape of the result,
/// which keeps its digits where the four real products would cancel. Nothing for other products.
std::optional<Parts> outerProduct(DotGeneralOp op, OpBuilder &b, const Parts &l, const Parts &r) {
  // Operands are ordered lhs real, lhs imaginary, rhs real, rhs imaginary.
  auto type = cast<RankedTensorType>(partTypes(op.getType())[0]);
  SmallVector<Value> operands;
  auto numbers = op.getDotDimensionNumbers();
  int64_t firstFree = numbers.getLhsBatchingDimensions().size();
  struct Side {
    const Parts &parts;
    ArrayRef<int64_t> batch, contracted;
  };
  for (const auto &[parts, batch, contracted] :
       {Side{l, numbers.getLhsBatchingDimensions(), numbers.getLhsContractingDimensions()},
        Side{r, numbers.getRhsBatchingDimensions(), numbers.getRhsContractingDimensions()}}) {
    auto from = cast<RankedTensorType>(parts[0].getType());
    SmallVector<int64_t> shape, dims;
    // Contracted dims of size 1 disappear, all others map to dims of the result.
    //   [b, m, 1] x [b, 1, n] -> lhs dims (0, 1), rhs dims (0, 2) of [b, m, n]
    for (auto [d, size] : llvm::enumerate(from.getShape())) {
      if (llvm::is_contained(contracted, int64_t(d))) {
        if (size != 1)
          return std::nullopt;
        continue;
      }
      const auto *at = llvm::find(batch, int64_t(d));
      dims.push_back(at == batch.end() ? firstFree++ : at - batch.begin());
      shape.push_back(size);
    }
    for (Value part : parts) {
      Value whole = ReshapeOp::create(b, op.getLoc(), from.clone(shape), part);
      operands.push_back(
          BroadcastInDimOp::create(b, op.getLoc(), type, whole, b.getDenseI64ArrayAttr(dims)));
    }
  }
  return functionOfParts(b, op.getLoc(), "stablehlo.multiply", operands);
}

/// A bilinear op as four ops on real tensors, or as two if one operand is real (has one part).
Parts bilinear(Operation *op, OpBuilder &b, const Parts &l, const Parts &r) {
  auto real = partTypes(op->getResult(0).getType())[0];
  // The op with real operands keeps its attributes: dimension numbers, strides, padding.
  auto product = [&](Value x, Value y) {
    OperationState state(op->getLoc(), op->getName(), {x, y}, {real}, op->getAttrs());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    return b.create(state)->getResult(0);
  };
  // real x complex: only (re, im) of the one operand are multiplied.
  if (l.size() == 1 || r.size() == 1) {
    Parts out;
    for (Value x : l)
      for (Value y : r)
        out.push_back(product(x, y));
    return out;
  }
  // (a + bi)(c + di) = (ac - bd) + (ad + bc) i, each product being one real op.
  Value re = SubtractOp::create(b, op->getLoc(), real, product(l[0], r[0]), product(l[1], r[1]));
  return {re, AddOp::create(b, op->getLoc(), real, product(l[0], r[1]), product(l[1], r[0]))};
}

// Splats stay splats.
Parts constantParts(ConstantOp op, OpBuilder &b) {
  auto value = cast<DenseElementsAttr>(op.getValue());
  Parts out;
  for (auto [i, type] : llvm::enumerate(partTypes(op.getType()))) {
    SmallVector<APFloat> numbers;
    // A splat constant yields two splats, however large the tensor is.
    if (value.isSplat()) {
      auto z = value.getSplatValue<std::complex<APFloat>>();
      numbers.push_back(i ? z.imag() : z.real());
    } else {
      for (const std::complex<APFloat> &z : value.getValues<std::complex<APFloat>>())
        numbers.push_back(i ? z.imag() : z.real());
    }
    auto part = DenseElementsAttr::get(cast<ShapedType>(type), numbers);
    out.push_back(ConstantOp::create(b, op.getLoc(), part));
  }
  return out;
}

// A conversion from real to complex adds zeros; one from complex to real drops the imaginary part.
Parts convertParts(ConvertOp op, OpBuilder &b, const Parts &x) {
  SmallVector<Type, 2> types = partTypes(op.getType());
  // The result is real.
  if (types.empty()) // only the real part is left
    return {ConvertOp::create(b, op.getLoc(), op.getType(), x[0])};
  Parts out;
  for (auto [type, part] : llvm::zip(types, x))
    out.push_back(ConvertOp::create(b, op.getLoc(), type, part));
  // The operand is real.
  if (x.size() == 1)
    out.push_back(zerosLike(b, out[0]));
  return out;
}

/// Numbers are equal where both parts are. Order is lexicographic (StableHLO specification,
/// compare): by the real parts, and where these are equal by the imaginary ones.
///   (1, 0) < (2, -1)   (1, -1) < (1, 0)
static Value compareParts(OpBuilder &b, Location loc, const Parts &l, const Parts &r,
                          ComparisonDirection direction) {
  using enum ComparisonDirection;
  auto compare = [&](unsigned part, ComparisonDirection how) -> Value {
    return CompareOp::create(b, loc, l[part], r[part], how);
  };
  Value im = compare(1, direction);
  if (direction == NE)
    return OrOp::create(b, loc, im.getType(), compare(0, NE), im);
  Value both = AndOp::create(b, loc, im.getType(), compare(0, EQ), im);
  if (direction == EQ)
    return both;
  Value before = compare(0, direction == LT || direction == LE ? LT : GT);
  return OrOp::create(b, loc, im.getType(), before, both);
}

} // namespace

// Equal numbers have equal parts, so EQ combines the parts with `and`, and NE with `or`.
std::optional<Parts> complexOnParts(Operation *op, OpBuilder &b, ArrayRef<Parts> x) {
  if (isComplexFunction(op->getName().getStringRef()))
    return functionOnParts(op, b, x);
  using Result = std::optional<Parts>;
  Location loc = op->getLoc();
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](AddOp) -> Result { return onEachPart<AddOp>(b, loc, x[0], x[1]); })
      .Case([&](SubtractOp) -> Result { return onEachPart<SubtractOp>(b, loc, x[0], x[1]); })
      .Case([&](NegOp) -> Result {
        return Parts{negative(b, loc, x[0][0]), negative(b, loc, x[0][1])};
      })
      .Case([&](chlo::ConjOp) -> Result { return Parts{x[0][0], negative(b, loc, x[0][1])}; })
      .Case([&](ConstantOp constant) -> Result { return constantParts(constant, b); })
      .Case([&](ConvertOp convert) -> Result { return convertParts(convert, b, x[0]); })
      .Case([&](ComplexOp) -> Result { return Parts{x[0][0], x[1][0]}; })
      .Case([&](RealOp) -> Result { return Parts{x[0][0]}; })
      .Case([&](ImagOp) -> Result {
        return Parts{x[0].size() > 1 ? x[0][1] : zerosLike(b, x[0][0])};
      })
      .Case([&](SelectOp) -> Result {
        auto select = [&](unsigned part) -> Value {
          return SelectOp::create(b, loc, x[1][part].getType(), x[0][0], x[1][part], x[2][part]);
        };
        return Parts{select(0), select(1)};
      })
      .Case([&](CompareOp compare) -> Result {
        return Parts{compareParts(b, op->getLoc(), x[0], x[1], compare.getComparisonDirection())};
      })
      .Case([&](IotaOp iota) -> Result {
        Value re =
            IotaOp::create(b, op->getLoc(), partTypes(iota.getType())[0], iota.getIotaDimension());
        return Parts{re, zerosLike(b, re)};
      })
      .Case([&](DotGeneralOp dot) -> Result {
        bool isComplex = x[0].size() == 2 && x[1].size() == 2;
        std::optional<Parts> outer = isComplex ? outerProduct(dot, b, x[0], x[1]) : std::nullopt;
        return outer ? outer : bilinear(op, b, x[0], x[1]);
      })
      .Case<DotOp, ConvolutionOp>([&](auto) -> Result { return bilinear(op, b, x[0], x[1]); })
      .Case([&](BitcastConvertOp cast) -> Result {
        return cast.getType() == op->getOperand(0).getType() ? Result(x[0]) : std::nullopt;
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

/// tensor<4xcomplex<f32>> -> tensor<4x2xf32>, the layout in memory.
static RankedTensorType pairsOf(RankedTensorType complex) {
  SmallVector<int64_t> shape(complex.getShape());
  shape.push_back(2);
  return RankedTensorType::get(shape, cast<ComplexType>(complex.getElementType()).getElementType());
}

// Slices the pairs into real and imaginary parts.
Parts complexFromMemory(OpBuilder &b, Value complex) {
  RankedTensorType type = pairsOf(cast<RankedTensorType>(complex.getType()));
  // The cast is a view of the bytes: pairs [.., 2] with the real part first.
  Value pairs = UnrealizedConversionCastOp::create(b, complex.getLoc(), type, complex).getResult(0);
  Parts out;
  for (auto [part, partType] : llvm::enumerate(partTypes(complex.getType()))) {
    SmallVector<int64_t> begin(type.getRank(), 0), end(type.getShape()), strides(type.getRank(), 1);
    begin.back() = part;
    end.back() = part + 1;
    Value one = SliceOp::create(b, complex.getLoc(), pairs, begin, end, strides);
    out.push_back(ReshapeOp::create(b, complex.getLoc(), partType, one));
  }
  return out;
}

// Concatenates the parts along a new last dim of size 2.
Value complexToMemory(OpBuilder &b, Location loc, RankedTensorType complex, const Parts &parts) {
  RankedTensorType type = pairsOf(complex);
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = 1;
  // Each part becomes a column [.., 1], and both are concatenated along the last dim.
  SmallVector<Value> columns;
  for (Value part : parts)
    columns.push_back(ReshapeOp::create(b, loc, type.clone(shape), part));
  Value pairs = ConcatenateOp::create(b, loc, type, columns, type.getRank() - 1);
  return UnrealizedConversionCastOp::create(b, loc, complex, pairs).getResult(0);
}

} // namespace spmd
