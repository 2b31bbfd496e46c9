// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys are the bytes of numbers and of pointers to attributes and types, which are unique in their
// context.
#include "compiler/optimize/fusion_memo.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/structure/prefix_scan.h"

using namespace mlir;

namespace spmd {
namespace {

constexpr int kRefused = -1;

using Words = SmallVector<uint64_t, 32>;

llvm::StringRef bytesOf(const Words &words) {
  return {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint64_t)};
}
uint64_t word(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

/// All of an op but which values it uses.
void appendKind(Operation *op, Words &out) {
  out.push_back(word(op->getName().getAsOpaquePointer()));
  out.push_back(word(op->getAttrDictionary().getAsOpaquePointer()));
  for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())}) {
    out.push_back(types.size());
    for (Type type : types)
      out.push_back(word(type.getAsOpaquePointer()));
  }
  out.push_back(op->getNumRegions());
}

/// A region's ops and their uses of values, which are numbered from the region's first on; values
/// from outside are told apart by their address.
void appendRegion(Region &region, llvm::DenseMap<Value, unsigned> &numbers, Words &out) {
  out.push_back(region.getBlocks().size());
  for (Block &block : region) {
    out.push_back(block.getNumArguments());
    for (BlockArgument argument : block.getArguments()) {
      numbers.try_emplace(argument, numbers.size());
      out.push_back(word(argument.getType().getAsOpaquePointer()));
    }
    out.push_back(block.getOperations().size());
    for (Operation &op : block) {
      appendKind(&op, out);
      for (Value operand : op.getOperands()) {
        auto found = numbers.find(operand);
        out.push_back(found == numbers.end() ? word(operand.getAsOpaquePointer()) : found->second);
      }
      for (Value result : op.getResults())
        numbers.try_emplace(result, numbers.size());
      for (Region &inner : op.getRegions())
        appendRegion(inner, numbers, out);
    }
  }
}

} // namespace

unsigned FusionMemo::kindOf(Operation *op) {
  Words words;
  appendKind(op, words);
  llvm::DenseMap<Value, unsigned> numbers;
  for (Region &region : op->getRegions())
    appendRegion(region, numbers, words);
  // By the constants that it starts from, which the plan looks at.
  words.push_back(op->getNumRegions() && prefixScan(op));
  return kinds.try_emplace(bytesOf(words), kinds.size()).first->second;
}

bool FusionMemo::isFusibleKind(Operation *op, unsigned kind) {
  auto [known, isNew] = fusible.try_emplace(kind, false);
  if (isNew)
    known->second = isFusible(op);
  return known->second;
}

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
    // An output.
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

} // namespace spmd
