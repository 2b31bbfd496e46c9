// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of ops of a block that become kernels: how an op joins one, and how the kernel is made in
// the end. Which op goes where is decided in fuse.cpp, the only user.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "compiler/optimize/fusion_memo.h"
#include "dialects/spmd/spmd.h"

namespace spmd {

/// A group of more ops than this is not grown: what it saves is long paid for, and plans cost time.
inline constexpr size_t kMaxGroup = 96;
// An op with so many times the elements of its operand makes much of little.
inline constexpr int64_t kExpansion = 8;

/// 0 for what is no tensor: a handle of an exchange.
int64_t elementsOfTensor(mlir::Value v);
/// One result, which is other values' bytes.
bool isView(mlir::Operation *op);

class FusionGroups {
protected:
  FusionGroups(mlir::Block &block, FusionMemo &memo) : block(block), memo(memo) {}

  struct Group {
    llvm::SmallVector<mlir::Operation *> ops; // last first while it grows
    // Position of its last op: where the kernel will stand.
    int64_t anchor = 0;
    int64_t copies = 0; // ops that were made anew for it
    GroupStructure structure;
  };
  mlir::Block &block;
  FusionMemo &memo;
  llvm::DenseMap<mlir::Operation *, int64_t> position;
  std::vector<Group> groups;
  llvm::DenseMap<mlir::Operation *, unsigned> groupOf;
  llvm::DenseSet<mlir::Operation *> views; // that stay

  mlir::Operation *inBlock(mlir::Operation *op) const;
  bool isInGroup(mlir::Operation *user, unsigned index) const;
  bool isInGroup(mlir::Value v, unsigned index) const;

  /// isFusible, asked once of each op; and the kind of one that is, or that has no regions.
  bool mayFuse(mlir::Operation *op) { return look(op).isFusible; }
  unsigned kindOf(mlir::Operation *op) { return look(op).kind; }
  void erase(mlir::Operation *op);

  /// Adds `op` to the group where that remains one kernel.
  bool join(mlir::Operation *op, unsigned kind, unsigned index, FusionMemo::Way way);
  /// And nothing else needs the op before the kernel stands.
  bool joinPlanned(mlir::Operation *op, unsigned kind, unsigned index);
  /// The ops of group `from`, a write, become part of `into`, whose kernel then stands no earlier
  /// than the write did.
  bool joinLate(unsigned from, unsigned into);
  using Uses = llvm::SmallVector<mlir::OpOperand *, 2>;
  /// The uses of an op's only result by ops of groups, looked at once: a constant may have
  /// thousands in hundreds of groups.
  llvm::DenseMap<unsigned, Uses> usesByGroup(mlir::Operation *op) const;
  /// `uses`, which are those of `op` in a group, get a copy in the group, if that can join it.
  void cloneInto(mlir::Operation *op, unsigned kind, unsigned index,
                 llvm::ArrayRef<mlir::OpOperand *> uses, FusionMemo::Way way);

  /// Puts a kernel in the place of the group's last op; none for views alone.
  ir::FusionOp build(Group &group);

private:
  struct Known {
    unsigned kind = 0;
    bool isFusible = false;
  };
  llvm::DenseMap<mlir::Operation *, Known> looked; // as far as was asked
  Known look(mlir::Operation *op);
  int64_t neededAt(mlir::Operation *user) const;
  void lookFromOutside(llvm::ArrayRef<mlir::Operation *> ops);
  void moveViewsAfter(mlir::Value result, mlir::Operation *fusion);
};

} // namespace spmd
