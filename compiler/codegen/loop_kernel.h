// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that is one kernel (ir::kOneKernelAttr): its commands, with the buffers that they use, and
// the function that runs them. Its kernels are functions that the compiler puts in place of calls.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "runtime/program.h"
#include "llvm/IR/Module.h"

namespace spmd {

struct LoopKernel {
  /// One nest of a kernel.
  struct Part {
    ir::KernelOp kernel;
    const FusionPlan *plan = nullptr; // of the first kernel that is equal
    size_t nest = 0;
    bool operator==(const Part &other) const { return plan == other.plan && nest == other.nest; }
  };
  /// Bytes in one place that no other buffer of the loop overlaps.
  struct Buffer {
    rt::Address at;
    uint64_t bytes = 0;
    bool isRead = false; // before the loop writes to it
    bool isWritten = false;
    bool isAlone = true; // the caller may not have passed it twice
    /// Whether what it held before the loop matters: it is an operand of the command.
    bool isOperand() const { return isRead || !isWritten; }
  };
  std::vector<Part> parts;       // KernelCommand::kernel is an index here
  std::vector<rt::Block> blocks; // numbered from 0
  rt::WhileCommand loop;
  std::vector<Buffer> buffers; // set by findBuffers

  /// The number of a part, which is added if it is new.
  uint32_t partOf(const Part &part);
  /// Takes over the blocks of a program from `first` on, which belong to the loop `command`.
  void take(rt::Program &program, size_t first, rt::WhileCommand command);
  /// Why these commands cannot be one kernel, as the text of a module may ask; "" where they can.
  std::string fault() const;
  /// Finds the buffers, and replaces each address by one of Space::Local: `index` is the buffer,
  /// `offset` the place in it. `resultAlias` are the arguments in whose buffers results lie, or -1.
  void findBuffers(llvm::ArrayRef<int32_t> resultAlias);
  /// Whether the condition writes the predicate, which is no carried value then and no constant.
  /// The body may write something else to its place.
  bool makesPredicate() const;
  /// The trips of all loops in a block, together.
  uint64_t tripsInside(uint32_t block) const;
  /// The command of the whole loop.
  rt::LoopCommand command(uint32_t kernel) const;
  /// All that the code depends on.
  std::string key() const;
};

/// Adds the function `symbol` to `module`, for rt::LoopCommand. `parts` are the functions of the
/// parts, in the module.
void emitLoopKernel(llvm::Module &module, const LoopKernel &loop,
                    llvm::ArrayRef<llvm::Function *> parts, llvm::StringRef symbol);

} // namespace spmd
