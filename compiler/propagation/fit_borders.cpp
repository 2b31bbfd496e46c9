// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shortens the shardings that propagation chose to those that the partitioner can realize.
// Propagation does not look at sizes. Where the partitioner keeps a sharding as written (arguments
// and results of the program, reshards), axes that only add padding go. Manual computations need
// even shards, and all sub-axes of one axis have to nest. Only dims that the user left open are
// shortened; closed dims stay as they are written. On request, arguments and results are split
// evenly: a constraint that import has moved to an argument counts as open.
#include "compiler/passes.h"
#include "compiler/sharding/axis_cuts.h"
#include "compiler/sharding/even_borders.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_FITBORDERS
#include "compiler/passes.h.inc"
namespace {

/// Whether the partitioner keeps the op's shardings as they are written, whatever the ops beside it
/// do.
bool fixesPlacements(Operation *op) {
  return isa<func::FuncOp, sdy::ReshardOp, sdy::ManualComputationOp>(op);
}

/// Shortens the shardings of one module.
class Fitter {
public:
  Fitter(ModuleOp module, bool evenBorders)
      : module(module), symbols(module), evenBorders(evenBorders) {}

  // Cuts for sizes first, then for nesting.
  void run() {
    module.walk([&](Operation *op) { cutToFit(op); });
    // If two sub-axes do not nest, the one that is visited later is shortened. So closed dims of
    // fixed shardings, which must stay, are recorded first. Open dims of fixed shardings follow.
    // Shardings of other ops come last, because the partitioner may change them anyway.
    module.walk([&](Operation *op) {
      if (fixesPlacements(op))
        visit(op, [&](sdy::DimensionShardingAttr dim, sdy::MeshAttr mesh) {
          return dim.getIsClosed() ? counted(dim, mesh) : dim;
        });
    });
    for (bool fixed : {true, false})
      module.walk([&](Operation *op) {
        if (fixesPlacements(op) == fixed)
          visit(op, [&](sdy::DimensionShardingAttr dim, sdy::MeshAttr mesh) {
            return fixed && dim.getIsClosed() ? dim : counted(nested(dim, mesh), mesh);
          });
      });
  }

private:
  using Change =
      function_ref<sdy::DimensionShardingAttr(sdy::DimensionShardingAttr, sdy::MeshAttr)>;

  // Shortens the open dims of an op's fixed shardings as their sizes ask for.
  void cutToFit(Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      evenBorders ? cutUnevenAxes(function, symbols) : cutUselessAxes(function, symbols);
    } else if (auto reshard = dyn_cast<sdy::ReshardOp>(op)) {
      sdy::TensorShardingAttr sharding = reshard.getSharding();
      Type type = reshard.getType();
      // Dims inside of manual computations are not padded.
      bool isManual = bool(op->getParentOfType<sdy::ManualComputationOp>());
      reshard.setShardingAttr(isManual ? cutToDivide(sharding, type, symbols, /*onlyOpen=*/true)
                                       : cutUselessAxes(sharding, type, symbols, true));
    } else if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
      manual.setInShardingsAttr(cutToDivide(manual.getInShardings(), manual.getOperandTypes(),
                                            symbols, /*onlyOpen=*/true));
      manual.setOutShardingsAttr(cutToDivide(manual.getOutShardings(), manual.getResultTypes(),
                                             symbols, /*onlyOpen=*/true));
    }
  }

  // Replaces every dim of every sharding of an op by the value of `change`. Shardings on a maximal
  // mesh have no dims.
  void visit(Operation *op, Change change) {
    sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
      sdy::MeshAttr mesh = sharding ? sharding.getMesh(symbols) : sdy::MeshAttr();
      if (!mesh || mesh.isMaximal())
        return sharding;
      auto dims =
          llvm::map_to_vector(sharding.getDimShardings(),
                              [&](sdy::DimensionShardingAttr dim) { return change(dim, mesh); });
      return ArrayRef(dims) == sharding.getDimShardings() ? sharding
                                                          : sharding.withDimShardings(dims);
    });
  }

  /// The dim up to the first sub-axis that does not nest with the recorded cuts.
  sdy::DimensionShardingAttr nested(sdy::DimensionShardingAttr dim, sdy::MeshAttr mesh) const {
    ArrayRef<sdy::AxisRefAttr> axes = dim.getAxes().take_while([&](sdy::AxisRefAttr axis) {
      auto it = cuts.find(mesh);
      return it == cuts.end() || !it->second.conflict(sdy::toAxis(axis, mesh));
    });
    return axes.size() == dim.getAxes().size() ? dim : dim.withAxes(axes);
  }

  // Records the sub-axes of a dim and returns the dim unchanged.
  sdy::DimensionShardingAttr counted(sdy::DimensionShardingAttr dim, sdy::MeshAttr mesh) {
    AxisCuts &own = cuts.try_emplace(mesh, mesh).first->second;
    for (sdy::AxisRefAttr axis : dim.getAxes())
      own.cut(sdy::toAxis(axis, mesh));
    return dim;
  }

  ModuleOp module;
  SymbolTable symbols;
  const bool evenBorders;
  DenseMap<sdy::MeshAttr, AxisCuts> cuts;
};

struct FitBorders : impl::FitBordersBase<FitBorders> {
  using impl::FitBordersBase<FitBorders>::FitBordersBase;

  void runOnOperation() override { Fitter(getOperation(), evenBorders).run(); }
};

} // namespace
} // namespace spmd
