// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks before the first run that all ranks were started with the same flags, files and values.
// Ranks that differ would mix their results silently, or wait for messages that never come. The
// comparison makes all of them end with the same error instead.
#pragma once
#include "runtime/array.h"
#include "runtime/transport.h"
#include <optional>
#include <string>
#include <vector>

namespace spmd::rt {

class Instance;

/// The named values of this rank and its first failure, to be compared with those of the other
/// ranks.
class Agreement {
public:
  /// `name` is the name that the user knows: "--repeat", "argument 2". Ranks that add the same name
  /// must give it the same value. An empty value is shown as "none".
  void add(std::string name, std::string value);
  /// Adds the environment variables that change results: the limit on the instruction set, and the
  /// variables by which OpenBLAS and oneDNN choose their kernels.
  void addEnvironment();
  /// Says that this rank cannot go on. All ranks then end with this code and reason, instead of
  /// waiting for this rank.
  void fail(int exitCode, std::string reason);

  struct Refusal {
    int exitCode = 2;
    std::string reason; // "ranks 0 and 1 differ in --repeat: 3 and 5; ..."
  };
  /// Compares the values of all ranks; every rank must call it. All ranks get the same answer:
  /// nothing where they agree and none has failed.
  std::optional<Refusal> settle(RankTransport &transport, const char *what) const;

  /// The failure of this rank alone, without asking the others.
  std::optional<Refusal> failed() const { return failure; }

private:
  std::vector<std::pair<std::string, std::string>> items;
  std::optional<Refusal> failure;
};

/// A short text that differs where arrays differ, up to collisions of a 64-bit hash. The text holds
/// the type, the shape, the first elements and the hash. The function reads all bytes once, at the
/// speed of memory.
std::string summaryOf(DType type, std::span<const int64_t> shape, const std::byte *data,
                      uint64_t bytes);

/// Adds each block of an argument that devices of several ranks hold. That is the whole argument
/// where it is replicated, and a part where it is split over some axes of the mesh. Parts that only
/// one rank holds are not compared: they may differ from what the other ranks were given.
void addReplicatedArguments(Agreement &agreement, const Instance &instance);

} // namespace spmd::rt
