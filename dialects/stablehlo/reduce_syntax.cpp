// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and prints stablehlo.reduce. The text names a body that is one commutative op. It writes
// out other bodies, with the arguments in pairs of accumulator and element. Separate from
// reduction.cpp because this code is long:
//   stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (..) -> ..
//   stablehlo.reduce(%x init: %z), (%k init: %c) across dimensions = [0] : (..) -> (..)
//    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>)  { .. }
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"

using namespace mlir;

namespace spmd::stablehlo {

/// Returns the op that the short form names; nothing where the body needs the long form. The short
/// form does not state the accumulator's type, so that must be the init's.
static std::optional<OperationName> shortBody(ReduceOp op) {
  if (op.getInputs().size() != 1)
    return std::nullopt;
  std::optional<OperationName> name = reducerOp(op.getBody());
  Type element = getElementTypeOrSelf(op.getInitValues()[0].getType());
  return name && getElementTypeOrSelf(op.getBody().getArgument(0).getType()) == element
             ? name
             : std::nullopt;
}

// Prints the short form where shortBody finds one. The long form prints the block's arguments,
// which are all accumulators and then all elements, in pairs: arguments (%a, %i, %b, %j) print as
//   reducer(%a: .., %b: ..) (%i: .., %j: ..)
void ReduceOp::print(OpAsmPrinter &printer) {
  size_t count = getInputs().size();
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer, [&](auto pair) {
    printer << '(' << std::get<0>(pair) << " init: " << std::get<1>(pair) << ')';
  });
  std::optional<OperationName> body = shortBody(*this);
  if (body)
    printer << " applies " << *body;
  printer << " across dimensions = ";
  printDims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (body)
    return;
  printer.printNewline();
  printer << " reducer";
  for (size_t i = 0; i < count; ++i) {
    printer << '(';
    printer.printRegionArgument(getBody().getArgument(i));
    printer << ", ";
    printer.printRegionArgument(getBody().getArgument(count + i));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// Parses `reducer(%a: T, %b: T) (..) {..}` with `count` pairs. The block's arguments become all
/// accumulators, then all elements.
static ParseResult parseReducer(OpAsmParser &parser, size_t count, Region &body) {
  SmallVector<OpAsmParser::Argument> accumulators, elements;
  if (parser.parseKeyword("reducer"))
    return failure();
  auto parseArgument = [&](OpAsmParser::Argument &argument) -> ParseResult {
    return failure(parser.parseArgument(argument, /*allowType=*/true) ||
                   parser.parseOptionalLocationSpecifier(argument.sourceLoc));
  };
  for (size_t i = 0; i < count; ++i)
    if (parser.parseLParen() || parseArgument(accumulators.emplace_back()) || parser.parseComma() ||
        parseArgument(elements.emplace_back()) || parser.parseRParen())
      return failure();
  accumulators.append(elements);
  return parser.parseRegion(body, accumulators);
}

// Parses both forms. In the short form the body is built here from the op's name, over scalars of
// the init's element type; the name must be that of a registered commutative op, since other ops
// would not say which argument comes first.
ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  SMLoc place = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseLParen() || parser.parseOperand(inputs.emplace_back()) ||
                   parser.parseKeyword("init") || parser.parseColon() ||
                   parser.parseOperand(inits.emplace_back()) || parser.parseRParen());
  };
  if (parser.parseCommaSeparatedList(parsePair))
    return failure();

  std::optional<OperationName> bodyOp;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    bodyOp = *name;
  }
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual())
    return failure();
  FunctionType type;
  if (parseDimList(parser, state.getOrAddProperties<Properties>().dimensions) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();

  inputs.append(inits);
  if (parser.resolveOperands(inputs, type.getInputs(), place, state.operands))
    return failure();
  state.addTypes(type.getResults());
  Region &body = *state.addRegion();
  if (!bodyOp)
    return parseReducer(parser, inits.size(), body);
  if (inits.size() != 1)
    return parser.emitError(place)
           << "reduces " << inits.size()
           << " inputs; the form with `applies` is for one, write a reducer";
  if (!bodyOp->isRegistered() || !bodyOp->hasTrait<OpTrait::IsCommutative>())
    return parser.emitError(place)
           << "'" << *bodyOp << "' is not a commutative op of two operands, write a reducer";
  auto init = dyn_cast<RankedTensorType>(type.getInput(1));
  if (!init)
    return parser.emitError(place) << "init must be a ranked tensor, got " << type.getInput(1);
  OpBuilder builder(parser.getContext());
  addReducer(builder, parser.getEncodedSourceLoc(place), body, bodyOp->getStringRef(),
             init.getElementType());
  return success();
}

} // namespace spmd::stablehlo
