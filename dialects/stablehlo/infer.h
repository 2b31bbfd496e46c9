// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compatibility of types, sizes of results, and the checks of reduction regions that the op
// families share. Dynamic sizes are ShapedType::kDynamic everywhere; bounds are the encoding
// #stablehlo.bounds.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeRange.h"
#include <optional>

namespace spmd::stablehlo {

/// The element type with scales and zero points forgotten; storage, range, expressed type and dim
/// are kept.
mlir::Type baselineElementType(mlir::Type elementType);

/// Equal ranks, sizes equal or dynamic, equal baseline element types; tuples part by part; other
/// types equal.
///   tensor<2x?xf32> and tensor<?x3xf32> -> true;  tensor<2xf32> and tensor<3xf32> -> false
bool areCompatible(mlir::Type l, mlir::Type r);
bool areCompatible(mlir::TypeRange l, mlir::TypeRange r);

/// Compatible shapes only: equal ranks, sizes equal or dynamic.
bool haveCompatibleShapes(mlir::Type l, mlir::Type r);
bool areCompatibleSizes(int64_t l, int64_t r);

/// One bound per dim, kDynamic where there is none.
llvm::SmallVector<int64_t> boundsOf(mlir::RankedTensorType type);

/// A tensor type with bounds on its dynamic dims; bounds of static dims are dropped.
mlir::RankedTensorType tensorType(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> bounds,
                                  mlir::Type elementType);

/// The type that knows most: static sizes win over dynamic, smaller bounds over larger; element
/// type of the first.
///   (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
mlir::FailureOr<mlir::Type> mostSpecific(std::optional<mlir::Location> location,
                                         mlir::TypeRange types);
/// The type that all of `types` fit: sizes that differ become dynamic.
mlir::FailureOr<mlir::Type> leastSpecific(std::optional<mlir::Location> location,
                                          mlir::TypeRange types);
llvm::LogicalResult inferMostSpecific(std::optional<mlir::Location> location, mlir::TypeRange types,
                                      llvm::SmallVectorImpl<mlir::Type> &result);

/// One dim of a window that moves over an operand.
struct WindowDim {
  int64_t size;
  int64_t stride = 1;
  int64_t low = 0;
  int64_t high = 0;
  int64_t baseDilation = 1;
  int64_t windowDilation = 1;
};
/// The size of a dim after padding by `low` and `high` at the ends (negative: cut) and `interior`
/// between elements; numbers past 64 bits become the nearest that is a size.
int64_t paddedSize(int64_t size, int64_t low, int64_t high, int64_t interior);

/// The number of windows along a dim; dynamic if `operandSize` is.
///   (7, {.size = 3, .stride = 2}) -> 3
int64_t windowCount(int64_t operandSize, const WindowDim &window);
/// The same for all dims, bounds included: shape and bounds of the result.
mlir::RankedTensorType windowedType(mlir::RankedTensorType operand,
                                    llvm::ArrayRef<WindowDim> window, mlir::Type elementType);
/// Puts the attributes of a window together and checks their lengths and signs against `rank`.
/// Empty lists mean the default, `padding` is a [rank, 2] tensor or null.
mlir::FailureOr<llvm::SmallVector<WindowDim>>
windowDims(std::optional<mlir::Location> location, int64_t rank, llvm::ArrayRef<int64_t> sizes,
           llvm::ArrayRef<int64_t> strides, mlir::DenseIntElementsAttr padding,
           llvm::ArrayRef<int64_t> baseDilations, llvm::ArrayRef<int64_t> windowDilations);

/// Whether values of `from` may be reduced in `to`: same class and not narrower (narrower floats
/// pass, as JAX writes them; signedness is ignored).
bool isPromotable(mlir::Type from, mlir::Type to);

/// Checks a reduction body: 2N scalar arguments, accumulators first; N results; the results are of
/// the accumulators' types, and inputs and inits are promotable to them. `name` is how messages
/// call the region.
llvm::LogicalResult verifyReducer(mlir::Operation *op, mlir::Block &body, mlir::TypeRange inputs,
                                  mlir::TypeRange inits, llvm::StringRef name = "body");
/// The element types of a reduction body's results; fails if the region is empty or does not end in
/// a return.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
reducerElementTypes(std::optional<mlir::Location> location, mlir::Region &body);

/// Checks that `dims` are in 0..rank-1 and unique; messages call them `name`.
llvm::LogicalResult verifyDims(std::optional<mlir::Location> location, llvm::ArrayRef<int64_t> dims,
                               int64_t rank, llvm::StringRef name);

} // namespace spmd::stablehlo
