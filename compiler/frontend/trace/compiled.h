// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled program of the frontend: tensors in, tensors out.
#pragma once
#include "compiler/frontend/trace/value.h"
#include "compiler/session.h"
#include <memory>
#include <mutex>
#include <span>

namespace spmd {
inline namespace frontend {

/// Any thread may call it; runs of one program wait for each other. Programs of the frontend share
/// one set of workers.
class CompiledCall {
public:
  /// Compiles a module. Throws Error with the diagnostics, which name lines of the user's source.
  CompiledCall(const std::string &text, const std::string &name);

  /// Runs with these arguments, one per argument of main, and returns all results. An argument that
  /// is the same value as in the last run is not copied again.
  std::vector<Tensor> run(std::span<const TensorValue *const> arguments, Where where);

private:
  std::unique_ptr<Session> session;
  std::mutex mutex;
  std::vector<uint64_t> held; // ids of the values that the arguments hold
};

} // namespace frontend
} // namespace spmd
