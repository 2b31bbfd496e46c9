// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops, branches and masks as scopes that code can be added to from the inside.
#include "compiler/codegen/loop_emitter.h"

using namespace mlir;

namespace spmd {

LoopEmitter::At::At(LoopEmitter &e, Scope *scope) : e(e), saved(e.current) {
  saved->block = e.b.GetInsertBlock();
  e.current = scope;
  e.b.SetInsertPoint(scope->block);
}

LoopEmitter::At::~At() {
  e.current->block = e.b.GetInsertBlock();
  e.current = saved;
  e.b.SetInsertPoint(saved->block);
}

llvm::Value *LoopEmitter::loop(Bounds bounds, int64_t step,
                               llvm::function_ref<void(llvm::Value *)> body) {
  auto *begin = llvm::dyn_cast<llvm::ConstantInt>(bounds.begin),
       *end = llvm::dyn_cast<llvm::ConstantInt>(bounds.end);
  if (begin && end) {
    int64_t steps = (end->getSExtValue() - begin->getSExtValue()) / step;
    if (steps <= 0)
      return bounds.begin;
    if (steps == 1) {
      body(bounds.begin);
      return i64(begin->getSExtValue() + step);
    }
    bounds.mayBeEmpty = false;
  }
  llvm::LLVMContext &context = b.getContext();
  Scope *parent = current;
  llvm::Value *last = b.CreateSub(bounds.end, i64(step));
  llvm::Value *enters = bounds.mayBeEmpty ? b.CreateICmpSLE(bounds.begin, last) : nullptr;

  scopes.push_back(std::make_unique<Scope>());
  Scope *scope = scopes.back().get();
  auto *header = llvm::BasicBlock::Create(context, "loop", function);
  auto *exit = llvm::BasicBlock::Create(context, "done");
  scope->parent = parent;
  parent->block = b.GetInsertBlock();
  current = scope;
  b.SetInsertPoint(header);
  llvm::PHINode *counter = b.CreatePHI(b.getInt64Ty(), 2, "i");
  body(counter);
  llvm::Value *next = b.CreateAdd(counter, i64(step), "", /*HasNUW=*/false, /*HasNSW=*/true);
  b.CreateCondBr(b.CreateICmpSLE(next, last), header, exit);
  counter->addIncoming(next, b.GetInsertBlock());
  llvm::BasicBlock *latch = b.GetInsertBlock();

  // Only now is everything that was moved before the loop written.
  current = parent;
  b.SetInsertPoint(parent->block);
  counter->addIncoming(bounds.begin, b.GetInsertBlock());
  llvm::BasicBlock *before = b.GetInsertBlock();
  if (enters)
    b.CreateCondBr(enters, header, exit);
  else
    b.CreateBr(header);
  exit->insertInto(function);
  b.SetInsertPoint(exit);
  llvm::PHINode *reached = b.CreatePHI(b.getInt64Ty(), 2);
  reached->addIncoming(next, latch);
  if (enters)
    reached->addIncoming(bounds.begin, before);
  return reached;
}

AffineExpr LoopEmitter::variable(llvm::Value *value, int64_t low, int64_t size, unsigned lanes) {
  // Values at an index that is one number are computed before all loops. A prefix scan must not be,
  // so its index has two. The second one lies below the first where it can: an element behind the
  // last column would be in the next row.
  if (hasPrefixScans && size == 1) {
    size = 2;
    low = std::max<int64_t>(low - 1, 0);
  }
  AffineExpr e = algebra.newVariable(low, size);
  variables.push_back({value, current, lanes});
  return e;
}

/// The outermost scope, not beyond a condition, in which all variables of `index` are known.
LoopEmitter::Scope *LoopEmitter::home(ArrayRef<AffineExpr> index) {
  SmallVector<unsigned> used;
  for (AffineExpr e : index)
    algebra.collectVariables(e, used);
  Scope *scope = current;
  while (scope->parent && !scope->barrier &&
         llvm::none_of(used, [&](unsigned v) { return variables[v].scope == scope; }))
    scope = scope->parent;
  return scope;
}

llvm::AllocaInst *LoopEmitter::local(llvm::Type *type, llvm::Value *count) {
  llvm::IRBuilder<> first(entry, entry->begin());
  llvm::AllocaInst *slot = first.CreateAlloca(type, count);
  slot->setAlignment(llvm::Align(64));
  return slot;
}

void LoopEmitter::conditional(llvm::Value *condition, llvm::function_ref<llvm::Value *()> yes,
                              llvm::function_ref<llvm::Value *()> no, llvm::Value *&out) {
  llvm::LLVMContext &context = b.getContext();
  Scope *parent = current;
  struct Branch {
    llvm::BasicBlock *first, *end;
    llvm::Value *value;
  };
  auto branch = [&](llvm::function_ref<llvm::Value *()> body) {
    scopes.push_back(std::make_unique<Scope>());
    current = scopes.back().get();
    current->parent = parent;
    current->barrier = true;
    Branch out{llvm::BasicBlock::Create(context, "branch", function), nullptr, nullptr};
    b.SetInsertPoint(out.first);
    out.value = body();
    out.end = b.GetInsertBlock();
    return out;
  };
  parent->block = b.GetInsertBlock();
  Branch onTrue = branch(yes), onFalse = branch(no);
  current = parent;
  b.SetInsertPoint(parent->block); // behind what the branches have moved before them
  b.CreateCondBr(condition, onTrue.first, onFalse.first);
  unsigned lanes = std::max(lanesOf(onTrue.value), lanesOf(onFalse.value));
  auto *merge = llvm::BasicBlock::Create(context, "merge", function);
  for (Branch *br : {&onTrue, &onFalse}) {
    b.SetInsertPoint(br->end);
    br->value = splatTo(b, br->value, lanes);
    b.CreateBr(merge);
  }
  b.SetInsertPoint(merge);
  llvm::PHINode *phi = b.CreatePHI(onTrue.value->getType(), 2);
  phi->addIncoming(onTrue.value, onTrue.end);
  phi->addIncoming(onFalse.value, onFalse.end);
  out = phi;
}

llvm::Value *LoopEmitter::masked(llvm::Value *mask, unsigned variable,
                                 llvm::function_ref<llvm::Value *()> body) {
  for (Scope *s = current; s; s = s->parent)
    if (s->mask && s->maskVariable == variable) {
      mask = b.CreateAnd(mask, s->mask);
      break;
    }
  scopes.push_back(std::make_unique<Scope>());
  Scope *parent = current, *scope = scopes.back().get();
  scope->parent = parent;
  scope->barrier = true;
  scope->mask = mask;
  scope->maskVariable = variable;
  current = scope;
  llvm::Value *out = body();
  current = parent;
  return out;
}

} // namespace spmd
