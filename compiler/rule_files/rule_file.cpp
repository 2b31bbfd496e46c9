// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads sharding rules for custom calls and fits them to the shapes of a call; rule_file.h shows
// the form of the file. The parser is not that of the attribute, because a rule file has no sizes
// and reports errors by file, line and column.
#include "compiler/rule_files/rule_file.h"
#include "compiler/rule_files/line_reader.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

namespace spmd {
namespace {

constexpr int64_t kLetters = 'z' - 'i' + 1;
constexpr unsigned kMostFactors = 1000; // largest N of z_N: no op has more dims

/// 0 -> i, 17 -> z, 18 -> z_1.
std::string letterOf(int64_t factor) {
  return factor < kLetters ? std::string(1, char('i' + factor))
                           : "z_" + std::to_string(factor - kLetters + 1);
}

/// Reads one line into a TargetRule.
class RuleReader {
public:
  RuleReader(LineReader &line, TargetRule &out) : line(line), out(out) {}

  // target tensors -> tensors [{sizes}] [group={factors}]...
  llvm::Error read() {
    out.line = line.number();
    out.target = line.until('(').str();
    if (out.target.empty())
      return line.fault("the target of a custom call is wanted");
    if (llvm::Error error = readTensors(out.rule.operands))
      return error;
    if (!line.consume("->"))
      return line.fault("\"->\" is wanted between operands and results");
    if (llvm::Error error = readTensors(out.rule.results))
      return error;
    // Without this check a gap would leave a factor without any dim.
    for (size_t f = 0; f < used.size(); ++f)
      if (!used[f])
        return line.faultAtLast("factors are lettered from i on without gaps, but " + letterOf(f) +
                                " is in no tensor");
    out.rule.factors.assign(used.size(), Factor{.size = 0});
    if (line.peek() == '{')
      if (llvm::Error error = readSizes())
        return error;
    while (!line.atEnd())
      if (llvm::Error error = readGroup())
        return error;
    out.rule.custom = true;
    return llvm::Error::success();
  }

private:
  /// Reads ([i, jk], []): one bracket per tensor, empty for a scalar.
  llvm::Error readTensors(llvm::SmallVectorImpl<TensorFactors> &tensors) {
    if (!line.consume("("))
      return line.fault("\"(\" and a bracket for each tensor are wanted");
    do {
      TensorFactors &tensor = tensors.emplace_back();
      if (!line.consume("["))
        return line.fault("\"[\" is wanted, then the factors of each dim");
      if (line.consume("]"))
        continue;
      do {
        if (llvm::Error error = readDim(tensor))
          return error;
      } while (line.consume(","));
      if (!line.consume("]"))
        return line.fault("\",\" or \"]\" is wanted");
    } while (line.consume(","));
    return line.consume(")") ? llvm::Error::success() : line.fault("\",\" or \")\" is wanted");
  }

  // Reads the factors of one dim, such as jk, and marks them as used.
  llvm::Error readDim(TensorFactors &tensor) {
    auto &dim = tensor.dims.emplace_back();
    llvm::StringRef word = line.word();
    do {
      int64_t factor;
      if (llvm::Error error = takeFactor(word, factor))
        return error;
      for (const auto &other : tensor.dims)
        if (llvm::is_contained(other, factor))
          return line.faultAtLast("factor " + letterOf(factor) + " is in the tensor already");
      dim.push_back(factor);
      if (used.size() <= size_t(factor))
        used.resize(factor + 1, false);
      used[factor] = true;
    } while (!word.empty());
    return llvm::Error::success();
  }

  /// Removes the first symbol from `word`: i, ..., z, z_1, ...
  llvm::Error takeFactor(llvm::StringRef &word, int64_t &factor) {
    if (word.empty() || word.front() < 'i' || word.front() > 'z')
      return line.faultAtLast("factors are the letters i to z, then z_1, z_2, ...");
    factor = word.front() - 'i';
    word = word.drop_front();
    unsigned number;
    if (factor == kLetters - 1 && word.consume_front("_")) {
      if (word.consumeInteger(10, number) || number < 1 || number > kMostFactors)
        return line.faultAtLast("z_ is followed by a number from 1 to " +
                                llvm::Twine(kMostFactors));
      factor += number;
    }
    return llvm::Error::success();
  }

  // Reads one factor that some tensor uses.
  llvm::Error readFactor(int64_t &factor) {
    llvm::StringRef word = line.word();
    if (llvm::Error error = takeFactor(word, factor))
      return error;
    if (!word.empty())
      return line.faultAtLast("one factor is wanted");
    if (factor >= int64_t(used.size()))
      return line.faultAtLast("factor " + letterOf(factor) + " is in no tensor");
    return llvm::Error::success();
  }

  /// Reads {i=2, j=4}.
  llvm::Error readSizes() {
    line.consume("{");
    do {
      int64_t factor, size;
      if (llvm::Error error = readFactor(factor))
        return error;
      if (!line.consume("="))
        return line.fault("\"=\" and the size of the factor are wanted");
      if (out.rule.factors[factor].size)
        return line.faultAtLast("factor " + letterOf(factor) + " has a size already");
      if (line.digits().getAsInteger(10, size) || size < 1)
        return line.faultAtLast("a size of at least 1 is wanted");
      out.rule.factors[factor].size = size;
    } while (line.consume(","));
    return line.consume("}") ? llvm::Error::success() : line.fault("\",\" or \"}\" is wanted");
  }

  /// Reads reduction={k}. A factor has at most one kind of reduction, need_replication and
  /// permutation; blocked_propagation may be added to any kind. A reduction factor must not be in a
  /// result.
  llvm::Error readGroup() {
    llvm::StringRef name = line.word();
    std::optional<FactorKind> kind;
    if (name == "reduction")
      kind = FactorKind::Reduction;
    else if (name == "need_replication")
      kind = FactorKind::NeedReplication;
    else if (name == "permutation")
      kind = FactorKind::Permutation;
    else if (name != "blocked_propagation")
      return line.faultAtLast(
          "reduction, need_replication, permutation or blocked_propagation is wanted");
    if (!line.consume("=") || !line.consume("{"))
      return line.fault("\"={\" and factors are wanted after " + name);
    do {
      int64_t factor;
      if (llvm::Error error = readFactor(factor))
        return error;
      Factor &of = out.rule.factors[factor];
      if (kind && of.kind != FactorKind::PassThrough)
        return line.faultAtLast("factor " + letterOf(factor) + " is of another kind already");
      if (kind == FactorKind::Reduction &&
          llvm::any_of(out.rule.results, [&](const TensorFactors &result) {
            return llvm::any_of(result.dims,
                                [&](const auto &dim) { return llvm::is_contained(dim, factor); });
          }))
        return line.faultAtLast("factor " + letterOf(factor) +
                                " is in a result, so it is not reduced");
      if (kind)
        of.kind = *kind;
      else
        of.blocked = true;
    } while (line.consume(","));
    return line.consume("}") ? llvm::Error::success() : line.fault("\",\" or \"}\" is wanted");
  }

  LineReader &line;
  TargetRule &out;
  std::vector<bool> used;
};

/// The product of two sizes, or the largest number if the product overflows: no dim has that size,
/// so the comparison with the shape fails.
int64_t product(int64_t l, int64_t r) {
  int64_t out;
  return llvm::MulOverflow(l, r, out) ? INT64_MAX : out;
}

/// An error without a position, for the caller to report at the call.
llvm::Error misfit(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

} // namespace

/// A target may have one rule only.
llvm::Expected<std::vector<TargetRule>> parseTargetRules(llvm::StringRef text,
                                                         llvm::StringRef file) {
  std::vector<TargetRule> rules;
  llvm::Error error = forEachLine(text, file, [&](LineReader &line) -> llvm::Error {
    TargetRule rule;
    if (llvm::Error error = RuleReader(line, rule).read())
      return error;
    for (const TargetRule &other : rules)
      if (other.target == rule.target)
        return LineReader(file, line.number(), "")
            .fault("target " + rule.target + " has a rule on line " + llvm::Twine(other.line) +
                   " already");
    rules.push_back(std::move(rule));
    return llvm::Error::success();
  });
  if (error)
    return error;
  return rules;
}

/// Solves for the sizes of the factors: ([ij])->([i, j]) {i=2} with shapes 8 and 2x4 gives j = 4.
/// Then every dim is compared with the product of its factors.
llvm::Expected<ShardingRule> fitRule(const ShardingRule &rule, Shapes operands, Shapes results) {
  if (rule.operands.size() != operands.size() || rule.results.size() != results.size())
    return misfit("the rule is for " + llvm::Twine(rule.operands.size()) + " operands and " +
                  llvm::Twine(rule.results.size()) + " results, the call has " +
                  llvm::Twine(operands.size()) + " and " + llvm::Twine(results.size()));
  ShardingRule fitted = rule;
  // A dim of an operand or result, with its factors, its size, and its name in messages.
  struct Dim {
    llvm::ArrayRef<int64_t> factors;
    int64_t size;
    std::string what;
  };
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
  // A separate flag, because a factor of size 0 may be known: a dim of size 0 gives it.
  llvm::SmallVector<bool> isKnown =
      llvm::map_to_vector(fitted.factors, [](const Factor &factor) { return factor.size > 0; });
  // A dim with one unknown factor determines its size. That may leave another dim with only one
  // unknown factor, so the loop runs until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Dim &dim : dims) {
      int64_t known = 1, unknown = -1, count = 0;
      for (int64_t f : dim.factors)
        if (isKnown[f]) {
          known = product(known, fitted.factors[f].size);
        } else {
          unknown = f;
          ++count;
        }
      // A dim with the known size 0 says nothing about its other factor.
      if (count != 1 || known == 0 || dim.size % known)
        continue;
      fitted.factors[unknown].size = dim.size / known;
      changed = isKnown[unknown] = true;
    }
  }
  for (size_t f = 0; f < isKnown.size(); ++f)
    if (!isKnown[f])
      return misfit("the shapes do not tell the size of factor " + letterOf(f) + "; write {" +
                    letterOf(f) + "=...} after the tensors");
  // Sizes that were given, or that several dims determine, may contradict a dim.
  for (const Dim &dim : dims) {
    int64_t size = 1;
    std::string text;
    for (int64_t f : dim.factors) {
      size = product(size, fitted.factors[f].size);
      text += letterOf(f);
    }
    if (size != dim.size)
      return misfit(dim.what + " has size " + llvm::Twine(dim.size) + ", but its factors " + text +
                    " make " + llvm::Twine(size));
  }
  return fitted;
}

} // namespace spmd
