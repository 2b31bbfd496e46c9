// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of one device as text for readers that know StableHLO alone: tokens, groups, notes
// and ops of chlo in the forms that they expect. Other ops beyond StableHLO are named in the error.
#include "compiler/partitioned_text.h"
#include "compiler/compile.h"
#include "compiler/own_context.h"
#include "compiler/sharding/border_attrs.h"
#include "compiler/token_arrays.h"
#include "dialects/chlo/chlo.h"
#include "dialects/source.h"
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace spmd {
namespace {

/// The first op that readers of StableHLO do not know; null if they know all.
Operation *foreignOp(ModuleOp module) {
  Operation *found = nullptr;
  module->walk([&](Operation *op) {
    bool isKnown =
        isa<ModuleOp>(op) ||
        isa_and_nonnull<stablehlo::StablehloDialect, func::FuncDialect>(op->getDialect());
    if (!isKnown)
      found = op;
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return found;
}

/// Takes away the attributes of this compiler: borders of main, and what passes note on ops.
void dropNotes(ModuleOp module) {
  auto drop = [](auto attributes, auto remove) {
    for (NamedAttribute attribute :
         SmallVector<NamedAttribute>(attributes.begin(), attributes.end()))
      if (attribute.getName().strref().starts_with("spmd."))
        remove(attribute.getName());
  };
  module->walk([&](Operation *op) {
    drop(op->getDiscardableAttrs(), [&](StringAttr name) { op->removeDiscardableAttr(name); });
    auto function = dyn_cast<func::FuncOp>(op);
    for (unsigned i = 0; function && i < function.getNumArguments(); ++i)
      drop(mlir::function_interface_impl::getArgAttrs(function, i),
           [&](StringAttr name) { function.removeArgAttr(i, name); });
    for (unsigned i = 0; function && i < function.getNumResults(); ++i)
      drop(mlir::function_interface_impl::getResultAttrs(function, i),
           [&](StringAttr name) { function.removeResultAttr(i, name); });
  });
}

/// Groups as lists of devices: jaxlib's conversion to HLO ends the process where a module names
/// groups by the axes of a mesh.
///   axes ["x"] of a mesh of 2 x 2 devices  ->  [[0, 2], [1, 3]]
void listAllGroups(ModuleOp module) {
  constexpr llvm::StringLiteral kGroups = "replica_groups";
  SymbolTableCollection symbols;
  module->walk([&](Operation *op) {
    auto axes = op->getAttrOfType<stablehlo::ReplicaGroupMeshAxesAttr>(kGroups);
    auto groups = axes ? stablehlo::listGroups(op, axes, symbols) : std::nullopt;
    if (!groups || groups->empty())
      return;
    SmallVector<int64_t> ids;
    for (ArrayRef<int64_t> group : *groups)
      llvm::append_range(ids, group);
    int64_t count = int64_t(groups->size()), size = int64_t(groups->front().size());
    auto type = RankedTensorType::get({count, size}, IntegerType::get(op->getContext(), 64));
    op->setAttr(kGroups, DenseIntElementsAttr::get(type, ids));
  });
}

/// Ops of chlo as calls that jaxlib knows, where HLO has the op, else as calls of their names:
///   chlo.top_k(%x, k = 2)  ->  custom_call @mhlo.topk(%x), in HLO topk(x), k=2, largest=true
///   chlo.sinh %x           ->  custom_call @chlo.sinh(%x)
void callChlo(ModuleOp module) {
  SmallVector<Operation *> ops;
  module->walk([&](Operation *op) {
    if (isa_and_nonnull<chlo::ChloDialect>(op->getDialect()) && op->getNumRegions() == 0)
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder b(op);
    // Where HLO has the op, jaxlib reads its attributes from a dictionary.
    OperationState call(op->getLoc(), stablehlo::CustomCallOp::getOperationName(),
                        op->getOperands(), op->getResultTypes());
    std::string target = op->getName().getStringRef().str();
    std::optional<NamedAttrList> known;
    if (isa<chlo::ErfOp>(op)) {
      target = "mhlo.erf";
      known.emplace();
    } else if (auto best = dyn_cast<chlo::TopKOp>(op)) {
      target = "mhlo.topk";
      known.emplace();
      known->set("k", best.getKAttr());
      known->set("largest", b.getBoolAttr(true));
    }
    call.addAttribute("call_target_name", b.getStringAttr(target));
    if (known) {
      call.addAttribute("mhlo.attributes", known->getDictionary(op->getContext()));
      call.addAttribute("mhlo.version", b.getI64IntegerAttr(1));
      // What else the op says is data of the call.
    } else if (DictionaryAttr own = op->getAttrDictionary(); !own.empty()) {
      std::string text;
      llvm::raw_string_ostream(text) << own;
      call.addAttribute("backend_config", b.getStringAttr(text));
    }
    op->replaceAllUsesWith(b.create(call));
    op->erase();
  }
}

} // namespace

// In a context of its own, which ends with the text.
llvm::Expected<std::string> partitionedText(std::string_view source, std::string_view name,
                                            CompileOptions options) {
  OwnContext context;
  OwningOpRef<ModuleOp> module = parseSource(source, name, context.get());
  if (!module)
    return context.refusal();
  replaceTokens(*module);
  options.stopAfter = Stage::Partition;
  if (failed(compileModule(*module, options)))
    return context.refusal();
  dropNotes(*module);
  listAllGroups(*module);
  callChlo(*module);
  if (Operation *op = foreignOp(*module))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the program holds " + op->getName().getStringRef() +
                                       ", which is no op of StableHLO");
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out, OpPrintingFlags().enableDebugInfo());
  return text;
}

} // namespace spmd
