// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program made callable: its kernels linked, its constants in place, every reference checked.
// Shared by any number of instances; holds no state of a run.
#pragma once
#include "runtime/abi.h"
#include "runtime/buffer.h"
#include "runtime/loader.h"
#include "runtime/program.h"
#include <functional>
#include <memory>

namespace spmd::rt {

/// The function of kernel `index`; tests hand in plain C++ functions.
using KernelResolver = std::function<llvm::Expected<KernelFn>(uint32_t index)>;

class Executable {
public:
  /// Links the program's objects. Fails where they do not link or where the program is not sound
  /// (checkProgram).
  static llvm::Expected<std::shared_ptr<const Executable>> create(Program program);
  static llvm::Expected<std::shared_ptr<const Executable>> create(Program program,
                                                                  const KernelResolver &kernels);

  const Program &program() const { return source; }
  KernelFn kernel(uint32_t index) const { return kernels[index]; }
  std::byte *constants() const { return constantBuffer.data(); }

  /// Bytes that a device needs beside constants.
  struct Memory {
    uint64_t argumentBytes = 0;
    uint64_t resultBytes = 0;
    uint64_t aliasBytes = 0; // results that live in an argument's buffer; part of resultBytes
    uint64_t arenaBytes = 0;
    uint64_t peakBytes() const { return argumentBytes + arenaBytes + resultBytes - aliasBytes; }
  };
  Memory memoryOfDevice() const;

private:
  Executable() = default;
  Program source;
  std::unique_ptr<Loader> loader;
  std::vector<KernelFn> kernels;
  Buffer constantBuffer;
};

/// Bytes of an array's part on one device.
uint64_t localBytes(const Border &border);

/// Whether all indices of a program point at something: buffers, kernels, blocks, routines,
/// locations, and whether addresses stay inside of their buffers. A program from a file may hold
/// anything.
llvm::Error checkProgram(const Program &program);

} // namespace spmd::rt
