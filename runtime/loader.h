// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the object code of a program callable: the only user of ORC. Objects may call what
// abiSymbols() lists and nothing else; a missing symbol is an error that names it.
#pragma once
#include "runtime/abi.h"
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace spmd::rt {

/// Owns the linked code; the functions that it hands out live as long as it does. Thread-safe once
/// loaded.
class Loader {
public:
  /// Links all objects at once. Cost: about 0.05 ms an object (loader_test: 100 in 3 to 5 ms).
  static llvm::Expected<std::unique_ptr<Loader>> load(const Program &program);
  ~Loader();

  /// The kernel at `index` of Program::kernels.
  KernelFn kernel(uint32_t index) const;
  /// The same address for a kernel that is a function of scalars (LibraryCommand::callback).
  ScalarFn scalarFunction(uint32_t index) const;

private:
  struct State;
  explicit Loader(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace spmd::rt
