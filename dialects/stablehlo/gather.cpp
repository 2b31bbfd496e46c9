// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers the result types of gather and dynamic_gather, and verifies scatter. Their dimension
// numbers describe the same thing under different names, so the checks are written once, over
// Places. C numbers are constraints in the StableHLO specification: gather's, and scatter's in
// brackets.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd::stablehlo {

namespace {
/// The dimension numbers of gather or scatter, which tell where windows of the operand lie. Each
/// list has the name that messages use.
struct Places {
  struct Dims {
    StringRef name;
    ArrayRef<int64_t> dims;
  };
  Dims window;            ///< dims of the result [updates] that index into a window
  Dims collapsed;         ///< dims of the operand that windows do not have
  Dims batching;          ///< dims of the operand that are paired with dims of the indices
  Dims indicesBatching;   ///< the dims of the indices in these pairs
  Dims map;               ///< the operand dim that each entry of an index vector addresses
  int64_t indexVectorDim; ///< the dim of the indices that holds the index vectors
};
} // namespace

/// Returns the dimension numbers of a gather [scatter] in the common form.
static Places placesOf(GatherDimensionNumbersAttr d) {
  return {{"offset_dims", d.getOffsetDims()},
          {"collapsed_slice_dims", d.getCollapsedSliceDims()},
          {"operand_batching_dims", d.getOperandBatchingDims()},
          {"start_indices_batching_dims", d.getStartIndicesBatchingDims()},
          {"start_index_map", d.getStartIndexMap()},
          d.getIndexVectorDim()};
}

/// The names and lists of a scatter that correspond to those of a gather.
static Places placesOf(ScatterDimensionNumbersAttr d) {
  return {{"update_window_dims", d.getUpdateWindowDims()},
          {"inserted_window_dims", d.getInsertedWindowDims()},
          {"input_batching_dims", d.getInputBatchingDims()},
          {"scatter_indices_batching_dims", d.getScatterIndicesBatchingDims()},
          {"scatter_dims_to_operand_dims", d.getScatterDimsToOperandDims()},
          d.getIndexVectorDim()};
}

/// Returns the dims of `indices` without the index vectors' dim, in order. The result [updates] has
/// these dims outside of windows.
static SmallVector<int64_t> batchDimsOf(const Places &places, RankedTensorType indices) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < indices.getRank(); ++dim)
    if (dim != places.indexVectorDim)
      dims.push_back(dim);
  return dims;
}

/// Verifies that a list of dims ascends (C4, C7, C10 [C7, C10, C12]).
static LogicalResult verifyAscending(std::optional<Location> location, const Places::Dims &list) {
  if (llvm::is_sorted(list.dims))
    return success();
  return emitOptionalError(location, list.name, " are [", list.dims, "], they must ascend");
}

/// Verifies that the dims of both lists exist and that no dim is named twice, in one list or across
/// both.
static LogicalResult verifyTogether(std::optional<Location> location, const Places::Dims &a,
                                    const Places::Dims &b, int64_t rank) {
  SmallVector<int64_t> all(a.dims);
  llvm::append_range(all, b.dims);
  return verifyDims(location, all, rank,
                    b.dims.empty() ? a.name.str() : (a.name + " and " + b.name).str());
}

/// Verifies C1 to C8, C10, C11, C13 to C19 [C2, C7 to C22]: dims exist, each has one role, and
/// paired batching dims have one size. `windowedRank` is the rank of the result [updates]. Rows of
/// a matrix by a vector of indices:
///   operand 9x4, indices 5x1: offset_dims [1], collapsed_slice_dims [0], start_index_map [0],
///   index_vector_dim 1, slice_sizes [1, 4] -> 5x4
static LogicalResult verifyPlaces(std::optional<Location> location, const Places &places,
                                  Value operandValue, Value indicesValue, int64_t windowedRank) {
  auto operand = tensorOf(operandValue);
  auto indices = tensorOf(indicesValue);
  int64_t rank = operand.getRank(), indexRank = indices.getRank(),
          vectorDim = places.indexVectorDim;
  int64_t roles =
      places.window.dims.size() + places.collapsed.dims.size() + places.batching.dims.size();
  // C1 [C2]: each dim of the operand is inside of windows, collapsed or batching.
  if (roles != rank)
    return emitOptionalError(location, places.window.name, ", ", places.collapsed.name, " and ",
                             places.batching.name, " have ", roles, " dims together, the operand ",
                             operand, " has ", rank, typeNote("operand", operandValue));
  // C2 [C22].
  if (vectorDim < 0 || vectorDim > indexRank)
    return emitOptionalError(location, "index_vector_dim is ", vectorDim, ", indices of rank ",
                             indexRank, " admit 0 to ", indexRank,
                             typeNote("indices", indicesValue));
  // index_vector_dim may be one past the last dim: then each element of the indices is a vector of
  // one entry.
  int64_t vectorSize = vectorDim < indexRank ? indices.getDimSize(vectorDim) : 1;
  // C3 [C19].
  if (!areCompatibleSizes(vectorSize, places.map.dims.size()))
    return emitOptionalError(location, places.map.name, " has ", places.map.dims.size(),
                             " entries, an index vector has ", vectorSize,
                             typeNote("indices", indicesValue));
  // C4 to C8, C10, C11, C13, C14, C18, C19 [C7 to C15, C20, C21].
  if (failed(verifyAscending(location, places.window)) ||
      failed(verifyAscending(location, places.collapsed)) ||
      failed(verifyAscending(location, places.batching)) ||
      failed(verifyDims(location, places.window.dims, windowedRank, places.window.name)) ||
      failed(verifyTogether(location, places.collapsed, places.batching, rank)) ||
      failed(verifyDims(location, places.indicesBatching.dims, indexRank,
                        places.indicesBatching.name)) ||
      failed(verifyTogether(location, places.map, places.batching, rank)))
    return failure();
  // C15 to C17 [C16 to C18].
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
                               "; the sizes must be equal",
                               typeNotes({"operand", "indices"}, {operandValue, indicesValue}));
  return success();
}

/// Verifies C20, C21, C9 and C12: a slice fits into the operand, and has a size of at most 1 in
/// dims that windows do not have.
static LogicalResult verifySliceSizes(std::optional<Location> location, const Places &places,
                                      Value operandValue, ArrayRef<int64_t> sizes) {
  auto operand = tensorOf(operandValue);
  for (auto [dim, size, whole] : llvm::enumerate(sizes, operand.getShape())) {
    if (ShapedType::isDynamic(size))
      continue;
    if (size < 0 || (!ShapedType::isDynamic(whole) && size > whole))
      return emitOptionalError(location, "slice size is ", size, " in dim ", dim, ", the operand ",
                               operand, " has size ", whole, " there",
                               typeNote("operand", operandValue));
    for (const Places::Dims *list : {&places.collapsed, &places.batching})
      if (size > 1 && llvm::is_contained(list->dims, int64_t(dim)))
        return emitOptionalError(location, "slice size is ", size, " in dim ", dim,
                                 ", which is one of ", list->name, " and must have size 0 or 1");
  }
  return success();
}

/// Returns the sizes of a window: those of the dims that are neither collapsed nor batching, in
/// order.
static SmallVector<int64_t> windowSizes(const Places &places, ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> window;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(places.collapsed.dims, int64_t(dim)) &&
        !llvm::is_contained(places.batching.dims, int64_t(dim)))
      window.push_back(size);
  return window;
}

/// Infers the result type of a gather (C22): the window dims have the slice sizes, the others the
/// sizes of the indices, with their bounds. kDynamic in `sizes` gives a dynamic size.
static FailureOr<Type> gatherType(std::optional<Location> location, GatherDimensionNumbersAttr dims,
                                  Value operandValue, Value indicesValue, ArrayRef<int64_t> sizes) {
  auto operand = tensorOf(operandValue);
  auto indices = tensorOf(indicesValue);
  Places places = placesOf(dims);
  if (int64_t(sizes.size()) != operand.getRank()) // C20
    return emitOptionalError(location, "has ", sizes.size(), " slice sizes, the operand ", operand,
                             " has ", operand.getRank(), " dims",
                             typeNote("operand", operandValue));
  SmallVector<int64_t> batchDims = batchDimsOf(places, indices);
  int64_t rank = batchDims.size() + places.window.dims.size();
  if (failed(verifyPlaces(location, places, operandValue, indicesValue, rank)) ||
      failed(verifySliceSizes(location, places, operandValue, sizes)))
    return failure();
  // C22. `from` is the dim of the indices that a dim outside of windows comes from.
  SmallVector<int64_t> shape, bounds, indexBounds = boundsOf(indices),
                                      window = windowSizes(places, sizes);
  for (int64_t dim = 0, batch = 0, inside = 0; dim < rank; ++dim) {
    bool isWindow = llvm::is_contained(places.window.dims, dim);
    int64_t from = isWindow ? 0 : batchDims[batch++];
    shape.push_back(isWindow ? window[inside++] : indices.getDimSize(from));
    bounds.push_back(isWindow ? ShapedType::kDynamic : indexBounds[from]);
  }
  return tensorType(shape, bounds, operand.getElementType());
}

FailureOr<Type> GatherOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  return gatherType(location, adaptor.getDimensionNumbers(), adaptor.getOperand(),
                    adaptor.getStartIndices(), adaptor.getSliceSizes());
}

// The slice sizes are an operand; their values are known where the operand is a constant.
FailureOr<Type> DynamicGatherOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto sizesType = tensorOf(adaptor.getSliceSizes());
  int64_t rank = tensorOf(adaptor.getOperand()).getRank();
  if (!sizesType.isDynamicDim(0) && sizesType.getDimSize(0) != rank) // C20
    return emitOptionalError(
        location, "has ", sizesType.getDimSize(0), " slice sizes, the operand ",
        adaptor.getOperand().getType(), " has ", rank, " dims",
        typeNotes({"operand", "slice_sizes"}, {adaptor.getOperand(), adaptor.getSliceSizes()}));
  SmallVector<int64_t> sizes(rank, ShapedType::kDynamic);
  DenseIntElementsAttr constant;
  if (matchPattern(adaptor.getSliceSizes(), m_Constant(&constant)))
    for (auto [size, value] : llvm::zip_equal(sizes, constant.getValues<APInt>()))
      size = value.getSExtValue();
  return gatherType(location, adaptor.getDimensionNumbers(), adaptor.getOperand(),
                    adaptor.getStartIndices(), sizes);
}

/// Verifies scatter's C1, C3, C5 and C6: all inputs have one shape, all updates have one shape, and
/// input i and update i have one element type.
static LogicalResult verifyScattered(ScatterOp op) {
  if (op.getInputs().empty())
    return op.emitOpError("has no inputs; there must be at least one");
  auto element = [](Value value) { return baselineElementType(getElementTypeOrSelf(value)); };
  for (auto [i, input, update] : llvm::enumerate(op.getInputs(), op.getUpdates())) {
    for (auto [name, one, first] :
         {std::tuple("input", Value(input), Value(op.getInputs().front())),
          std::tuple("update", Value(update), Value(op.getUpdates().front()))})
      if (!haveCompatibleShapes(one.getType(), first.getType()))
        return op.emitOpError("has ")
               << name << " " << i << " of type " << one.getType() << " and " << name
               << " 0 of type " << first.getType() << "; the shapes must be equal"
               << typeNote(name + Twine(" 0"), first)
               << typeNote(name + Twine(" ") + Twine(i), one);
    if (element(input) != element(update))
      return op.emitOpError("updates input ")
             << i << " of type " << input.getType() << " with elements of type " << element(update)
             << "; the element types must be equal"
             << typeNotes({"the input", "the update"}, {input, update});
  }
  return success();
}

/// Verifies scatter's C4: the window dims of the updates fit into the inputs, and the other dims
/// have the sizes of the indices.
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
               << " exceeds the inputs' size " << whole
               << typeNotes({"the input", "the update"},
                            {op.getInputs().front(), op.getUpdates().front()});
      continue;
    }
    int64_t from = batchDims[batch++];
    if (!areCompatibleSizes(size, indices.getDimSize(from)))
      return op.emitOpError("has updates ")
             << update << ", whose dim " << dim << " of size " << size << " runs with dim " << from
             << " of scatter_indices of size " << indices.getDimSize(from)
             << "; the sizes must be equal"
             << typeNotes({"scatter_indices", "the update"},
                          {op.getScatterIndices(), op.getUpdates().front()});
  }
  return success();
}

// C1 to C25: shapes and dimension numbers first, then the region (C23), whose element types the
// results have (C25).
LogicalResult ScatterOp::verify() {
  if (failed(verifyScattered(*this)))
    return failure();
  auto input = cast<RankedTensorType>(getInputs().front().getType());
  auto update = cast<RankedTensorType>(getUpdates().front().getType());
  RankedTensorType indices = getScatterIndices().getType();
  Places places = placesOf(getScatterDimensionNumbers());
  if (failed(verifyPlaces(getLoc(), places, getInputs().front(), getScatterIndices(),
                          update.getRank())))
    return failure();
  int64_t updateRank = batchDimsOf(places, indices).size() + places.window.dims.size();
  if (update.getRank() != updateRank) // C4
    return emitOpError("has updates ")
           << update << "; scatter_indices and update_window_dims make rank " << updateRank
           << typeNotes({"scatter_indices", "the update"},
                        {getScatterIndices(), getUpdates().front()});
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
             << " and the region's element type " << element
             << typeNotes({"the input", "the returned value"}, {in, value});
  }
  return success();
}

} // namespace spmd::stablehlo
