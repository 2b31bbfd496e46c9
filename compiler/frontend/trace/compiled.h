// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled program of the frontend: tensors in, tensors out.
#pragma once
#include "compiler/frontend/array/placed.h"
#include "compiler/session.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <memory>
#include <mutex>
#include <span>

namespace spmd {
inline namespace frontend {

/// Any thread may call it; runs of one program wait for each other. Programs of the frontend share
/// one set of workers.
class CompiledCall {
public:
  /// Compiles a module for the devices of a mesh, or for one device where there is none. Throws
  /// Error with the diagnostics, which name lines of the user's source.
  CompiledCall(const std::string &text, const std::string &name, const MeshData *mesh = nullptr);

  ~CompiledCall();

  /// Runs with these arguments, one per argument of main, and gives all results in order. Tensors
  /// that lie as the program wants them are not copied. `isDonated` tells the arguments that the
  /// call takes (none where it is empty). `axes` are the names of the results (none where it is
  /// empty).
  void run(std::span<const TensorValue *const> arguments, Where where,
           llvm::function_ref<void(Tensor)> give, const std::vector<bool> &isDonated = {},
           std::span<const AxisNames *const> axes = {});

private:
  /// A host array as the program wants it, kept for the next run: parameters of a model are copied
  /// once, not at each call.
  struct Held {
    uint64_t id = 0; // of the value; 0: none
    std::shared_ptr<rt::Shards> shards;
  };

  /// Small shards that a result had before. A run takes them again when nobody else has them: the
  /// memory of others is looked up under a lock. Two, since a loop holds the results of a step
  /// until it has those of the next.
  using Spares = std::array<std::shared_ptr<rt::Shards>, 2>;

  std::shared_ptr<rt::Shards> shardsFor(size_t result);
  void collect(std::span<const TensorValue *const> arguments, Where where);
  void take(std::span<const TensorValue *const> arguments, const std::vector<bool> &isDonated,
            Where where);
  void bindResults();
  void fetch(size_t index, const TensorValue &value, bool isDonated, Where where);

  const std::string name;
  const MeshData *mesh;
  std::unique_ptr<Session> session;
  size_t places = 1; // devices of this process
  std::vector<const Layout *> argumentLayouts, resultLayouts;
  std::vector<SharedType> resultTypes;

  std::mutex mutex; // of the run and of what follows
  std::vector<Held> held;
  // Of the current run, by argument and by result. Kept between runs, as memory of this size would
  // go through the slow paths of malloc.
  std::vector<std::shared_ptr<rt::Shards>> bound, made;
  std::vector<Spares> spares; // by result
};

} // namespace frontend
} // namespace spmd
