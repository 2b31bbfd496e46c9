// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers the result types of linear algebra, Fourier transforms and batch normalization, and
// verifies the operands. C numbers are constraints of each op in the StableHLO specification.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"

using namespace mlir;

namespace spmd::stablehlo {

/// Verifies that the last two dims are those of square matrices:  8x5x5 passes,  8x5x4 fails.
static LogicalResult verifySquare(std::optional<Location> location, Value matrices) {
  RankedTensorType a = tensorOf(matrices);
  int64_t rank = a.getRank();
  if (rank < 2)
    return emitOptionalError(location, "has matrices of type ", a, "; the rank must be 2 or more",
                             typeNote("a", matrices));
  if (!areCompatibleSizes(a.getDimSize(rank - 2), a.getDimSize(rank - 1)))
    return emitOptionalError(location, "has matrices of ", a.getDimSize(rank - 2), " rows and ",
                             a.getDimSize(rank - 1), " columns; they must be square",
                             typeNote("a", matrices));
  return success();
}

// C1 to C3: any number of square matrices; the result has the operand's type.
FailureOr<Type> CholeskyOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  RankedTensorType a = tensorOf(adaptor.getA());
  if (failed(verifySquare(location, adaptor.getA()))) // C2, C3
    return failure();
  return a; // C1
}

// a x = b for left_side: a 8x5x5, b 8x5x2 -> 8x5x2;  x a = b otherwise: a 8x5x5, b 8x2x5 -> 8x2x5.
FailureOr<Type> TriangularSolveOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  RankedTensorType a = tensorOf(adaptor.getA()), b = tensorOf(adaptor.getB());
  if (a.getElementType() != b.getElementType()) // C1
    return emitOptionalError(location, "solves with a of type ", a, " and b of type ", b,
                             "; the element types must be equal",
                             typeNotes({"a", "b"}, adaptor.getOperands()));
  if (failed(verifySquare(location, adaptor.getA())))
    return failure();
  // C2 and C3: equal ranks, equal batch dims, and matrices that can be multiplied.
  int64_t rank = a.getRank();
  if (b.getRank() != rank)
    return emitOptionalError(location, "has a of rank ", rank, " and b of rank ", b.getRank(),
                             "; they must be equal", typeNotes({"a", "b"}, adaptor.getOperands()));
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    if (!areCompatibleSizes(a.getDimSize(dim), b.getDimSize(dim)))
      return emitOptionalError(location, "has batch dim ", dim, " of size ", a.getDimSize(dim),
                               " in a and ", b.getDimSize(dim), " in b; they must be equal",
                               typeNotes({"a", "b"}, adaptor.getOperands()));
  // The dim of b that a's matrices act on.
  int64_t dim = adaptor.getLeftSide() ? rank - 2 : rank - 1;
  if (!areCompatibleSizes(a.getDimSize(rank - 1), b.getDimSize(dim)))
    return emitOptionalError(location, "multiplies a of size ", a.getDimSize(rank - 1),
                             " with dim ", dim, " of b of size ", b.getDimSize(dim),
                             "; they must be equal", typeNotes({"a", "b"}, adaptor.getOperands()));
  // The enum has this case at 0, but no program means it.
  if (adaptor.getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return emitOptionalError(
        location, "has transpose_a TRANSPOSE_INVALID; it is NO_TRANSPOSE, TRANSPOSE or ADJOINT");
  return b; // C4
}

// RFFT keeps n/2 + 1 values of the last dim, because the transform of real values is conjugate
// symmetric; IRFFT takes as many and returns n real values. FFT and IFFT keep the type, and their
// lengths are not compared with the shape:
//   RFFT, length [8]: tensor<3x8xf32> -> tensor<3x5xcomplex<f32>>
FailureOr<Type> FftOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  RankedTensorType operand = tensorOf(adaptor.getOperand());
  ArrayRef<int64_t> length = adaptor.getFftLength();
  int64_t rank = operand.getRank(), dims = length.size();
  FftType kind = adaptor.getFftType();
  if (dims < 1 || dims > 3 || dims > rank) // C1, C3
    return emitOptionalError(location, "has ", dims, " lengths for operand ", operand,
                             "; there are 1 to 3, and no more than the operand has dims",
                             typeNote("operand", adaptor.getOperand()));
  Type element = operand.getElementType();
  bool real = kind == FftType::RFFT;
  if (real ? !element.isF32() && !element.isF64() : !isa<ComplexType>(element)) // C2
    return emitOptionalError(location, stringifyFftType(kind), " of ", operand,
                             "; its elements must be ", real ? "f32 or f64" : "complex",
                             typeNote("operand", adaptor.getOperand()));
  SmallVector<int64_t> shape(operand.getShape()), bounds = boundsOf(operand);
  // The number of values that represent n conjugate-symmetric ones.
  auto halved = [](int64_t n) { return ShapedType::isDynamic(n) ? n : n == 0 ? 0 : n / 2 + 1; };
  // C4 and C5: the real one of operand and result has the sizes of fft_length in its last dims.
  if (kind == FftType::RFFT || kind == FftType::IRFFT)
    for (int64_t i = 0; i < dims; ++i) {
      int64_t dim = rank - dims + i;
      int64_t wanted = kind == FftType::IRFFT && i == dims - 1 ? halved(length[i]) : length[i];
      if (!areCompatibleSizes(operand.getDimSize(dim), wanted))
        return emitOptionalError(location, stringifyFftType(kind), " with length ", length[i],
                                 " of dim ", dim, " of size ", operand.getDimSize(dim),
                                 "; the size must be ", wanted,
                                 typeNote("operand", adaptor.getOperand()));
    }
  if (kind == FftType::RFFT) {
    shape.back() = halved(shape.back());
    bounds.back() = halved(bounds.back());
    element = ComplexType::get(element);
  } else if (kind == FftType::IRFFT) {
    shape.back() = length.back();
    element = cast<ComplexType>(element).getElementType();
  }
  return tensorType(shape, bounds, element);
}

/// Verifies C1 to C6 of batch_norm_inference and batch_norm_training: the feature dim exists, all
/// operands have one baseline element type, and each of `vectors` has one entry per feature.
/// Returns the type of such a vector, with scale's element type:
///   operand 8x16x3, feature_index 2 -> tensor<3xf32>
static FailureOr<RankedTensorType> verifyFeatures(std::optional<Location> location,
                                                  Value operandValue, int64_t featureIndex,
                                                  ValueRange vectors) {
  RankedTensorType operand = tensorOf(operandValue);
  if (featureIndex < 0 || featureIndex >= operand.getRank())
    return emitOptionalError(location, "has feature_index ", featureIndex, "; operand ", operand,
                             " has dims 0 to ", operand.getRank() - 1,
                             typeNote("operand", operandValue));
  int64_t features = operand.getDimSize(featureIndex);
  for (Value value : vectors) {
    RankedTensorType vector = tensorOf(value);
    if (baselineElementType(vector.getElementType()) !=
        baselineElementType(operand.getElementType()))
      return emitOptionalError(location, "normalizes ", operand, " with elements of type ",
                               vector.getElementType(), "; the element types must be equal",
                               typeNotes({"operand", "the vector"}, {operandValue, value}));
    if (!areCompatibleSizes(vector.getDimSize(0), features))
      return emitOptionalError(location, "has ", features, " features in dim ", featureIndex,
                               " of ", operand, " and a vector of type ", vector,
                               "; the numbers must be equal",
                               typeNotes({"operand", "the vector"}, {operandValue, value}));
  }
  Type element = tensorOf(vectors.front()).getElementType();
  return tensorType({features}, {boundsOf(operand)[featureIndex]}, element);
}

// C7: the result has the operand's type. The vectors are scale, offset, mean and variance.
FailureOr<Type> BatchNormInferenceOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  RankedTensorType operand = tensorOf(adaptor.getOperand());
  if (failed(verifyFeatures(location, adaptor.getOperand(), adaptor.getFeatureIndex(),
                            adaptor.getOperands().drop_front())))
    return failure();
  return operand; // C7
}

// The results are the normalized operand, the batch's mean and its variance.
FailureOr<SmallVector<Type>> BatchNormTrainingOp::inferTypes(Adaptor adaptor,
                                                             std::optional<Location> location) {
  RankedTensorType operand = tensorOf(adaptor.getOperand());
  FailureOr<RankedTensorType> vector =
      verifyFeatures(location, adaptor.getOperand(), adaptor.getFeatureIndex(),
                     adaptor.getOperands().drop_front());
  if (failed(vector))
    return failure();
  return SmallVector<Type>{operand, *vector, *vector}; // C5 to C7
}

// The results are the gradients of operand, scale and offset. C4 and C5 come from verifyFeatures,
// which takes the operands between the first and the last: scale, mean, variance.
FailureOr<SmallVector<Type>> BatchNormGradOp::inferTypes(Adaptor adaptor,
                                                         std::optional<Location> location) {
  RankedTensorType operand = tensorOf(adaptor.getOperand()),
                   grad = tensorOf(adaptor.getGradOutput());
  FailureOr<RankedTensorType> vector =
      verifyFeatures(location, adaptor.getOperand(), adaptor.getFeatureIndex(),
                     adaptor.getOperands().drop_front().drop_back());
  if (failed(vector))
    return failure();
  if (!areCompatible(operand, grad)) // C2, C3
    return emitOptionalError(
        location, "has operand ", operand, " and grad_output ", grad, "; they must be alike",
        typeNotes({"operand", "grad_output"}, {adaptor.getOperand(), adaptor.getGradOutput()}));
  return SmallVector<Type>{operand, *vector, *vector};
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/linalg.ops.inc"
