// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusions in, relocatable objects out: equal fusions are compiled once, different ones in parallel
// on all cores, and objects are kept on disk between runs. What the loops look like is in loops.h,
// the plan in compiler/kernels/fusion_plan.h.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/Region.h"
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace spmd {

struct KernelOptions {
  unsigned threads = 0;    // 0: one per core
  bool useCache = true;    // read and write objects in `cacheFolder`
  std::string cacheFolder; // empty: $XDG_CACHE_HOME/spmd or ~/.cache/spmd, mode 0700
  std::string cpu;         // empty: the CPU it runs on
  std::string features;    // "+avx2,.." of `cpu`; empty with an empty cpu: the host's
  bool exact = false;      // bf16 is rounded after each op, as f8 and f16 always are
  // Keep each kernel's LLVM IR as text, for tests and --print-after=codegen.
  bool keepIr = false;
};

/// What Program::kernels, ::objects and ::cpuFeatures become.
struct KernelObjects {
  std::vector<rt::Kernel> kernels;
  std::vector<std::vector<uint8_t>> objects;
  std::string cpuFeatures;
  std::vector<std::string> ir;      // per object; only with keepIr
  std::vector<std::string> remarks; // of the cache: unwritable folder, damaged file
  size_t compiled = 0, fromCache = 0;
};

/// Compiles the kernels of a program from the first that is added on, on threads of its own where
/// the context allows threads. The bodies that are added must live and stay as they are until
/// finish().
class KernelCompiler {
public:
  explicit KernelCompiler(KernelOptions options = {});
  ~KernelCompiler();

  /// Adds the nests of a kernel (FusionPlan::kernels, one index each, of Program::kernels).
  /// `plan` is planOf(kernel). A kernel whose text, names and locations aside, is that of an
  /// earlier one gets its indices.
  llvm::SmallVector<uint32_t> add(ir::KernelOp kernel, const FusionPlan &plan);
  /// Adds an rt::ScalarFn for a region over rank-0 tensors: a comparator, a scatter's body. Fails
  /// with a diagnostic at the op that has no `emit`.
  mlir::FailureOr<uint32_t> add(mlir::Region &scalars);
  /// Waits until everything that was added is compiled, and helps.
  llvm::Expected<KernelObjects> finish();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace spmd
