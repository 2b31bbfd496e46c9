// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles fusions to relocatable objects. Equal fusions are compiled once, different ones
// in parallel on all cores, and a cache on disk keeps objects between runs. loops.h emits
// the loops of a kernel; compiler/kernels/fusion_plan.h plans them.
#pragma once
#include "compiler/codegen/loop_kernel.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/machine.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/Region.h"
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace spmd {

/// The message where a compilation was cancelled.
inline constexpr llvm::StringLiteral kCancelled = "the compilation was cancelled";

struct KernelOptions {
  unsigned threads = 0;              // 0: one per core
  bool useCache = true;              // read and write objects in `cacheFolder`
  std::string cacheFolder;           // empty: $XDG_CACHE_HOME/spmd or ~/.cache/spmd, mode 0700
  std::string cpu;                   // empty: the host's
  std::string features;              // "+avx2,.." of `cpu`; empty with an empty cpu: the host's
  Machine machine = Machine::host(); // what the loops are fitted to
  bool exact = false;                // round bf16 after each op, as f8 and f16 always are
  // Keep each kernel's LLVM IR as text, for tests and --print-after=codegen.
  bool keepIr = false;
  const std::atomic<bool> *cancelled = nullptr; // where it is set, no further kernel is compiled
};

/// The results: the fields of rt::Program of the same names, and what the compilation cost.
struct KernelObjects {
  std::vector<rt::Kernel> kernels;
  std::vector<std::vector<uint8_t>> objects;
  std::string cpuFeatures;
  std::vector<std::string> ir;      // per object; only with keepIr
  std::vector<std::string> remarks; // of the cache: a folder that cannot be written, a damaged file
  size_t compiled = 0, fromCache = 0;
};

/// Compiles the kernels of a program. Compilation begins with the first kernel that is
/// added, on threads of its own where the MLIR context allows threads. The bodies that are
/// added must live and stay unchanged until finish().
class KernelCompiler {
public:
  explicit KernelCompiler(KernelOptions options = {});
  ~KernelCompiler();

  /// Adds the kernels of a fusion and returns the index in Program::kernels of each kernel
  /// of the plan. `body` and `plan` are those of planFusion(). A body that equals an earlier
  /// one, apart from names and locations, gets the indices of that one.
  llvm::SmallVector<uint32_t> add(ir::KernelOp kernel, const FusionPlan &plan);
  /// Adds the kernel of a whole loop, whose buffers are known.
  uint32_t add(LoopKernel loop);
  /// Adds an rt::ScalarFn for a region over rank-0 tensors: a comparator or the body of a
  /// scatter. Fails with a diagnostic where the region has an op without `emit`.
  mlir::FailureOr<uint32_t> add(mlir::Region &scalars);
  /// Compiles what is not compiled yet, waits for the threads and returns the objects.
  llvm::Expected<KernelObjects> finish();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace spmd
