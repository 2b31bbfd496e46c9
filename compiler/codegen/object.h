// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM modules to relocatable objects: a short list of passes, because loops come out of loops.cpp
// in their final form.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>
#include <vector>

namespace spmd {

struct TargetName {
  std::string cpu, features; // both empty: the CPU it runs on
  static TargetName host();
};

/// One thread's compiler; making it costs about a millisecond.
class ObjectCompiler {
public:
  static llvm::Expected<std::unique_ptr<ObjectCompiler>> create(const TargetName &target);
  /// Sets the module's layout and triple; to be called before code is added.
  void prepare(llvm::Module &module);
  /// Optimizes the module and returns its object. Fails where the code is not well formed.
  llvm::Expected<std::vector<uint8_t>> compile(llvm::Module &module);

private:
  std::unique_ptr<llvm::TargetMachine> machine;
  std::string features;
};

} // namespace spmd
