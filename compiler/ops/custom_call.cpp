// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meaning of custom calls by their target: checks of self-checking programs, annotations that leave the value as it is.
// Sharding rules of the targets that sharding.md (d9 of the sharding language) knows.
#include "compiler/ops/checks.h"
#include "compiler/ops/facets.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Targets that give their operand back.
bool isIdentity(llvm::StringRef target) {
  static const llvm::StringSet<> targets = {
      "Sharding",        "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement",
      "InspectSharding", "LayoutConstraint",     "MoveToDevice",         "MoveToHost",
      "xla.megascale.provide_metadata"};
  return targets.contains(target);
}

/// Targets whose operands and results are split alike.
bool isPointwise(llvm::StringRef target) {
  static const llvm::StringSet<> targets = {"annotate_device_placement",
                                            "Cholesky",
                                            "CompactWyHelper",
                                            "InspectSharding",
                                            "InvertDiagBlocksLowerTriangular",
                                            "InvertDiagBlocksUpperTriangular",
                                            "LayoutConstraint",
                                            "mhlo.erf",
                                            "MoveToDevice",
                                            "MoveToHost",
                                            "X64SplitHigh",
                                            "X64SplitLow",
                                            "xla.megascale.provide_metadata",
                                            "_SPMDInternalOp_MultiPad",
                                            "_SPMDInternalOp_RotateRight",
                                            "_SPMDInternalOp_MultiRotate",
                                            "_SPMDInternalOp_MultiSlice",
                                            "_SPMDInternalOp_Wrap"};
  return targets.contains(target);
}

/// A rule written as letters: one string per tensor, "ijk" for dims i, j, k. Sizes are read from the op; `whole` are the
/// letters that need replication.
ShardingRule letterRule(Operation *op, llvm::ArrayRef<llvm::StringRef> operands, llvm::ArrayRef<llvm::StringRef> results,
                        llvm::StringRef letters, llvm::StringRef whole, llvm::StringRef blocked = "") {
  RuleBuilder builder(op);
  auto dimsOf = [](llvm::ArrayRef<llvm::StringRef> tensors, char letter) {
    return llvm::map_to_vector(tensors, [&](llvm::StringRef text) {
      size_t at = text.find(letter);
      return at == llvm::StringRef::npos ? RuleBuilder::kAbsent : int64_t(at);
    });
  };
  for (char letter : letters) {
    SmallVector<int64_t> operandDims = dimsOf(operands, letter), resultDims = dimsOf(results, letter);
    int64_t size = 1;
    for (auto [i, d] : llvm::enumerate(resultDims))
      if (d != RuleBuilder::kAbsent)
        size = tensorTypeOf(op->getResult(i)).getDimSize(d);
    for (auto [i, d] : llvm::enumerate(operandDims))
      if (d != RuleBuilder::kAbsent)
        size = tensorTypeOf(op->getOperand(i)).getDimSize(d);
    builder.add(operandDims, resultDims, size,
                whole.contains(letter) ? FactorKind::NeedReplication : FactorKind::PassThrough,
                blocked.contains(letter));
  }
  return builder.build();
}

bool hasRanks(ValueRange values, llvm::ArrayRef<int64_t> ranks) {
  return values.size() == ranks.size() && llvm::all_of(llvm::zip(values, ranks), [](auto pair) {
           auto type = dyn_cast<RankedTensorType>(std::get<0>(pair).getType());
           return type && type.getRank() == std::get<1>(pair);
         });
}

struct CustomCall {
  using Op = CustomCallOp;
  static std::optional<ShardingRule> rule(CustomCallOp op, const RuleOptions &) {
    llvm::StringRef target = op.getCallTargetName();
    ValueRange in = op.getInputs(), out = op.getResults();
    if (in.empty() || out.empty() || !hasStaticShapes(op))
      return std::nullopt;
    if (isPointwise(target))
      return pointwiseRule(op);
    if (target == "X64Combine")
      return combineRule(op);
    if (target == "Eigh" && hasRanks(in, {3}) && hasRanks(out, {3, 2}))
      return letterRule(op, {"ijk"}, {"ijk", "ik"}, "ijk", "");
    if ((target == "Qr" || target == "QrDecompositionBlock") && hasRanks(in, {3}) && hasRanks(out, {3, 2}))
      return letterRule(op, {"ijk"}, {"ijk", "il"}, "ijkl", "jkl");
    if (target == "ProductOfElementaryHouseholderReflectors" && hasRanks(in, {3, 2}) && hasRanks(out, {3}))
      return letterRule(op, {"ijk", "il"}, {"ijk"}, "ijkl", "jkl");
    if (target == "mhlo.topk")
      return topKRule(op);
    if ((target == "ApproxTopK" || target == "PartialReduce") && hasRanks(in, {2, 2, 0, 0}) && hasRanks(out, {2, 2}))
      return tensorTypeOf(in[0]) == tensorTypeOf(out[0]) ? pointwiseRule(op)
                                                         : letterRule(op, {"ij", "ij"}, {"ik", "ik"}, "ijk", "k", "k");
    return std::nullopt;
  }
  static llvm::Error eval(CustomCallOp op, Inputs in, Outputs out, EvalContext &) {
    llvm::StringRef target = op.getCallTargetName();
    if (target.starts_with("check."))
      return check(op, target.drop_front(6), in, out);
    if (isIdentity(target) && in.size() == out.size()) {
      for (auto [result, value] : llvm::zip_equal(out, in))
        result = value;
      return llvm::Error::success();
    }
    return opError(op, "calls the target @" + target + ", which is not known");
  }
  using Facets = Has<Rule, Eval>;

private:
  static llvm::Error check(CustomCallOp op, llvm::StringRef name, Inputs in, Outputs out) {
    if (in.size() != 2)
      return opError(op, "check." + name + " compares two values, not " + llvm::Twine(in.size()));
    bool isFloat = domainOf(in[0].element()) == Domain::Real || domainOf(in[0].element()) == Domain::Complex;
    CheckResult result;
    if (name == "expect_eq")
      result = checkEqual(in[0], in[1]);
    else if (name == "expect_close")
      result = checkClose(in[0], in[1], 0, 3);
    else if (name == "expect_almost_eq")
      result = checkAlmostEqual(in[0], in[1], 0.001);
    else if (name == "eq") // the expected value comes first
      result = isFloat ? checkAlmostEqual(in[1], in[0], 0.0001) : checkEqual(in[1], in[0]);
    else
      return opError(op, "calls the target @check." + name + ", which is not known");
    if (!result.holds)
      return opError(op, "check." + name + " does not hold: " + result.message);
    for (auto [i, tensor] : llvm::enumerate(out)) {
      auto type = tensorTypeOf(op.getResult(i));
      tensor = Tensor::of(type, std::vector<uint8_t>(type.getNumElements(), 1));
    }
    return llvm::Error::success();
  }
  /// Two halves of words; where they feed a random generator, its state is not split.
  static std::optional<ShardingRule> combineRule(CustomCallOp op) {
    bool feedsGenerator = llvm::any_of(op->getUsers(), [](Operation *user) { return user->getName().getStringRef() == "stablehlo.rng_bit_generator"; });
    if (!feedsGenerator)
      return pointwiseRule(op);
    RuleBuilder builder(op);
    for (auto [d, size] : llvm::enumerate(tensorTypeOf(op.getResult(0)).getShape()))
      builder.addEverywhere(d, d, size, FactorKind::NeedReplication, true);
    return builder.build();
  }
  static std::optional<ShardingRule> topKRule(CustomCallOp op) {
    RuleBuilder builder(op);
    auto in = tensorTypeOf(op.getInputs()[0]), out = dyn_cast<RankedTensorType>(op.getResult(0).getType());
    if (!out || in.getRank() != out.getRank())
      return std::nullopt;
    for (int64_t d = 0; d < in.getRank(); ++d) {
      bool isSame = in.getDimSize(d) == out.getDimSize(d);
      builder.addEverywhere(d, d, in.getDimSize(d), isSame ? FactorKind::PassThrough : FactorKind::NeedReplication,
                            !isSame);
    }
    return builder.build();
  }
};

} // namespace

void addCustomCallRules(RuleTable &table) { table.add<CustomCall>(); }

} // namespace spmd::ops
