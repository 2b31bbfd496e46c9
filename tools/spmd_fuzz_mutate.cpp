// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The random changes of spmd-fuzz to text and IR; those to manual computations are in
// spmd_fuzz_manual.cpp.
#include "tools/spmd_fuzz_mutate.h"
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace spmd::fuzz {

namespace {

/// The positions of `what` in the text.
std::vector<size_t> occurrences(StringRef text, StringRef what) {
  std::vector<size_t> found;
  for (size_t at = text.find(what); at != StringRef::npos; at = text.find(what, at + 1))
    found.push_back(at);
  return found;
}

/// Replaces a random occurrence of `what`.
void replaceOne(std::string &text, Random &random, StringRef what, StringRef with) {
  std::vector<size_t> found = occurrences(text, what);
  if (!found.empty())
    text.replace(found[below(random, found.size())], what.size(), with.str());
}

/// Replaces a random number by another one, often one at the edge of a range.
void changeNumber(std::string &text, Random &random) {
  std::vector<size_t> found;
  for (size_t i = 0; i < text.size(); ++i)
    // A digit inside of a name (f32, arg0) is no number.
    if (isdigit(text[i]) && (i == 0 || !isalnum(text[i - 1])))
      found.push_back(i);
  if (found.empty())
    return;
  size_t begin = found[below(random, found.size())], end = begin;
  while (end < text.size() && isdigit(text[end]))
    ++end;
  // 2^32 and the largest 64-bit integer overflow careless products of sizes.
  static const char *kNumbers[] = {"0", "1", "2",  "3",  "4",  "5",          "6",
                                   "7", "8", "12", "16", "-1", "4294967296", "9223372036854775807"};
  text.replace(begin, end - begin, kNumbers[below(random, std::size(kNumbers))]);
}

/// Replaces a quoted name by another one from the text. Names are short, so strings of seven
/// characters and more are left alone.
void changeAxis(std::string &text, Random &random) {
  std::vector<std::pair<size_t, size_t>> names;
  for (size_t at : occurrences(text, "\""))
    if (size_t end = text.find('"', at + 1); end != std::string::npos && end - at < 8)
      names.push_back({at, end + 1 - at});
  if (names.empty())
    return;
  //   <@mesh, [{"x"}, {"y"}]>  ->  <@mesh, [{"x"}, {"x"}]>
  auto [from, fromSize] = names[below(random, names.size())];
  auto [to, toSize] = names[below(random, names.size())];
  text.replace(to, toSize, text.substr(from, fromSize));
}

/// Erases, duplicates or swaps lines.
void changeLine(std::string &text, Random &random) {
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  size_t line = below(random, lines.size()), other = below(random, lines.size());
  StringRef moved = lines[line];
  switch (below(random, 3)) {
  case 0:
    lines.erase(lines.begin() + line);
    break;
  case 1:
    lines.insert(lines.begin() + other, moved);
    break;
  default:
    std::swap(lines[line], lines[other]);
  }
  text = llvm::join(lines, "\n");
}

/// A reference to an axis or, for axes of size 4 and more, sometimes to a half of it.
sdy::AxisRefAttr axisRef(MLIRContext *context, sdy::MeshAxisAttr axis, Random &random) {
  int64_t size = axis.getSize();
  if (size >= 4 && below(random, 3) == 0)
    // The major half has pre-size 1 and size 2; the minor part has pre-size 2.
    return below(random, 2) ? sdy::AxisRefAttr::get(context, axis.getName(), 1, 2)
                            : sdy::AxisRefAttr::get(context, axis.getName(), 2, size / 2);
  return sdy::AxisRefAttr::get(context, axis.getName());
}

/// All tensors of the module, block arguments included.
std::vector<Value> tensors(ModuleOp module) {
  std::vector<Value> values;
  auto add = [&](Value value) {
    if (isa<RankedTensorType>(value.getType()))
      values.push_back(value);
  };
  module.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
    llvm::for_each(op->getResults(), add);
  });
  return values;
}

/// Replaces an operand of the same type, behind the definition of `value`, by `value`.
void changeOperand(ModuleOp module, Value value, Random &random) {
  std::vector<OpOperand *> operands;
  // A block argument is defined before all ops of its block.
  Operation *after = value.getDefiningOp();
  for (Operation &op : *value.getParentBlock())
    if (!after || after->isBeforeInBlock(&op))
      for (OpOperand &operand : op.getOpOperands())
        if (operand.get().getType() == value.getType())
          operands.push_back(&operand);
  if (!operands.empty())
    operands[below(random, operands.size())]->set(value);
}

} // namespace

/// Each axis goes to a random dim, to the replicated axes, to the unreduced ones, or is
/// unused. A closed empty dim gets no priority, since the dialect refuses that.
sdy::TensorShardingAttr randomSharding(ModuleOp module, int64_t rank, Random &random) {
  auto meshes = llvm::to_vector(module.getOps<sdy::MeshOp>());
  if (meshes.empty())
    return {};
  sdy::MeshOp mesh = meshes[below(random, meshes.size())];
  MLIRContext *context = module.getContext();
  SmallVector<SmallVector<sdy::AxisRefAttr>> dims(rank);
  SmallVector<sdy::AxisRefAttr> replicated, unreduced;
  for (sdy::MeshAxisAttr axis : mesh.getMesh().getAxes()) {
    // Choices 0 .. rank - 1 are dims, then replicated, unreduced and unused.
    uint64_t choice = below(random, rank + 3);
    if (choice < uint64_t(rank))
      dims[choice].push_back(axisRef(context, axis, random));
    else if (choice == uint64_t(rank) && below(random, 2))
      replicated.push_back(axisRef(context, axis, random));
    else if (choice == uint64_t(rank) + 1 && below(random, 4) == 0)
      unreduced.push_back(sdy::AxisRefAttr::get(context, axis.getName()));
  }
  SmallVector<sdy::DimensionShardingAttr> shardings;
  for (auto &axes : dims) {
    bool closed = below(random, 2);
    std::optional<int64_t> priority;
    if (below(random, 4) == 0 && !(closed && axes.empty()))
      priority = below(random, 3);
    shardings.push_back(sdy::DimensionShardingAttr::get(context, axes, closed, priority));
  }
  return sdy::TensorShardingAttr::get(context, FlatSymbolRefAttr::get(mesh.getSymNameAttr()),
                                      shardings, replicated, unreduced, sdy::ReductionKind::SUM);
}

/// Most changes replace one word of the sharding syntax by another.
void mutateText(std::string &text, Random &random) {
  // Pairs of syntax that turn one valid form into another, or into a broken one.
  static const std::pair<StringRef, StringRef> kReplacements[] = {
      {"{}", "{?}"},
      {"{?}", "{}"},
      {", ?}", "}"},
      {"\"}", "\", ?}"},
      {"}", "}p1"},
      {"?}", "?}p2"},
      {"}p1", "}"},
      {"\"", "\":(1)2"},
      {"\"", "\":(2)2"},
      {"{?}", "{\"a\"}"},
      {"{}, ", ""},
      {"{?}", "{\"x\", ?}"},
      {"]>", "], replicated={\"a\"}>"},
      {"]>", "], unreduced={\"b\"}>"},
      {"sdy.reshard", "sdy.sharding_constraint"},
      {"stablehlo.add", "stablehlo.divide"},
      {"f32", "i32"},
      {"8x8", "8x4"},
      {"@mesh", "@m"}};
  switch (below(random, 8)) {
  case 0:
    return changeNumber(text, random);
  case 1:
  case 2:
    return changeAxis(text, random);
  case 3:
    return changeLine(text, random);
  case 4:
    if (!text.empty())
      text[below(random, text.size())] = char(32 + below(random, 95));
    return;
  default:
    auto [what, with] = kReplacements[below(random, std::size(kReplacements))];
    return replaceOne(text, random, what, with);
  }
}

/// Draws a value and one of six changes; a quarter of the calls go to mutateManual.
void mutateModule(ModuleOp module, Random &random) {
  if (below(random, 4) == 0)
    return mutateManual(module, random);
  std::vector<Value> values = tensors(module);
  if (values.empty())
    return;
  Value value = values[below(random, values.size())];
  sdy::TensorShardingAttr sharding = randomSharding(module, sdy::getTensorRank(value), random);
  OpBuilder b(module.getContext());
  b.setInsertionPointAfterValue(value);
  // Constraints are put into functions and control flow, neither directly into the module nor
  // directly into a manual computation.
  bool isInBody = value.getParentBlock()->getParentOp() != module &&
                  !isa<sdy::ManualComputationOp>(value.getParentBlock()->getParentOp());
  switch (below(random, 6)) {
  case 0:
    // Some values take their sharding from another value, such as the result of a loop.
    if (Value home = sdy::getShardableValue(value); home && sharding)
      sdy::setSharding(home, sharding);
    return;
  case 1:
    if (sharding && isInBody) {
      auto op =
          sdy::ShardingConstraintOp::create(b, value.getLoc(), value.getType(), value, sharding);
      value.replaceAllUsesExcept(op.getResult(), op);
    }
    return;
  case 2:
    sdy::ShardingGroupOp::create(b, value.getLoc(), value, b.getI64IntegerAttr(below(random, 3)));
    return;
  case 3: {
    auto op =
        sdy::PropagationBarrierOp::create(b, value.getLoc(), value.getType(), value,
                                          static_cast<sdy::PropagationDirection>(below(random, 3)));
    value.replaceAllUsesExcept(op.getResult(), op);
    return;
  }
  case 4:
    for (auto function : module.getOps<FunctionOpInterface>())
      for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
        if (isa<RankedTensorType>(type) && below(random, 3) == 0)
          if (auto result = randomSharding(module, sdy::getTensorRank(type), random))
            sdy::setFuncResultSharding(function, i, result);
    return;
  default:
    changeOperand(module, value, random);
  }
}

} // namespace spmd::fuzz
