// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and prints the dimension numbers of a convolution: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1,
// f]` or, after the word `raw`, a list of named fields. Separate from convolution.cpp because both
// the attribute and the ops use this text.
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include <map>

using namespace mlir;

namespace spmd::stablehlo {

namespace {
/// The dims of one tensor of a convolution: two named dims and the spatial ones. -1 is a dim that
/// the text does not name:
///   `[b, 0, 1, f]` -> first (b) 0, second (f) 3, spatial [1, 2]
struct ConvDims {
  char firstName, secondName;
  int64_t first = -1, second = -1;
  SmallVector<int64_t> spatial;
};
} // namespace

/// Prints the role of each position: `[b, 0, 1, f]`. A position without a role prints as `?`.
static void printConvDims(AsmPrinter &printer, const ConvDims &dims) {
  // The rank is not stored: it is one more than the greatest dim that has a role.
  int64_t rank = std::max(dims.first, dims.second) + 1;
  for (int64_t d : dims.spatial)
    rank = std::max(rank, d + 1);
  SmallVector<std::string> words(rank, "?");
  auto set = [&](int64_t d, std::string word) {
    if (d >= 0)
      words[d] = std::move(word);
  };
  set(dims.first, {dims.firstName});
  set(dims.second, {dims.secondName});
  for (auto [i, d] : llvm::enumerate(dims.spatial))
    set(d, std::to_string(i));
  printer << '[';
  llvm::interleaveComma(words, printer, [&](const std::string &word) { printer << word; });
  printer << ']';
}

/// Parses one bracket. Each named dim stands once, and spatial numbers are 0 to n-1, each once:
///   `[b, 1, 0, f]` -> first 0, second 3, spatial [2, 1]
static ParseResult parseConvDims(AsmParser &parser, ConvDims &dims) {
  // Position of each spatial number. The map is ordered, so that gaps show in the loop below.
  std::map<int64_t, int64_t> spatial;
  int64_t position = 0;
  auto parseOne = [&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    int64_t number;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    StringRef word;
    if (parsed.has_value()) {
      if (failed(*parsed))
        return failure();
      if (number < 0 || !spatial.try_emplace(number, position).second)
        return parser.emitError(place)
               << "spatial dim " << number << " stands twice or is negative";
    } else if (succeeded(parser.parseOptionalQuestion())) {
      // A `?` gives the position no role.
    } else if (parser.parseOptionalKeyword(&word)) {
      return parser.emitError(place) << "expected a spatial dim's number, '" << dims.firstName
                                     << "' or '" << dims.secondName << "'";
    } else {
      int64_t *role = word == StringRef(&dims.firstName, 1)    ? &dims.first
                      : word == StringRef(&dims.secondName, 1) ? &dims.second
                                                               : nullptr;
      if (!role || *role >= 0)
        return parser.emitError(place)
               << "'" << word << "' is not a dim of this tensor or stands twice; it has '"
               << dims.firstName << "', '" << dims.secondName << "' and spatial dims";
      *role = position;
    }
    ++position;
    return success();
  };
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne,
                                     " in the dims of a convolution"))
    return failure();
  // The spatial numbers must be 0 to n-1 without a gap.
  for (auto [i, entry] : llvm::enumerate(spatial)) {
    if (entry.first != int64_t(i))
      return parser.emitError(place)
             << "spatial dims must be 0 to " << spatial.size() - 1 << ", " << i << " is absent";
    dims.spatial.push_back(entry.second);
  }
  if (dims.first < 0 || dims.second < 0)
    return parser.emitError(place) << "'" << (dims.first < 0 ? dims.firstName : dims.secondName)
                                   << "' does not stand in the dims of this tensor";
  return success();
}

/// Parses the named fields behind the word `raw`, in any order:
///   `raw input_batch_dimension = 0, input_spatial_dimensions = [1, 2], ..`
/// A field that is absent keeps -1 or an empty list; the op's verifier refuses such dims.
static ParseResult parseRawConvDims(AsmParser &parser, ConvDims &input, ConvDims &kernel,
                                    ConvDims &output) {
  // Each field fills either one dim or a list of dims.
  struct Field {
    StringRef name;
    int64_t *dim;
    SmallVector<int64_t> *dims;
  };
  Field fields[] = {{"input_batch_dimension", &input.first, nullptr},
                    {"input_feature_dimension", &input.second, nullptr},
                    {"input_spatial_dimensions", nullptr, &input.spatial},
                    {"kernel_input_feature_dimension", &kernel.first, nullptr},
                    {"kernel_output_feature_dimension", &kernel.second, nullptr},
                    {"kernel_spatial_dimensions", nullptr, &kernel.spatial},
                    {"output_batch_dimension", &output.first, nullptr},
                    {"output_feature_dimension", &output.second, nullptr},
                    {"output_spatial_dimensions", nullptr, &output.spatial}};
  return parser.parseCommaSeparatedList([&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word) || parser.parseEqual())
      return failure();
    Field *field = llvm::find_if(fields, [&](const Field &f) { return f.name == word; });
    if (field == std::end(fields))
      return parser.emitError(place) << "convolution dims have no field '" << word << "'";
    if (field->dim)
      return parser.parseInteger(*field->dim);
    field->dims->clear();
    return parseDims(parser, *field->dims);
  });
}

// Input and output have the dims b and f, the kernel has i and o.
ConvDimensionNumbersAttr parseConvRoles(AsmParser &parser) {
  ConvDims input{'b', 'f', -1, -1, {}}, kernel{'i', 'o', -1, -1, {}}, output{'b', 'f', -1, -1, {}};
  // Raw form: the fields by their names.
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    if (parseRawConvDims(parser, input, kernel, output))
      return {};
  } else if (parseConvDims(parser, input) || parser.parseKeyword("x") ||
             parseConvDims(parser, kernel) || parser.parseArrow() ||
             parseConvDims(parser, output)) {
    return {};
  }
  return ConvDimensionNumbersAttr::get(parser.getContext(), input.first, input.second,
                                       input.spatial, kernel.first, kernel.second, kernel.spatial,
                                       output.first, output.second, output.spatial);
}

// Prints the short form always, also for attributes that were read in raw form.
void printConvRoles(AsmPrinter &printer, ConvDimensionNumbersAttr dims) {
  printConvDims(printer, {'b', 'f', dims.getInputBatchDimension(), dims.getInputFeatureDimension(),
                          llvm::to_vector(dims.getInputSpatialDimensions())});
  printer << 'x';
  printConvDims(printer, {'i', 'o', dims.getKernelInputFeatureDimension(),
                          dims.getKernelOutputFeatureDimension(),
                          llvm::to_vector(dims.getKernelSpatialDimensions())});
  printer << "->";
  printConvDims(printer,
                {'b', 'f', dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(),
                 llvm::to_vector(dims.getOutputSpatialDimensions())});
}

// The attribute's text is the roles in angle brackets: #stablehlo.conv<[b, f]x[i, o]->[b, f]>.
Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  ConvDimensionNumbersAttr dims = parseConvRoles(parser);
  return dims && succeeded(parser.parseGreater()) ? dims : ConvDimensionNumbersAttr();
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvRoles(printer, *this);
  printer << '>';
}

} // namespace spmd::stablehlo
