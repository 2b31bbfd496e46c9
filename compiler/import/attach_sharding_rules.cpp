// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that write sharding rules on ops before propagation, which takes a rule that stands on an
// op as it is: those of a user's file, and our extended ones.
#include "compiler/ops/sharding_rule.h"
#include "compiler/passes.h"
#include "compiler/rule_files/line_reader.h"
#include "compiler/rule_files/rule_file.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ATTACHSHARDINGRULES
#define GEN_PASS_DEF_ATTACHEXTENDEDRULES
#include "compiler/passes.h.inc"
namespace {

// Gives custom calls the sharding rules from a user's file (compiler/rule_files/rule_file.h). The
// file gives a rule for each target, without sizes; this pass adds the sizes of each call.

struct AttachShardingRules : impl::AttachShardingRulesBase<AttachShardingRules> {
  using AttachShardingRulesBase::AttachShardingRulesBase;
  /// Reads the file and visits all custom calls. A call that has a rule already keeps it.
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto text = readInput(file);
    if (!text) {
      emitError(module.getLoc()) << "--sharding-rules: cannot open input file '" << file
                                 << "': " << llvm::toString(text.takeError());
      return signalPassFailure();
    }
    auto rules = parseTargetRules((*text)->getBuffer(), file, &getContext());
    if (!rules) {
      emitFault(rules.takeError(), &getContext());
      return signalPassFailure();
    }
    llvm::StringMap<const TargetRule *> byTarget;
    for (const TargetRule &rule : *rules)
      byTarget[rule.target] = &rule;
    WalkResult walk = module.walk([&](stablehlo::CustomCallOp call) {
      auto it = byTarget.find(call.getCallTargetName());
      if (it == byTarget.end() || call->hasAttr(sdy::kShardingRuleAttr))
        return WalkResult::advance();
      return WalkResult(attach(call, *it->second));
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

  /// Writes the rule on one call; fails if the shapes are dynamic or do not fit the rule.
  LogicalResult attach(stablehlo::CustomCallOp call, const TargetRule &target) {
    // Values that are not tensors (tokens) count as scalars.
    auto shapes = [](TypeRange types, bool &isStatic) {
      SmallVector<ArrayRef<int64_t>> out;
      for (Type type : types) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        isStatic &= !tensor || tensor.hasStaticShape();
        out.push_back(tensor ? tensor.getShape() : ArrayRef<int64_t>());
      }
      return out;
    };
    bool isStatic = true;
    SmallVector<ArrayRef<int64_t>> operands = shapes(call->getOperandTypes(), isStatic);
    SmallVector<ArrayRef<int64_t>> results = shapes(call->getResultTypes(), isStatic);
    // The note points to the line of the rule in the user's file.
    Location site = FileLineColLoc::get(&getContext(), file, target.line, 1);
    auto refuse = [&](const Twine &message) {
      return call.emitOpError() << "@" << target.target << ": " << message
                                << Note{site, "the rule is here"};
    };
    if (!isStatic)
      return refuse("sharding rules need static shapes");
    auto rule = fitRule(target.rule, operands, results);
    if (!rule)
      return refuse(llvm::toString(rule.takeError()));
    call->setAttr(sdy::kShardingRuleAttr, rule->toAttr(&getContext()));
    return success();
  }
};

// Writes our extended sharding rules on ops before propagation, if the user asks for them
// (--spmd-rules=extended). Propagation takes a rule that stands on an op as it is.

struct AttachExtendedRules : impl::AttachExtendedRulesBase<AttachExtendedRules> {
  /// An op gets a rule only if the extended rule differs from the public one and the op has none.
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (op->hasAttr(sdy::kShardingRuleAttr))
        return;
      std::optional<ShardingRule> extended = shardingRuleOf(op, {.extended = true});
      if (!extended)
        return;
      sdy::OpShardingRuleAttr attr = extended->toAttr(&getContext());
      std::optional<ShardingRule> plain = shardingRuleOf(op, {});
      if (!plain || plain->toAttr(&getContext()) != attr)
        op->setAttr(sdy::kShardingRuleAttr, attr);
    });
  }
};

} // namespace

} // namespace spmd
