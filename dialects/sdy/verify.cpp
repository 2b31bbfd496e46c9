// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies shardings against their mesh and the type of their value, and the discardable attributes
// of the dialect on ops, arguments and results. Checks of ops are in verify_ops.cpp, of collectives
// in verify_collectives.cpp, of sharding rules in verify_rules.cpp.
#include "dialects/sdy/verify.h"
#include "dialects/notes.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

/// Checks one axis: the mesh has it, and a sub-axis divides it and is not the whole axis.
LogicalResult verifyAxis(AxisRefAttr axis, MeshAttr mesh, ErrorAt error) {
  if (!mesh.hasAxis(axis.getName())) {
    auto diag = error() << "names axis " << axis.toString() << ", but its mesh has only ";
    llvm::interleaveComma(mesh.getAxes(), diag,
                          [&](MeshAxisAttr known) { diag << "\"" << known.getName() << "\""; });
    if (mesh.getAxes().empty())
      diag << "no axes at all";
    return diag;
  }
  SubAxisInfoAttr info = axis.getSubAxisInfo();
  if (!info)
    return success();
  int64_t size = mesh.getAxisSize(axis.getName());
  if (info.getSize() == size)
    return error() << "writes the whole axis \"" << axis.getName() << "\" of size " << size
                   << " as the sub-axis " << axis.toString();
  if (size % info.getNextPreSize() != 0)
    return error() << "uses the sub-axis " << axis.toString() << ", but " << info.getPreSize()
                   << " x " << info.getSize() << " does not divide the axis' size " << size;
  return success();
}

/// Refuses consecutive parts in two pieces: {"x":(1)2, "x":(2)2} is to be written {"x":(1)4}.
/// Without this rule one sharding could be written as two different attributes.
LogicalResult verifyNotMergeable(ArrayRef<AxisRefAttr> axes, MeshAttr mesh, ErrorAt error) {
  if (axes.size() < 2)
    return success();
  for (auto [first, second] : llvm::zip(axes, axes.drop_front())) {
    if (!first.getSubAxisInfo() || !second.getSubAxisInfo())
      continue; // a whole axis has no part behind it
    AxisList merged = toAxes({first}, mesh);
    appendMerged(merged, toAxis(second, mesh));
    if (merged.size() == 1)
      return error() << "has the consecutive sub-axes " << first.toString() << ", "
                     << second.toString() << "; write them as "
                     << toAttr(merged[0], mesh).toString();
  }
  return success();
}

/// Refuses a list in which an axis, or a part of one, is used twice.
LogicalResult verifyNoOverlap(ArrayRef<AxisRefAttr> axes, ErrorAt error) {
  // Comparing all pairs is cheaper than a set: a sharding has few axes, and the verifier checks
  // every value after every pass.
  for (auto [count, axis] : llvm::enumerate(axes))
    for (AxisRefAttr other : axes.take_front(count)) {
      if (axis == other)
        return error() << "uses axis " << axis.toString() << " twice";
      if (axis.overlaps(other))
        return error() << "uses " << other.toString() << " and " << axis.toString()
                       << ", which share devices";
    }
  return success();
}

/// Refuses replicated or unreduced axes that are not in the order of the mesh.
LogicalResult verifySorted(ArrayRef<AxisRefAttr> axes, StringRef what, MeshAttr mesh,
                           ErrorAt error) {
  if (axes.size() < 2 || isSortedInMeshOrder(axes, mesh))
    return success();
  auto diag = error() << "lists its " << what << " axes out of the order of the mesh: ";
  llvm::interleaveComma(axes, diag, [&](AxisRefAttr axis) { diag << axis.toString(); });
  return diag;
}

/// Checks the dims of a sharding: consecutive parts are merged, and priorities are not negative. A
/// closed dim without axes has no priority, because there is nothing to propagate.
LogicalResult verifyDims(TensorShardingAttr sharding, MeshAttr mesh, ErrorAt error) {
  for (auto [dim, dimSharding] : llvm::enumerate(sharding.getDimShardings())) {
    if (failed(verifyNotMergeable(dimSharding.getAxes(), mesh, error)))
      return failure();
    if (!dimSharding.getPriority())
      continue;
    if (*dimSharding.getPriority() < 0)
      return error() << "has priority " << *dimSharding.getPriority() << " at dim " << dim
                     << "; it must not be negative";
    if (dimSharding.getIsClosed() && dimSharding.emptyAxes())
      return error() << "has priority p" << *dimSharding.getPriority() << " at dim " << dim
                     << ", which is closed and empty: there is nothing to propagate";
  }
  return success();
}

/// The rank that a sharding for the type must have: 0 for tokens and other types without elements.
/// Reports unranked types and tuples of several elements.
FailureOr<int64_t> expectedRank(Type type, ErrorAt error) {
  // The common case first: casting to the ShapedType interface costs a lookup.
  if (auto tensor = llvm::dyn_cast<RankedTensorType>(type))
    return tensor.getRank();
  if (auto tuple = llvm::dyn_cast<TupleType>(type)) {
    if (tuple.size() != 1)
      return error() << "is for a tuple of " << tuple.size()
                     << " elements; only tuples of one can be sharded";
    type = tuple.getType(0);
  }
  auto shaped = llvm::dyn_cast<ShapedType>(type);
  if (!shaped)
    return 0;
  if (!shaped.hasRank())
    return error() << "is for the unranked type " << type;
  return shaped.getRank();
}

} // namespace

/// The error names the axis, a note points to the manual computation.
LogicalResult verifyNoManualAxis(TensorShardingAttr sharding, Operation *scope, ErrorAt error) {
  for (Operation *op = scope->getParentOp(); op; op = op->getParentOp()) {
    auto manual = llvm::dyn_cast<ManualComputationOp>(op);
    if (!manual)
      continue;
    AxisRefAttr used;
    if (sharding.anyOfAxisRef([&](AxisRefAttr axis) {
          used = axis;
          return manual.getManualAxes().containsAxis(axis.getName());
        })) {
      return error() << "uses axis " << used.toString() << ", which is manual here"
                     << factNote("the enclosing manual computation has the manual axes",
                                 manual.getLoc(), manual.getManualAxes());
    }
  }
  return success();
}

LogicalResult verifyAxisList(ArrayRef<AxisRefAttr> axes, MeshAttr mesh, ErrorAt error) {
  for (AxisRefAttr axis : axes)
    if (failed(verifyAxis(axis, mesh, error)))
      return failure();
  if (failed(verifyNotMergeable(axes, mesh, error)))
    return failure();
  return verifyNoOverlap(axes, error);
}

/// Overlaps are looked for within each list first, so that the message is about one dim if
/// possible.
LogicalResult verifyAxisLists(ArrayRef<ArrayRef<AxisRefAttr>> lists, MeshAttr mesh, ErrorAt error) {
  SmallVector<AxisRefAttr> all;
  for (ArrayRef<AxisRefAttr> list : lists) {
    if (failed(verifyAxisList(list, mesh, error)))
      return failure();
    llvm::append_range(all, list);
  }
  return verifyNoOverlap(all, error);
}

/// A null type stands for an op without results, whose sharding may name a mesh only.
LogicalResult verifySharding(TensorShardingAttr sharding, Type type, Operation *scope,
                             ErrorAt error) {
  MeshAttr mesh = sharding.getMesh(scope);
  if (!mesh)
    return error() << "refers to the unknown mesh " << sharding.getMeshOrRef();
  // For errors about what the mesh has.
  auto onMesh = [&] { return error() << symbolNotes(scope, sharding.getMeshOrRef()); };
  // On a maximal mesh one device holds the whole value, so the sharding has no dims whatever the
  // type is.
  bool withoutValue = !type;
  if (mesh.isMaximal() || withoutValue) {
    if (sharding.getRank() != 0 || !sharding.emptyAxes())
      return onMesh() << (withoutValue ? "stands on an op without results"
                                       : "is on a mesh of one device")
                      << " and must have neither dims nor axes, got " << sharding.getRank()
                      << " dims";
    return success();
  }
  FailureOr<int64_t> rank = expectedRank(type, error);
  if (failed(rank))
    return failure();
  if (*rank != sharding.getRank())
    return error() << "has " << sharding.getRank() << " dims for the type " << type << " of rank "
                   << *rank;
  // A token has rank 0, so only replicated or unreduced axes could be written on it.
  if (!llvm::isa<ShapedType, TupleType>(type) && !sharding.emptyAxes())
    return error() << "has replicated or unreduced axes for the type " << type
                   << ", which holds no elements";
  // All axes of the sharding in one list: an axis may be used once, whether in a dim, as replicated
  // or as unreduced.
  SmallVector<AxisRefAttr, 8> all;
  // Collects axes and checks each against the mesh. Returns false after an error.
  auto add = [&](ArrayRef<AxisRefAttr> axes) {
    for (AxisRefAttr axis : axes) {
      if (failed(verifyAxis(axis, mesh, onMesh)))
        return false;
      all.push_back(axis);
    }
    return true;
  };
  if (!llvm::all_of(sharding.getDimShardings(),
                    [&](DimensionShardingAttr dim) { return add(dim.getAxes()); }) ||
      !add(sharding.getReplicatedAxes()) || !add(sharding.getUnreducedAxes()))
    return failure();
  if (failed(verifyDims(sharding, mesh, error)) ||
      failed(verifyNotMergeable(sharding.getReplicatedAxes(), mesh, error)) ||
      failed(verifyNotMergeable(sharding.getUnreducedAxes(), mesh, error)) ||
      failed(verifyNoOverlap(all, error)) ||
      failed(verifySorted(sharding.getReplicatedAxes(), "replicated", mesh, onMesh)) ||
      failed(verifySorted(sharding.getUnreducedAxes(), "unreduced", mesh, onMesh)))
    return failure();
  return verifyNoManualAxis(sharding, scope, error);
}

/// Messages read "result 1: the sharding <...> has 2 dims for the type ...".
LogicalResult verifyShardings(TensorShardingPerValueAttr shardings, TypeRange types, Operation *op,
                              StringRef what) {
  if (types.size() != shardings.getShardings().size())
    return op->emitOpError() << "has " << shardings.size() << " shardings for " << types.size()
                             << " " << what << "s";
  for (auto [index, sharding, type] : llvm::enumerate(shardings.getShardings(), types)) {
    auto error = [&, i = index, s = sharding] {
      return op->emitOpError() << what << " " << i << ": the sharding " << s << " "
                               << valueNotes(op, what, i);
    };
    if (failed(verifySharding(sharding, type, op, error)))
      return failure();
  }
  return success();
}

namespace {

/// The attribute as an `Attr`, or an error that shows an example of the expected form.
template <class Attr>
FailureOr<Attr> expectAttr(NamedAttribute attr, Operation *op, StringRef example) {
  if (auto typed = llvm::dyn_cast<Attr>(attr.getValue()))
    return typed;
  return op->emitOpError() << "attribute " << attr.getName() << " must be a " << example << ", got "
                           << attr.getValue();
}

/// Checks the propagation edges of a region op's arguments or results: an array of edge attributes.
LogicalResult verifyEdgesPerValue(NamedAttribute attr, Operation *op) {
  auto list = llvm::dyn_cast<ArrayAttr>(attr.getValue());
  if (list &&
      llvm::all_of(list, [](Attribute edge) { return llvm::isa<PropagationEdgesAttr>(edge); }))
    return success();
  return op->emitOpError() << "attribute " << attr.getName()
                           << " must be an array of #sdy.propagation_edges<...>, got "
                           << attr.getValue();
}

/// Checks the sdy.sharding of an op. An op without results may have one sharding, which names a
/// mesh.
LogicalResult verifyResultShardings(TensorShardingPerValueAttr shardings, Operation *op) {
  if (op->getNumResults() > 0 || shardings.size() != 1)
    return verifyShardings(shardings, op->getResultTypes(), op, "result");
  TensorShardingAttr sharding = shardings.getSharding(0);
  return verifySharding(sharding, Type(), op,
                        [&] { return op->emitOpError() << "the sharding " << sharding << " "; });
}

} // namespace

/// MLIR calls this for every discardable attribute of the dialect on any op.
LogicalResult SdyDialect::verifyOperationAttribute(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == kShardingAttr) {
    auto shardings =
        expectAttr<TensorShardingPerValueAttr>(attr, op, "list #sdy.sharding_per_value<[...]>");
    return failed(shardings) ? failure() : verifyResultShardings(*shardings, op);
  }
  if (name == kShardingRuleAttr) {
    auto rule = expectAttr<OpShardingRuleAttr>(attr, op, "rule #sdy.op_sharding_rule<...>");
    return failed(rule) ? failure() : verifyShardingRule(*rule, op);
  }
  if (name == kPropagationEdgesAttr) {
    auto edges = expectAttr<PropagationEdgesAttr>(attr, op, "list #sdy.propagation_edges<...>");
    return failed(edges) ? failure() : verifyPropagationEdges(*edges, op);
  }
  if (name == kBlockArgPropagationEdgesAttr || name == kResultPropagationEdgesAttr)
    return verifyEdgesPerValue(attr, op);
  return success();
}

/// Checks the sdy.sharding on an argument or a result of a function: one sharding of the value's
/// type.
static LogicalResult verifyBorder(Operation *op, Type type, NamedAttribute attr, StringRef what,
                                  unsigned index) {
  if (attr.getName() != kShardingAttr)
    return success();
  auto sharding = llvm::dyn_cast<TensorShardingAttr>(attr.getValue());
  if (!sharding)
    return op->emitOpError()
           << what << " " << index
           << ": attribute sdy.sharding must be a sharding #sdy.sharding<...>, got "
           << attr.getValue();
  // The error is at the function, the note at the argument.
  return verifySharding(sharding, type, op, [&] {
    return op->emitOpError() << what << " " << index << ": the sharding " << sharding << " "
                             << valueNotes(op, what, index);
  });
}

/// MLIR calls this for attributes of function arguments; declarations have no region, so the type
/// comes from the function.
LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned region, unsigned arg,
                                                   NamedAttribute attr) {
  if (auto func = llvm::dyn_cast<FunctionOpInterface>(op))
    return verifyBorder(op, func.getArgumentTypes()[arg], attr, "argument", arg);
  return verifyBorder(op, op->getRegion(region).getArgument(arg).getType(), attr, "argument", arg);
}

/// MLIR calls this for attributes of function results.
LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned result,
                                                      NamedAttribute attr) {
  if (auto func = llvm::dyn_cast<FunctionOpInterface>(op))
    return verifyBorder(op, func.getResultTypes()[result], attr, "result", result);
  return success();
}

/// Calls the hooks that MLIR's verifier calls, on one op.
LogicalResult verifyAnnotations(Operation *op) {
  auto *dialect = op->getContext()->getLoadedDialect<SdyDialect>();
  if (op->getDialect() == dialect && failed(op->getName().verifyInvariants(op)))
    return failure();
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (attr.getNameDialect() == dialect && failed(dialect->verifyOperationAttribute(op, attr)))
      return failure();
  auto func = llvm::dyn_cast<FunctionOpInterface>(op);
  if (!func)
    return success();
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    for (NamedAttribute attr : func.getArgAttrs(i))
      if (failed(dialect->verifyRegionArgAttribute(op, 0, i, attr)))
        return failure();
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    for (NamedAttribute attr : func.getResultAttrs(i))
      if (failed(dialect->verifyRegionResultAttribute(op, 0, i, attr)))
        return failure();
  return success();
}

} // namespace spmd::sdy
