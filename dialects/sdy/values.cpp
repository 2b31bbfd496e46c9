// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements reading and writing the shardings of values; values.h lists where each kind of value
// keeps its sharding.
#include "dialects/sdy/values.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd::sdy {

/// Scalars, tokens and unranked types have rank 0.
int64_t getTensorRank(Type type) {
  // Most types are ranked tensors, and casting to the ShapedType interface costs a lookup.
  if (auto tensor = llvm::dyn_cast<RankedTensorType>(type))
    return tensor.getRank();
  auto shaped = llvm::dyn_cast<ShapedType>(type);
  return shaped && shaped.hasRank() ? shaped.getRank() : 0;
}

int64_t getTensorRank(Value value) { return getTensorRank(value.getType()); }

bool isStaticShaped(Type type) {
  if (auto tensor = llvm::dyn_cast<RankedTensorType>(type))
    return tensor.hasStaticShape();
  auto shaped = llvm::dyn_cast<ShapedType>(type);
  return shaped && shaped.hasStaticShape();
}

MeshAttr getMeshAttr(const SymbolTable &symbolTable, Attribute meshOrRef) {
  if (auto mesh = llvm::dyn_cast<MeshAttr>(meshOrRef))
    return mesh;
  auto op = symbolTable.lookup<MeshOp>(llvm::cast<FlatSymbolRefAttr>(meshOrRef).getValue());
  return op ? op.getMesh() : MeshAttr();
}

/// Looks the mesh up in the module around `op`, or in `op` if it is the module.
MeshAttr getMeshAttr(Operation *op, Attribute meshOrRef) {
  if (auto mesh = llvm::dyn_cast<MeshAttr>(meshOrRef))
    return mesh;
  auto symbol = llvm::cast<FlatSymbolRefAttr>(meshOrRef);
  // Meshes are symbols of the module. Functions and computations between `op` and the module may be
  // symbol tables of their own, so the nearest symbol table is not the one to ask.
  ModuleOp module =
      llvm::isa<ModuleOp>(op) ? llvm::cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  if (!module)
    return {};
  // The verifier asks this for each value after each pass. SymbolTable::lookupSymbolIn would
  // compare the names of all symbols as text; this loop compares the pointers of mesh names only.
  for (MeshOp mesh : module.getOps<MeshOp>())
    if (mesh.getSymNameAttr() == symbol.getAttr())
      return mesh.getMesh();
  return {};
}

/// The mesh of a sharding; null if its symbol is unknown.
MeshAttr getMesh(TensorShardingAttr sharding, const SymbolTable &symbolTable) {
  return sharding.getMesh(symbolTable);
}
MeshAttr getMesh(TensorShardingAttr sharding, Operation *op) { return sharding.getMesh(op); }

/// Keeps the first mesh that is not empty and compares every later one with it. An empty mesh gives
/// way to any other mesh.
Attribute getCommonMeshOrRef(ArrayRef<TensorShardingAttr> shardings, const SymbolTable &symbolTable,
                             bool ignoreDeviceOrder) {
  Attribute common;
  MeshAttr commonMesh;
  for (TensorShardingAttr sharding : shardings) {
    MeshAttr mesh = sharding ? sharding.getMesh(symbolTable) : MeshAttr();
    if (!mesh)
      continue;
    if (!commonMesh || commonMesh.empty()) {
      common = sharding.getMeshOrRef();
      commonMesh = mesh;
    } else if (!mesh.empty()) {
      if (!commonMesh.equals(mesh, ignoreDeviceOrder))
        return {};
      if (ignoreDeviceOrder && mesh.getDeviceIds().empty() && !commonMesh.getDeviceIds().empty()) {
        common = sharding.getMeshOrRef();
        commonMesh = mesh;
      }
    }
  }
  return common;
}

/// The targets of a data-flow edge share one sharding: the edge's, or the owner's if there is no
/// edge.
Value getShardableValue(Value value) {
  if (Value owner = getDataFlowEdgeOwner(value)) {
    DataFlowEdgeOp edge = getDataFlowEdge(value);
    return edge ? edge.getResult() : owner;
  }
  if (llvm::isa<OpResult>(value))
    return value;
  Block *block = value.getParentBlock();
  auto func = llvm::dyn_cast_or_null<FunctionOpInterface>(block->getParentOp());
  if (func && block->isEntryBlock())
    return value;
  Operation *parent = block->getParentOp();
  if (parent && parent->hasTrait<ArgumentsAreOperands>())
    return getShardableValue(parent->getOperand(llvm::cast<BlockArgument>(value).getArgNumber()));
  return {};
}

/// The name of the attribute that holds the sharding of the op's only result, for constraints,
/// reshards, data-flow edges and collectives. Empty for all other ops.
static StringRef shardingField(Operation *op) {
  if (llvm::isa<ShardingConstraintOp, ReshardOp, DataFlowEdgeOp>(op))
    return "sharding";
  if (isCollective(op))
    return "out_sharding";
  return {};
}

/// The name of the attribute that lists the shardings of an op's results.
static StringRef shardingListName(Operation *op) {
  return llvm::isa<ManualComputationOp, NamedComputationOp>(op) ? StringRef("out_shardings")
                                                                : StringRef(kShardingAttr);
}

/// Null for an op without the list, such as a constraint.
TensorShardingPerValueAttr getShardingPerValue(Operation *op) {
  return op->getAttrOfType<TensorShardingPerValueAttr>(shardingListName(op));
}

static TensorShardingPerValueAttr inShardingsOf(Operation *op) {
  return op->getAttrOfType<TensorShardingPerValueAttr>("in_shardings");
}

/// Null if the value cannot have a sharding or has none.
TensorShardingAttr getSharding(Value value) {
  value = getShardableValue(value);
  if (!value)
    return {};
  if (auto argument = llvm::dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto func = llvm::dyn_cast<FunctionOpInterface>(parent))
      return getFuncArgSharding(func, argument.getArgNumber());
    TensorShardingPerValueAttr list = inShardingsOf(parent);
    return list ? list.getSharding(argument.getArgNumber()) : TensorShardingAttr();
  }
  Operation *op = value.getDefiningOp();
  if (StringRef field = shardingField(op); !field.empty())
    return op->getAttrOfType<TensorShardingAttr>(field);
  TensorShardingPerValueAttr list = getShardingPerValue(op);
  return list ? list.getSharding(llvm::cast<OpResult>(value).getResultNumber())
              : TensorShardingAttr();
}

/// Writes into the attribute that getSharding reads. A list that does not exist yet is created with
/// open shardings for the other values.
void setSharding(Value value, TensorShardingAttr sharding) {
  value = getShardableValue(value);
  assert(value && "the value has a place for its sharding");
  // The list with the new sharding at `index`; a new list if there was none.
  auto withEntry = [&](TensorShardingPerValueAttr list, TypeRange types, unsigned index) {
    return list ? list.replaceValueSharding(index, sharding)
                : TensorShardingPerValueAttr::getOpenWithShardingAtIndex(sharding.getContext(),
                                                                         types, index, sharding);
  };
  if (auto argument = llvm::dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto func = llvm::dyn_cast<FunctionOpInterface>(parent))
      return setFuncArgSharding(func, argument.getArgNumber(), sharding);
    parent->setAttr("in_shardings", withEntry(inShardingsOf(parent), parent->getOperandTypes(),
                                              argument.getArgNumber()));
    return;
  }
  Operation *op = value.getDefiningOp();
  if (StringRef field = shardingField(op); !field.empty())
    return op->setAttr(field, sharding);
  unsigned index = llvm::cast<OpResult>(value).getResultNumber();
  op->setAttr(shardingListName(op),
              withEntry(getShardingPerValue(op), op->getResultTypes(), index));
}

SmallVector<TensorShardingAttr> getShardings(ValueRange values) {
  return llvm::map_to_vector(values, [](Value value) { return getSharding(value); });
}

/// The open shardings are on the mesh of the first known one.
TensorShardingPerValueAttr completeList(TypeRange types, ArrayRef<TensorShardingAttr> shardings) {
  auto known = llvm::find_if(shardings, [](TensorShardingAttr sharding) { return !!sharding; });
  if (known == shardings.end())
    return {};
  MLIRContext *context = known->getContext();
  SmallVector<TensorShardingAttr> complete;
  for (auto [type, sharding] : llvm::zip_equal(types, shardings))
    complete.push_back(sharding ? sharding
                                : TensorShardingAttr::getFullyOpen(context, getTensorRank(type),
                                                                   known->getMeshOrRef()));
  return TensorShardingPerValueAttr::get(context, complete);
}

bool isFullyReplicated(TensorShardingAttr sharding) {
  return !sharding || sharding.isFullyReplicated();
}

bool isEquivalent(TensorShardingAttr a, TensorShardingAttr b) {
  if (isFullyReplicated(a) && isFullyReplicated(b))
    return true;
  return a && b && a.isEquivalent(b);
}

TensorShardingAttr getFuncArgSharding(FunctionOpInterface func, int64_t arg) {
  return func.getArgAttrOfType<TensorShardingAttr>(arg, kShardingAttr);
}

TensorShardingAttr getFuncResultSharding(FunctionOpInterface func, int64_t result) {
  return func.getResultAttrOfType<TensorShardingAttr>(result, kShardingAttr);
}

void setFuncArgSharding(FunctionOpInterface func, int64_t arg, TensorShardingAttr sharding) {
  func.setArgAttr(arg, kShardingAttr, sharding);
}

void setFuncResultSharding(FunctionOpInterface func, int64_t result, TensorShardingAttr sharding) {
  func.setResultAttr(result, StringAttr::get(func.getContext(), kShardingAttr), sharding);
}

ArrayRef<TensorShardingAttr> getShardings(Operation *op) {
  TensorShardingPerValueAttr list = getShardingPerValue(op);
  return list ? list.getShardings() : ArrayRef<TensorShardingAttr>();
}

void setShardings(Operation *op, TensorShardingPerValueAttr shardings) {
  op->setAttr(shardingListName(op), shardings);
}

void setShardings(Operation *op, ArrayRef<TensorShardingAttr> shardings) {
  setShardings(op, TensorShardingPerValueAttr::get(op->getContext(), shardings));
}

/// A callback that returns null removes the sharding of a function argument or result. For the
/// other places it must return a sharding.
void transformShardings(Operation *op,
                        function_ref<TensorShardingAttr(TensorShardingAttr)> transform) {
  if (auto func = llvm::dyn_cast<FunctionOpInterface>(op)) {
    // All attributes are replaced at once: setting one builds a new list of all of them, which is
    // quadratic in the number of arguments.
    bool found = false;
    // The attributes of `count` arguments or results after `transform`.
    auto transformed = [&](unsigned count, auto attrsOf) {
      SmallVector<DictionaryAttr> all;
      for (unsigned i = 0; i < count; ++i) {
        NamedAttrList attrs(attrsOf(i));
        if (auto sharding = llvm::dyn_cast_or_null<TensorShardingAttr>(attrs.get(kShardingAttr))) {
          found = true;
          attrs.erase(kShardingAttr);
          if (TensorShardingAttr made = transform(sharding))
            attrs.set(kShardingAttr, made);
        }
        all.push_back(attrs.getDictionary(op->getContext()));
      }
      return all;
    };
    auto arguments =
        transformed(func.getNumArguments(), [&](unsigned i) { return func.getArgAttrDict(i); });
    auto results =
        transformed(func.getNumResults(), [&](unsigned i) { return func.getResultAttrDict(i); });
    if (found) {
      func.setAllArgAttrs(arguments);
      func.setAllResultAttrs(results);
    }
    return;
  }
  if (StringRef field = shardingField(op); !field.empty()) {
    if (auto sharding = op->getAttrOfType<TensorShardingAttr>(field))
      op->setAttr(field, transform(sharding));
    return;
  }
  auto transformList = [&](StringRef name) {
    if (auto list = op->getAttrOfType<TensorShardingPerValueAttr>(name)) {
      SmallVector<TensorShardingAttr> made = llvm::map_to_vector(list.getShardings(), transform);
      if (list.getShardings() != ArrayRef<TensorShardingAttr>(made))
        op->setAttr(name, TensorShardingPerValueAttr::get(op->getContext(), made));
    }
  };
  if (llvm::isa<ManualComputationOp, NamedComputationOp>(op))
    transformList("in_shardings");
  transformList(shardingListName(op));
}

} // namespace spmd::sdy
