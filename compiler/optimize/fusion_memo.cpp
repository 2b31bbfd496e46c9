// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the keys of the memo. A key is the bytes of numbers and of pointers to attributes and
// types, which are unique in their MLIR context.
#include "compiler/optimize/fusion_memo.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/structure/prefix_scan.h"

using namespace mlir;

namespace spmd {
namespace {

constexpr int kRefused = -1;

using Words = SmallVector<uint64_t, 32>;

/// The words as a map key.
StringRef bytesOf(const Words &words) {
  return {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint64_t)};
}
uint64_t word(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

/// Appends everything about an op except which values it uses.
void appendKind(Operation *op, OpNumbers &heads, Words &out) {
  out.push_back(heads.of(op));
  for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())}) {
    out.push_back(types.size());
    for (Type type : types)
      out.push_back(word(type.getAsOpaquePointer()));
  }
  out.push_back(op->getNumRegions());
}

/// Appends the ops of a region and their uses of values. Values of the region are numbered in order
/// of appearance; values from outside are identified by their address.
void appendRegion(Region &region, OpNumbers &heads, DenseMap<Value, unsigned> &numbers,
                  Words &out) {
  out.push_back(region.getBlocks().size());
  for (Block &block : region) {
    out.push_back(block.getNumArguments());
    for (BlockArgument argument : block.getArguments()) {
      numbers.try_emplace(argument, numbers.size());
      out.push_back(word(argument.getType().getAsOpaquePointer()));
    }
    out.push_back(block.getOperations().size());
    for (Operation &op : block) {
      appendKind(&op, heads, out);
      for (Value operand : op.getOperands()) {
        auto found = numbers.find(operand);
        out.push_back(found == numbers.end() ? word(operand.getAsOpaquePointer()) : found->second);
      }
      for (Value result : op.getResults())
        numbers.try_emplace(result, numbers.size());
      for (Region &inner : op.getRegions())
        appendRegion(inner, heads, numbers, out);
    }
  }
}

} // namespace

/// Ops with equal kinds behave the same in any plan.
unsigned FusionMemo::kindOf(Operation *op) {
  Words words;
  appendKind(op, heads, words);
  DenseMap<Value, unsigned> numbers;
  for (Region &region : op->getRegions())
    appendRegion(region, heads, numbers, words);
  // Whether an op is a prefix scan depends on the constants that it starts from. These are
  // operands, so no part of the kind shows them.
  words.push_back(op->getNumRegions() && prefixScan(op));
  return kinds.try_emplace(bytesOf(words), kinds.size()).first->second;
}

bool FusionMemo::isFusibleKind(Operation *op, unsigned kind) {
  auto [known, isNew] = fusible.try_emplace(kind, false);
  if (isNew)
    known->second = isFusible(op);
  return known->second;
}

/// The key is: structure, way, kind, the number of each result and whether an op outside reads it,
/// the number of each operand. So the same operand used twice gives another key than two operands.
bool FusionMemo::join(GroupStructure &group, Operation *op, unsigned kind, Way way,
                      function_ref<bool(Operation *)> isInside, function_ref<bool()> mayJoin) {
  // Values that are new to the group get the next numbers, in order of appearance.
  SmallVector<Value, 4> appeared;
  auto numberOf = [&](Value value) -> uint64_t {
    if (auto found = group.values.find(value); found != group.values.end())
      return found->second;
    auto found = llvm::find(appeared, value);
    uint64_t number = group.values.size() + (found - appeared.begin());
    if (found == appeared.end())
      appeared.push_back(value);
    return number;
  };
  Words words{group.number, uint64_t(way), kind};
  for (Value result : op->getResults()) {
    words.push_back(numberOf(result));
    // Whether the result is an output of the group.
    words.push_back(
        llvm::any_of(result.getUsers(), [&](Operation *user) { return !isInside(user); }));
  }
  for (Value operand : op->getOperands())
    words.push_back(numberOf(operand));
  auto [entry, isNew] = structures.try_emplace(bytesOf(words), kRefused);
  if (isNew && mayJoin())
    entry->second = structures.size();
  if (entry->second == kRefused)
    return false;
  group.number = entry->second;
  for (Value value : appeared)
    group.values.try_emplace(value, group.values.size());
  return true;
}

/// The number of a structure says how each op came in, too: what was assumed of a group is another
/// structure than what was planned.
bool FusionMemo::isKernel(const GroupStructure &group, function_ref<bool()> plan) {
  auto [known, isNew] = kernels.try_emplace(group.number, false);
  if (isNew)
    known->second = plan();
  return known->second;
}

} // namespace spmd
