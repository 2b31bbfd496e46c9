// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies custom_call and composite, the ops that stand for code outside of StableHLO. The
// specification leaves custom_call to implementations: its checks follow the verifier of the
// StableHLO dialect. C numbers are constraints of the specification's composite.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

namespace spmd::stablehlo {

// A call without has_side_effect has no effects, so that it may be removed or duplicated. With it
// the call reads and writes memory that is not known.
void CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

/// Verifies operand_layouts or result_layouts; `side` names which in messages. Each value has one
/// layout, a vector of index that is a permutation of its dims; other types than tensors have an
/// empty layout:
///   types (tensor<2x3xf32>, !stablehlo.token), layouts [dense<[1, 0]>, dense<>] pass
static LogicalResult verifyLayouts(CustomCallOp op, StringRef side, TypeRange types,
                                   ArrayAttr layouts) {
  if (layouts.size() != types.size())
    return op.emitOpError("has ") << layouts.size() << " " << side << " layouts for "
                                  << types.size() << " " << side << "s";
  for (auto [i, type, attribute] : llvm::enumerate(types, layouts)) {
    auto layout = dyn_cast<DenseIntElementsAttr>(attribute);
    if (!layout || layout.getType().getRank() != 1 || !layout.getElementType().isIndex())
      return op.emitOpError("has ")
             << side << " layout " << i << " = " << attribute << "; a layout is a vector of index";
    auto tensor = dyn_cast<RankedTensorType>(type);
    int64_t rank = tensor ? tensor.getRank() : 0;
    SmallVector<int64_t> dims;
    // The size is compared before the elements are read: a splat states any number of elements in a
    // few bytes of text.
    if (layout.getNumElements() == rank)
      for (const APInt &dim : layout.getValues<APInt>())
        dims.push_back(dim.getSExtValue());
    llvm::sort(dims);
    if (layout.getNumElements() != rank || !llvm::equal(dims, llvm::seq<int64_t>(0, rank))) {
      auto diag = op.emitOpError("has ") << side << " layout " << i << " = " << attribute;
      if (tensor)
        diag << " for " << type << "; it must be a permutation of its " << rank << " dims";
      else
        diag << " for " << type << ", which is no tensor; the layout must be empty";
      return diag << valueNotes(op, side, i);
    }
  }
  return success();
}

/// Verifies that both sides have layouts or neither has. A single tuple result has one layout per
/// element.
static LogicalResult verifyLayouts(CustomCallOp op) {
  ArrayAttr operands = op.getOperandLayoutsAttr(), results = op.getResultLayoutsAttr();
  if (!operands && !results)
    return success();
  if (!operands || !results)
    return op.emitOpError("has ") << (operands ? "operand_layouts" : "result_layouts")
                                  << " only; both must be given";
  if (failed(verifyLayouts(op, "operand", op.getOperandTypes(), operands)))
    return failure();
  if (op.getNumResults() == 1)
    if (auto tuple = dyn_cast<TupleType>(op.getResult(0).getType()))
      return verifyLayouts(op, "result", tuple.getTypes(), results);
  return verifyLayouts(op, "result", op.getResultTypes(), results);
}

/// Returns the part of `type` at a path into nested tuples; null where the path leaves the type:
///   (tuple<tensor<2xf32>, tuple<i1>>, [1, 0]) -> i1
static Type partAt(Type type, ArrayRef<int64_t> path) {
  for (int64_t index : path) {
    auto tuple = dyn_cast_or_null<TupleType>(type);
    if (!tuple || index < 0 || index >= int64_t(tuple.size()))
      return {};
    type = tuple.getType(index);
  }
  return type;
}

/// Verifies output_operand_aliases: operands and paths exist, and both parts have one type. Several
/// results count as one tuple, so the first index of an output path picks the result:
///   #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, ..> aliases
///   result 1 with operand 0
static LogicalResult verifyAliases(CustomCallOp op) {
  Type output = op.getNumResults() == 1
                    ? op.getResult(0).getType()
                    : Type(TupleType::get(op.getContext(), op.getResultTypes()));
  SmallVector<unsigned> resultAliases(op.getNumResults(), 0),
      operandAliases(op.getNumOperands(), 0);
  for (auto alias : op.getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>()) {
    int64_t index = alias.getOperandIndex();
    if (index < 0 || index >= int64_t(op.getNumOperands()))
      return op.emitOpError("has an alias of operand ")
             << index << "; there are " << op.getNumOperands();
    Type from = partAt(op.getOperand(index).getType(), alias.getOperandTupleIndices());
    Type to = partAt(output, alias.getOutputTupleIndices());
    if (!from || !to)
      return op.emitOpError("has the alias ")
             << alias << ", whose path leaves the " << (from ? "output " : "operand ")
             << (from ? output : op.getOperand(index).getType())
             << typeNote("operand " + Twine(index), op.getOperand(index));
    if (from != to)
      return op.emitOpError("aliases an output part of type ")
             << to << " with a part of operand " << index << " of type " << from
             << "; the types must be equal"
             << typeNote("operand " + Twine(index), op.getOperand(index));
    ++operandAliases[index];
    if (op.getNumResults() == 1)
      ++resultAliases[0];
    else if (!alias.getOutputTupleIndices().empty())
      ++resultAliases[alias.getOutputTupleIndices().front()];
  }
  // A buffer (memref) is storage, not a value, so a buffer result must be an operand's buffer and
  // needs exactly one alias. The three targets that create and end buffers are exempt.
  if (llvm::is_contained({"CreateBuffer", "Pin", "Unpin"}, op.getCallTargetName()))
    return success();
  for (auto [i, type, count] : llvm::enumerate(op.getOperandTypes(), operandAliases))
    if (isa<MemRefType>(type) && count > 1)
      return op.emitOpError("aliases buffer operand ")
             << i << " " << count << " times; once is allowed"
             << typeNote("the buffer", op.getOperand(i));
  for (auto [i, type, count] : llvm::enumerate(op.getResultTypes(), resultAliases))
    if (isa<MemRefType>(type) && count != 1)
      return op.emitOpError("aliases buffer result ")
             << i << " " << count << " times; it must be once";
  return success();
}

/// Verifies the operand and result types of the three targets that create and end buffers; passes
/// for all other targets:
///   CreateBuffer () -> memref    Pin (tensor) -> memref    Unpin (memref) -> tensor
/// Pin and Unpin keep shape and element type.
static LogicalResult verifyBufferTargets(CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  auto wants = [&](StringRef form) -> LogicalResult {
    return op.emitOpError("calls ")
           << target << ", which is " << form << ", with " << op.getOperandTypes() << " -> "
           << op.getResultTypes() << operandNotes(op);
  };
  if (target == "CreateBuffer" && (op.getNumOperands() != 0 || op.getNumResults() != 1 ||
                                   !isa<MemRefType>(op.getResult(0).getType())))
    return wants("() -> buffer");
  bool pin = target == "Pin";
  if (!pin && target != "Unpin")
    return success();
  auto isForm = [&] {
    if (op.getNumOperands() != 1 || op.getNumResults() != 1)
      return false;
    Type tensor = op->getOperand(0).getType(), buffer = op->getResult(0).getType();
    if (!pin)
      std::swap(tensor, buffer);
    auto t = dyn_cast<RankedTensorType>(tensor);
    auto b = dyn_cast<MemRefType>(buffer);
    return t && b && t.getShape() == b.getShape() && t.getElementType() == b.getElementType();
  };
  return isForm()
             ? success()
             : wants(pin ? "(tensor) -> buffer of its shape" : "(buffer) -> tensor of its shape");
}

// API version 4 is the typed FFI, whose backend_config is a dictionary; earlier versions take a
// string.
LogicalResult CustomCallOp::verify() {
  if (Attribute config = getBackendConfigAttr()) {
    bool typed = getApiVersion() == CustomCallApiVersion::API_VERSION_TYPED_FFI;
    if (typed != isa<DictionaryAttr>(config))
      return emitOpError("has backend_config ")
             << config << " with api_version " << uint32_t(getApiVersion())
             << "; version 4 takes a dictionary, the others a string";
  }
  if (failed(verifyLayouts(*this)) || failed(verifyAliases(*this)))
    return failure();
  return verifyBufferTargets(*this);
}

// C1: the name is a namespace and words, separated by points. "acme.scale" passes, "scale" fails.
LogicalResult CompositeOp::verify() {
  static const llvm::Regex kName("^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$");
  if (!kName.match(getName())) // C1
    return emitOpError("has the name \"")
           << getName() << "\"; a name is a namespace, a point and words: acme.scale";
  return success();
}

/// C2 to C4: the decomposition names a function of this module, whose parameter and result types
/// are exactly those of the composite.
LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function =
      symbols.lookupNearestSymbolFrom<FunctionOpInterface>(*this, getDecompositionAttr());
  if (!function)
    return emitOpError("decomposes to @")
           << getDecomposition() << ", which is no function of this module";
  auto compare = [&](StringRef what, TypeRange here, TypeRange there) -> LogicalResult {
    if (llvm::equal(here, there))
      return success();
    return emitOpError("has ") << what << " of types (" << here << "), its decomposition @"
                               << getDecomposition() << " has (" << there << ")"
                               << symbolNote(function);
  };
  if (failed(compare("inputs", getOperandTypes(), function.getArgumentTypes())))
    return failure();
  return compare("results", getResultTypes(), function.getResultTypes());
}

} // namespace spmd::stablehlo
