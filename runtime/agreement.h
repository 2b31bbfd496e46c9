// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ranks must have in common before their first run. Ranks that were started with other flags,
// files or values would mix their results in silence, or wait for messages that never come; so they
// compare first, and all end alike.
#pragma once
#include "runtime/array.h"
#include "runtime/transport.h"
#include <optional>
#include <string>
#include <vector>

namespace spmd::rt {

class Instance;

/// Named values of this rank, and what went wrong on it, to be held against those of the others.
class Agreement {
public:
  /// `name` as the user knows it: "--repeat", "argument 2". Ranks that add the same name must give
  /// it the same value; an empty value is shown as "none".
  void add(std::string name, std::string value);
  /// Environment variables that change results: the instruction set, OpenBLAS's and
  /// oneDNN's choice of kernels.
  void addEnvironment();
  /// This rank cannot go on. All end then, with this code and reason, instead of waiting for it.
  void fail(int exitCode, std::string reason);

  struct Refusal {
    int exitCode = 2;
    std::string reason; // "ranks 0 and 1 differ in --repeat: 3 and 5; ..."
  };
  /// Compares; all ranks must call it. The same answer on each: nothing where they agree
  /// and none has failed.
  std::optional<Refusal> settle(RankTransport &transport, const char *what) const;

  /// The same of this rank alone.
  std::optional<Refusal> failed() const { return failure; }

private:
  std::vector<std::pair<std::string, std::string>> items;
  std::optional<Refusal> failure;
};

/// A short text that differs where arrays differ, up to collisions of a 64-bit hash: type, shape,
/// first elements and the hash. Reads all bytes once, at the speed of memory.
std::string summaryOf(DType type, std::span<const int64_t> shape, const std::byte *data,
                      uint64_t bytes);

/// Adds each block of an argument that devices of several ranks hold: whole arguments where they
/// are replicated, parts where they are split over some of the mesh's axes. Parts that one rank
/// alone holds may differ from what others were given.
void addReplicatedArguments(Agreement &agreement, const Instance &instance);

} // namespace spmd::rt
