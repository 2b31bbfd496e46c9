// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets ops that move rows along split dims run shard by shard. Slices, paddings, reversals and
// reshapes exchange the rows that their shards lack (halo_ops.h). Where that is not possible, and
// for all other ops with permutation factors (windows, convolutions, concatenations of slices), the
// dims become whole by reshards of the operands and the results. Public Shardy pass; our own
// pipeline exchanges rows in compiler/partition.
#include "compiler/export/halo_ops.h"
#include "compiler/export/op_reshards.h"
#include "compiler/export/partitioner_passes.h"
#include "compiler/passes.h"
#include "dialects/sdy/manual.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_RESOLVEPERMUTATIONFACTORS
#include "compiler/passes.h.inc"
namespace {

struct ResolvePermutationFactors : impl::ResolvePermutationFactorsBase<ResolvePermutationFactors> {
  using Base::Base;
  /// Reads the rules of all ops before the first op changes: that of a concatenation depends on the
  /// ops that make its operands.
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkDeviceCounts(module, replicaCount, partitionCount)))
      return signalPassFailure();
    MeshTable table(module);
    meshes = &table;
    HaloContext context{.module = module, .isOverReplicas = replicaCount > 1};
    SymbolTable symbols(module);
    SmallVector<std::pair<Operation *, std::optional<ShardingRule>>> ops;
    module.walk([&](Operation *op) {
      if (op->getNumOperands() > 0 && op->getNumResults() > 0 && hasStaticShapes(op))
        ops.push_back({op, shardingRuleOf(op, {})});
    });
    for (auto &[op, rule] : ops)
      if (rule && !rule->custom)
        resolve(op, *rule, symbols, context);
  }

  /// Lets the op exchange rows, or makes its dims whole. Ops without a common mesh, on a single
  /// device or without split dims stay as they are.
  void resolve(Operation *op, const ShardingRule &rule, SymbolTable &symbols,
               HaloContext &context) {
    std::optional<RowMoves> moves = rowMovesOf(op);
    bool reshapes = isReshape(op);
    bool permutes = llvm::any_of(rule.factors,
                                 [](const Factor &f) { return f.kind == FactorKind::Permutation; });
    if (!permutes && !moves && !reshapes)
      return;
    SmallVector<sdy::TensorShardingAttr> shardings;
    for (Value operand : op->getOperands())
      shardings.push_back(sdy::getShardingInside(operand));
    llvm::append_range(shardings, sdy::getShardings(op->getResults()));
    // Orders of devices may differ: scalars are replicated on any mesh.
    Attribute reference = sdy::getCommonMeshOrRef(shardings, symbols, /*ignoreDeviceOrder=*/true);
    sdy::MeshAttr mesh = reference ? sdy::getMeshAttr(symbols, reference) : sdy::MeshAttr();
    if (!mesh || mesh.isMaximal() || mesh.empty())
      return;
    if (shardings[0])
      mesh = sdy::getMesh(shardings[0], symbols);
    // What has no sharding is on all devices.
    auto orWhole = [&](Value value, sdy::TensorShardingAttr sharding) {
      return sharding ? sharding
                      : sdy::TensorShardingAttr::getFullyClosed(
                            &getContext(), sdy::getTensorRank(value), reference);
    };
    SplitOp split{op, orWhole(op->getOperand(0), shardings[0]), mesh, context};
    sdy::TensorShardingAttr result = orWhole(op->getResult(0), sdy::getSharding(op->getResult(0)));
    if (reshapes)
      resolveReshape(split, result, enableHaloExchange);
    else if (!moves || !enableHaloExchange || !exchange(split, *moves, result))
      makeWhole(op, rule, moves, meshes->number(reference));
  }

  /// Exchanges rows for a slice, a padding or a reversal; returns false if the dims must be whole.
  /// The op follows its operand where its result is placed differently.
  bool exchange(const SplitOp &split, const RowMoves &moves, sdy::TensorShardingAttr result) {
    auto isMoved = [&](sdy::TensorShardingAttr sharding) {
      return llvm::any_of(llvm::enumerate(moves.dims), [&](auto move) {
        return !move.value().isIdentity() && !sharding.getDimSharding(move.index()).emptyAxes();
      });
    };
    if (!isMoved(split.sharding) && !isMoved(result))
      return true;
    if (!sdy::isEquivalent(split.sharding, result))
      reshardResult(split.op->getResult(0), split.sharding);
    // No op both reverses and moves rows otherwise.
    bool reverses = llvm::any_of(moves.dims, [](const RowMove &move) { return move.isReverse(); });
    return reverses ? reverseShards(split, moves) : exchangeRows(split, moves);
  }

  /// Takes the axes off the permutation factors, and off the dims along which rows move without a
  /// factor saying so, like those of a padding that is as long as its operand. Dims whose shards
  /// need no rows of others keep theirs. All values come to one order of devices.
  void makeWhole(Operation *op, const ShardingRule &rule, const std::optional<RowMoves> &moves,
                 int mesh) {
    SmallVector<bool> isWhole = wholeFactors(op, rule, moves);
    SmallVector<sdy::TensorShardingAttr> wanted;
    bool changes = false;
    for (auto [t, value] : llvm::enumerate(tensorsOf(op))) {
      Sharding own = meshes->read(sdy::getShardingInside(value));
      if (!own)
        own = Sharding::closed(mesh, sdy::getTensorRank(value));
      TensorProjection projection =
          projectTensor(rule.tensor(t), rule.factors, own, Missing::Closed);
      for (auto [factor, whole] : llvm::zip_equal(projection.factors, isWhole))
        if (whole && factor.present) {
          changes |= !factor.axes.empty() || !factor.overflow.empty();
          factor.axes.clear();
          factor.overflow.clear();
        }
      wanted.push_back(
          meshes->write(unprojectTensor(rule.tensor(t), rule.factors, projection, mesh)));
    }
    // Orders of devices alone are no reason to reshard.
    if (!changes)
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (!sdy::isEquivalent(sdy::getShardingInside(operand.get()),
                             wanted[operand.getOperandNumber()]))
        reshardOperand(operand, wanted[operand.getOperandNumber()]);
    // Each reshard stands right behind the op, so the last one is made first.
    for (OpResult result : llvm::reverse(op->getResults())) {
      sdy::TensorShardingAttr made = wanted[op->getNumOperands() + result.getResultNumber()];
      if (!sdy::isEquivalent(sdy::getSharding(result), made))
        reshardResult(result, made);
    }
  }

  /// Which factors have to be whole.
  SmallVector<bool> wholeFactors(Operation *op, const ShardingRule &rule,
                                 const std::optional<RowMoves> &moves) {
    SmallVector<bool> isWhole;
    for (const Factor &factor : rule.factors)
      isWhole.push_back(factor.kind == FactorKind::Permutation);
    Sharding sharding = meshes->read(sdy::getShardingInside(op->getOperand(0)));
    for (size_t d = 0; moves && d < moves->dims.size(); ++d) {
      const RowMove &move = moves->dims[d];
      int64_t shards = sharding ? shardCount(sharding.dims[d].axes) : 1;
      bool isLocal = shards > 1 && move.keepsPlaces() && HaloPlan(move, shards).isLocal();
      for (int64_t f : rule.operands[0].dims[d])
        isWhole[f] = !isLocal && (isWhole[f] || !move.isIdentity());
    }
    return isWhole;
  }

  MeshTable *meshes = nullptr;
};

} // namespace
} // namespace spmd
