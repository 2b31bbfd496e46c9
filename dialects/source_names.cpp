// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parser tells where in the text every value is defined; what stands there goes into a fused
// location's metadata.
#include "dialects/source_names.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace spmd {
namespace {

/// [function, op, annotated?, names...]
Location named(Location loc, const SourceName &name) {
  Builder b(loc.getContext());
  SmallVector<Attribute> parts{b.getStringAttr(name.function), b.getStringAttr(name.op),
                               b.getBoolAttr(name.isAnnotated)};
  for (StringRef value : name.names)
    parts.push_back(b.getStringAttr(value));
  return FusedLoc::get(loc.getContext(), {loc}, b.getArrayAttr(parts));
}

ArrayAttr tagOf(FusedLoc loc) {
  auto parts = dyn_cast_or_null<ArrayAttr>(loc.getMetadata());
  bool isTag = parts && parts.size() >= 3 && isa<StringAttr>(parts[0]) &&
               isa<StringAttr>(parts[1]) && isa<BoolAttr>(parts[2]);
  return isTag ? parts : ArrayAttr();
}

StringRef textOf(SMRange range) {
  return range.isValid() ? StringRef(range.Start.getPointer(),
                                     range.End.getPointer() - range.Start.getPointer())
                         : StringRef();
}

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
    // What a manual computation wants of its operands is written on it.
    bool isAnnotated = function ? function.getArgAttr(i, sdy::kShardingAttr) ||
                                      function.getArgAttr(i, kLogicalAttr)
                                : isa<sdy::ManualComputationOp>(parent);
    value.setLoc(
        named(value.getLoc(), {within.getName(), "argument", isAnnotated, {textOf(argument.loc)}}));
  }
}

void nameOp(const AsmParserState::OperationDefinition &definition) {
  Operation *op = definition.op;
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return;
  bool hasOwnField = isa<sdy::ShardingConstraintOp, sdy::ReshardOp, sdy::ManualComputationOp>(op);
  bool isAnnotated = hasOwnField || op->hasAttr(sdy::kShardingAttr) || op->hasAttr(kLogicalAttr);
  SourceName name{function.getName(), op->getName().getStringRef(), isAnnotated, {}};
  SmallVector<std::string> names = namesOfResults(definition);
  name.names.assign(names.begin(), names.end());
  op->setLoc(named(op->getLoc(), name));
}

} // namespace

OwningOpRef<ModuleOp> parseSourceFileWithNames(StringRef path, llvm::SourceMgr &sources,
                                               MLIRContext *context) {
  auto file = openSource(path, context);
  if (!file)
    return {};
  const llvm::MemoryBuffer &text = *file;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
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
      &block, context, FileLineColLoc::get(context, path, 1, 1));
  return module;
}

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

std::string shortLocation(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" +
           std::to_string(file.getColumn());
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    return shortLocation(call.getCallee()) + ", called at " + shortLocation(call.getCaller());
  if (auto name = dyn_cast<NameLoc>(loc)) {
    std::string child = shortLocation(name.getChildLoc());
    return "\"" + name.getName().str() + "\"" + (child.empty() ? "" : " (" + child + ")");
  }
  if (auto fused = dyn_cast<FusedLoc>(loc); fused && !fused.getLocations().empty())
    return shortLocation(fused.getLocations().front());
  return "";
}

} // namespace spmd
