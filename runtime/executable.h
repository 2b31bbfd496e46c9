// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that can be run: kernels are linked, constants are in place and every reference is
// checked. Any number of instances share an executable; it holds no state of a run.
#pragma once
#include "runtime/abi.h"
#include "runtime/buffer.h"
#include "runtime/host_calls.h"
#include "runtime/loader.h"
#include "runtime/program.h"
#include <functional>
#include <map>
#include <memory>

namespace spmd::rt {

/// Returns the function of kernel `index`. Tests supply plain C++ functions.
using KernelResolver = std::function<llvm::Expected<KernelFn>(uint32_t index)>;

class Executable {
public:
  /// Links the program's objects. Fails where they do not link or where the program is malformed
  /// (checkProgram).
  static llvm::Expected<std::shared_ptr<const Executable>> create(Program program);
  static llvm::Expected<std::shared_ptr<const Executable>> create(Program program,
                                                                  const KernelResolver &kernels);

  const Program &program() const { return source; }
  KernelFn kernel(uint32_t index) const { return kernels[index]; }
  /// The routine of a library command of this program, planned.
  const PlannedRoutine &routine(const LibraryCommand &command) const {
    return routines.find(&command)->second;
  }
  std::byte *constants() const { return constantBuffer.data(); }

private:
  Executable() = default;
  Program source;
  std::unique_ptr<Loader> loader;
  std::vector<KernelFn> kernels;
  std::map<const LibraryCommand *, PlannedRoutine> routines;
  Buffer constantBuffer;
  HostFunctionHolds hostFunctions;
};

/// Bytes of a device's part of an array.
uint64_t localBytes(const Border &border);

/// Fails unless all indices of a program refer to something that exists (buffers, kernels, blocks,
/// routines, locations) and all addresses stay inside their buffers. A program that was read from a
/// file may hold anything. The configurations of library calls other than matmuls are not compared
/// with their operands: their files are to be trusted as the object code is.
llvm::Error checkProgram(const Program &program);

} // namespace spmd::rt
