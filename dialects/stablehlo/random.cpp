// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers the result type of rng and verifies rng_bit_generator. C numbers are constraints of each
// op in the StableHLO specification.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd::stablehlo {

// C1 to C3. The shape is an operand; its values are known where it is a constant:
//   shape dense<[5, 2]> -> tensor<5x2xf32>    shape %s : tensor<2xi64> -> tensor<?x?xf32>
FailureOr<Type> RngOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  Type element = getElementTypeOrSelf(adaptor.getA()), other = getElementTypeOrSelf(adaptor.getB());
  if (element != other) // C1
    return emitOptionalError(location, "draws between ", element, " and ", other,
                             "; the element types must be equal",
                             typeNotes({"a", "b"}, adaptor.getOperands()));
  if (adaptor.getRngDistribution() == RngDistribution::NORMAL && !isa<FloatType>(element)) // C2
    return emitOptionalError(location, "draws NORMAL values of type ", element,
                             "; they must be floats", typeNotes({"a", "b"}, adaptor.getOperands()));
  // C3.
  auto shapeType = tensorOf(adaptor.getShape());
  if (shapeType.isDynamicDim(0))
    return emitOptionalError(location, "has shape of type ", shapeType,
                             "; the rank of the result must be static",
                             typeNote("the shape", adaptor.getShape()));
  // A type of that rank would have to be made to compare it with the result's.
  constexpr int64_t kMostDims = 1 << 16;
  if (shapeType.getDimSize(0) > kMostDims)
    return emitOptionalError(location, "has shape of type ", shapeType, "; at most ", kMostDims,
                             " dims are supported", typeNote("the shape", adaptor.getShape()));
  SmallVector<int64_t> shape(shapeType.getDimSize(0), ShapedType::kDynamic);
  DenseIntElementsAttr constant;
  if (matchPattern(adaptor.getShape(), m_Constant(&constant)))
    for (auto [size, value] : llvm::zip_equal(shape, constant.getValues<APInt>())) {
      size = value.getSExtValue();
      if (size < 0)
        return emitOptionalError(location, "has size ", size, " in its shape; sizes are 0 or more",
                                 originNote("the shape", adaptor.getShape()));
    }
  return RankedTensorType::get(shape, element);
}

// C1 compares the shapes of both states. C2 is the number of words of the state and is checked for
// tensor<Nxui64> only: StableHLO's verifier admits states of other element types, as does this one.
LogicalResult RngBitGeneratorOp::verify() {
  RankedTensorType before = getInitialState().getType(), after = getOutputState().getType();
  if (!haveCompatibleShapes(before, after)) // C1
    return emitOpError("takes a state of type ")
           << before << " and gives one of type " << after << "; the shapes must be equal"
           << typeNote("the state", getInitialState());
  if (!getOutput().getType().hasStaticShape())
    return emitOpError("fills ") << getOutput().getType() << "; its shape must be static";
  // C2.
  if (before.getRank() != 1 || before.isDynamicDim(0) ||
      !before.getElementType().isUnsignedInteger(64))
    return success();
  int64_t size = before.getDimSize(0);
  RngAlgorithm algorithm = getRngAlgorithm();
  if ((algorithm == RngAlgorithm::THREE_FRY && size != 2) ||
      (algorithm == RngAlgorithm::PHILOX && size != 2 && size != 3))
    return emitOpError("has a state of ")
           << size << " words; " << stringifyRngAlgorithm(algorithm) << " has "
           << (algorithm == RngAlgorithm::PHILOX ? "2 or 3" : "2")
           << typeNote("the state", getInitialState());
  return success();
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/random.ops.inc"
