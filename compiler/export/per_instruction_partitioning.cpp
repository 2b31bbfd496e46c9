// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partitions single ops of a program that otherwise stays global. Each chosen op becomes a function
// of its own, which the passes that partition programs make local, and comes back as the body of a
// manual computation. So one op at a time can be handed over from another partitioner. Public
// Shardy pass; our own pipeline partitions whole programs (compiler/partition).
//   %0 = dot %a, %b {[{"x"}, {}]}
//   -> %0 = sdy.manual_computation(%a, %b) .. manual_axes={"x", "y"} (%c, %d) {
//        %1 = dot %c, %d;  %2 = all_reduce %1;  sdy.return %2 }
#include "compiler/export/channels.h"
#include "compiler/export/halo_exchange.h"
#include "compiler/export/padding.h"
#include "compiler/export/partitioner_passes.h"
#include "compiler/ops/sharding_rule.h"
#include "compiler/passes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PERINSTRUCTIONPARTITIONING
#include "compiler/passes.h.inc"
namespace {

/// The option `filter`: parts of op names, and the first and the last number that are chosen.
struct Filter {
  SmallVector<StringRef> names; // empty: all
  int64_t low = 0, high = std::numeric_limits<int64_t>::max();

  /// Fails at an entry that it cannot read, which it returns.
  std::optional<StringRef> parse(StringRef text) {
    for (StringRef entry : llvm::split(text, ",")) {
      entry = entry.trim();
      StringRef number = entry;
      if (entry.empty())
        continue;
      if (!number.contains('='))
        names.push_back(entry);
      else if (int64_t &bound = entry.starts_with("selectLow=") ? low : high;
               !(number.consume_front("selectLow=") || number.consume_front("selectHigh=")) ||
               number.getAsInteger(10, bound) || bound < 0)
        return entry;
    }
    return std::nullopt;
  }
  /// Whether a candidate is to be partitioned: both its name and its number have to fit.
  bool chooses(Operation *op, int64_t number) const {
    return low <= number && number <= high &&
           (names.empty() || llvm::any_of(names, [&](StringRef name) {
              return op->getName().getStringRef().contains(name);
            }));
  }
};

/// An op with the shardings of all of its values. Values without one are replicated.
struct Instruction {
  Operation *op;
  SmallVector<Value> inputs; // inputsOf(op)
  SmallVector<sdy::TensorShardingAttr> in, out;
  sdy::MeshAttr mesh;

  /// The names of the axes that split a value, in the order of their first appearance.
  SmallVector<StringAttr> axes() const {
    llvm::SetVector<StringAttr> names;
    for (sdy::TensorShardingAttr sharding : llvm::concat<const sdy::TensorShardingAttr>(in, out))
      for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
        for (sdy::AxisRefAttr axis : dim.getAxes())
          names.insert(StringAttr::get(op->getContext(), axis.getName()));
    return names.takeVector();
  }
};

/// Ops that compute something on tensors, as opposed to what only says where values are or in which
/// order ops run.
bool computes(Operation *op) {
  return !op->hasTrait<OpTrait::IsTerminator>() && !sdy::isCollective(op) &&
         !op->hasTrait<sdy::PropagationHint>() && !sdy::isDataFlowOp(op) &&
         !isa<CallOpInterface>(op);
}

/// The operands of an op, then the values from outside that its regions use.
SmallVector<Value> inputsOf(Operation *op) {
  SmallVector<Value> inputs(op->getOperands());
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::append_range(inputs, captured);
  return inputs;
}

/// Whether the shape of a tensor is not known, so that its shards are not, either.
bool isDynamic(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && !type.hasStaticShape();
}

/// What there is to partition in an op; nothing if it is no candidate: no value of it is split, or
/// one is partial, on a single device or of dynamic shape, or it contains control flow.
std::optional<Instruction> readInstruction(Operation *op, const SymbolTable &symbols) {
  if (!computes(op))
    return std::nullopt;
  // A branch that some devices take must not hold collectives, so such ops stay global.
  bool hasControlFlow = false;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      hasControlFlow |= sdy::isDataFlowOp(inner) || isa<CallOpInterface>(inner);
    });
  if (hasControlFlow)
    return std::nullopt;
  Instruction instruction{.op = op, .inputs = inputsOf(op), .in = {}, .out = {}, .mesh = {}};
  SmallVector<Value> values(instruction.inputs);
  llvm::append_range(values, op->getResults());
  if (llvm::any_of(values, isDynamic))
    return std::nullopt;
  SmallVector<sdy::TensorShardingAttr> shardings = sdy::getShardings(ValueRange(values));
  Attribute reference = sdy::getCommonMeshOrRef(shardings, symbols, /*ignoreDeviceOrder=*/true);
  instruction.mesh = reference ? sdy::getMeshAttr(symbols, reference) : sdy::MeshAttr();
  if (!instruction.mesh || instruction.mesh.getAxes().empty())
    return std::nullopt;
  // Partial values are sums over devices, which a manual computation cannot have as operands.
  bool isSplit = false;
  for (auto [i, value, sharding] : llvm::enumerate(values, shardings)) {
    if (!sharding)
      sharding = sdy::TensorShardingAttr::getFullyClosed(op->getContext(),
                                                         sdy::getTensorRank(value), reference);
    if (!sharding.getUnreducedAxes().empty())
      return std::nullopt;
    isSplit |= !sharding.isFullyReplicated();
    (i < instruction.inputs.size() ? instruction.in : instruction.out).push_back(sharding);
  }
  return isSplit ? std::optional(std::move(instruction)) : std::nullopt;
}

/// The type in which all shards are equal; the type itself if it has no shape.
Type evenType(Type type, sdy::TensorShardingAttr sharding, sdy::MeshAttr mesh) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? paddedType(tensor, sharding, mesh) : type;
}

struct PerInstructionPartitioning
    : impl::PerInstructionPartitioningBase<PerInstructionPartitioning> {
  using Base::Base;
  /// Numbers the candidates of all functions, and then partitions the chosen ones in program order.
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkDeviceCounts(module, replicaCount, partitionCount)))
      return signalPassFailure();
    Filter chosen;
    if (std::optional<StringRef> entry = chosen.parse(filter)) {
      module.emitError() << "the filter has the entry '" << *entry
                         << "'; an entry is a part of an op's name, selectLow=N or selectHigh=N";
      return signalPassFailure();
    }
    // Ops inside of regions are no candidates: only the blocks of functions are looked at.
    SymbolTable symbols(module);
    lastChannel = lastChannelOf(module); // before bodies come with their own numbers
    SmallVector<Instruction> instructions;
    int64_t number = 0;
    for (auto function : module.getOps<func::FuncOp>())
      for (Block &block : function.getBody())
        for (Operation &op : block)
          if (auto instruction = readInstruction(&op, symbols))
            if (chosen.chooses(&op, number++))
              instructions.push_back(std::move(*instruction));
    for (Instruction &instruction : instructions) {
      // Results of earlier ones have been replaced.
      instruction.inputs = inputsOf(instruction.op);
      if (failed(partition(instruction)))
        return signalPassFailure();
    }
  }

private:
  /// Replaces the op by a manual computation. Fails where one of the passes that make it local
  /// does; they say why, at the op.
  LogicalResult partition(Instruction &instruction) {
    Operation *op = instruction.op;
    OpBuilder b(op);
    SmallVector<Value> even;
    for (auto [input, sharding] : llvm::zip_equal(instruction.inputs, instruction.in)) {
      Type type = evenType(input.getType(), sharding, instruction.mesh);
      even.push_back(padTo(b, op->getLoc(), input, type, {}, sharding));
    }
    // The function stands in a module of its own: the passes see nothing else.
    ModuleOp outlined = outline(instruction, even);
    OpPassManager passes(ModuleOp::getOperationName());
    addPartitionerPasses(passes, enableHaloExchange, replicaCount, partitionCount);
    if (failed(runPipeline(passes, outlined))) {
      outlined.erase();
      return failure();
    }
    // Its body is local by now, and becomes that of the computation.
    auto function = *outlined.getOps<func::FuncOp>().begin();
    Operation *end = function.getBody().front().getTerminator();
    OpBuilder inner(end);
    sdy::ReturnOp::create(inner, end->getLoc(), end->getOperands());
    end->erase();
    // The computation has equal shards on both sides; replace() cuts its results.
    SmallVector<Type> types;
    for (auto [result, sharding] : llvm::zip_equal(op->getResults(), instruction.out))
      types.push_back(evenType(result.getType(), sharding, instruction.mesh));
    MLIRContext *context = &getContext();
    auto computation = sdy::ManualComputationOp::create(
        b, op->getLoc(), types, even, sdy::TensorShardingPerValueAttr::get(context, instruction.in),
        sdy::TensorShardingPerValueAttr::get(context, instruction.out),
        sdy::ManualAxesAttr::get(context, instruction.axes()));
    computation.getBody().takeBody(function.getBody());
    outlined.erase();
    numberChannels(computation);
    replace(instruction, computation, b);
    return success();
  }

  /// A module of the meshes and one function, whose arguments and results have equal shards. The
  /// function takes the rows that are no padding, so that the op sees what it saw before.
  ModuleOp outline(const Instruction &instruction, ArrayRef<Value> even) {
    Operation *op = instruction.op;
    Location loc = op->getLoc();
    OpBuilder b = OpBuilder::atBlockEnd(getOperation().getBody());
    // Inside of this module, because a pass may run others only on what it is given.
    auto outlined = ModuleOp::create(b, loc);
    b.setInsertionPointToEnd(outlined.getBody());
    for (auto mesh : getOperation().getOps<sdy::MeshOp>())
      b.clone(*mesh);
    auto function =
        func::FuncOp::create(b, loc, "main", b.getFunctionType(TypeRange(ValueRange(even)), {}));
    b.setInsertionPointToEnd(function.addEntryBlock());
    IRMapping mapping;
    for (auto [i, input] : llvm::enumerate(instruction.inputs)) {
      sdy::setFuncArgSharding(function, i, instruction.in[i]);
      mapping.map(input,
                  cutTo(b, loc, function.getArgument(i), input.getType(), instruction.in[i]));
    }
    // Rows of padding are added behind the op again, for equal shards of the results.
    Operation *copy = b.clone(*op, mapping);
    SmallVector<Value> results;
    for (auto [result, sharding] : llvm::zip_equal(copy->getResults(), instruction.out)) {
      Type type = evenType(result.getType(), sharding, instruction.mesh);
      results.push_back(padTo(b, loc, result, type, {}, sharding));
    }
    func::ReturnOp::create(b, loc, results);
    function.setFunctionType(
        b.getFunctionType(function.getArgumentTypes(), TypeRange(ValueRange(results))));
    for (auto [i, sharding] : llvm::enumerate(instruction.out))
      sdy::setFuncResultSharding(function, i, sharding);
    return outlined;
  }

  /// Gives the collectives of a body channels of the whole module; they were numbered from one.
  void numberChannels(Operation *computation) {
    computation->walk([&](Operation *op) {
      auto channel = op->getAttrOfType<stablehlo::ChannelHandleAttr>("channel_handle");
      if (channel)
        op->setAttr("channel_handle", stablehlo::ChannelHandleAttr::get(
                                          &getContext(), ++lastChannel, channel.getType()));
    });
  }

  /// Replaces the op by the rows of the computation that are no padding. The computation has summed
  /// partial results already, so an all_reduce that did so behind the op goes, too.
  void replace(const Instruction &instruction, sdy::ManualComputationOp computation, OpBuilder &b) {
    Operation *op = instruction.op;
    SmallVector<sdy::AxisRefAttr> summed = summedAxes(instruction);
    for (auto [before, after, sharding] :
         llvm::zip_equal(op->getResults(), computation.getResults(), instruction.out)) {
      Value result = cutTo(b, op->getLoc(), after, before.getType(), sharding);
      before.replaceAllUsesWith(result);
      // sdy-insert-explicit-reshards may have run before, and does so on the outlined function.
      for (Operation *user : llvm::make_early_inc_range(result.getUsers())) {
        auto sum = dyn_cast<sdy::AllReduceOp>(user);
        if (!sum || summed.empty() || sum.getReductionAxes().getValue() != ArrayRef(summed))
          continue;
        sum.getResult().replaceAllUsesWith(result);
        sum.erase();
      }
    }
    op->erase();
  }

  /// The axes along which the op's own sums are partial, sorted and merged.
  static SmallVector<sdy::AxisRefAttr> summedAxes(const Instruction &instruction) {
    SmallVector<sdy::AxisRefAttr> axes;
    // dot [{"y"}, {"x"}], [{"x"}, {}] -> {"x"}
    std::optional<ShardingRule> rule = shardingRuleOf(instruction.op, {});
    if (!rule)
      return axes;
    // The operands are the first inputs.
    for (auto [factors, sharding] : llvm::zip(rule->operands, instruction.in))
      for (auto [dim, own] : llvm::zip_equal(factors.dims, sharding.getDimShardings()))
        if (llvm::any_of(dim,
                         [&](int64_t f) { return rule->factors[f].kind == FactorKind::Reduction; }))
          for (sdy::AxisRefAttr axis : own.getAxes())
            if (!llvm::is_contained(axes, axis))
              axes.push_back(axis);
    // As sdy.all_reduce lists them.
    sdy::sortAndMergeAxes(axes, instruction.mesh);
    return axes;
  }

  int64_t lastChannel = 0; // of all collectives so far
};

} // namespace
} // namespace spmd
