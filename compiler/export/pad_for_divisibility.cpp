// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pads values whose shardings do not divide their dims, so that all devices hold shards of one
// size. Values grow as they are sharded; collectives pad what becomes sharded and trim what becomes
// whole. No element of the program depends on padding: ops that reduce a padded dim get neutral
// elements there, and ops that cannot work on padding run on whole values, on every device. Public
// Shardy pass; docs/sharding.md says where it differs. Our own pipeline pads by classes of dims
// instead (compiler/partition/pad_dims.cpp).
#include "compiler/export/pad_computation.h"
#include "compiler/passes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PADFORDIVISIBILITY
#include "compiler/passes.h.inc"
namespace {

/// Rewrites the values of one function, in program order: when an op is visited, its operands have
/// their types after padding.
class DivisibilityPadder {
public:
  DivisibilityPadder(func::FuncOp function, const SymbolTable &symbols)
      : function(function), types(symbols) {}

  LogicalResult run() {
    if (failed(checkBorders()))
      return failure();
    return visit(function.front());
  }
  bool hasChanged() const { return types.changed; }

private:
  // Borders.

  /// Reports an error if the sharding does not divide the type. Values at borders keep their sizes:
  /// callers and devices outside do not know of padding.
  LogicalResult checkDivides(Operation *op, const Twine &what, Type type,
                             sdy::TensorShardingAttr sharding) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    sdy::MeshAttr mesh = types.meshOf(sharding);
    if (!tensor || !mesh || paddedType(tensor, sharding, mesh) == tensor)
      return success();
    for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings()))
      if (int64_t shards = dim.getShardedSize(mesh); tensor.getDimSize(d) % shards != 0)
        return op->emitError() << what << " of type " << type << " has the sharding " << sharding
                               << ", whose " << shards << " shards of dim " << d
                               << " do not divide its size " << tensor.getDimSize(d)
                               << "; run sdy-update-non-divisible-input-output-shardings first";
    return success();
  }

  /// Arguments and results of the function; those of calls are borders of their callees.
  LogicalResult checkBorders() {
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (failed(checkDivides(function, "argument " + Twine(i), type,
                              sdy::getFuncArgSharding(function, i))))
        return failure();
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      if (failed(checkDivides(function, "result " + Twine(i), type,
                              sdy::getFuncResultSharding(function, i))))
        return failure();
    return success();
  }

  /// Dims with manual axes cross the border of a manual computation at their own sizes: inside,
  /// padding would lie behind the part of each device along these axes.
  LogicalResult checkManual(sdy::ManualComputationOp op, const Twine &what, Type type,
                            sdy::TensorShardingAttr sharding) {
    SmallVector<sdy::DimensionShardingAttr> dims;
    for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
      dims.push_back(llvm::any_of(dim.getAxes(),
                                  [&](sdy::AxisRefAttr axis) {
                                    return op.getManualAxes().containsAxis(axis.getName());
                                  })
                         ? dim
                         : dim.withAxes({}));
    return checkDivides(op, what, type, sharding.withDimShardings(dims));
  }

  /// Free axes pad a dim alike inside and outside of a manual computation.
  LogicalResult visitManual(sdy::ManualComputationOp op) {
    for (auto [i, operand] : llvm::enumerate(op->getOpOperands())) {
      sdy::TensorShardingAttr in = op.getInSharding(i);
      RankedTensorType type = types.before(operand.get());
      if (!type)
        continue;
      if (failed(checkManual(op, "operand " + Twine(i), type, in)))
        return failure();
      types.coerce(operand, paddedType(type, in, types.meshOf(in)), in);
      types.grow(op.getBody().getArgument(i));
    }
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      if (failed(checkManual(op, "result " + Twine(i), result.getType(), op.getOutSharding(i))))
        return failure();
      types.grow(result);
    }
    return visit(op.getBody().front());
  }

  // Ops.

  LogicalResult visit(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(visit(&op)))
        return failure();
    return success();
  }

  /// Asks what the op does with placements: it ends a block, passes values between regions, moves
  /// a value, or computes.
  LogicalResult visit(Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>()) {
      visitTerminator(op);
      return success();
    }
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
      return visitManual(manual);
    if (sdy::isDataFlowOp(op))
      return visitFlow(op);
    auto changes = [&](Value value) { return types.changes(value); };
    if (llvm::none_of(op->getOperands(), changes) && llvm::none_of(op->getResults(), changes))
      return success();
    return sdy::isMove(op) ? visitMove(op) : padComputation(op, types);
  }

  /// A value that leaves a block gets the type of the value that it becomes outside.
  void visitTerminator(Operation *op) {
    Operation *parent = op->getParentOp();
    for (OpOperand &operand : op->getOpOperands()) {
      RankedTensorType type = types.before(operand.get());
      if (auto manual = dyn_cast<sdy::ManualComputationOp>(parent)) {
        sdy::TensorShardingAttr out = sdy::withoutManualAxes(
            manual.getOutSharding(operand.getOperandNumber()), manual.getManualAxes());
        types.coerce(operand, type ? paddedType(type, out, types.meshOf(out)) : type, out);
      } else if (parent == function) {
        types.coerce(operand, type, {});
      } else if (Value target = sdy::getDataFlowOwnerOfSource(operand)) {
        types.coerce(operand, dyn_cast<RankedTensorType>(target.getType()),
                     sdy::getShardingInside(target));
      }
    }
  }

  /// Values that flow into each other are padded alike.
  /// Results and block arguments grow before the regions are visited: their ops read them.
  ///   while over 7 -> 8 columns: init, arguments, yielded values and results have 8
  LogicalResult visitFlow(Operation *op) {
    for (Value owner : sdy::getDataFlowEdgeOwners(op)) {
      types.grow(owner);
      for (Value target : sdy::getNonOwnerTargets(owner))
        if (types.before(target))
          types.setType(target, cast<RankedTensorType>(owner.getType()));
      for (OpOperand *source : sdy::getDataFlowSourceOperands(owner))
        if (source->getOwner() == op)
          types.coerce(*source, dyn_cast<RankedTensorType>(owner.getType()),
                       sdy::getShardingInside(owner));
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(visit(block)))
          return failure();
    return success();
  }

  /// A collective works at the number of shards of both ends: its operand is padded for those of
  /// its result, and its result trimmed of the padding for those of its operand.
  ///   all_slice of 7 rows over 2 devices: pad to 8, slice
  ///   all_gather: gather 8 rows, trim to 7
  LogicalResult visitMove(Operation *op) {
    Value from = op->getOperand(0), to = op->getResult(0);
    RankedTensorType now = cast<RankedTensorType>(from.getType()), end = types.after(to);
    // A reshard that is left moves between meshes, where shards may have other sizes.
    if (!sdy::isCollective(op)) {
      if (now == end)
        types.setType(to, end);
      return now == end ? success()
                        : op->emitError() << "moves the value from " << now << " to " << end
                                          << ", padding included; run "
                                             "sdy-reshard-to-collectives first";
    }
    SmallVector<int64_t> shape;
    for (auto [l, r] : llvm::zip_equal(now.getShape(), end.getShape()))
      shape.push_back(std::max(l, r));
    RankedTensorType both = now.clone(shape);
    // Padding that an op before has written is anything but zeros.
    bool isZeroPadded = now == types.before(from) || types.zeroPadded.contains(from);
    OpBuilder b(op);
    PaddingBuilder builder{b, op->getLoc()};
    op->setOperand(0, builder.pad(from, both, sdy::getShardingInside(from)));
    types.setType(to, both);
    types.changed = true;
    if (isZeroPadded && both != now)
      types.zeroPadded.insert(to);
    b.setInsertionPointAfter(op);
    Value trimmed = builder.trim(to, end, sdy::getShardingInside(to));
    if (trimmed == to)
      return success();
    to.replaceAllUsesExcept(trimmed, trimmed.getDefiningOp());
    types.standsFor(trimmed, to);
    return success();
  }

  func::FuncOp function;
  PaddedTypes types;
};

/// Works on one function at a time; functions see each other's values only at their borders.
struct PadForDivisibility : impl::PadForDivisibilityBase<PadForDivisibility> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto module = function->getParentOfType<ModuleOp>();
    if (function.isExternal() || !module)
      return markAllAnalysesPreserved();
    SymbolTable symbols(module);
    DivisibilityPadder padder(function, symbols);
    if (failed(padder.run()))
      return signalPassFailure();
    if (!padder.hasChanged())
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
