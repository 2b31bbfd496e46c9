// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads sharding rules for custom calls and fits them to the shapes of a call; rule_file.h shows
// the form of the file. The parser and the verifier are those of #sdy.op_sharding_rule.
#include "compiler/rule_files/rule_file.h"
#include "compiler/rule_files/line_reader.h"
#include "dialects/sdy/verify.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {
using sdy::factorSymbol;

namespace {

/// An error at the first bracket that does not match. MLIR matches brackets before it calls the
/// parser of an attribute, and reports them without a place.
llvm::Error checkBrackets(const LineReader &line, llvm::StringRef text, unsigned column) {
  constexpr llvm::StringLiteral kOpen = "([{", kClose = ")]}";
  SmallVector<size_t> open;
  for (auto [i, c] : llvm::enumerate(text)) {
    if (kOpen.contains(c))
      open.push_back(i);
    size_t close = kClose.find(c);
    if (close == StringRef::npos)
      continue;
    if (open.empty() || text[open.pop_back_val()] != kOpen[close])
      return line.faultAt(column + i,
                          "'" + llvm::Twine(c) + "' closes no '" + llvm::Twine(kOpen[close]) + "'");
  }
  return open.empty() ? llvm::Error::success()
                      : line.faultAt(column + open.back(),
                                     "'" + llvm::Twine(text[open.back()]) + "' is not closed");
}

/// The rule with a size for each of its factors, which is unknown where the rule states none. Files
/// may list the factors of a group in any order.
sdy::OpShardingRuleAttr completed(sdy::OpShardingRuleAttr rule) {
  auto sorted = [](ArrayRef<int64_t> factors) {
    SmallVector<int64_t> out(factors);
    llvm::sort(out);
    return out;
  };
  SmallVector<int64_t> sizes(rule.getFactorSizes());
  for (auto mappings : {rule.getOperandMappings(), rule.getResultMappings()})
    for (sdy::TensorMappingAttr mapping : mappings)
      for (sdy::DimMappingAttr dim : mapping.getDimMappings())
        for (int64_t factor : dim.getFactorIndices())
          sizes.resize(std::max<int64_t>(sizes.size(), factor + 1), sdy::kUnknownSize);
  return sdy::OpShardingRuleAttr::get(
      rule.getContext(), sizes, rule.getOperandMappings(), rule.getResultMappings(),
      sorted(rule.getReductionFactors()), sorted(rule.getNeedReplicationFactors()),
      sorted(rule.getPermutationFactors()), sorted(rule.getBlockedPropagationFactors()),
      /*isCustomRule=*/true);
}

/// Reads the rest of a line as the body of an attribute. What the attribute's parser reports is an
/// error at its place in the line; what its verifier reports, at the beginning of the rule.
llvm::Expected<ShardingRule> readRule(LineReader &line, MLIRContext *context) {
  unsigned column = line.column();
  llvm::StringRef text = line.rest();
  if (llvm::Error error = checkBrackets(line, text, column))
    return error;
  constexpr llvm::StringLiteral kPrefix = "#sdy.op_sharding_rule<";
  std::string message;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    auto at = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    if (message.empty() && at && at.getColumn() > kPrefix.size())
      column += at.getColumn() - kPrefix.size() - 1;
    if (message.empty())
      message = diagnostic.str();
  });
  auto rule = dyn_cast_or_null<sdy::OpShardingRuleAttr>(
      parseAttribute((kPrefix + text + ">").str(), context));
  if (!rule)
    return line.faultAt(column, message);
  if (rule.getOperandMappings().empty() || rule.getResultMappings().empty())
    return line.faultAt(column, "a rule needs at least one operand and one result");
  rule = completed(rule);
  if (failed(sdy::verifyFactors(rule, [&] { return emitError(UnknownLoc::get(context)); })))
    return line.faultAt(column, message);
  for (auto [factor, size] : llvm::enumerate(rule.getFactorSizes()))
    if (size != sdy::kUnknownSize && size < 1)
      return line.faultAt(column, "factor " + factorSymbol(factor) + " has size " +
                                      llvm::Twine(size) + "; a size of at least 1 is wanted");
  return ShardingRule::fromAttr(rule);
}

/// The product of two sizes, or the largest number if the product overflows: no dim has that size,
/// so the comparison with the shape fails.
int64_t saturatingProduct(int64_t l, int64_t r) {
  int64_t out;
  return llvm::MulOverflow(l, r, out) ? INT64_MAX : out;
}

/// An error without a position, for the caller to report at the call.
llvm::Error misfit(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

} // namespace

/// A target may have one rule only.
llvm::Expected<std::vector<TargetRule>> parseTargetRules(llvm::StringRef text, llvm::StringRef file,
                                                         MLIRContext *context) {
  std::vector<TargetRule> rules;
  llvm::Error error = forEachLine(text, file, [&](LineReader &line) -> llvm::Error {
    llvm::StringRef target = line.until('(');
    if (target.empty())
      return line.fault("the target of a custom call is wanted");
    for (const TargetRule &other : rules)
      if (other.target == target)
        return line.faultAtLast("target " + target + " has a rule on line " +
                                llvm::Twine(other.line) + " already");
    llvm::Expected<ShardingRule> rule = readRule(line, context);
    if (!rule)
      return rule.takeError();
    rules.push_back({target.str(), std::move(*rule), line.number()});
    return llvm::Error::success();
  });
  if (error)
    return error;
  return rules;
}

namespace {

/// A dim of an operand or result, with its factors, its size, and its name in messages.
struct Dim {
  llvm::ArrayRef<int64_t> factors;
  int64_t size;
  std::string what;
};

/// All dims of a call. Fails where the rule has another number of tensors or of dims.
llvm::Expected<std::vector<Dim>> dimsOf(const ShardingRule &rule, Shapes operands, Shapes results) {
  if (rule.operands.size() != operands.size() || rule.results.size() != results.size())
    return misfit("the rule is for " + llvm::Twine(rule.operands.size()) + " operands and " +
                  llvm::Twine(rule.results.size()) + " results, the call has " +
                  llvm::Twine(operands.size()) + " and " + llvm::Twine(results.size()));
  std::vector<Dim> dims;
  for (size_t t = 0; t < rule.tensorCount(); ++t) {
    bool isOperand = t < operands.size();
    size_t number = isOperand ? t : t - operands.size();
    llvm::ArrayRef<int64_t> shape = isOperand ? operands[number] : results[number];
    std::string what = (isOperand ? "operand " : "result ") + std::to_string(number);
    if (shape.size() != rule.tensor(t).dims.size())
      return misfit(what + " has " + llvm::Twine(shape.size()) + " dims, the rule names " +
                    llvm::Twine(rule.tensor(t).dims.size()));
    for (auto [d, factors] : llvm::enumerate(rule.tensor(t).dims))
      dims.push_back({factors, shape[d], "dim " + std::to_string(d) + " of " + what});
  }
  return dims;
}

} // namespace

/// Solves for the sizes of the factors: ([ij])->([i, j]) {i=2} with shapes 8 and 2x4 gives j = 4.
/// Then every dim is compared with the product of its factors.
llvm::Expected<ShardingRule> fitRule(const ShardingRule &rule, Shapes operands, Shapes results) {
  llvm::Expected<std::vector<Dim>> dims = dimsOf(rule, operands, results);
  if (!dims)
    return dims.takeError();
  ShardingRule fitted = rule;
  auto isKnown = [&](int64_t f) { return fitted.factors[f].size != sdy::kUnknownSize; };
  // A dim with one unknown factor determines its size. That may leave another dim with only one
  // unknown factor, so the loop runs until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Dim &dim : *dims) {
      int64_t known = 1, unknown = -1, count = 0;
      for (int64_t f : dim.factors)
        if (isKnown(f)) {
          known = saturatingProduct(known, fitted.factors[f].size);
        } else {
          unknown = f;
          ++count;
        }
      // A dim with the known size 0 says nothing about its other factor.
      if (count != 1 || known == 0 || dim.size % known)
        continue;
      fitted.factors[unknown].size = dim.size / known;
      changed = true;
    }
  }
  for (size_t f = 0; f < fitted.factors.size(); ++f)
    if (!isKnown(f))
      return misfit("the shapes do not tell the size of factor " + factorSymbol(f) + "; write {" +
                    factorSymbol(f) + "=...} after the tensors");
  // Sizes that were given, or that several dims determine, may contradict a dim.
  for (const Dim &dim : *dims) {
    int64_t size = 1;
    std::string text;
    for (int64_t f : dim.factors) {
      size = saturatingProduct(size, fitted.factors[f].size);
      text += factorSymbol(f);
    }
    if (size != dim.size)
      return misfit(dim.what + " has size " + llvm::Twine(dim.size) + ", but its factors " + text +
                    " make " + llvm::Twine(size));
  }
  return fitted;
}

} // namespace spmd
