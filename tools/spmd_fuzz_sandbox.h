// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs work in a forked process, so that a crash, an endless loop or a lack of memory ends that
// process and not the tool. The process tells what it is working on in memory that it shares with
// its parent; the parent turns the way it ended into a key: a line that is the same for every
// program that shows the same defect.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace spmd::fuzz {

struct Limits {
  /// Of one core for one program; ten times as many may pass without any use of one.
  unsigned seconds = 20;
  /// Of addresses; without effect under AddressSanitizer, which takes terabytes.
  unsigned memoryMiB = 6144;
};

struct Totals {
  uint64_t tried = 0, readable = 0, accepted = 0;
};

/// What parent and child share.
struct Shared {
  static constexpr size_t kMaxText = size_t(8) << 20, kMaxKey = 4096, kMaxFrames = 96,
                          kMaxMarks = 1 << 16;
  Totals totals;
  uint64_t beats; // grows while the child gets on
  int signal, frameCount;
  bool hasResult, marks[kMaxMarks]; // what a child has found out
  size_t textSize, keySize;
  void *frames[kMaxFrames];
  char key[kMaxKey], text[kMaxText];

  llvm::StringRef getText() const { return {text, textSize}; }
  void setText(llvm::StringRef value);
};

class Sandbox {
public:
  explicit Sandbox(Limits limits);
  Sandbox(const Sandbox &) = delete;
  Sandbox &operator=(const Sandbox &) = delete;

  Shared &shared() { return *memory; }
  /// Runs `work` in a child. Nothing where it returned; else the key of what ended it.
  std::optional<std::string> run(llvm::function_ref<void()> work);
  /// For the child: the time for the next program begins.
  void restartTimer();
  /// For the child: a defect that is no crash. Ends the child.
  [[noreturn]] void found(llvm::StringRef key);

private:
  std::string keyOfEnd(int status, llvm::StringRef log) const;

  Limits limits;
  Shared *memory;
};

/// A message without what differs from program to program:
///   op has 3 dims for the type tensor<8x8xf32> on @mesh
///   op has N dims for the type tensor<_> on @_
std::string withoutDetails(llvm::StringRef message);

} // namespace spmd::fuzz
