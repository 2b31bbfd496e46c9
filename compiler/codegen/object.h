// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles LLVM modules to relocatable objects. The list of passes is short, because
// loops.cpp emits loops in their final form: vectorized and tiled.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>
#include <vector>

namespace spmd {

struct TargetName {
  std::string cpu, features; // both empty: the host
  static TargetName host();
};

/// What the code of a module may gain from passes. The loops of kernels are final as they are. In a
/// loop of kernels, these are inlined, and values that one leaves for the next become registers.
enum class Effort : uint8_t { Kernel, Loop };

/// A compiler for one thread. Creating one costs about a millisecond.
class ObjectCompiler {
public:
  static llvm::Expected<std::unique_ptr<ObjectCompiler>> create(const TargetName &target);
  /// Sets the module's data layout and triple. Must be called before code is added.
  void prepare(llvm::Module &module);
  /// Optimizes the module and returns its object file. Fails where the IR is not well
  /// formed.
  llvm::Expected<std::vector<uint8_t>> compile(llvm::Module &module,
                                               Effort effort = Effort::Kernel);

private:
  std::unique_ptr<llvm::TargetMachine> machine;
  std::string features;
};

} // namespace spmd
