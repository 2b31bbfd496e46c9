// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather, dynamic_gather and scatter: their dimension numbers are one idea with two vocabularies,
// checked once here. Constraint numbers are those of the specification: gather's first, scatter's
// in brackets.
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd::stablehlo {

namespace {
/// Where windows of an operand stand: the dimension numbers of gather or scatter, with the names
/// that messages use.
struct Places {
  struct Dims {
    StringRef name;
    ArrayRef<int64_t> dims;
  };
  // Dims of the windowed tensor (result or updates) that run inside a window.
  Dims window;
  Dims collapsed;       ///< dims of the operand that a window does not have
  Dims batching;        ///< dims of the operand that run with dims of the indices
  Dims indicesBatching; ///< these dims of the indices
  Dims map;             ///< the operand dim that each part of an index vector is for
  int64_t indexVectorDim;
};
} // namespace

static Places placesOf(GatherDimensionNumbersAttr d) {
  return {{"offset_dims", d.getOffsetDims()},
          {"collapsed_slice_dims", d.getCollapsedSliceDims()},
          {"operand_batching_dims", d.getOperandBatchingDims()},
          {"start_indices_batching_dims", d.getStartIndicesBatchingDims()},
          {"start_index_map", d.getStartIndexMap()},
          d.getIndexVectorDim()};
}

static Places placesOf(ScatterDimensionNumbersAttr d) {
  return {{"update_window_dims", d.getUpdateWindowDims()},
          {"inserted_window_dims", d.getInsertedWindowDims()},
          {"input_batching_dims", d.getInputBatchingDims()},
          {"scatter_indices_batching_dims", d.getScatterIndicesBatchingDims()},
          {"scatter_dims_to_operand_dims", d.getScatterDimsToOperandDims()},
          d.getIndexVectorDim()};
}

/// The dims of `indices` that are no index vector, in order.
static SmallVector<int64_t> batchDimsOf(const Places &places, RankedTensorType indices) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < indices.getRank(); ++dim)
    if (dim != places.indexVectorDim)
      dims.push_back(dim);
  return dims;
}

static LogicalResult verifyAscending(std::optional<Location> location, const Places::Dims &list) {
  if (llvm::is_sorted(list.dims))
    return success();
  return emitOptionalError(location, list.name, " are [", list.dims, "], they must ascend");
}

/// Dims of two lists exist and none is named twice in both together.
static LogicalResult verifyTogether(std::optional<Location> location, const Places::Dims &a,
                                    const Places::Dims &b, int64_t rank) {
  SmallVector<int64_t> all(a.dims);
  llvm::append_range(all, b.dims);
  return verifyDims(location, all, rank,
                    b.dims.empty() ? a.name.str() : (a.name + " and " + b.name).str());
}

/// C1 to C8, C10, C11, C13 to C19 [C2, C7 to C22]: dims exist, have one role, and batching dims are
/// of one size. `windowedRank` is the rank of the result [updates].
static LogicalResult verifyPlaces(std::optional<Location> location, const Places &places,
                                  RankedTensorType operand, RankedTensorType indices,
                                  int64_t windowedRank) {
  int64_t rank = operand.getRank(), indexRank = indices.getRank(),
          vectorDim = places.indexVectorDim;
  int64_t roles =
      places.window.dims.size() + places.collapsed.dims.size() + places.batching.dims.size();
  if (roles != rank)
    return emitOptionalError(location, places.window.name, ", ", places.collapsed.name, " and ",
                             places.batching.name, " have ", roles, " dims together, the operand ",
                             operand, " has ", rank);
  if (vectorDim < 0 || vectorDim > indexRank)
    return emitOptionalError(location, "index_vector_dim is ", vectorDim, ", indices of rank ",
                             indexRank, " admit 0 to ", indexRank);
  int64_t vectorSize = vectorDim < indexRank ? indices.getDimSize(vectorDim) : 1;
  if (!areCompatibleSizes(vectorSize, places.map.dims.size()))
    return emitOptionalError(location, places.map.name, " has ", places.map.dims.size(),
                             " entries, an index vector has ", vectorSize);
  if (failed(verifyAscending(location, places.window)) ||
      failed(verifyAscending(location, places.collapsed)) ||
      failed(verifyAscending(location, places.batching)) ||
      failed(verifyDims(location, places.window.dims, windowedRank, places.window.name)) ||
      failed(verifyTogether(location, places.collapsed, places.batching, rank)) ||
      failed(verifyDims(location, places.indicesBatching.dims, indexRank,
                        places.indicesBatching.name)) ||
      failed(verifyTogether(location, places.map, places.batching, rank)))
    return failure();
  if (llvm::is_contained(places.indicesBatching.dims, vectorDim))
    return emitOptionalError(location, places.indicesBatching.name, " names dim ", vectorDim,
                             ", which is the index_vector_dim");
  if (places.batching.dims.size() != places.indicesBatching.dims.size())
    return emitOptionalError(location, places.batching.name, " has ", places.batching.dims.size(),
                             " dims, ", places.indicesBatching.name, " has ",
                             places.indicesBatching.dims.size());
  for (auto [o, i] : llvm::zip_equal(places.batching.dims, places.indicesBatching.dims))
    if (!areCompatibleSizes(operand.getDimSize(o), indices.getDimSize(i)))
      return emitOptionalError(location, "runs operand dim ", o, " of size ", operand.getDimSize(o),
                               " with indices dim ", i, " of size ", indices.getDimSize(i),
                               "; the sizes must be equal");
  return success();
}

/// C20, C21, C9, C12: each slice fits the operand, and is at most 1 where it has no window dim.
static LogicalResult verifySliceSizes(std::optional<Location> location, const Places &places,
                                      RankedTensorType operand, ArrayRef<int64_t> sizes) {
  for (auto [dim, size, whole] : llvm::enumerate(sizes, operand.getShape())) {
    if (ShapedType::isDynamic(size))
      continue;
    if (size < 0 || (!ShapedType::isDynamic(whole) && size > whole))
      return emitOptionalError(location, "slice size is ", size, " in dim ", dim, ", the operand ",
                               operand, " has size ", whole, " there");
    for (const Places::Dims *list : {&places.collapsed, &places.batching})
      if (size > 1 && llvm::is_contained(list->dims, int64_t(dim)))
        return emitOptionalError(location, "slice size is ", size, " in dim ", dim,
                                 ", which is one of ", list->name, " and must have size 0 or 1");
  }
  return success();
}

/// The sizes that run inside a window: those of dims that are neither collapsed nor batching, in
/// order.
static SmallVector<int64_t> windowSizes(const Places &places, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> window;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(places.collapsed.dims, int64_t(dim)) &&
        !llvm::is_contained(places.batching.dims, int64_t(dim)))
      window.push_back(size);
  return window;
}

/// The result type of a gather; sizes that are not known are dynamic.
static LogicalResult inferGather(std::optional<Location> location, GatherDimensionNumbersAttr dims,
                                 Value operandValue, Value indicesValue, ArrayRef<int64_t> sizes,
                                 SmallVectorImpl<Type> &types) {
  auto operand = cast<RankedTensorType>(operandValue.getType());
  auto indices = cast<RankedTensorType>(indicesValue.getType());
  Places places = placesOf(dims);
  if (int64_t(sizes.size()) != operand.getRank()) // C20
    return emitOptionalError(location, "has ", sizes.size(), " slice sizes, the operand ", operand,
                             " has ", operand.getRank(), " dims");
  SmallVector<int64_t> batchDims = batchDimsOf(places, indices);
  int64_t rank = batchDims.size() + places.window.dims.size();
  if (failed(verifyPlaces(location, places, operand, indices, rank)) ||
      failed(verifySliceSizes(location, places, operand, sizes)))
    return failure();
  // C22.
  SmallVector<int64_t> shape, bounds, indexBounds = boundsOf(indices),
                                      window = windowSizes(places, sizes);
  for (int64_t dim = 0, batch = 0, inside = 0; dim < rank; ++dim) {
    bool isWindow = llvm::is_contained(places.window.dims, dim);
    int64_t from = isWindow ? 0 : batchDims[batch++];
    shape.push_back(isWindow ? window[inside++] : indices.getDimSize(from));
    bounds.push_back(isWindow ? ShapedType::kDynamic : indexBounds[from]);
  }
  types.push_back(tensorType(shape, bounds, operand.getElementType()));
  return success();
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &types) {
  return inferGather(location, adaptor.getDimensionNumbers(), adaptor.getOperand(),
                     adaptor.getStartIndices(), adaptor.getSliceSizes(), types);
}

LogicalResult DynamicGatherOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                                Adaptor adaptor, SmallVectorImpl<Type> &types) {
  // The sizes are known where they are a constant.
  auto sizesType = cast<RankedTensorType>(adaptor.getSliceSizes().getType());
  int64_t rank = cast<RankedTensorType>(adaptor.getOperand().getType()).getRank();
  if (!sizesType.isDynamicDim(0) && sizesType.getDimSize(0) != rank) // C20
    return emitOptionalError(location, "has ", sizesType.getDimSize(0),
                             " slice sizes, the operand ", adaptor.getOperand().getType(), " has ",
                             rank, " dims");
  SmallVector<int64_t> sizes(rank, ShapedType::kDynamic);
  DenseIntElementsAttr constant;
  if (matchPattern(adaptor.getSliceSizes(), m_Constant(&constant)))
    for (auto [size, value] : llvm::zip_equal(sizes, constant.getValues<APInt>()))
      size = value.getSExtValue();
  return inferGather(location, adaptor.getDimensionNumbers(), adaptor.getOperand(),
                     adaptor.getStartIndices(), sizes, types);
}

/// C1, C3, C5, C6: inputs and updates come in pairs of one element type, all inputs in one shape,
/// all updates too.
static LogicalResult verifyScattered(ScatterOp op) {
  if (op.getInputs().empty())
    return op.emitOpError("has no inputs; there must be at least one");
  auto element = [](Value value) { return baselineElementType(getElementTypeOrSelf(value)); };
  for (auto [i, input, update] : llvm::enumerate(op.getInputs(), op.getUpdates())) {
    for (auto [name, one, first] :
         {std::tuple("input", Value(input), Value(op.getInputs().front())),
          std::tuple("update", Value(update), Value(op.getUpdates().front()))})
      if (!haveCompatibleShapes(one.getType(), first.getType())) {
        auto diag = op.emitOpError("has ")
                    << name << " " << i << " of type " << one.getType() << " and " << name
                    << " 0 of type " << first.getType() << "; the shapes must be equal";
        diag.attachNote(one.getLoc()) << name << " " << i << " is made here";
        return diag;
      }
    if (element(input) != element(update)) {
      auto diag = op.emitOpError("updates input ")
                  << i << " of type " << input.getType() << " with elements of type "
                  << element(update) << "; the element types must be equal";
      diag.attachNote(update.getLoc()) << "update " << i << " is made here";
      return diag;
    }
  }
  return success();
}

/// C4: outside of windows the updates run with the indices, inside they fit the inputs.
static LogicalResult verifyUpdates(ScatterOp op, const Places &places, RankedTensorType input,
                                   RankedTensorType indices, RankedTensorType update) {
  SmallVector<int64_t> batchDims = batchDimsOf(places, indices),
                       window = windowSizes(places, input.getShape());
  for (int64_t dim = 0, batch = 0, inside = 0; dim < update.getRank(); ++dim) {
    int64_t size = update.getDimSize(dim);
    if (llvm::is_contained(places.window.dims, dim)) {
      int64_t whole = window[inside++];
      if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(whole) && size > whole)
        return op.emitOpError("has updates ")
               << update << ", whose window dim " << dim << " of size " << size
               << " exceeds the inputs' size " << whole;
      continue;
    }
    int64_t from = batchDims[batch++];
    if (!areCompatibleSizes(size, indices.getDimSize(from))) {
      auto diag = op.emitOpError("has updates ")
                  << update << ", whose dim " << dim << " of size " << size << " runs with dim "
                  << from << " of scatter_indices of size " << indices.getDimSize(from)
                  << "; the sizes must be equal";
      diag.attachNote(op.getScatterIndices().getLoc()) << "scatter_indices are " << indices;
      return diag;
    }
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyScattered(*this)))
    return failure();
  auto input = cast<RankedTensorType>(getInputs().front().getType());
  auto update = cast<RankedTensorType>(getUpdates().front().getType());
  RankedTensorType indices = getScatterIndices().getType();
  Places places = placesOf(getScatterDimensionNumbers());
  if (failed(verifyPlaces(getLoc(), places, input, indices, update.getRank())))
    return failure();
  int64_t updateRank = batchDimsOf(places, indices).size() + places.window.dims.size();
  if (update.getRank() != updateRank) // C4
    return emitOpError("has updates ")
           << update << "; scatter_indices and update_window_dims make rank " << updateRank;
  if (failed(verifyUpdates(*this, places, input, indices, update)))
    return failure();
  Block &body = getUpdateComputation().front();
  // C23.
  if (failed(verifyReducer(*this, body, getInputs().getTypes(), getInputs().getTypes(),
                           "update_computation")))
    return failure();
  if (getNumResults() != getInputs().size())
    return emitOpError("has ") << getNumResults() << " results for " << getInputs().size()
                               << " inputs";
  for (auto [i, result, in, value] :
       llvm::enumerate(getResultTypes(), getInputs(), body.back().getOperands())) {
    Type element = getElementTypeOrSelf(value);
    if (!haveCompatibleShapes(result, in.getType()) ||
        // C24, C25.
        baselineElementType(getElementTypeOrSelf(result)) != baselineElementType(element))
      return emitOpError("has result ")
             << i << " of type " << result << "; it must have the shape of input " << in.getType()
             << " and the region's element type " << element;
  }
  return success();
}

} // namespace spmd::stablehlo
