// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of the attributes: parse and print of each, as attrs.td shows them. Sharding rules are
// in rule_syntax.cpp, where a sharding came from in provenance_syntax.cpp. What the text must mean
// beyond its shape is checked in attrs.cpp (an attribute alone) and verify.cpp (with its mesh and
// type).
#include "dialects/sdy/syntax.h"
#include "dialects/sdy/attribute_lists.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

/// A parsed attribute, or null after an error at `loc` when its own verifier refuses the values.
template <class Attr, class... Args>
Attribute checked(AsmParser &parser, SMLoc loc, Args &&...args) {
  return Attr::getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                          std::forward<Args>(args)...);
}

} // namespace

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t size;
  if (parser.parseString(&name) || parser.parseEqual() || parser.parseInteger(size))
    return {};
  return checked<MeshAxisAttr>(parser, loc, StringRef(name), size);
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  printer << "=" << getSize();
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  auto axes = parseList<MeshAxisAttr>(parser, AsmParser::Delimiter::Square);
  if (failed(axes))
    return {};
  SmallVector<int64_t> ids;
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() || parser.parseLSquare() ||
       parser.parseCommaSeparatedList([&] { return parser.parseInteger(ids.emplace_back()); }) ||
       parser.parseRSquare()))
    return {};
  if (parser.parseGreater())
    return {};
  // The row-major order is what an absent list says.
  if (!axes->empty() && llvm::equal(ids, llvm::seq<int64_t>(0, ids.size()))) {
    if (failed(MeshAttr::verify([&] { return parser.emitError(loc); }, *axes, ids)))
      return {};
    ids.clear();
  }
  return checked<MeshAttr>(parser, loc, ArrayRef(*axes), ArrayRef(ids));
}

void MeshAttr::print(AsmPrinter &printer) const {
  printList(printer, "<[", getAxes(), "]");
  if (!getDeviceIds().empty())
    printer << ", device_ids=[" << getDeviceIds() << "]";
  printer << ">";
}

Attribute SubAxisInfoAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t preSize, size;
  if (parser.parseLParen() || parser.parseInteger(preSize) || parser.parseRParen() ||
      parser.parseInteger(size))
    return {};
  return checked<SubAxisInfoAttr>(parser, loc, preSize, size);
}

void SubAxisInfoAttr::print(AsmPrinter &printer) const {
  printer << "(" << getPreSize() << ")" << getSize();
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string name;
  if (parser.parseString(&name))
    return {};
  SubAxisInfoAttr info;
  if (succeeded(parser.parseOptionalColon())) {
    info = llvm::dyn_cast_or_null<SubAxisInfoAttr>(SubAxisInfoAttr::parse(parser, Type()));
    if (!info)
      return {};
  }
  return AxisRefAttr::get(parser.getContext(), name, info);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  if (getSubAxisInfo()) {
    printer << ":";
    getSubAxisInfo().print(printer);
  }
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool isClosed = true;
  if (parser.parseLBrace())
    return {};
  if (failed(parser.parseOptionalRBrace())) {
    do {
      if (succeeded(parser.parseOptionalQuestion())) {
        isClosed = false;
        break;
      }
      auto axis = llvm::dyn_cast_or_null<AxisRefAttr>(AxisRefAttr::parse(parser, Type()));
      if (!axis)
        return {};
      axes.push_back(axis);
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRBrace())
      return {};
  }
  std::optional<int64_t> priority;
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    int64_t number;
    if (!word.consume_front("p") || word.getAsInteger(10, number)) {
      parser.emitError(loc, "expected a priority such as p1 after the axes of a dim");
      return {};
    }
    if (word.size() > 1 && word.front() == '0') {
      parser.emitError(loc, "a priority has no leading zeros: write p")
          << number << " for p" << word;
      return {};
    }
    priority = number;
  }
  return DimensionShardingAttr::get(parser.getContext(), axes, isClosed, priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printList(printer, "{", getAxes(), "");
  if (!getIsClosed())
    printer << (emptyAxes() ? "?" : ", ?");
  printer << "}";
  if (getPriority())
    printer << "p" << *getPriority();
}

/// replicated={"x"} or unreduced=max{"x"}, once each, in either order.
static ParseResult parseExtraAxes(AsmParser &parser, SmallVector<AxisRefAttr> &replicated,
                                  SmallVector<AxisRefAttr> &unreduced, ReductionKind &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  bool isUnreduced = name == "unreduced";
  if (!isUnreduced && name != "replicated")
    return parser.emitError(loc, "expected replicated or unreduced, got '") << name << "'";
  SmallVector<AxisRefAttr> &list = isUnreduced ? unreduced : replicated;
  if (!list.empty())
    return parser.emitError(loc) << name << " axes are given twice";
  if (isUnreduced ? (void(parser.parseOptionalEqual()), false) : failed(parser.parseEqual()))
    return failure();
  StringRef reduction;
  SMLoc reductionLoc = parser.getCurrentLocation();
  if (isUnreduced && succeeded(parser.parseOptionalKeyword(&reduction))) {
    std::optional<ReductionKind> parsed = symbolizeReductionKind(reduction);
    if (!parsed)
      return parser.emitError(reductionLoc, "expected the reduction sum, max or min, got '")
             << reduction << "'";
    kind = *parsed;
  }
  auto axes = parseList<AxisRefAttr>(parser, AsmParser::Delimiter::Braces);
  if (failed(axes))
    return failure();
  if (axes->empty())
    return parser.emitError(loc) << "the list of " << name << " axes is empty: leave it out";
  list = std::move(*axes);
  return success();
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  Attribute meshOrRef;
  if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    meshOrRef = MeshAttr::parse(parser, Type());
  } else {
    StringAttr symbol;
    if (parser.parseSymbolName(symbol))
      return {};
    meshOrRef = FlatSymbolRefAttr::get(symbol);
  }
  if (!meshOrRef || parser.parseComma())
    return {};
  auto dims = parseList<DimensionShardingAttr>(parser, AsmParser::Delimiter::Square);
  if (failed(dims))
    return {};
  SmallVector<AxisRefAttr> replicated, unreduced;
  ReductionKind kind = ReductionKind::SUM;
  while (succeeded(parser.parseOptionalComma()))
    if (parseExtraAxes(parser, replicated, unreduced, kind))
      return {};
  if (parser.parseGreater())
    return {};
  return TensorShardingAttr::get(parser.getContext(), meshOrRef, *dims, replicated, unreduced,
                                 kind);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = llvm::dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer.printAttribute(getMeshOrRef());
  }
  printList(printer, ", [", getDimShardings(), "]");
  if (!getReplicatedAxes().empty())
    printList(printer, ", replicated={", getReplicatedAxes(), "}");
  if (!getUnreducedAxes().empty()) {
    printer << ", unreduced=";
    if (getReductionKind() != ReductionKind::SUM)
      printer << stringifyReductionKind(getReductionKind());
    printList(printer, "{", getUnreducedAxes(), "}");
  }
  printer << ">";
}

ParseResult parseStrippedShardings(AsmParser &parser, TensorShardingPerValueAttr &attr) {
  SmallVector<TensorShardingAttr> shardings;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseCustomAttributeWithFallback(shardings.emplace_back());
      }))
    return failure();
  attr = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  TensorShardingPerValueAttr attr;
  if (parser.parseLess() || parseStrippedShardings(parser, attr) || parser.parseGreater())
    return {};
  return attr;
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printList(printer, "<[", getShardings(), "]>");
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  auto parseName = [&]() -> ParseResult {
    std::string name;
    if (parser.parseString(&name))
      return failure();
    names.push_back(StringAttr::get(parser.getContext(), name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseName))
    return {};
  return ManualAxesAttr::get(parser.getContext(), names);
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printer << "{";
  llvm::interleaveComma(getValue(), printer,
                        [&](StringAttr name) { printer.printString(name.getValue()); });
  printer << "}";
}

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  auto axes = parseList<AxisRefAttr>(parser, AsmParser::Delimiter::Braces);
  return failed(axes) ? Attribute() : AxisRefListAttr::get(parser.getContext(), *axes);
}

void AxisRefListAttr::print(AsmPrinter &printer) const { printList(printer, "{", getValue(), "}"); }

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  auto lists = parseList<AxisRefListAttr>(parser, AsmParser::Delimiter::Square);
  return failed(lists) ? Attribute() : ListOfAxisRefListsAttr::get(parser.getContext(), *lists);
}

void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const {
  printList(printer, "[", getValue(), "]");
}

Attribute AllToAllParamAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  auto axes = parseList<AxisRefAttr>(parser, AsmParser::Delimiter::Braces);
  int64_t srcDim, tgtDim;
  if (failed(axes) || parser.parseColon() || parser.parseInteger(srcDim) || parser.parseArrow() ||
      parser.parseInteger(tgtDim))
    return {};
  if (axes->empty()) {
    parser.emitError(loc, "a move from dim ")
        << srcDim << " to dim " << tgtDim << " needs at least one axis";
    return {};
  }
  return AllToAllParamAttr::get(parser.getContext(), *axes, srcDim, tgtDim);
}

void AllToAllParamAttr::print(AsmPrinter &printer) const {
  printList(printer, "{", getAxes(), "}");
  printer << ": " << getSrcDim() << "->" << getTgtDim();
}

Attribute AllToAllParamListAttr::parse(AsmParser &parser, Type) {
  auto params = parseList<AllToAllParamAttr>(parser, AsmParser::Delimiter::Square);
  return failed(params) ? Attribute() : AllToAllParamListAttr::get(parser.getContext(), *params);
}

void AllToAllParamListAttr::print(AsmPrinter &printer) const {
  printList(printer, "[", getValue(), "]");
}

} // namespace spmd::sdy
