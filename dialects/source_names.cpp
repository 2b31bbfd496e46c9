// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses a program so that every op and block argument remembers the names of its values in the
// text. MLIR's parser state tells where each value is defined; the name found there becomes the
// metadata of a fused location.
#include "dialects/source_names.h"
#include "dialects/resources.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace spmd {
namespace {

/// Returns `loc` wrapped in a fused location whose metadata holds `name`:
///   ["main", "stablehlo.add", true, "%5#0", "%5#1"]
Location named(Location loc, const SourceName &name) {
  Builder b(loc.getContext());
  SmallVector<Attribute> parts{b.getStringAttr(name.function), b.getStringAttr(name.op),
                               b.getBoolAttr(name.isAnnotated)};
  for (StringRef value : name.names)
    parts.push_back(b.getStringAttr(value));
  return FusedLoc::get(loc.getContext(), {loc}, b.getArrayAttr(parts));
}

/// Returns the metadata that `named` has put into a location; null for other fused locations.
ArrayAttr tagOf(FusedLoc loc) {
  auto parts = dyn_cast_or_null<ArrayAttr>(loc.getMetadata());
  bool isTag = parts && parts.size() >= 3 && isa<StringAttr>(parts[0]) &&
               isa<StringAttr>(parts[1]) && isa<BoolAttr>(parts[2]);
  return isTag ? parts : ArrayAttr();
}

/// Returns the text of a source range; empty where the range is not known.
StringRef textOf(SMRange range) {
  return range.isValid() ? StringRef(range.Start.getPointer(),
                                     range.End.getPointer() - range.Start.getPointer())
                         : StringRef();
}

/// Returns one name per result of an op:
///   %a, %b:2 = ... -> "%a", "%b#0", "%b#1"
SmallVector<std::string> namesOfResults(const AsmParserState::OperationDefinition &definition) {
  SmallVector<std::string> names(definition.op->getNumResults());
  for (auto [g, group] : llvm::enumerate(definition.resultGroups)) {
    unsigned end = g + 1 < definition.resultGroups.size()
                       ? definition.resultGroups[g + 1].startIndex
                       : names.size();
    std::string name = textOf(group.definition.loc).split(':').first.rtrim().str();
    for (unsigned i = group.startIndex; i < end; ++i)
      names[i] =
          end - group.startIndex > 1 ? name + "#" + std::to_string(i - group.startIndex) : name;
  }
  return names;
}

/// Names the arguments of a block. An argument counts as annotated if its function gives it a
/// sharding or logical axes, or if it belongs to a manual computation.
void nameBlock(const AsmParserState::BlockDefinition &definition) {
  Operation *parent = definition.block->getParentOp();
  auto function = dyn_cast<FunctionOpInterface>(parent);
  auto within = function ? function : parent->getParentOfType<FunctionOpInterface>();
  if (!within)
    return;
  for (auto [i, argument] : llvm::enumerate(definition.arguments)) {
    if (i >= definition.block->getNumArguments())
      break;
    BlockArgument value = definition.block->getArgument(i);
    // sdy.manual_computation writes the shardings of all its operands on the op.
    bool isAnnotated = function ? function.getArgAttr(i, sdy::kShardingAttr) ||
                                      function.getArgAttr(i, kLogicalAttr)
                                : isa<sdy::ManualComputationOp>(parent);
    value.setLoc(
        named(value.getLoc(), {within.getName(), "argument", isAnnotated, {textOf(argument.loc)}}));
  }
}

/// Names the results of an op inside of a function. An op counts as annotated if it carries a
/// sharding or logical axes, as an attribute or as a field of its own. An edge carries the sharding
/// of another op's value.
void nameOp(const AsmParserState::OperationDefinition &definition) {
  Operation *op = definition.op;
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return;
  static constexpr StringRef kAnnotations[] = {kLogicalAttr, sdy::kShardingAttr, "sharding",
                                               "out_shardings"};
  bool isAnnotated =
      !isa<sdy::DataFlowEdgeOp>(op) &&
      llvm::any_of(kAnnotations, [&](StringRef attribute) { return op->hasAttr(attribute); });
  SourceName name{function.getName(), op->getName().getStringRef(), isAnnotated, {}};
  SmallVector<std::string> names = namesOfResults(definition);
  name.names.assign(names.begin(), names.end());
  op->setLoc(named(op->getLoc(), name));
}

} // namespace

OwningOpRef<ModuleOp> parseSourceFileWithNames(StringRef path, llvm::SourceMgr &sources,
                                               MLIRContext *context) {
  auto file = openSource(path, context);
  return file ? parseSourceWithNames(std::move(file), sources, context) : OwningOpRef<ModuleOp>();
}

// Parses into a plain block first, as MLIR's parseSourceFile does, because only parseAsmSourceFile
// gives access to the parser state.
OwningOpRef<ModuleOp> parseSourceWithNames(std::unique_ptr<llvm::MemoryBuffer> source,
                                           llvm::SourceMgr &sources, MLIRContext *context) {
  const llvm::MemoryBuffer &text = *source;
  // These have locations, but no names.
  if (mlir::isBytecode(text.getMemBufferRef()) || isArtifact(text.getBuffer()))
    return parseSource(std::move(source), sources, context);
  sources.AddNewSourceBuffer(std::move(source), llvm::SMLoc());
  if (failed(checkSourceNesting(text, context)))
    return {};
  AsmParserState state;
  Block block;
  if (failed(parseAsmSourceFile(sources, &block, ParserConfig(context), &state)))
    return {};
  for (const AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    if (definition.block != &block && definition.block->getParentOp())
      nameBlock(definition);
  for (const AsmParserState::OperationDefinition &definition : state.getOpDefs())
    nameOp(definition);
  auto module = detail::constructContainerOpForParserIfNecessary<ModuleOp>(
      &block, context, FileLineColLoc::get(context, text.getBufferIdentifier(), 1, 1));
  if (!module || failed(readResources(*module)))
    return {};
  return module;
}

// For an inlined op the callee's name wins over the call's: that is where the user wrote the value.
std::optional<SourceName> sourceNameOf(Location loc) {
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    std::optional<SourceName> name = sourceNameOf(call.getCallee());
    return name ? name : sourceNameOf(call.getCaller());
  }
  if (auto name = dyn_cast<NameLoc>(loc))
    return sourceNameOf(name.getChildLoc());
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return std::nullopt;
  if (ArrayAttr tag = tagOf(fused)) {
    SourceName name{cast<StringAttr>(tag[0]).getValue(),
                    cast<StringAttr>(tag[1]).getValue(),
                    cast<BoolAttr>(tag[2]).getValue(),
                    {}};
    for (Attribute value : tag.getValue().drop_front(3))
      name.names.push_back(cast<StringAttr>(value).getValue());
    return name;
  }
  for (Location part : fused.getLocations())
    if (std::optional<SourceName> name = sourceNameOf(part))
      return name;
  return std::nullopt;
}

// Calls are inlined into main, so its values need no function.
std::string sourceNameOfValue(Value value) {
  auto result = dyn_cast<OpResult>(value);
  std::optional<SourceName> name =
      sourceNameOf(result ? result.getOwner()->getLoc() : value.getLoc());
  if (!name || name->names.empty())
    return "";
  unsigned number = result ? result.getResultNumber() : 0;
  bool exists = number < name->names.size();
  return (name->function == "main" ? "" : "@" + name->function.str()) +
         name->names[exists ? number : 0].str();
}

//   FileLineColLoc -> "model.mlir:3:8"
//   CallSiteLoc    -> "f.mlir:3:8, called at model.mlir:9:1"
//   NameLoc        -> "name" (model.mlir:3:8), with the quotes
//   FusedLoc       -> its first location;  any other location -> empty
std::string shortLocation(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" +
           std::to_string(file.getColumn());
  if (isa<CallSiteLoc>(loc)) {
    // JAX writes the whole stack of calls. Where it is long, its two ends say the most.
    SmallVector<Location> stack;
    while (auto call = dyn_cast<CallSiteLoc>(loc)) {
      stack.push_back(call.getCallee());
      loc = call.getCaller();
    }
    stack.push_back(loc);
    std::string text = shortLocation(stack.front());
    if (stack.size() > 4)
      text += ", (" + std::to_string(stack.size() - 2) + " calls)";
    for (Location caller : ArrayRef(stack).drop_front(stack.size() > 4 ? stack.size() - 1 : 1))
      text += ", called at " + shortLocation(caller);
    return text;
  }
  if (auto name = dyn_cast<NameLoc>(loc)) {
    std::string child = shortLocation(name.getChildLoc());
    return "\"" + name.getName().str() + "\"" + (child.empty() ? "" : " (" + child + ")");
  }
  if (auto fused = dyn_cast<FusedLoc>(loc); fused && !fused.getLocations().empty())
    return shortLocation(fused.getLocations().front());
  return "";
}

} // namespace spmd
