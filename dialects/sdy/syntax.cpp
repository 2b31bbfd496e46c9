// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and prints the attributes of sdy; attrs.td shows the form of each. The text is that of the
// Shardy dialect. Sharding rules are in rule_syntax.cpp. A parser checks the form only: attrs.cpp
// checks an attribute alone, verify.cpp checks it with its mesh and type.
#include "dialects/sdy/syntax.h"

using namespace mlir;

namespace spmd::sdy {
/// Parses "x"=4.
Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t size;
  if (parser.parseString(&name) || parser.parseEqual() || parser.parseInteger(size))
    return {};
  return parser.getChecked<MeshAxisAttr>(loc, parser.getContext(), StringRef(name), size);
}

void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  printer << "=" << getSize();
}

/// Parses <["x"=2, "y"=4]> or <["x"=2], device_ids=[1, 0]> or, for one device, <[],
/// device_ids=[3]>.
Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> ids;
  if (parser.parseLess() || parseSquareList(parser, axes))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() || parser.parseLSquare() ||
       parser.parseCommaSeparatedList([&] { return parser.parseInteger(ids.emplace_back()); }) ||
       parser.parseRSquare()))
    return {};
  if (parser.parseGreater())
    return {};
  // A list in row-major order means the same as no list, so it is dropped: equal meshes are equal
  // attributes. The list is verified first, because a wrong length would go unnoticed afterwards.
  if (!axes.empty() && llvm::equal(ids, llvm::seq<int64_t>(0, ids.size()))) {
    if (failed(MeshAttr::verify([&] { return parser.emitError(loc); }, axes, ids)))
      return {};
    ids.clear();
  }
  return parser.getChecked<MeshAttr>(loc, parser.getContext(), ArrayRef(axes), ArrayRef(ids));
}

/// Prints device_ids only if the mesh has a device order of its own.
void MeshAttr::print(AsmPrinter &printer) const {
  printList(printer, "<[", getAxes(), "]");
  if (!getDeviceIds().empty())
    printer << ", device_ids=[" << getDeviceIds() << "]";
  printer << ">";
}

/// Parses (2)4.
Attribute SubAxisInfoAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t preSize, size;
  if (parser.parseLParen() || parser.parseInteger(preSize) || parser.parseRParen() ||
      parser.parseInteger(size))
    return {};
  return parser.getChecked<SubAxisInfoAttr>(loc, parser.getContext(), preSize, size);
}

void SubAxisInfoAttr::print(AsmPrinter &printer) const {
  printer << "(" << getPreSize() << ")" << getSize();
}

/// Parses "x" or "x":(2)4.
Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string name;
  if (parser.parseString(&name))
    return {};
  SubAxisInfoAttr info;
  if (succeeded(parser.parseOptionalColon()) && parseEntry(parser, info))
    return {};
  return AxisRefAttr::get(parser.getContext(), name, info);
}

///   "x" or "x":(1)2
void AxisRefAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  if (getSubAxisInfo()) {
    printer << ":";
    getSubAxisInfo().print(printer);
  }
}

/// Parses {"x", "y":(1)2}, or {"x", ?} with further axes allowed, {?}p1 with a priority.
Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool isClosed = true;
  if (parser.parseLBrace())
    return {};
  // The question mark of an open dim must come last.
  if (failed(parser.parseOptionalRBrace())) {
    do {
      if (succeeded(parser.parseOptionalQuestion())) {
        isClosed = false;
        break;
      }
      if (parseEntry(parser, axes.emplace_back()))
        return {};
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRBrace())
      return {};
  }
  std::optional<int64_t> priority;
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    int64_t number;
    // The lexer delivers "p1" as one keyword.
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

/// A closed dim is {"a"} or {}, an open one {"a", ?} or {?}.
void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printList(printer, "{", getAxes(), "");
  if (!getIsClosed())
    printer << (emptyAxes() ? "?" : ", ?");
  printer << "}";
  if (getPriority())
    printer << "p" << *getPriority();
}

/// Parses replicated={"x"}, unreduced={"x"} or unreduced=max{"x"}. Each list may be given once, in
/// either order.
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
  // The "=" is optional behind `unreduced`, but not behind `replicated`.
  if (isUnreduced ? (void(parser.parseOptionalEqual()), false) : failed(parser.parseEqual()))
    return failure();
  if ((isUnreduced && parseReductionKind(parser, kind)) || parseBraceList(parser, list))
    return failure();
  if (list.empty())
    return parser.emitError(loc) << "the list of " << name << " axes is empty: leave it out";
  return success();
}

/// Parses <@mesh, [{"x"}, {?}], replicated={"y"}, unreduced=max{"z"}>. The mesh is a symbol or
/// written out: <mesh<["x"=2]>, [{"x"}]>.
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
  SmallVector<DimensionShardingAttr> dims;
  if (!meshOrRef || parser.parseComma() || parseSquareList(parser, dims))
    return {};
  SmallVector<AxisRefAttr> replicated, unreduced;
  ReductionKind kind = ReductionKind::SUM;
  // Replicated and unreduced axes may come in either order; printing puts replicated ones first.
  while (succeeded(parser.parseOptionalComma()))
    if (parseExtraAxes(parser, replicated, unreduced, kind))
      return {};
  if (parser.parseGreater())
    return {};
  return TensorShardingAttr::get(parser.getContext(), meshOrRef, dims, replicated, unreduced, kind);
}

/// Prints the form that TensorShardingAttr::parse reads. A sum is not written, and neither are
/// empty lists of replicated or unreduced axes.
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

/// Parses [<@m, [{"x"}]>, ...], as in in_shardings.
ParseResult parseStrippedShardings(AsmParser &parser, TensorShardingPerValueAttr &attr) {
  SmallVector<TensorShardingAttr> shardings;
  if (parseSquareList(parser, shardings))
    return failure();
  attr = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

void printStrippedShardings(AsmPrinter &printer, Operation *, TensorShardingPerValueAttr attr) {
  printSquareList(printer, attr.getShardings());
}

/// Parses {"b"}: 0->2. A move without axes is refused.
Attribute AllToAllParamAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AxisRefAttr> axes;
  int64_t srcDim, tgtDim;
  if (parseBraceList(parser, axes) || parser.parseColon() || parser.parseInteger(srcDim) ||
      parser.parseArrow() || parser.parseInteger(tgtDim))
    return {};
  if (axes.empty()) {
    parser.emitError(loc, "a move from dim ")
        << srcDim << " to dim " << tgtDim << " needs at least one axis";
    return {};
  }
  return AllToAllParamAttr::get(parser.getContext(), axes, srcDim, tgtDim);
}

void AllToAllParamAttr::print(AsmPrinter &printer) const {
  printList(printer, "{", getAxes(), "}");
  printer << ": " << getSrcDim() << "->" << getTgtDim();
}

/// The lexer reads the dash and the number as one negative number.
ParseResult parseDashNumber(AsmParser &parser, int64_t &number) {
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

void printDashNumber(AsmPrinter &printer, int64_t number) { printer << "-" << number; }

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

/// Parses the word of a reduction. Without one `kind` keeps its value.
ParseResult parseReductionKind(AsmParser &parser, ReductionKind &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  std::optional<ReductionKind> known = symbolizeReductionKind(word);
  if (!known)
    return parser.emitError(loc, "expected the reduction sum, max or min, got '") << word << "'";
  kind = *known;
  return success();
}

} // namespace spmd::sdy
