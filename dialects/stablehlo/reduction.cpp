// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers the result types of, builds and verifies the ops that run a region over many elements:
// reduce, reduce_window, select_and_scatter, sort and map. The text of reduce is in
// reduce_syntax.cpp. C numbers are constraints of each op in the StableHLO specification.
#include "dialects/notes.h"
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

#include "dialects/stablehlo/reduction.ops.inc"

namespace spmd::stablehlo {

/// Returns whether a builder infers result types before it fills the region. The element types in
/// which the region reduces are then those of the inits.
static bool isUnbuilt(Region &body) { return body.empty() || body.front().empty(); }

/// Returns the element types in which `body` reduces, one for each input.
static FailureOr<SmallVector<Type>> accumulators(std::optional<Location> location, Region &body,
                                                 ValueRange inputs, ValueRange inits) {
  if (inputs.empty() || inputs.size() != inits.size())
    return emitOptionalError(location, "reduces ", inputs.size(), " inputs with ", inits.size(),
                             " inits; it needs at least one and equally many");
  if (!isUnbuilt(body))
    return reducerElementTypes(location, body);
  return llvm::map_to_vector(inits,
                             [](Value init) { return getElementTypeOrSelf(init.getType()); });
}
/// The same for the region `name` of one input.
static FailureOr<Type> accumulator(std::optional<Location> location, Region &body, Value init,
                                   StringRef name) {
  return isUnbuilt(body) ? getElementTypeOrSelf(init.getType())
                         : reducerElementType(location, body, name);
}

/// Verifies the inputs, inits and body of reduce (C1, C2, C6) or reduce_window (C2, C3, C13):
/// inputs of one shape, scalar inits of the inputs' element types, and a body that fits them.
template <class Op> static LogicalResult verifyReduction(Op op) {
  ValueRange inputs = op.getInputs(), inits = op.getInitValues();
  for (auto [i, input, init] : llvm::enumerate(inputs, inits)) {
    if (!haveCompatibleShapes(inputs[0].getType(), input.getType()))
      return op.emitOpError("inputs must have one shape, input 0 is ")
             << inputs[0].getType() << " and input " << i << " is " << input.getType()
             << typeNotes({"input 0", "the other input"}, {inputs[0], input});
    if (tensorOf(init).getRank() != 0)
      return op.emitOpError("init ")
             << i << " must have rank 0, got " << init.getType() << typeNote("the init", init);
    Type l = getElementTypeOrSelf(input.getType()), r = getElementTypeOrSelf(init.getType());
    if (baselineElementType(l) != baselineElementType(r))
      return op.emitOpError("input ")
             << i << " has elements " << l << " and its init " << r << "; they must be equal"
             << typeNotes({"the input", "the init"}, {input, init});
  }
  return verifyReducer(op, op.getBody().front(), inputs.getTypes(), inits.getTypes());
}

// The generated build adds an empty region and infers the result type from the init. The body is
// built apart and then moved into that region.
void ReduceOp::build(OpBuilder &builder, OperationState &state, Value input, Value init,
                     ArrayRef<int64_t> dimensions, StringRef bodyOp) {
  addReducer(builder, state.location, *state.addRegion(), bodyOp,
             getElementTypeOrSelf(init.getType()));
  std::unique_ptr<Region> body = std::move(state.regions.front());
  state.regions.clear();
  build(builder, state, ValueRange(input), ValueRange(init),
        builder.getDenseI64ArrayAttr(dimensions));
  state.regions.front()->takeBody(*body);
}

// Builds a reduce of several inputs, whose accumulators have the types of the inits. The result
// types are inferred from the inits while the region is empty (see accumulators).
void ReduceOp::build(OpBuilder &builder, OperationState &state, ValueRange inputs, ValueRange inits,
                     ArrayRef<int64_t> dimensions,
                     function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  build(builder, state, inputs, inits, builder.getDenseI64ArrayAttr(dimensions));
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> scalars;
  for (int side = 0; side < 2; ++side)
    for (Value init : inits)
      scalars.push_back(init.getType());
  SmallVector<Location> locations(scalars.size(), state.location);
  Block *block = builder.createBlock(state.regions.front().get(), {}, scalars, locations);
  body(builder, state.location, block->getArguments());
}

// C3 to C5, C7 and C8: the result drops the reduced dims and has the body's element type. Bounds of
// the kept dims stay:
//   dimensions [1], add in f32: tensor<2x3xbf16> -> tensor<2xf32>
FailureOr<SmallVector<Type>> ReduceOp::inferTypes(Adaptor adaptor,
                                                  std::optional<Location> location) {
  FailureOr<SmallVector<Type>> elements =
      accumulators(location, adaptor.getBody(), adaptor.getInputs(), adaptor.getInitValues());
  if (failed(elements))
    return failure();
  SmallVector<Type> types;
  for (auto [input, element] : llvm::zip(adaptor.getInputs(), *elements)) {
    auto tensor = tensorOf(input);
    if (failed(verifyDims(location, adaptor.getDimensions(), tensor.getRank(), "dimensions")))
      return failure();
    SmallVector<int64_t> shape, bounds, inputBounds = boundsOf(tensor);
    for (int64_t d = 0; d < tensor.getRank(); ++d)
      if (!llvm::is_contained(adaptor.getDimensions(), d)) {
        shape.push_back(tensor.getDimSize(d));
        bounds.push_back(inputBounds[d]);
      }
    types.push_back(tensorType(shape, bounds, element));
  }
  return types;
}

LogicalResult ReduceOp::verify() { return verifyReduction(*this); }

/// Returns the window of reduce_window, from an op or an adaptor, whose lists are optional.
template <class Op>
static FailureOr<SmallVector<WindowDim>> windowOf(std::optional<Location> location, Op op,
                                                  Value operand) {
  return windowDims(location, tensorOf(operand).getRank(), op.getWindowDimensions(),
                    op.getWindowStrides().value_or(ArrayRef<int64_t>()), op.getPaddingAttr(),
                    op.getBaseDilations().value_or(ArrayRef<int64_t>()),
                    op.getWindowDilations().value_or(ArrayRef<int64_t>()));
}

// C1, C4 to C12, C15 and C16: one result element per window:
//   window 2x2, strides 2x2, max: tensor<8x6xf32> -> tensor<4x3xf32>
FailureOr<SmallVector<Type>> ReduceWindowOp::inferTypes(Adaptor adaptor,
                                                        std::optional<Location> location) {
  FailureOr<SmallVector<Type>> elements =
      accumulators(location, adaptor.getBody(), adaptor.getInputs(), adaptor.getInitValues());
  if (failed(elements))
    return failure();
  FailureOr<SmallVector<WindowDim>> window =
      windowOf(location, adaptor, adaptor.getInputs().front());
  if (failed(window))
    return failure();
  SmallVector<Type> types;
  for (auto [input, element] : llvm::zip(adaptor.getInputs(), *elements)) {
    if (tensorOf(input).getRank() != int64_t(window->size()))
      return emitOptionalError(location, "window has ", window->size(), " dims, an input is ",
                               input.getType(), typeNote("the input", input));
    types.push_back(windowedType(tensorOf(input), *window, element));
  }
  return types;
}

// Valid on verified ops only: the window's attributes have been checked.
SmallVector<WindowDim> ReduceWindowOp::getWindow() {
  return *windowOf(std::nullopt, *this, getInputs().front());
}

LogicalResult ReduceWindowOp::verify() { return verifyReduction(*this); }

/// Returns the window of select_and_scatter, which has no dilations.
template <class Op>
static FailureOr<SmallVector<WindowDim>> scatterWindow(std::optional<Location> location, Op op) {
  return windowDims(location, tensorOf(op.getOperand()).getRank(), op.getWindowDimensions(),
                    op.getWindowStrides().value_or(ArrayRef<int64_t>()), op.getPaddingAttr(), {},
                    {});
}

// C11 and C12: the operand's shape, with the element type of the scatter region.
FailureOr<Type> SelectAndScatterOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  FailureOr<Type> element =
      accumulator(location, adaptor.getScatter(), adaptor.getInitValue(), "scatter");
  if (failed(element))
    return failure();
  auto operand = tensorOf(adaptor.getOperand());
  return tensorType(operand.getShape(), boundsOf(operand), *element);
}

SmallVector<WindowDim> SelectAndScatterOp::getWindow() {
  return *scatterWindow(std::nullopt, *this);
}

/// Verifies that the arguments of `block` are scalars of these element types. `name` is how
/// messages call the region.
static LogicalResult takesScalars(Operation *op, Block &block, ArrayRef<Type> elements,
                                  StringRef name) {
  if (block.getNumArguments() != elements.size())
    return op->emitOpError(name) << " takes " << block.getNumArguments()
                                 << " arguments, it must take " << elements.size();
  for (auto [i, argument, element] : llvm::enumerate(block.getArguments(), elements)) {
    auto scalar = RankedTensorType::get({}, element);
    if (!areCompatible(argument.getType(), scalar))
      return op->emitOpError(name)
             << " argument " << i << " has type " << argument.getType() << ", it must be " << scalar
             << typeNote("the argument", argument) << operandNotes(op);
  }
  return success();
}

/// Verifies that a region that compares returns one tensor<i1>.
static LogicalResult returnsPredicate(Operation *op, Block &block, StringRef name) {
  Operation *end = &block.back();
  if (end->getNumOperands() != 1 || !isScalarOf(end->getOperand(0).getType(), kBool))
    return op->emitOpError(name) << " must return one tensor<i1>, it returns ("
                                 << end->getOperandTypes() << ")"
                                 << Note{end->getLoc(), "the region returns here"};
  return success();
}

// C1 to C10. The source has one element per window of the operand, select compares two elements,
// and scatter combines two:
//   operand 8x6, window 2x2, strides 2x2 -> source 4x3
LogicalResult SelectAndScatterOp::verify() {
  auto operand = tensorOf(getOperand()), source = tensorOf(getSource());
  FailureOr<SmallVector<WindowDim>> window = scatterWindow(getLoc(), *this);
  if (failed(window))
    return failure();
  // C1 and C3: element types.
  Type element = operand.getElementType(), init = getElementTypeOrSelf(getInitValue().getType());
  if (baselineElementType(source.getElementType()) != baselineElementType(element) ||
      baselineElementType(init) != baselineElementType(element))
    return emitOpError("operand, source and init must have equal elements, got ")
           << element << ", " << source.getElementType() << " and " << init
           << typeNotes({"operand", "source", "init"}, getOperands());
  // C2: one source element per window.
  auto windows = windowedType(operand, *window, source.getElementType());
  if (!haveCompatibleShapes(source, windows))
    return emitOpError("source must have an element per window, got ")
           << source << " for the windows " << windows << " of operand " << operand
           << typeNotes({"operand", "source"}, getOperands());
  // C9 and C10: the regions.
  Block &select = getSelect().front();
  if (failed(takesScalars(*this, select, {element, element}, "select")) ||
      failed(returnsPredicate(*this, select, "select")))
    return failure();
  return verifyReducer(*this, getScatter().front(), TypeRange(operand),
                       TypeRange(getInitValue().getType()), "scatter");
}

// C1 and C3 to C5. The comparator takes the arguments in pairs, left and right of each input:
//   inputs (tensor<9xf32>, tensor<9xi32>) -> comparator (f32, f32, i32, i32) -> i1, as scalars
LogicalResult SortOp::verify() {
  if (getInputs().empty())
    return emitOpError("sorts nothing; it needs at least one input");
  int64_t rank = tensorOf(getInputs()[0]).getRank(), dim = getDimension();
  SmallVector<Type> elements;
  for (auto [i, input] : llvm::enumerate(getInputs())) {
    if (!haveCompatibleShapes(getInputs()[0].getType(), input.getType()))
      return emitOpError("inputs must have one shape, input 0 is ")
             << getInputs()[0].getType() << " and input " << i << " is " << input.getType()
             << typeNotes({"input 0", "the other input"}, {getInputs()[0], input});
    elements.append(2, getElementTypeOrSelf(input.getType()));
  }
  if (dim < -rank || dim >= rank)
    return emitOpError("sorts along dim ")
           << dim << " of inputs of rank " << rank << typeNote("input 0", getInputs()[0]);
  if (failed(takesScalars(*this, getComparator().front(), elements, "comparator")))
    return failure();
  return returnsPredicate(*this, getComparator().front(), "comparator");
}

// C1, C2 and C4: the most specific shape of the inputs with the computation's element type.
FailureOr<Type> MapOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(location, "maps nothing; it needs at least one input");
  FailureOr<Type> element =
      accumulator(location, adaptor.getComputation(), adaptor.getInputs().front(), "computation");
  FailureOr<Type> shape = mostSpecific(location, adaptor.getInputs().getTypes());
  if (failed(element) || failed(shape))
    return failure();
  return cast<RankedTensorType>(*shape).clone(*element);
}

// C3: the specification admits all dims in order only. C4: one scalar argument per input.
LogicalResult MapOp::verify() {
  int64_t rank = tensorOf(getInputs()[0]).getRank();
  SmallVector<Type> elements;
  for (Value input : getInputs())
    elements.push_back(getElementTypeOrSelf(input.getType()));
  if (!llvm::equal(getDimensions(), llvm::seq<int64_t>(0, rank)))
    return emitOpError("dimensions must be 0 to ")
           << rank - 1 << " in order, got [" << getDimensions() << "]"
           << typeNote("input 0", getInputs()[0]);
  return takesScalars(*this, getComputation().front(), elements, "computation");
}

} // namespace spmd::stablehlo
