// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the names of places and ops. Import records the names of the text in locations
// (dialects/source_names.h), because it inlines calls and copies constants.
#include "compiler/explain/place_names.h"
#include "dialects/sdy/data_flow.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;

namespace spmd {
namespace {

/// Import replaces constants by sdy.constant; for the user they are still stablehlo.constant.
StringRef plainOpName(StringRef name) {
  return name == "sdy.constant" ? StringRef("stablehlo.constant") : name;
}

/// Whether the value is the one that has this name in the text. A value that a pass made in its
/// place has the same location but is the result of another op.
bool isOriginal(Value value, const SourceName &name) {
  if (isa<BlockArgument>(value))
    return name.op == "argument";
  return plainOpName(value.getDefiningOp()->getName().getStringRef()) == plainOpName(name.op);
}

Location locationOf(Value value) {
  return isa<BlockArgument>(value) ? value.getLoc() : value.getDefiningOp()->getLoc();
}

/// The number of a result among the results of its op; 0 for a block argument.
unsigned numberOf(Value value) {
  auto result = dyn_cast<OpResult>(value);
  return result ? result.getResultNumber() : 0;
}

/// All names in a location, from the outermost to the innermost.
void collectNames(Location loc, SmallVectorImpl<StringRef> &names) {
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    collectNames(call.getCallee(), names);
  } else if (auto name = dyn_cast<NameLoc>(loc)) {
    names.push_back(name.getName());
    collectNames(name.getChildLoc(), names);
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      collectNames(part, names);
  }
}

/// Whether `query` is FILE:LINE of the location. The folder of the file may be left out.
bool isOnLine(Location loc, StringRef query) {
  auto [file, line] = query.rsplit(':');
  unsigned number;
  if (line.getAsInteger(10, number))
    return false;
  bool found = false;
  loc->walk([&](Location part) {
    if (auto at = dyn_cast<FileLineColLoc>(part))
      found |=
          at.getLine() == number &&
          (at.getFilename() == file || at.getFilename().getValue().ends_with(("/" + file).str()));
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// The sharding as in the text, without the prefix #sdy.sharding.
std::string textOf(sdy::TensorShardingAttr sharding) {
  std::string text = llvm::to_string(sharding);
  StringRef shown = text;
  shown.consume_front("#sdy.sharding");
  return shown.str();
}

} // namespace

/// Values of the entry function are named without the function.
PlaceNames::PlaceNames(const PropagationGraph &graph) : graph(graph) {
  ModuleOp module = graph.module;
  if (func::FuncOp entry = *entryFunction(module))
    entryName = entry.getName().str();
}

/// The value by which a place is called: that of the owner where the place is a data-flow edge.
Value PlaceNames::valueOf(int place) const {
  Value value = graph.places[place].value;
  if (auto edge = value ? value.getDefiningOp<sdy::DataFlowEdgeOp>() : nullptr)
    // A text may contain edges on values that own none.
    if (Value owner = sdy::getDataFlowEdgeOwner(edge.getInput()))
      return owner;
  return value;
}

std::string PlaceNames::nameOf(const SourceName &source, unsigned number) const {
  std::string prefix = source.function == entryName ? "" : "@" + source.function.str();
  return prefix + (number < source.names.size() ? source.names[number].str() : "");
}

/// "%5", "result 0 of @main", or for a value that a pass made "the sdy.reshard made at %5". Without
/// a name in the location, "argument 0" or the name of the op.
std::string PlaceNames::name(int number) const {
  const Place &place = graph.places[number];
  if (!place.value)
    return "result " + std::to_string(place.result) + " of @" + functionOf(number).getName().str();
  Value value = valueOf(number);
  std::optional<SourceName> source = sourceNameOf(locationOf(value));
  if (!source || source->names.empty()) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return "argument " + std::to_string(argument.getArgNumber());
    return value.getDefiningOp()->getName().getStringRef().str();
  }
  // The text may name fewer results than the op has now.
  unsigned result = numberOf(value);
  bool original = isOriginal(value, *source) && result < source->names.size();
  std::string text = nameOf(*source, original ? result : 0);
  return original
             ? text
             : "the " + value.getDefiningOp()->getName().getStringRef().str() + " made at " + text;
}

/// "%5 = stablehlo.add : tensor<8xf32>, at file.mlir:3:8".
std::string PlaceNames::describe(int number) const {
  const Place &place = graph.places[number];
  std::string text = name(number);
  llvm::raw_string_ostream os(text);
  Location loc = place.value ? locationOf(valueOf(number)) : functionOf(number).getLoc();
  if (place.value) {
    Value value = valueOf(number);
    auto argument = dyn_cast<BlockArgument>(value);
    os << " = ";
    if (!argument)
      os << value.getDefiningOp()->getName();
    else if (auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
      os << "argument " << argument.getArgNumber() << " of @" << function.getName();
    else
      os << "argument " << argument.getArgNumber() << " of the body of "
         << argument.getOwner()->getParentOp()->getName();
    os << " : " << value.getType();
  } else {
    os << " : " << functionOf(number).getFunctionType().getResult(place.result);
  }
  if (std::string at = shortLocation(loc); !at.empty())
    os << ", at " << at;
  return text;
}

/// "stablehlo.add %5", "the return of @main". A data-flow edge has the name of the op that owns it.
std::string PlaceNames::name(const Node &node) const {
  if (node.kind == Node::Return)
    return "the return of @" + node.op->getParentOfType<func::FuncOp>().getName().str();
  Operation *op = node.op;
  if (auto edge = dyn_cast<sdy::DataFlowEdgeOp>(op)) {
    Value owner = sdy::getDataFlowEdgeOwner(edge.getInput());
    op = isa<BlockArgument>(owner) ? owner.getParentBlock()->getParentOp() : owner.getDefiningOp();
  }
  std::string text = op->getName().getStringRef().str();
  if (std::optional<SourceName> source = sourceNameOf(op->getLoc());
      source && !source->names.empty()) {
    std::string prefix = source->function == entryName ? "" : "@" + source->function.str();
    text += (plainOpName(source->op) == plainOpName(text) ? " " : " made at ") + prefix +
            source->names.front().split('#').first.str();
  }
  return text;
}

std::string PlaceNames::location(const Node &node) const {
  return shortLocation(node.op->getLoc());
}

std::string PlaceNames::print(const Sharding &sharding) const {
  return textOf(graph.meshes.write(sharding));
}

/// Finds the annotation of an axis that was there before propagation. If the value itself was not
/// annotated, import took the sharding from a constraint or a manual computation that uses the
/// value, or from a callee, or the value got it from another member of its sharding group.
PlaceNames::Site PlaceNames::annotationSite(const Spot &spot) const {
  const Place &place = graph.places[spot.place];
  if (!place.value)
    return {name(spot.place), functionOf(spot.place).getLoc(),
            sdy::getFuncResultSharding(functionOf(spot.place), place.result)};
  sdy::TensorShardingAttr sharding = sdy::getSharding(place.value);
  // The annotation on the value itself; nothing if the text has none there.
  auto siteOf = [&](int number, Value value,
                    sdy::TensorShardingAttr sharding) -> std::optional<Site> {
    std::optional<SourceName> source = sourceNameOf(locationOf(value));
    bool isMade = source && !isOriginal(value, *source) && source->op == "func.call";
    if (isMade) // the annotation is on an argument or result of the callee
      return Site{"the function called at " + nameOf(*source, 0), locationOf(value), sharding};
    if (source && !source->isAnnotated)
      return std::nullopt;
    std::string kind = isa<BlockArgument>(value)
                           ? "argument"
                           : value.getDefiningOp()->getName().getStringRef().str();
    return Site{kind + " " + name(number), locationOf(value), sharding};
  };
  Value value = valueOf(spot.place);
  // The annotation by an operand's sharding of a manual computation.
  auto inSharding = [](sdy::ManualComputationOp manual, unsigned number) -> Site {
    return {"in_shardings " + std::to_string(number) + " of sdy.manual_computation",
            manual.getLoc(), manual.getInSharding(number)};
  };
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(argument.getOwner()->getParentOp()))
      return inSharding(manual, argument.getArgNumber());
  if (std::optional<Site> own = siteOf(spot.place, value, sharding))
    return *own;
  // Import copied the sharding of a user of the value, or the sharding group did.
  for (OpOperand &use : place.value.getUses()) {
    if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(use.getOwner());
        constraint && constraint.getSharding() == sharding) {
      std::optional<SourceName> source = sourceNameOf(constraint.getLoc());
      std::string made = source && source->op == "func.call" ? "the function called at "
                                                             : "sdy.sharding_constraint ";
      return {made + (source ? nameOf(*source, 0) : ""), constraint.getLoc(), sharding};
    }
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(use.getOwner()))
      return inSharding(manual, use.getOperandNumber());
  }
  if (place.group >= 0)
    for (int member : graph.groups[place.group])
      if (member != spot.place && graph.places[member].value)
        if (std::optional<Site> mate = siteOf(member, valueOf(member), sharding))
          return *mate;
  return {name(spot.place), locationOf(value), sharding};
}

/// "argument %x <@mesh, [{"a"}]>, at model.mlir:2:5".
std::string PlaceNames::annotation(const Spot &spot) const {
  Site site = annotationSite(spot);
  std::string at = shortLocation(site.loc);
  return site.name + " " + textOf(site.sharding) + (at.empty() ? "" : ", at " + at);
}

/// Compares the query with the name in the text, argN or resultN, the line, and the names in the
/// location, in this order.
bool PlaceNames::matches(int number, StringRef query) const {
  const Place &place = graph.places[number];
  if (query == "all")
    return true;
  if (!place.value)
    return query == "result" + std::to_string(place.result);
  Value value = valueOf(number);
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
  if (function && function.getName() == entryName &&
      query == "arg" + std::to_string(argument.getArgNumber()))
    return true;
  Location loc = locationOf(value);
  std::optional<SourceName> source = sourceNameOf(loc);
  if (source && isOriginal(value, *source) && numberOf(value) < source->names.size()) {
    // Names are compared as in the text: %5#1, or %5 for all results of an op.
    StringRef own = source->names[numberOf(value)], wanted = query;
    StringRef function = entryName;
    if (wanted.consume_front("@")) {
      function = wanted.split('%').first;
      wanted = wanted.drop_front(function.size());
    }
    if (source->function == function && (own == wanted || own.split('#').first == wanted))
      return true;
  }
  if (isOnLine(loc, query))
    return true;
  SmallVector<StringRef> locNames;
  collectNames(loc, locNames);
  return llvm::any_of(
      locNames, [&](StringRef own) { return own == query || own.ends_with(("/" + query).str()); });
}

/// Scalars are left out: they have no dims to explain.
SmallVector<int> PlaceNames::find(StringRef query) const {
  SmallVector<int> out;
  for (size_t number = 0; number < graph.places.size(); ++number) {
    const Place &place = graph.places[number];
    bool hasDims = !place.value || sdy::getTensorRank(place.value) > 0;
    if (hasDims && matches(number, query))
      out.push_back(number);
  }
  return out;
}

} // namespace spmd
