// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the rules of types that the op families share: compatibility, the sizes of results,
// windows and the regions of reductions. Dynamic sizes are ShapedType::kDynamic everywhere; bounds
// of dynamic dims are the tensor encoding #stablehlo.bounds.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeRange.h"
#include <optional>

namespace spmd::stablehlo {

/// Returns the element type without scales and zero points. Storage type, range, expressed type and
/// quantized dim are kept. Types that are not quantized are returned as they are.
mlir::Type baselineElementType(mlir::Type elementType);

/// Returns whether two types are compatible: tensors with equal ranks, sizes that are equal or
/// dynamic, and equal baseline element types; tuples with compatible elements; other types if
/// equal.
///   tensor<2x?xf32> and tensor<?x3xf32> -> true;  tensor<2xf32> and tensor<3xf32> -> false
bool areCompatible(mlir::Type l, mlir::Type r);
bool areCompatible(mlir::TypeRange l, mlir::TypeRange r);

/// Returns whether two tensors have compatible shapes: equal ranks, and sizes that are equal or
/// dynamic.
bool haveCompatibleShapes(mlir::Type l, mlir::Type r);
bool areCompatibleSizes(int64_t l, int64_t r);

/// Returns the type of a value that is a ranked tensor.
inline mlir::RankedTensorType tensorOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}
/// Returns the type of the operand, a tensor, with other elements.
mlir::Type withElements(mlir::Value operand, mlir::Type elementType);

/// Returns one bound per dim, kDynamic where there is none.
llvm::SmallVector<int64_t> boundsOf(mlir::RankedTensorType type);

/// Returns a tensor type with bounds on its dynamic dims. Bounds of static dims are dropped.
mlir::RankedTensorType tensorType(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> bounds,
                                  mlir::Type elementType);

/// Returns the most specific common type: a static size wins over a dynamic one, a smaller bound
/// over a larger one. The element type is that of the first type.
///   (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
mlir::FailureOr<mlir::Type> mostSpecific(std::optional<mlir::Location> location,
                                         mlir::TypeRange types);
/// Returns the least specific common type, which all of `types` fit: sizes that differ become
/// dynamic.
mlir::FailureOr<mlir::Type> leastSpecific(std::optional<mlir::Location> location,
                                          mlir::TypeRange types);
/// Makes a dim as specific as another one: a static size wins over a dynamic one, a smaller bound
/// over a larger one.
void narrowDim(int64_t &size, int64_t &bound, int64_t otherSize, int64_t otherBound);
/// Appends inferred types to `result`, or fails (StableHLO_InferAs in base.td).
llvm::LogicalResult appendTypes(mlir::FailureOr<mlir::Type> type,
                                llvm::SmallVectorImpl<mlir::Type> &result);
llvm::LogicalResult appendTypes(mlir::FailureOr<llvm::SmallVector<mlir::Type>> types,
                                llvm::SmallVectorImpl<mlir::Type> &result);

/// One dim of a window that moves over an operand, with the padding and dilation of the operand.
struct WindowDim {
  int64_t size;
  int64_t stride = 1;
  int64_t low = 0;
  int64_t high = 0;
  int64_t baseDilation = 1;
  int64_t windowDilation = 1;
};
/// Returns the size of a dim after padding it by `low` and `high` at the ends, where negative
/// amounts cut, and by `interior` between elements. A result past 64 bits becomes the nearest
/// number that is a size:  (4, low 1, high -1, interior 2) -> 10
int64_t paddedSize(int64_t size, int64_t low, int64_t high, int64_t interior);

/// Returns the number of windows along a dim; kDynamic if a size is dynamic (reduce_window C15):
///   (7, {.size = 3, .stride = 2}) -> 3
int64_t windowCount(int64_t operandSize, const WindowDim &window);
/// Returns the type of a result with one element per window, bounds included.
mlir::RankedTensorType windowedType(mlir::RankedTensorType operand,
                                    llvm::ArrayRef<WindowDim> window, mlir::Type elementType);
/// Returns one WindowDim per dim from the attributes of a window, after verifying their lengths and
/// signs. Empty lists mean the defaults. `padding` is a [rank, 2] tensor or null.
mlir::FailureOr<llvm::SmallVector<WindowDim>>
windowDims(std::optional<mlir::Location> location, int64_t rank, llvm::ArrayRef<int64_t> sizes,
           llvm::ArrayRef<int64_t> strides, mlir::DenseIntElementsAttr padding,
           llvm::ArrayRef<int64_t> baseDilations, llvm::ArrayRef<int64_t> windowDilations);

/// Verifies the body of a reduction: 2N scalar arguments, accumulators first, and N results. The
/// results have the accumulators' types, to which inputs and inits are promotable. `name` is how
/// messages call the region.
llvm::LogicalResult verifyReducer(mlir::Operation *op, mlir::Block &body, mlir::TypeRange inputs,
                                  mlir::TypeRange inits, llvm::StringRef name = "body");
/// Returns the element types of the results of a reduction's body. Fails if the region is empty or
/// does not end in a return.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
reducerElementTypes(std::optional<mlir::Location> location, mlir::Region &body);
/// The same for the body `name` of a reduction of one input.
mlir::FailureOr<mlir::Type> reducerElementType(std::optional<mlir::Location> location,
                                               mlir::Region &body, llvm::StringRef name);

/// Verifies that `dims` are in 0..rank-1 and unique. `name` is how messages call the list.
llvm::LogicalResult verifyDims(std::optional<mlir::Location> location, llvm::ArrayRef<int64_t> dims,
                               int64_t rank, llvm::StringRef name);

} // namespace spmd::stablehlo
