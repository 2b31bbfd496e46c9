// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and prints the debug attributes that record how propagation moved an axis, step by step.
// They are apart from syntax.cpp, because only sdy.propagation_edges uses them. The text is that of
// the Shardy dialect:
//   <[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-2 = [...]}]>
#include "dialects/sdy/attribute_lists.h"

using namespace mlir;

namespace spmd::sdy {

/// Parses the `-N` of step-0 or operand-1. The lexer reads the dash and the number as one negative
/// number.
static ParseResult parseDashNumber(AsmParser &parser, int64_t &number) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t negative;
  if (parser.parseInteger(negative))
    return failure();
  // A positive number means that the dash is missing.
  if (negative > 0 || negative == INT64_MIN)
    return parser.emitError(loc, "expected '-' and an index of 63 bits, got ") << negative;
  number = -negative;
  return success();
}

/// Parses operand-0 or result-1.
Attribute EdgeValueRefAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return {};
  std::optional<EdgeNodeType> type = symbolizeEdgeNodeType(word);
  if (!type) {
    parser.emitError(loc, "expected operand-N or result-N, got '") << word << "'";
    return {};
  }
  int64_t index;
  if (parseDashNumber(parser, index))
    return {};
  return EdgeValueRefAttr::get(parser.getContext(), *type, index);
}

void EdgeValueRefAttr::print(AsmPrinter &printer) const {
  printer << stringifyEdgeNodeType(getType()) << "-" << getIndex();
}

/// Parses {"a" = operand-0 -> [result-0, operand-1]}.
Attribute AxisToPropagationDetailsAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLBrace())
    return {};
  auto axis = llvm::dyn_cast_or_null<AxisRefAttr>(AxisRefAttr::parse(parser, Type()));
  if (!axis || parser.parseEqual())
    return {};
  auto source = llvm::dyn_cast_or_null<EdgeValueRefAttr>(EdgeValueRefAttr::parse(parser, Type()));
  if (!source || parser.parseArrow())
    return {};
  auto targets = parseList<EdgeValueRefAttr>(parser, AsmParser::Delimiter::Square);
  if (failed(targets) || parser.parseRBrace())
    return {};
  return AxisToPropagationDetailsAttr::get(parser.getContext(), axis, source, *targets);
}

void AxisToPropagationDetailsAttr::print(AsmPrinter &printer) const {
  printer << "{";
  getAxisName().print(printer);
  printer << " = ";
  getSource().print(printer);
  printList(printer, " -> [", getTargets(), "]}");
}

/// Parses {step-0 = [{"a" = operand-0 -> [result-0]}]}.
Attribute PropagationOneStepAttr::parse(AsmParser &parser, Type) {
  int64_t step;
  if (parser.parseLBrace() || parser.parseKeyword("step") || parseDashNumber(parser, step) ||
      parser.parseEqual())
    return {};
  auto entries = parseList<AxisToPropagationDetailsAttr>(parser, AsmParser::Delimiter::Square);
  if (failed(entries) || parser.parseRBrace())
    return {};
  return PropagationOneStepAttr::get(parser.getContext(), step, *entries);
}

void PropagationOneStepAttr::print(AsmPrinter &printer) const {
  printer << "{step-" << getStepIndex();
  printList(printer, " = [", getAxisEntries(), "]}");
}

/// Parses <[{step-0 = [...]}, {step-2 = [...]}]>.
Attribute PropagationEdgesAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  auto steps = parseList<PropagationOneStepAttr>(parser, AsmParser::Delimiter::Square);
  if (failed(steps) || parser.parseGreater())
    return {};
  return PropagationEdgesAttr::get(parser.getContext(), *steps);
}

void PropagationEdgesAttr::print(AsmPrinter &printer) const {
  printList(printer, "<[", getValue(), "]>");
}

} // namespace spmd::sdy
