// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers the result types of if, case, tuples and optimization_barrier, and verifies, parses and
// prints while. C numbers are constraints of each op in the StableHLO specification. calls.cpp has
// the ops for calls, effects.cpp those for tokens and channels; all are declared in control.td.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"

using namespace mlir;

namespace spmd::stablehlo {

// Each branch returns the results. Carried values go round: they are operands, arguments of both
// regions, and what the body returns.
sdy::DataFlow IfOp::getDataFlow() { return {.returning = (*this)->getRegions()}; }
sdy::DataFlow CaseOp::getDataFlow() { return {.returning = (*this)->getRegions()}; }
sdy::DataFlow WhileOp::getDataFlow() {
  return {.operandsToResults = true, .resultsToArguments = true, .returning = getBody()};
}
sdy::DataFlow OptimizationBarrierOp::getDataFlow() { return {.operandsToResults = true}; }

/// custom<TupleTypes>(type($val), type($result)): the text has the tuple's type alone, which tells
/// the types of the operands:  stablehlo.tuple %a, %b : tuple<tensor<2xf32>, tensor<i32>>
static ParseResult parseTupleTypes(OpAsmParser &parser, SmallVectorImpl<Type> &values,
                                   Type &result) {
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(place) << "expected a tuple type, got " << result;
  llvm::append_range(values, tuple.getTypes());
  return success();
}

static void printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange, Type result) {
  printer << result;
}

/// custom<TokenTypes>(type($inputs), type($result)): the text has one type, which all operands and
/// the result have:  stablehlo.after_all %t0, %t1 : !stablehlo.token
static ParseResult parseTokenTypes(OpAsmParser &parser,
                                   SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inputs,
                                   SmallVectorImpl<Type> &inputTypes, Type &result) {
  if (parser.parseType(result))
    return failure();
  inputTypes.assign(inputs.size(), result);
  return success();
}

static void printTokenTypes(OpAsmPrinter &printer, Operation *, OperandRange, TypeRange,
                            Type result) {
  printer << result;
}

/// custom<CallTarget>: the target's name prints as `@name`, though it is a string and no symbol.
static ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}
static void printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target.getValue());
}

/// Returns the ReturnOp that ends a region with one block; null where there is none. Type inference
/// runs before the verifier, so a region may still lack its return.
static ReturnOp regionReturn(Region &region) {
  if (!region.hasOneBlock() || region.front().empty())
    return {};
  return dyn_cast<ReturnOp>(region.front().back());
}

static Note returnNote(size_t branch, ReturnOp end) {
  return {end.getLoc(), ("branch " + Twine(branch) + " returns here").str()};
}

/// Infers the result types of if and case from the returns of their branches. A size that differs
/// between branches becomes dynamic. Verifies C1 and C2 of if, C1 to C3 of case on the way:
///   branches return tensor<2x3xf32> and tensor<2x?xf32> -> tensor<2x?xf32>
static FailureOr<SmallVector<Type>> branchTypes(std::optional<Location> location,
                                                RegionRange branches) {
  if (branches.empty()) // C1 of case
    return emitOptionalError(location, "has no branch, there must be at least one");
  SmallVector<ReturnOp> returns;
  for (auto [i, branch] : llvm::enumerate(branches)) {
    if (branch->getNumArguments() != 0)
      return emitOptionalError(location, "branch ", i, " takes ", branch->getNumArguments(),
                               " arguments, a branch takes none");
    ReturnOp end = regionReturn(*branch);
    if (!end)
      return emitOptionalError(location, "branch ", i, " must end in stablehlo.return");
    if (!returns.empty() && end.getNumOperands() != returns.front().getNumOperands())
      return emitOptionalError(location, "branch ", i, " returns ", end.getNumOperands(),
                               " values, branch 0 returns ", returns.front().getNumOperands(),
                               returnNote(0, returns.front()), returnNote(i, end));
    returns.push_back(end);
  }
  // Each result has the least specific of the types that the branches return for it.
  SmallVector<Type> types;
  for (unsigned value = 0, count = returns.front().getNumOperands(); value < count; ++value) {
    SmallVector<Type> all;
    for (auto [i, end] : llvm::enumerate(returns)) {
      all.push_back(end.getOperand(value).getType());
      if (!areCompatible(all.front(), all.back()))
        return emitOptionalError(location, "branch ", i, " returns ", all.back(), " as value ",
                                 value, ", branch 0 returns ", all.front(),
                                 returnNote(0, returns.front()), returnNote(i, end));
    }
    FailureOr<Type> type = leastSpecific(location, all);
    if (failed(type))
      return failure();
    types.push_back(*type);
  }
  return types;
}

// Adds both regions with one empty block each, whose arguments are the carried values.
void WhileOp::build(OpBuilder &builder, OperationState &state, ValueRange operands) {
  state.addOperands(operands);
  state.addTypes(operands.getTypes());
  SmallVector<Location> locations(operands.size(), state.location);
  for (int i = 0; i < 2; ++i)
    state.addRegion()->emplaceBlock().addArguments(operands.getTypes(), locations);
}

// Arguments print as %iterArg, %iterArg_0, .. as in StableHLO's own printer.
void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

/// Verifies that a region takes the carried values (C1 for cond, C2 for body). `name` is what
/// messages call the region.
static LogicalResult verifyLoopArguments(WhileOp op, Region &region, StringRef name) {
  if (region.getNumArguments() != op.getNumOperands())
    return op.emitOpError(name) << " takes " << region.getNumArguments()
                                << " arguments, the loop carries " << op.getNumOperands()
                                << " values";
  for (auto [i, argument, operand] : llvm::enumerate(region.getArguments(), op.getOperands()))
    if (!areCompatible(argument.getType(), operand.getType()))
      return op.emitOpError(name) << " takes " << argument.getType() << " as argument " << i
                                  << ", the loop carries " << operand.getType()
                                  << typeNotes({"the argument", "the start of the carried value"},
                                               {argument, operand});
  return success();
}

// C1 to C3: cond returns one tensor<i1>, body returns the next carried values, and the results have
// the types of the operands. Runs after the ops inside have been verified.
LogicalResult WhileOp::verifyRegions() {
  if (!areCompatible(getResultTypes(), getOperandTypes())) // C3
    return emitOpError("carries values of types (")
           << getOperandTypes() << ") and has results of types (" << getResultTypes()
           << "); they must be equal" << operandNotes(*this);
  if (failed(verifyLoopArguments(*this, getCond(), "cond")) ||
      failed(verifyLoopArguments(*this, getBody(), "body")))
    return failure();
  auto end = cast<ReturnOp>(getCond().front().getTerminator());
  if (end.getNumOperands() != 1)
    return end.emitOpError("of cond returns ")
           << end.getNumOperands() << " values, cond returns one";
  if (!isScalarOf(end.getOperand(0).getType(), kBool))
    return end.emitOpError("of cond returns ")
           << end.getOperand(0).getType() << ", cond returns tensor<i1>"
           << typeNote("the condition", end.getOperand(0));
  auto next = cast<ReturnOp>(getBody().front().getTerminator());
  if (next.getNumOperands() != getNumOperands())
    return next.emitOpError("of body returns ")
           << next.getNumOperands() << " values, the loop carries " << getNumOperands()
           << Note{getLoc(), "the loop is here"};
  for (auto [i, value, operand] : llvm::enumerate(next.getOperands(), getOperands()))
    if (!areCompatible(value.getType(), operand.getType()))
      return next.emitOpError("of body returns ")
             << value.getType() << " as value " << i << ", the loop carries " << operand.getType()
             << typeNotes({"the returned value", "the start of the carried value"},
                          {value, operand});
  return success();
}

/// Parses `(%i = %a, %x = %b) : T, U attributes {..} cond {..} do {..}`. The names %i and %x are
/// the arguments of both regions.
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  auto parseOne = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(types))
    return failure();
  if (parser.resolveOperands(operands, types, place, result.operands))
    return failure();
  result.addTypes(types);
  for (auto [argument, type] : llvm::zip_equal(arguments, types))
    argument.type = type;
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (StringRef word : {"cond", "do"}) {
    Region *region = result.addRegion();
    if (parser.parseKeyword(word) || parser.parseRegion(*region, arguments))
      return failure();
    ensureTerminator(*region, parser.getBuilder(), result.location);
  }
  return success();
}

// Prints what parse reads, with cond and body in new lines:
//   stablehlo.while(%i = %a, %x = %b) : T, U
//   cond { .. } do { .. }
void WhileOp::print(OpAsmPrinter &printer) {
  // The text lists the argument names once, so the body's arguments print under the names of
  // cond's.
  Block::BlockArgListType names = getCond().getArguments();
  if (!getBody().empty())
    printer.shadowRegionArgs(getBody(), getCond().getArguments());
  printer << '(';
  llvm::interleaveComma(llvm::zip(names, getOperands()), printer, [&](auto pair) {
    printer.printOperand(std::get<0>(pair));
    printer << " = " << std::get<1>(pair);
  });
  printer << ')';
  if (getNumOperands())
    printer << " : " << getOperandTypes();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

// C1 and C2: the index is in the tuple, and the result has the element's type. The index is an i32
// attribute that its accessor returns unsigned.
FailureOr<Type> GetTupleElementOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto tuple = dyn_cast<TupleType>(adaptor.getOperand().getType());
  int64_t index = int32_t(adaptor.getIndex());
  if (!tuple || index < 0 || index >= int64_t(tuple.size()))
    return emitOptionalError(
        location, "takes element ", index, " of ", adaptor.getOperand().getType(), ", which has ",
        tuple ? tuple.size() : 0, " elements", typeNote("operand", adaptor.getOperand()));
  return tuple.getType(index);
}

// A return ends regions of ops. A module's body has no terminator, and passes append ops to it, so
// a return there would end up between other ops.
LogicalResult ReturnOp::verify() {
  if (isa<ModuleOp>((*this)->getParentOp()))
    return emitOpError("ends a region of an op, and stands in a module");
  return success();
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/control.ops.inc"
