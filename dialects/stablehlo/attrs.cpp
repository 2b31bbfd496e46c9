// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses, prints and verifies the attributes and types of the stablehlo dialect, as far as attrs.td
// does not generate this code. The forms are those of the StableHLO specification, section Types,
// and of the dialect's printed text where the specification has none (meshes, accuracies).
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "dialects/stablehlo/definitions.cpp.inc"

namespace spmd::stablehlo {

/// Parses and prints bounds between brackets of either kind, `?` for a dim without one: `4, ?`
static ParseResult parseBounds(AsmParser &parser, AsmParser::Delimiter delimiter,
                               SmallVector<int64_t> &bounds) {
  auto parseOne = [&]() -> ParseResult {
    int64_t &bound = bounds.emplace_back(ShapedType::kDynamic);
    return succeeded(parser.parseOptionalQuestion()) ? success() : parser.parseInteger(bound);
  };
  return parser.parseCommaSeparatedList(delimiter, parseOne, " in bounds");
}
static void printBounds(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  llvm::interleaveComma(bounds, printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
}

// Parses an attribute behind `#stablehlo.`. type_extensions is the only attribute with two names:
// its short form `#stablehlo.bounds<4, ?>` is read here, the others by the generated parser.
Attribute StablehloDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  if (succeeded(parser.parseOptionalKeyword("bounds"))) {
    SmallVector<int64_t> bounds;
    if (parseBounds(parser, AsmParser::Delimiter::LessGreater, bounds))
      return {};
    return TypeExtensionsAttr::get(getContext(), bounds);
  }
  StringRef mnemonic;
  Attribute attribute;
  SMLoc place = parser.getCurrentLocation();
  OptionalParseResult parsed = generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (!parsed.has_value())
    parser.emitError(place, "the stablehlo dialect has no attribute '") << mnemonic << "'";
  return attribute;
}

// Prints type_extensions in the short form: bounds [4, dynamic] -> `bounds<4, ?>`.
void StablehloDialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  if (auto extensions = dyn_cast<TypeExtensionsAttr>(attribute)) {
    printer << "bounds<";
    printBounds(printer, extensions.getBounds());
    printer << '>';
    return;
  }
  (void)generatedAttributePrinter(attribute, printer);
}

// The long form, which older programs contain: `<bounds = [4, ?]>`.
Attribute TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  if (parser.parseLess() || parser.parseKeyword("bounds") || parser.parseEqual() ||
      parseBounds(parser, AsmParser::Delimiter::Square, bounds) || parser.parseGreater())
    return {};
  return get(parser.getContext(), bounds);
}

// The long form. The dialect's printAttribute prints the short form instead.
void TypeExtensionsAttr::print(AsmPrinter &printer) const {
  printer << "<bounds = [";
  printBounds(printer, getBounds());
  printer << "]>";
}

// One bound per dim, and none on a static dim: tensor<?x3xf32, #stablehlo.bounds<4, ?>> passes.
LogicalResult
TypeExtensionsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                                   function_ref<InFlightDiagnostic()> emitError) const {
  if (getBounds().size() != shape.size())
    return emitError() << getBounds().size() << " bounds on a tensor of rank " << shape.size();
  for (auto [d, bound, size] : llvm::enumerate(getBounds(), shape))
    if (!ShapedType::isDynamic(bound) && !ShapedType::isDynamic(size))
      return emitError() << "bound " << bound << " on dim " << d << " of static size " << size
                         << "; only a dynamic dim has a bound, write ? there";
  return success();
}

// Parses the accuracy of a transcendental function. Fields that are zero may be absent, and `mode`
// comes last:
//   <atol = 1.0e-5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  if (parser.parseLess())
    return {};
  // Fields before `mode`, in any order, each followed by a comma.
  while (failed(parser.parseOptionalKeyword("mode"))) {
    ParseResult field = success();
    if (succeeded(parser.parseOptionalKeyword("atol")))
      field = failure(parser.parseEqual() || parser.parseFloat(atol));
    else if (succeeded(parser.parseOptionalKeyword("rtol")))
      field = failure(parser.parseEqual() || parser.parseFloat(rtol));
    else if (succeeded(parser.parseOptionalKeyword("ulps")))
      field = failure(parser.parseEqual() || parser.parseInteger(ulps));
    else
      field = parser.emitError(parser.getCurrentLocation(), "expected atol, rtol, ulps or mode");
    if (field || parser.parseComma())
      return {};
  }
  if (parser.parseEqual() || parser.parseAttribute(mode) || parser.parseGreater())
    return {};
  return parser.getChecked<ResultAccuracyAttr>(parser.getContext(), APFloat(atol), APFloat(rtol),
                                               ulps, mode);
}

// Leaves out the fields that are zero, which the parser fills in again.
void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  auto tolerance = [&](StringRef name, const APFloat &value) {
    if (value.isZero())
      return;
    printer << name << " = ";
    printer.printFloat(value);
    printer << ", ";
  };
  tolerance("atol", getAtol());
  tolerance("rtol", getRtol());
  if (getUlps())
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = " << getMode() << '>';
}

// Tolerances are 0 or more, and only the mode TOLERANCE may have tolerances other than 0. -0.0
// counts as 0.
LogicalResult ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emitError, APFloat atol,
                                         APFloat rtol, int64_t ulps, ResultAccuracyModeAttr mode) {
  auto negative = [](const APFloat &value) { return value.isNegative() && !value.isZero(); };
  if (negative(atol) || negative(rtol) || ulps < 0)
    return emitError() << "tolerances must not be negative, got atol " << atol.convertToDouble()
                       << ", rtol " << rtol.convertToDouble() << ", ulps " << ulps;
  if (mode.getValue() != ResultAccuracyMode::TOLERANCE &&
      !(atol.isZero() && rtol.isZero() && ulps == 0))
    return emitError() << "accuracy mode " << stringifyResultAccuracyMode(mode.getValue())
                       << " takes no tolerances, use TOLERANCE";
  return success();
}

// An axis of size 1 is admitted. Import drops such axes from shardings.
LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                                   int64_t size) {
  if (size <= 0)
    return emitError() << "mesh axis \"" << name << "\" has size " << size
                       << ", it must be positive";
  return success();
}

// Parses a mesh; device ids are optional:
//   <axes=[<name = "x", size = 2>, <name = "y", size = 4>], device_ids=dense<..> : tensor<8xi64>>
Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  DenseIntElementsAttr ids;
  auto parseAxis = [&]() -> ParseResult {
    // `<name = "x", size = 2>` or the whole attribute
    return parser.parseCustomAttributeWithFallback(axes.emplace_back());
  };
  if (parser.parseLess() || parser.parseKeyword("axes") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis,
                                     " in the axes of a mesh"))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() || parser.parseAttribute(ids)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<MeshAttr>(parser.getContext(), axes, ids);
}

// Axes print without the mnemonic, as `<name = "x", size = 2>`, which
// parseCustomAttributeWithFallback reads.
void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<axes=[";
  llvm::interleaveComma(getAxes(), printer, [&](MeshAxisAttr axis) { axis.print(printer); });
  printer << ']';
  if (getDeviceIds())
    printer << ", device_ids=" << getDeviceIds();
  printer << '>';
}

// Axis names differ, the mesh has at most kMostDevices devices, and device ids, where they are
// listed, are a permutation of 0 to devices - 1.
LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes, DenseIntElementsAttr deviceIds) {
  // The product of the sizes is checked at each step, so that it cannot overflow.
  llvm::StringSet<> names;
  int64_t devices = 1;
  for (MeshAxisAttr axis : axes) {
    if (llvm::MulOverflow(devices, axis.getSize(), devices) || devices > kMostDevices)
      return emitError() << "mesh has more than " << kMostDevices << " devices";
    if (!names.insert(axis.getName()).second)
      return emitError() << "mesh has two axes named \"" << axis.getName() << "\"";
  }
  if (!deviceIds)
    return success();
  if (deviceIds.getNumElements() != devices)
    return emitError() << "mesh lists " << deviceIds.getNumElements()
                       << " device ids, its axes have " << devices << " devices";
  SmallVector<int64_t> ids;
  // A splat takes a few bytes of text for any number of elements. Two of its ids are enough to see
  // that an id is absent, so a hostile mesh of 2^31 devices costs no memory.
  if (deviceIds.isSplat())
    ids.assign(std::min<int64_t>(deviceIds.getNumElements(), 2),
               deviceIds.getSplatValue<APInt>().getSExtValue());
  else
    for (APInt id : deviceIds.getValues<APInt>())
      ids.push_back(id.getSExtValue());
  // Sorted, a permutation of 0..n-1 is 0..n-1 itself.
  llvm::sort(ids);
  for (auto [i, id] : llvm::enumerate(ids))
    if (id != int64_t(i))
      return emitError() << "device ids of a mesh must be 0 to " << devices - 1 << ", each once; "
                         << i << " is absent";
  return success();
}

// `(pre)size` is the middle factor of an axis of size pre * size * rest. A size of 1 would
// split nothing. The product must fit 64 bits, so that later code may multiply without a check.
LogicalResult SubAxisInfoAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t preSize,
                                      int64_t size) {
  if (preSize < 1 || size < 2)
    return emitError() << "sub-axis (" << preSize << ")" << size
                       << " needs a pre-size of at least 1 and a size of at least 2";
  if (int64_t end; llvm::MulOverflow(preSize, size, end))
    return emitError() << "sub-axis (" << preSize << ")" << size << " is larger than any axis";
  return success();
}

/// Returns the size of the axis `name` of `mesh`; 0 where there is no such axis.
static int64_t axisSize(MeshAttr mesh, StringRef name) {
  for (MeshAxisAttr axis : mesh.getAxes())
    if (axis.getName() == name)
      return axis.getSize();
  return 0;
}

// Checks the kinds of the fields. The names and sizes of axes are checked here only for a mesh that
// is written out; a mesh named by a symbol is checked by verifyGroupMesh (groups.h), which can look
// symbols up.
LogicalResult ReplicaGroupMeshAxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                               Attribute mesh, ArrayAttr axes) {
  auto inlined = dyn_cast<MeshAttr>(mesh);
  if (!inlined && !isa<FlatSymbolRefAttr>(mesh))
    return emitError() << "mesh of replica groups must be a symbol or a #stablehlo.mesh, got "
                       << mesh;
  for (Attribute attribute : axes) {
    AxisRefAttr axis = axisRefOf(attribute);
    if (!axis)
      return emitError() << "axes of replica groups must be #stablehlo.axis_ref, got " << attribute;
    // Only an inlined mesh shows its axes here.
    if (!inlined)
      continue;
    int64_t size = axisSize(inlined, axis.getName());
    if (size == 0)
      return emitError() << "mesh has no axis \"" << axis.getName() << "\"";
    SubAxisInfoAttr part = axis.getSubAxisInfo();
    if (part && size % (part.getPreSize() * part.getSize()) != 0)
      return emitError() << "sub-axis (" << part.getPreSize() << ")" << part.getSize()
                         << " does not divide axis \"" << axis.getName() << "\" of size " << size;
  }
  return success();
}

// `!stablehlo.future<tensor<3xf32>>` passes; tokens, tuples and unranked tensors do not.
LogicalResult FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<Type> types) {
  for (Type type : types)
    if (!isa<RankedTensorType>(type))
      return emitError() << "a future holds ranked tensors, got " << type;
  return success();
}

} // namespace spmd::stablehlo
