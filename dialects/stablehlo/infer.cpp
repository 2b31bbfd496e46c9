// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the rules of types that all op families share (infer.h): which types are compatible,
// which type results have, and what the region of a reduction must look like. Windows are in
// window.cpp. The rules are those of the StableHLO specification and, for dynamic dims and bounds,
// of the StableHLO dialect's type inference.
#include "dialects/stablehlo/infer.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd::stablehlo {

// Replaces scales by 1 and zero points by 0:
//   !quant.uniform<i8:f32, 0.5:3> -> !quant.uniform<i8:f32, 1.0>
Type baselineElementType(Type type) {
  if (auto q = dyn_cast<quant::UniformQuantizedType>(type))
    return quant::UniformQuantizedType::get(q.getFlags(), q.getStorageType(), q.getExpressedType(),
                                            1.0, 0, q.getStorageTypeMin(), q.getStorageTypeMax());
  if (auto q = dyn_cast<quant::UniformQuantizedPerAxisType>(type)) {
    SmallVector<double> scales(q.getScales().size(), 1.0);
    SmallVector<int64_t> zeroPoints(scales.size(), 0);
    return quant::UniformQuantizedPerAxisType::get(
        q.getFlags(), q.getStorageType(), q.getExpressedType(), scales, zeroPoints,
        q.getQuantizedDimension(), q.getStorageTypeMin(), q.getStorageTypeMax());
  }
  return type;
}

bool areCompatibleSizes(int64_t l, int64_t r) {
  return ShapedType::isDynamic(l) || ShapedType::isDynamic(r) || l == r;
}

// False for types without a rank: StableHLO has ranked tensors only.
bool haveCompatibleShapes(Type l, Type r) {
  auto lhs = dyn_cast<ShapedType>(l), rhs = dyn_cast<ShapedType>(r);
  if (!lhs || !rhs || !lhs.hasRank() || !rhs.hasRank())
    return false;
  return lhs.getRank() == rhs.getRank() &&
         llvm::all_of(llvm::zip(lhs.getShape(), rhs.getShape()), [](auto sizes) {
           return areCompatibleSizes(std::get<0>(sizes), std::get<1>(sizes));
         });
}

// Equality first: most types that a verifier compares are equal.
bool areCompatible(Type l, Type r) {
  if (l == r)
    return true;
  if (auto lhs = dyn_cast<TupleType>(l)) {
    auto rhs = dyn_cast<TupleType>(r);
    return rhs && areCompatible(TypeRange(lhs.getTypes()), TypeRange(rhs.getTypes()));
  }
  auto lhs = dyn_cast<RankedTensorType>(l), rhs = dyn_cast<RankedTensorType>(r);
  return lhs && rhs && haveCompatibleShapes(lhs, rhs) &&
         baselineElementType(lhs.getElementType()) == baselineElementType(rhs.getElementType());
}

bool areCompatible(TypeRange l, TypeRange r) {
  return l.size() == r.size() && llvm::all_of(llvm::zip(l, r), [](auto types) {
           return areCompatible(std::get<0>(types), std::get<1>(types));
         });
}

Type withElements(Value operand, Type elementType) { return tensorOf(operand).clone(elementType); }

SmallVector<int64_t> boundsOf(RankedTensorType type) {
  if (auto extensions = dyn_cast_or_null<TypeExtensionsAttr>(type.getEncoding()))
    return llvm::to_vector(extensions.getBounds());
  return SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic);
}

// A bound on a static dim would be refused (TypeExtensionsAttr::verifyEncoding), so it is dropped.
// A type without bounds has no encoding:
//   shape [2, ?], bounds [4, 8] -> tensor<2x?xf32, #stablehlo.bounds<?, 8>>
RankedTensorType tensorType(ArrayRef<int64_t> shape, ArrayRef<int64_t> bounds, Type elementType) {
  SmallVector<int64_t> kept = llvm::to_vector(bounds);
  for (auto [bound, size] : llvm::zip_equal(kept, shape))
    if (!ShapedType::isDynamic(size))
      bound = ShapedType::kDynamic;
  Attribute encoding;
  if (!llvm::all_of(kept, ShapedType::isDynamic))
    encoding = TypeExtensionsAttr::get(elementType.getContext(), kept);
  return RankedTensorType::get(shape, elementType, encoding);
}

void narrowDim(int64_t &size, int64_t &bound, int64_t otherSize, int64_t otherBound) {
  if (ShapedType::isDynamic(size))
    size = otherSize;
  // No bound is weaker than any bound.
  if (ShapedType::isDynamic(bound) || (!ShapedType::isDynamic(otherBound) && otherBound < bound))
    bound = otherBound;
}

/// Widens a dim so that it fits another one too. The larger bound holds for both, and a static size
/// is also a bound. Without a bound on one side there is none.
static void widenDim(int64_t &size, int64_t &bound, int64_t otherSize, int64_t otherBound) {
  if (size != otherSize) {
    bound = ShapedType::isDynamic(size) ? bound : size;
    otherBound = ShapedType::isDynamic(otherSize) ? otherBound : otherSize;
    size = ShapedType::kDynamic;
  }
  bool isBounded = !ShapedType::isDynamic(bound) && !ShapedType::isDynamic(otherBound);
  bound = isBounded ? std::max(bound, otherBound) : ShapedType::kDynamic;
}

// Types that are no tensors, such as tokens, are returned as they are: callers have compared them.
FailureOr<Type> mostSpecific(std::optional<Location> location, TypeRange types) {
  if (types.empty())
    return emitOptionalError(location, "needs at least one operand to infer the result type from");
  auto first = dyn_cast<RankedTensorType>(types.front());
  if (!first)
    return types.front();
  SmallVector<int64_t> shape = llvm::to_vector(first.getShape()), bounds = boundsOf(first);
  for (Type type : types.drop_front()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !haveCompatibleShapes(first, tensor))
      return emitOptionalError(location, "operand types ", first, " and ", type,
                               " have no common type");
    for (auto [d, size, bound] : llvm::enumerate(tensor.getShape(), boundsOf(tensor))) {
      if (!areCompatibleSizes(shape[d], size))
        return emitOptionalError(location, "operands disagree on dim ", d, ": size ", shape[d],
                                 " and size ", size);
      narrowDim(shape[d], bounds[d], size, bound);
    }
  }
  return Type(tensorType(shape, bounds, first.getElementType()));
}

// The branches of an if give tensor<4xf32> and tensor<?xf32, #stablehlo.bounds<6>>: the result is
// tensor<?xf32, #stablehlo.bounds<6>>.
FailureOr<Type> leastSpecific(std::optional<Location> location, TypeRange types) {
  if (types.empty())
    return emitOptionalError(location, "needs at least one type to infer the result type from");
  auto first = dyn_cast<RankedTensorType>(types.front());
  if (!first)
    return types.front();
  SmallVector<int64_t> shape = llvm::to_vector(first.getShape()), bounds = boundsOf(first);
  for (Type type : types.drop_front()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() != first.getRank())
      return emitOptionalError(location, "types ", first, " and ", type, " have no common type");
    for (auto [d, size, bound] : llvm::enumerate(tensor.getShape(), boundsOf(tensor)))
      widenDim(shape[d], bounds[d], size, bound);
  }
  return Type(tensorType(shape, bounds, first.getElementType()));
}

LogicalResult appendTypes(FailureOr<Type> type, SmallVectorImpl<Type> &result) {
  if (failed(type))
    return failure();
  result.push_back(*type);
  return success();
}

LogicalResult appendTypes(FailureOr<SmallVector<Type>> types, SmallVectorImpl<Type> &result) {
  if (failed(types))
    return failure();
  llvm::append_range(result, *types);
  return success();
}

// dims [0, 2], rank 3 passes;  [0, 3] names no dim of rank 3;  [1, 1] names a dim twice.
LogicalResult verifyDims(std::optional<Location> location, ArrayRef<int64_t> dims, int64_t rank,
                         StringRef name) {
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank)
      return emitOptionalError(location, name, " names dim ", dim, ", the tensor has dims 0 to ",
                               rank - 1);
    if (!seen.insert(dim).second)
      return emitOptionalError(location, name, " names dim ", dim, " twice");
  }
  return success();
}

/// Returns whether values of element type `from` may be reduced in `to`: both are of one class, and
/// `to` is not narrower. That is the specification's promotion, with the exceptions of StableHLO's
/// verifier: floats promote to any width, since JAX writes such reductions, integers whatever their
/// sign:
///   i8 -> i32 yes    i32 -> i8 no    f32 -> bf16 yes    i1 -> i32 no    f32 -> i32 no
static bool isPromotable(Type from, Type to) {
  if (from == to)
    return true;
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return true;
  // i1 is a class of its own and promotes to itself alone.
  if (from.isInteger(1) || to.isInteger(1))
    return false;
  if (isa<IntegerType>(from) && isa<IntegerType>(to))
    return from.getIntOrFloatBitWidth() <= to.getIntOrFloatBitWidth();
  if (isa<ComplexType>(from) && isa<ComplexType>(to))
    return cast<ComplexType>(from).getElementType().getIntOrFloatBitWidth() <=
           cast<ComplexType>(to).getElementType().getIntOrFloatBitWidth();
  auto fromQuant = dyn_cast<quant::QuantizedType>(from),
       toQuant = dyn_cast<quant::QuantizedType>(to);
  return fromQuant && toQuant && fromQuant.getExpressedType() == toQuant.getExpressedType() &&
         fromQuant.getStorageTypeIntegralWidth() <= toQuant.getStorageTypeIntegralWidth();
}

// (tensor<f32>, tensor<i32>) returned -> [f32, i32]
FailureOr<SmallVector<Type>> reducerElementTypes(std::optional<Location> location, Region &body) {
  if (body.empty() || body.front().empty() ||
      !body.front().back().hasTrait<OpTrait::IsTerminator>())
    return emitOptionalError(location, "body must end in stablehlo.return");
  SmallVector<Type> elements;
  for (Type type : body.front().back().getOperandTypes())
    elements.push_back(getElementTypeOrSelf(type));
  return elements;
}

FailureOr<Type> reducerElementType(std::optional<Location> location, Region &body, StringRef name) {
  FailureOr<SmallVector<Type>> types = reducerElementTypes(location, body);
  if (failed(types))
    return failure();
  if (types->size() != 1)
    return emitOptionalError(location, name, " returns ", types->size(), " values, it returns one",
                             Note{body.front().back().getLoc(), "the region returns here"});
  return types->front();
}

// Verifies, for N inputs, a body (a0, .., aN-1, b0, .., bN-1) -> (r0, .., rN-1):
//   %x : tensor<4xbf16>, %init : tensor<bf16>, body (tensor<f32>, tensor<f32>) -> tensor<f32>
//   passes
// Argument i and argument N + i have the type of result i.
LogicalResult verifyReducer(Operation *op, Block &body, TypeRange inputs, TypeRange inits,
                            StringRef name) {
  size_t count = inputs.size();
  if (body.getNumArguments() != 2 * count)
    return op->emitOpError(name) << " takes " << body.getNumArguments() << " arguments, " << count
                                 << " inputs need " << 2 * count;
  if (body.empty() || !body.back().hasTrait<OpTrait::IsTerminator>())
    return op->emitOpError(name) << " must end in stablehlo.return";
  Operation *end = &body.back();
  if (end->getNumOperands() != count)
    return end->emitOpError("returns ")
           << end->getNumOperands() << " values, the reduction of " << count << " inputs needs "
           << count << Note{op->getLoc(), "the reduction is here"};
  for (size_t i = 0; i < count; ++i) {
    Type result = end->getOperand(i).getType();
    if (!isScalarOf(result, ~0u))
      return end->emitOpError("returns ")
             << result << " as value " << i << ", a reduction gives rank-0 tensors"
             << typeNote("value " + Twine(i), end->getOperand(i));
    // The accumulator and the element have the type of the result.
    for (size_t argument : {i, count + i})
      if (!areCompatible(body.getArgument(argument).getType(), result))
        return op->emitOpError(name)
               << " argument " << argument << " has type " << body.getArgument(argument).getType()
               << ", its result " << i << " has type " << result << "; the types must be equal"
               << typeNotes({"the argument", "the result"},
                            {body.getArgument(argument), end->getOperand(i)});
    Type element = getElementTypeOrSelf(result);
    for (auto [what, type] : {std::pair<StringRef, Type>("input", getElementTypeOrSelf(inputs[i])),
                              std::pair<StringRef, Type>("init", getElementTypeOrSelf(inits[i]))})
      if (baselineElementType(type) != baselineElementType(element) && !isPromotable(type, element))
        return op->emitOpError(what)
               << " " << i << " of element type " << type << " cannot be reduced in " << element
               << ", to which it is not promotable" << operandNotes(op);
  }
  return success();
}

} // namespace spmd::stablehlo
