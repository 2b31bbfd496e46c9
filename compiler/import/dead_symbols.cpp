// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds private symbols that nothing alive names, in two steps. The first step follows calls only,
// which is cheap. If some symbols are still in doubt, the second step searches all attributes for
// names.
#include "compiler/import/dead_symbols.h"
#include "compiler/structure/op_sets.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace spmd {
namespace {

struct DeadSymbols : PassWrapper<DeadSymbols, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DeadSymbols)
  StringRef getArgument() const override { return "symbol-dce"; }
  StringRef getName() const override { return "DeadSymbols"; }

  /// Runs both steps and erases what is left.
  void runOnOperation() override {
    if (hasInnerTable())
      return runSymbolDCE();
    // Step one: calls only. It proves most functions alive, since calls are how functions are used.
    DenseMap<StringAttr, Operation *> privates = privateSymbols();
    spread(privates, [](Operation *op, function_ref<void(StringAttr)> name) {
      op->walk([&](func::CallOp call) { name(call.getCalleeAttr().getAttr()); });
    });
    if (privates.empty())
      return markAllAnalysesPreserved();
    // Step two starts from all private symbols again: a symbol that an attribute names may keep
    // others alive by calls.
    privates = privateSymbols();
    spread(privates, [](Operation *op, function_ref<void(StringAttr)> name) {
      forEachNamedSymbol(op, name);
    });
    if (privates.empty())
      return markAllAnalysesPreserved();
    for (Operation &op : llvm::make_early_inc_range(*getOperation().getBody()))
      if (auto symbol = dyn_cast<SymbolOpInterface>(op);
          symbol && privates.contains(symbol.getNameAttr()))
        op.erase();
  }

  /// Whether an op inside the module has a symbol table of its own. Nested names are then left to
  /// MLIR's pass.
  bool hasInnerTable() {
    return !opsWhere(getOperation(), [&](Operation *op) {
              return op->getNumRegions() > 0 && op != getOperation() &&
                     op->hasTrait<OpTrait::SymbolTable>();
            }).empty();
  }

  void runSymbolDCE() {
    OpPassManager pm(ModuleOp::getOperationName());
    pm.addPass(createSymbolDCEPass());
    if (failed(runPipeline(pm, getOperation())))
      signalPassFailure();
  }

  /// The symbols that may be removed if nothing names them.
  DenseMap<StringAttr, Operation *> privateSymbols() {
    DenseMap<StringAttr, Operation *> found;
    for (Operation &op : *getOperation().getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op);
          symbol && symbol.isPrivate() && symbol.canDiscardOnUseEmpty())
        found[symbol.getNameAttr()] = &op;
    return found;
  }

  /// Removes from `doubtful` all symbols that are reachable from ops that are alive. `namesIn`
  /// lists the names in an op.
  void spread(DenseMap<StringAttr, Operation *> &doubtful,
              function_ref<void(Operation *, function_ref<void(StringAttr)>)> namesIn) {
    SmallVector<Operation *> alive;
    for (Operation &op : *getOperation().getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op);
          !symbol || doubtful.lookup(symbol.getNameAttr()) != &op)
        alive.push_back(&op);
    while (!alive.empty() && !doubtful.empty())
      namesIn(alive.pop_back_val(), [&](StringAttr name) {
        if (auto it = doubtful.find(name); it != doubtful.end()) {
          alive.push_back(it->second);
          doubtful.erase(it);
        }
      });
  }
};

} // namespace

/// Visits each distinct attribute dictionary once.
void forEachNamedSymbol(Operation *op, function_ref<void(StringAttr)> name,
                        function_ref<bool(Operation *)> isLeftOut) {
  DenseSet<DictionaryAttr> seen; // layers are alike, so most dictionaries occur many times
  op->walk([&](Operation *inner) {
    if ((inner->getPropertiesStorageSize() == 0 && inner->getRawDictionaryAttrs().empty()) ||
        (isLeftOut && isLeftOut(inner)))
      return;
    DictionaryAttr attributes = inner->getAttrDictionary();
    if (seen.insert(attributes).second)
      attributes.walk([&](SymbolRefAttr symbol) { name(symbol.getRootReference()); });
  });
}

std::unique_ptr<Pass> createDeadSymbols() { return std::make_unique<DeadSymbols>(); }

} // namespace spmd
