// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers the result types of the chlo ops, verifies them, and parses and prints chlo.scan. The
// rules are those of the CHLO dialect of the StableHLO project.
#include "dialects/chlo/chlo.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/syntax.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::chlo {

/// Returns the size of one broadcast dim; nothing where the sizes cannot meet. A dynamic size meets
/// any other:
///   (4, 4) -> 4    (4, 1) -> 4    (?, 1) -> ?    (?, 4) -> 4    (3, 4) -> nothing
static std::optional<int64_t> broadcastSize(int64_t l, int64_t r) {
  if (l == r || r == 1)
    return l;
  if (l == 1)
    return r;
  if (ShapedType::isDynamic(l))
    return r;
  if (ShapedType::isDynamic(r))
    return l;
  return std::nullopt;
}

/// Returns the result type of a broadcast of two operands. Without `dims` the operands are aligned
/// on the right; with `dims` the operand of smaller rank lies at these dims of the other. Then
/// sizes of 1 expand both ways. Fails with a diagnostic where sizes differ and neither is 1.
///   tensor<2x3xf32>, tensor<3xf32> -> tensor<2x3x"element">
///   dims [0]: tensor<2x3xf32>, tensor<2xf32> -> 2x3
static FailureOr<RankedTensorType> broadcastType(std::optional<Location> location,
                                                 RankedTensorType lhs, RankedTensorType rhs,
                                                 std::optional<ArrayRef<int64_t>> dims,
                                                 Type element) {
  RankedTensorType large = lhs.getRank() >= rhs.getRank() ? lhs : rhs;
  RankedTensorType small = lhs.getRank() >= rhs.getRank() ? rhs : lhs;
  // The dims of the larger operand at which the dims of the smaller one lie. The other dims keep
  // the larger operand's sizes.
  SmallVector<int64_t> places;
  if (dims)
    places.assign(dims->begin(), dims->end());
  else
    llvm::append_range(places, llvm::seq(large.getRank() - small.getRank(), large.getRank()));
  if (static_cast<int64_t>(places.size()) != small.getRank())
    return emitOptionalError(location, "broadcast_dimensions has ", places.size(),
                             " entries for an operand of rank ", small.getRank());
  SmallVector<int64_t> shape(large.getShape());
  for (auto [dim, place] : llvm::enumerate(places)) {
    if (place < 0 || place >= large.getRank())
      return emitOptionalError(location, "broadcast_dimensions entry ", place,
                               " is not a dim of the operand of rank ", large.getRank());
    std::optional<int64_t> size = broadcastSize(large.getDimSize(place), small.getDimSize(dim));
    if (!size)
      return emitOptionalError(location, "cannot broadcast dim ", place, " of size ",
                               large.getDimSize(place), " with dim ", dim, " of size ",
                               small.getDimSize(dim), "; sizes must be equal or 1");
    shape[place] = *size;
  }
  return RankedTensorType::get(shape, element);
}

/// Returns the result type of a broadcast of two values, whose element types must be equal but for
/// quantization parameters (Chlo_BroadcastBase in ops.td).
static FailureOr<Type> broadcastTypeOf(std::optional<Location> location, Value lhs, Value rhs,
                                       std::optional<ArrayRef<int64_t>> dims, Type element) {
  RankedTensorType left = tensorOf(lhs), right = tensorOf(rhs);
  if (baselineElementType(left.getElementType()) != baselineElementType(right.getElementType()))
    return emitOptionalError(location, "lhs has elements of type ", left.getElementType(),
                             ", rhs of type ", right.getElementType(), "; they must be equal",
                             operandNotes(ValueRange{lhs, rhs}));
  return broadcastType(location, left, right, dims, element);
}

// pred, on_true and on_false are aligned on the right and broadcast together:
//   pred tensor<i1>, tensor<3xf32>, tensor<2x1xf32> -> tensor<2x3xf32>
FailureOr<Type> BroadcastSelectOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto pred = tensorOf(adaptor.getPred());
  auto onTrue = tensorOf(adaptor.getOnTrue());
  auto onFalse = tensorOf(adaptor.getOnFalse());
  if (onTrue.getElementType() != onFalse.getElementType())
    return emitOptionalError(location, "on_true has elements of type ", onTrue.getElementType(),
                             ", on_false of type ", onFalse.getElementType(),
                             "; they must be equal", operandNotes(adaptor.getOperands()));
  // The branches first, then pred with the result of that.
  FailureOr<RankedTensorType> values =
      broadcastType(location, onTrue, onFalse, std::nullopt, onTrue.getElementType());
  if (failed(values))
    return failure();
  return broadcastType(location, pred, *values, std::nullopt, onTrue.getElementType());
}

// The value itself: MLIR's folder needs it to treat the op as a constant.
OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

// The last dim is replaced by k; the second result holds the indices:
//   top_k(tensor<8x100xf32>, k = 5) -> tensor<8x5xf32>, tensor<8x5xi32>
FailureOr<SmallVector<Type>> TopKOp::inferTypes(Adaptor adaptor, std::optional<Location> location) {
  auto operand = tensorOf(adaptor.getOperand());
  int64_t k = adaptor.getK();
  if (operand.getRank() < 1)
    return emitOptionalError(location, "takes the largest along the last dim, but the operand ",
                             operand, " has none", typeNote("operand", adaptor.getOperand()));
  SmallVector<int64_t> shape(operand.getShape());
  // k is at most the size of the last dim. A dynamic size passes.
  if (k < 0 || (!ShapedType::isDynamic(shape.back()) && shape.back() < k))
    return emitOptionalError(location, "asks for the ", k, " largest of ", shape.back(),
                             typeNote("operand", adaptor.getOperand()));
  shape.back() = k;
  return SmallVector<Type>{
      RankedTensorType::get(shape, operand.getElementType()),
      RankedTensorType::get(shape, IntegerType::get(operand.getContext(), 32))};
}

// group_sizes has one number per group, for all of lhs or for each index of the dims before the
// ragged one: batching dims, then those of the ragged dim's kind. The result has the batching dims,
// the free dims of lhs and those of rhs, behind a dim of groups if the ragged dim is contracting.
static LogicalResult verifyRaggedShapes(RaggedDotOp op, ArrayRef<int64_t> lhsDims,
                                        ArrayRef<int64_t> rhsDims) {
  RaggedDotDimensionNumbersAttr dims = op.getRaggedDotDimensionNumbers();
  auto lhs = tensorOf(op.getLhs());
  auto rhs = tensorOf(op.getRhs());
  auto sizes = tensorOf(op.getGroupSizes());
  int64_t ragged = dims.getLhsRaggedDimensions().front();
  bool isContracting = llvm::is_contained(dims.getLhsContractingDimensions(), ragged);
  SmallVector<int64_t> kept(dims.getLhsBatchingDimensions()), wanted, result;
  for (int64_t d = 0; d < lhs.getRank(); ++d)
    if (!llvm::is_contained(lhsDims, d))
      kept.push_back(d);
  ArrayRef<int64_t> before = isContracting ? lhsDims : ArrayRef(kept);
  for (int64_t d : before.take_until([&](int64_t d) { return d == ragged; }))
    wanted.push_back(lhs.getDimSize(d));
  int64_t groups = sizes.getRank() ? sizes.getShape().back() : 0;
  wanted.push_back(groups);
  if (sizes.getRank() != 1 && sizes.getShape() != ArrayRef(wanted))
    return op.emitOpError() << "has group_sizes of type " << sizes
                            << "; they need one dim of groups, or the dims of lhs before the "
                               "ragged one and a dim of groups"
                            << operandNotes(op);
  for (int64_t d : dims.getRhsGroupDimensions())
    if (!areCompatibleSizes(rhs.getDimSize(d), groups))
      return op.emitOpError() << "has " << groups << " group_sizes and " << rhs.getDimSize(d)
                              << " groups in rhs dim " << d << "; the numbers must be equal"
                              << operandNotes(op);
  if (isContracting)
    result.push_back(groups);
  for (int64_t d : kept)
    result.push_back(lhs.getDimSize(d));
  for (int64_t d = 0; d < rhs.getRank(); ++d)
    if (!llvm::is_contained(rhsDims, d) && !llvm::is_contained(dims.getRhsGroupDimensions(), d))
      result.push_back(rhs.getDimSize(d));
  auto type = tensorOf(op);
  if (!areCompatible(type.clone(result), type))
    return op.emitOpError() << "has a result of type " << type << "; its operands give "
                            << type.clone(result) << operandNotes(op);
  return success();
}

// Batching and contracting dims are those of dot_general. One dim of lhs is ragged: group_sizes
// cuts it into consecutive groups. Where that dim is free, rhs has one group dim with a matrix for
// each group; where it is batching or contracting, rhs has no group dim:
//   lhs 10x4 ragged along dim 0, rhs 3x4x7 with group dim 0, group_sizes [2, 5, 3] -> 10x7
LogicalResult RaggedDotOp::verify() {
  RaggedDotDimensionNumbersAttr dims = getRaggedDotDimensionNumbers();
  auto lhs = tensorOf(getLhs());
  auto rhs = tensorOf(getRhs());
  if (dims.getLhsBatchingDimensions().size() != dims.getRhsBatchingDimensions().size() ||
      dims.getLhsContractingDimensions().size() != dims.getRhsContractingDimensions().size())
    return emitOpError() << "must name as many batching and contracting dims of lhs as of rhs";
  SmallVector<int64_t> lhsDims(dims.getLhsBatchingDimensions()),
      rhsDims(dims.getRhsBatchingDimensions());
  llvm::append_range(lhsDims, dims.getLhsContractingDimensions());
  llvm::append_range(rhsDims, dims.getRhsContractingDimensions());
  if (failed(verifyDims(getLoc(), lhsDims, lhs.getRank(),
                        "lhs batching and contracting dimensions")) ||
      failed(
          verifyDims(getLoc(), rhsDims, rhs.getRank(), "rhs batching and contracting dimensions")))
    return failure();
  for (auto [l, r] : llvm::zip_equal(lhsDims, rhsDims))
    if (!areCompatibleSizes(lhs.getDimSize(l), rhs.getDimSize(r)))
      return emitOpError() << "pairs lhs dim " << l << " of size " << lhs.getDimSize(l)
                           << " with rhs dim " << r << " of size " << rhs.getDimSize(r)
                           << "; the sizes must be equal" << operandNotes(*this);
  // The ragged dim.
  if (dims.getLhsRaggedDimensions().size() != 1)
    return emitOpError() << "must name one ragged dim of lhs, got "
                         << dims.getLhsRaggedDimensions().size();
  if (failed(verifyDims(getLoc(), dims.getLhsRaggedDimensions(), lhs.getRank(),
                        "lhs ragged dimensions")) ||
      failed(verifyDims(getLoc(), dims.getRhsGroupDimensions(), rhs.getRank(),
                        "rhs group dimensions")))
    return failure();
  // The group dim of rhs has no other role.
  for (int64_t dim : dims.getRhsGroupDimensions())
    if (llvm::is_contained(rhsDims, dim))
      return emitOpError() << "names rhs dim " << dim
                           << " as a group dim and as a batching or contracting one";
  // Free means neither batching nor contracting.
  bool isFree = !llvm::is_contained(lhsDims, dims.getLhsRaggedDimensions().front());
  size_t groupDims = dims.getRhsGroupDimensions().size();
  if (groupDims != (isFree ? 1 : 0))
    return emitOpError() << "must name "
                         << (isFree ? "one group dim of rhs for a ragged free dim"
                                    : "no group dim of rhs for a "
                                      "ragged batching or contracting dim")
                         << ", got " << groupDims;
  if (getPrecisionConfig() && getPrecisionConfig()->size() > 2)
    return emitOpError() << "has " << getPrecisionConfig()->size()
                         << " precisions; at most one per operand";
  return verifyRaggedShapes(*this, lhsDims, rhsDims);
}

// The body's arguments print as %input, %input_0, .., %carry, ..
void ScanOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, argument.getArgNumber() < getInputs().size() ? "input" : "carry");
}

/// Parses what follows the op's name, for inputs %x and carried values that start as %c:
///   (%x) inits (%c) dimension=0 attributes {..} { .. } : (T, T) -> (T, T)
/// The number of carried values splits the results: the last of them are the carries.
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  SMLoc loc = parser.getCurrentLocation();
  IntegerAttr dimension;
  FunctionType type;
  if (parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseAttribute(dimension, parser.getBuilder().getI64Type(),
                            getDimensionAttrName(state.name), state.attributes) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseRegion(*state.addRegion()) || parser.parseColonType(type))
    return failure();
  if (type.getNumInputs() != inputs.size() + inits.size())
    return parser.emitError(loc, "has ")
           << inputs.size() + inits.size() << " operands for " << type.getNumInputs() << " types";
  if (type.getNumResults() < inits.size())
    return parser.emitError(loc, "has ")
           << type.getNumResults() << " results for " << inits.size() << " carried values";
  ArrayRef<Type> types = type.getInputs();
  if (parser.resolveOperands(inputs, types.take_front(inputs.size()), loc, state.operands) ||
      parser.resolveOperands(inits, types.drop_front(inputs.size()), loc, state.operands))
    return failure();
  state.addTypes(type.getResults());
  // Operands are inputs, then inits; results are outputs, then as many carries as there are inits.
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {int32_t(inputs.size()), int32_t(inits.size())};
  properties.resultSegmentSizes = {int32_t(type.getNumResults() - inits.size()),
                                   int32_t(inits.size())};
  return success();
}

// Prints what parse reads; attributes that the text states elsewhere, or that have their default,
// are left out of the dictionary.
void ScanOp::print(OpAsmPrinter &printer) {
  printer << "(" << getInputs() << ") inits (" << getInits() << ") dimension=" << getDimension()
          << " ";
  SmallVector<StringRef> elided = {"dimension", "operandSegmentSizes", "resultSegmentSizes"};
  if (!getIsReverse())
    elided.push_back("is_reverse");
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << " ";
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

/// Returns the type that a body sees in one step, without the scanned dim:
///   (tensor<7x4xf32>, dim 0) -> tensor<4xf32>
static RankedTensorType stepType(RankedTensorType type, int64_t dim) {
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  return RankedTensorType::get(shape, type.getElementType());
}

// All inputs and outputs have the same size along the scanned dim, and the body maps one step:
//   inputs tensor<7x4xf32>, inits tensor<i32>, dim 0: (tensor<4xf32>, tensor<i32>) -> (steps of the
//   outputs, tensor<i32>)
LogicalResult ScanOp::verify() {
  int64_t dim = getDimension();
  SmallVector<Type> arguments, returned;
  std::optional<int64_t> steps = getScanDimSize();
  // Checks one input or output against the number of steps, and appends its step type to `types`.
  auto addStep = [&](Value value, StringRef what, SmallVector<Type> &types) -> LogicalResult {
    auto type = tensorOf(value);
    if (dim < 0 || dim >= type.getRank())
      return emitOpError() << "scans along dim " << dim << ", but an " << what << " has rank "
                           << type.getRank() << typeNote("the " + what, value);
    int64_t size = type.getDimSize(dim);
    if (steps && !areCompatibleSizes(*steps, size))
      return emitOpError() << "makes " << *steps << " steps, but an " << what << " has size "
                           << size << " along dim " << dim << typeNote("the " + what, value);
    if (!steps || ShapedType::isDynamic(*steps))
      steps = size;
    types.push_back(stepType(type, dim));
    return success();
  };
  for (Value input : getInputs())
    if (failed(addStep(input, "input", arguments)))
      return failure();
  for (Value output : getOutputs())
    if (failed(addStep(output, "output", returned)))
      return failure();
  if (getInputs().empty() && getOutputs().empty())
    return emitOpError()
           << "has neither inputs nor outputs, so that nothing says how many steps it makes";
  llvm::append_range(arguments, getInits().getTypes());
  llvm::append_range(returned, getCarries().getTypes());
  Block &body = getBody().front();
  if (!areCompatible(TypeRange(body.getArgumentTypes()), TypeRange(arguments)))
    return emitOpError() << "has a body that takes " << body.getArgumentTypes() << ", expected "
                         << arguments << indexedNotes("argument", body.getArguments());
  // The body returns one step of each output and then the next carried values.
  Operation *terminator = body.empty() ? nullptr : &body.back();
  if (!terminator || !terminator->hasTrait<OpTrait::IsTerminator>())
    return emitOpError() << "has a body without stablehlo.return";
  if (!areCompatible(TypeRange(terminator->getOperandTypes()), TypeRange(returned)))
    return emitOpError() << "has a body that returns " << terminator->getOperandTypes()
                         << ", expected " << returned
                         << Note{terminator->getLoc(), "the body returns here"};
  return success();
}

} // namespace spmd::chlo

#include "dialects/chlo/definitions.cpp.inc"
#include "dialects/chlo/ops.ops.inc"
