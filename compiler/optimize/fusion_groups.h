// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of ops of a block that become kernels: how an op joins a group, and how the kernel is
// built in the end. Separate from fuse.cpp, the only user, which decides which op goes into which
// group.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "compiler/optimize/fusion_memo.h"
#include "dialects/spmd/spmd.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {

/// A group stops growing at this many ops. Larger ones save little more, and each plan of a group
/// takes time.
inline constexpr size_t kMaxGroup = 96;
/// Ops on integers may join up to this size: random bits are a hash of some 170 of them (Threefry
/// with 20 rounds), whose intermediate values would otherwise go through memory.
inline constexpr size_t kMaxIntegerGroup = 256;
// An op whose result has at least this many times the elements of its operand expands it.
inline constexpr int64_t kExpansion = 8;

/// The number of elements; 0 for values other than tensors (handles of exchanges).
int64_t elementsOfTensor(mlir::Value v);
/// Whether the op has one result, which shares the bytes of another value.
bool isView(mlir::Operation *op);

/// The groups of one block. Groups grow from the last op to the first.
class FusionGroups {
  friend class RowWrites;
  friend class AssumedJoins;

protected:
  FusionGroups(mlir::Block &block, FusionMemo &memo) : block(block), memo(memo) {}

  struct Group {
    llvm::SmallVector<mlir::Operation *> ops; // in reverse program order while the group grows
    // The position of the group's last op, where the kernel will stand.
    int64_t anchor = 0;
    int64_t copies = 0; // the number of ops that were cloned for this group
    // Only copies may join: the group updates a window of a value whose other elements are read by
    // what computes the window.
    bool isClosed = false;
    GroupStructure structure;
  };
  mlir::Block &block;
  FusionMemo &memo;
  // Even numbers in the order of the block. An op that moves behind another one gets the number
  // behind that one's.
  llvm::DenseMap<mlir::Operation *, int64_t> position;
  std::vector<Group> groups;
  llvm::DenseMap<mlir::Operation *, unsigned> groupOf;
  llvm::DenseSet<mlir::Operation *> views; // views that stay outside of kernels

  mlir::Operation *inBlock(mlir::Operation *op) const;
  /// The position at which the operands of `user` must exist.
  int64_t neededAt(mlir::Operation *user) const;
  bool isInGroup(mlir::Operation *user, unsigned index) const;
  bool isInGroup(mlir::Value v, unsigned index) const;

  /// isFusible, asked once for each op.
  bool mayFuse(mlir::Operation *op) { return look(op).isFusible; }
  /// The kind of an op that is fusible or has no regions.
  unsigned kindOf(mlir::Operation *op) { return look(op).kind; }
  void erase(mlir::Operation *op);

  /// How many ops a group may have that `op` joins.
  static size_t mostOps(mlir::Operation *op);
  /// Whether ops, the last one first, are one kernel as far as groups grow.
  static bool isKernel(llvm::ArrayRef<mlir::Operation *> reversed);
  /// Adds `op` to the group if the group remains one kernel. Returns whether it did.
  bool join(mlir::Operation *op, unsigned kind, unsigned index, FusionMemo::Way way);
  /// As join(), but also requires that nothing outside of the group needs the op before the kernel
  /// stands.
  bool joinPlanned(mlir::Operation *op, unsigned kind, unsigned index);
  /// As joinPlanned(), but matmuls that read `op` before the kernel stands move behind it, with the
  /// exchanges of their results, where nothing needs these earlier and no operand lives longer for
  /// it.
  ///   y = f(%x), %w = dot(y, ..), z = g(%x)   ->   y, z = kernel(%x), %w = dot(y, ..)
  bool joinBeforeReaders(mlir::Operation *op, unsigned kind, unsigned index);
  /// Moves the ops of group `from`, which only write, into group `into`. The kernel of `into` then
  /// stands no earlier than the write did. Returns whether that worked.
  bool joinLate(unsigned from, unsigned into);
  /// Kernels of the same inputs that take parts of these or join parts become one, if their results
  /// are wanted behind the last of them.
  ///   z = join(re(x, y), im(x, y)), w = join(re'(x, y), im'(x, y))   ->   z, w = kernel(x, y)
  void mergeOfParts();
  using Uses = llvm::SmallVector<mlir::OpOperand *, 2>;
  /// The uses of an op's only result in groups, found in one pass: a constant may have thousands of
  /// uses in hundreds of groups.
  llvm::DenseMap<unsigned, Uses> usesByGroup(mlir::Operation *op) const;
  /// Copies `op` into a group and lets `uses`, its uses there, read the copy. Nothing happens if
  /// the copy cannot join.
  void cloneInto(mlir::Operation *op, unsigned kind, unsigned index,
                 llvm::ArrayRef<mlir::OpOperand *> uses, FusionMemo::Way way);

  /// The ops of a group in program order. A clone shares its original's position, but the two are
  /// never in one group.
  llvm::SmallVector<mlir::Operation *> inOrder(const Group &group) const;
  /// Builds the kernel at the place of the group's last op. Returns null if the group holds views
  /// only.
  ir::FusionOp build(Group &group);

private:
  struct Known {
    unsigned kind = 0;
    bool isFusible = false;
  };
  llvm::DenseMap<mlir::Operation *, Known> looked; // filled on demand
  Known look(mlir::Operation *op);
  /// Moves the ops of `from` into `into`, whose kernel stays where it is, if all are one kernel.
  bool becomeOne(unsigned into, unsigned from);
  bool mergeInto(unsigned into, unsigned from);
  bool collectEarly(mlir::Operation *op, unsigned index,
                    llvm::SetVector<mlir::Operation *> &early) const;
  void lookFromOutside(llvm::ArrayRef<mlir::Operation *> ops);
  void moveViewsAfter(mlir::Value result, mlir::Operation *fusion);
};

} // namespace spmd
