// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and prints sharding rules in the form of the Shardy dialect. Factors are the letters i to
// z, then z_1, z_2, ...; the factors of a dim are written without separators:
//   <([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}, custom>
// The file is apart from syntax.cpp, because no other attribute has factors.
#include "dialects/sdy/syntax.h"
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd::sdy {

constexpr int64_t kLetters = 'z' - 'i' + 1; // i..z
constexpr int64_t kMostFactors = 1 << 20;   // largest N of z_N, so that factor numbers stay small

std::string factorSymbol(int64_t factor) {
  if (factor < kLetters)
    return std::string(1, 'i' + factor);
  return "z_" + std::to_string(factor - kLetters + 1);
}

namespace {

/// Removes the first symbol from `word` and returns its factor: "jz_1k" -> factor 1, leaves "z_1k".
/// Nothing if `word` does not begin with a symbol.
std::optional<int64_t> takeFactor(StringRef &word) {
  if (word.empty() || word.front() < 'i' || word.front() > 'z')
    return std::nullopt;
  int64_t factor = word.front() - 'i';
  word = word.drop_front();
  if (factor == kLetters - 1 && word.consume_front("_")) {
    int64_t number;
    if (word.consumeInteger(10, number) || number < 1 || number > kMostFactors)
      return std::nullopt;
    factor = kLetters - 1 + number;
  }
  return factor;
}

} // namespace

/// The factors of one dim: jz_1k -> {1, 18, 2}.
ParseResult parseFactors(AsmParser &parser, SmallVector<int64_t> &factors) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  StringRef rest = word;
  while (!rest.empty()) {
    std::optional<int64_t> factor = takeFactor(rest);
    if (!factor)
      return parser.emitError(loc, "expected factors i to z or z_1, z_2, ..., got '")
             << word << "'";
    factors.push_back(*factor);
  }
  return success();
}

void printFactors(AsmPrinter &printer, ArrayRef<int64_t> factors) {
  for (int64_t factor : factors)
    printer << factorSymbol(factor);
}

namespace {

/// One factor, such as `k` in reduction={k}.
ParseResult parseFactor(AsmParser &parser, int64_t &factor) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> factors;
  if (parseFactors(parser, factors))
    return failure();
  if (factors.size() != 1)
    return parser.emitError(loc, "expected one factor, got ") << factors.size();
  factor = factors.front();
  return success();
}

/// {i=8, k=4} -> 8, unknown, 4: the sizes of factors. The verifier of an op refuses unknown sizes;
/// a rule of a file has few sizes (compiler/rule_files/rule_file.h). A rule without factors has no
/// braces at all.
ParseResult parseFactorSizes(AsmParser &parser, SmallVectorImpl<int64_t> &sizes) {
  if (failed(parser.parseOptionalLBrace()) || succeeded(parser.parseOptionalRBrace()))
    return success();
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    int64_t factor;
    if (parseFactor(parser, factor))
      return failure();
    if (factor >= static_cast<int64_t>(sizes.size()))
      sizes.resize(factor + 1, kUnknownSize);
    if (sizes[factor] != kUnknownSize)
      return parser.emitError(loc) << "factor " << factorSymbol(factor) << " has a size already";
    return failure(parser.parseEqual() || parser.parseInteger(sizes[factor]));
  };
  return failure(parser.parseCommaSeparatedList(parseOne) || parser.parseRBrace());
}

/// The kinds of factors by the words of their groups, in the order in which groups are printed.
constexpr StringLiteral kGroups[] = {"reduction", "need_replication", "permutation",
                                     "blocked_propagation"};
using Groups = std::array<SmallVector<int64_t>, std::size(kGroups)>;

/// reduction={k} permutation={i}: the groups that are there, in any order.
ParseResult parseGroups(AsmParser &parser, Groups &groups) {
  SMLoc loc = parser.getCurrentLocation();
  for (StringRef word; succeeded(parser.parseOptionalKeyword(&word));
       loc = parser.getCurrentLocation()) {
    size_t group = llvm::find(kGroups, word) - kGroups;
    if (group == std::size(kGroups))
      return parser.emitError(loc, "expected ")
             << llvm::join(ArrayRef(kGroups), ", ") << " or '>', got '" << word << "'";
    if (!groups[group].empty())
      return parser.emitError(loc, word) << " factors are given twice";
    if (parser.parseEqual() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
          return parseFactor(parser, groups[group].emplace_back());
        }))
      return failure();
  }
  return success();
}

/// Prints ` reduction={k}`, or nothing for an empty list.
void printGroup(AsmPrinter &printer, StringRef name, ArrayRef<int64_t> factors) {
  if (factors.empty())
    return;
  printer << " " << name << "={";
  llvm::interleaveComma(factors, printer, [&](int64_t factor) { printer << factorSymbol(factor); });
  printer << "}";
}

} // namespace

/// Parses the form of the header comment.
Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorMappingAttr> operands, results;
  SmallVector<int64_t> sizes;
  Groups groups;
  // ([i, k], [k, j]) has one bracket per tensor.
  if (parser.parseLess() || parseList(parser, AsmParser::Delimiter::Paren, operands) ||
      parser.parseArrow() || parseList(parser, AsmParser::Delimiter::Paren, results) ||
      parseFactorSizes(parser, sizes) || parseGroups(parser, groups))
    return {};
  bool isCustom = succeeded(parser.parseOptionalComma());
  if ((isCustom && parser.parseKeyword("custom")) || parser.parseGreater())
    return {};
  return OpShardingRuleAttr::get(parser.getContext(), sizes, operands, results, groups[0],
                                 groups[1], groups[2], groups[3], isCustom);
}

/// Prints the form that OpShardingRuleAttr::parse reads. A rule without factors, as of an op on
/// scalars, has no braces: <([])->([])>.
void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printList(printer, "<(", getOperandMappings(), ")->");
  printList(printer, "(", getResultMappings(), ")");
  if (getNumFactors()) {
    printer << " {";
    auto known = llvm::make_filter_range(llvm::enumerate(getFactorSizes()),
                                         [](auto it) { return it.value() != kUnknownSize; });
    llvm::interleaveComma(
        known, printer, [&](auto it) { printer << factorSymbol(it.index()) << "=" << it.value(); });
    printer << "}";
  }
  ArrayRef<int64_t> groups[] = {getReductionFactors(), getNeedReplicationFactors(),
                                getPermutationFactors(), getBlockedPropagationFactors()};
  for (auto [word, factors] : llvm::zip_equal(kGroups, groups))
    printGroup(printer, word, factors);
  printer << (isCustom() ? ", custom>" : ">");
}

} // namespace spmd::sdy
