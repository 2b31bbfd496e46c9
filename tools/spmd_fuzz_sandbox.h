// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs work in a forked process, so that a crash, an endless loop or a lack of memory ends
// that process and not the tool. The child writes the program that it works on to memory
// that it shares with the parent. The parent turns the child's end into a key, a line that
// is equal for all programs that show the same defect.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace spmd::fuzz {

struct Limits {
  /// CPU seconds for one program. Ten times as many may pass without any use of a CPU.
  unsigned seconds = 20;
  /// Address space; without effect under AddressSanitizer, which reserves terabytes.
  unsigned memoryMiB = 6144;
};

struct Totals {
  uint64_t tried = 0, readable = 0, accepted = 0;
};

/// The memory that parent and child share.
struct Shared {
  static constexpr size_t kMaxText = size_t(8) << 20, kMaxKey = 4096, kMaxFrames = 96,
                          kMaxMarks = 1 << 16;
  Totals totals;
  uint64_t beats; // grows with every program
  int signal, frameCount;
  bool hasResult, marks[kMaxMarks]; // results of a child
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
  /// Runs `work` in a child. Returns nothing where `work` returned, else the key of the
  /// defect.
  std::optional<std::string> run(llvm::function_ref<void()> work);
  /// Called in the child: a new program begins, with the full limit of time.
  void restartTimer();
  /// Called in the child: reports a defect other than a crash, and ends the child.
  [[noreturn]] void found(llvm::StringRef key);

private:
  std::string keyOfEnd(int status, llvm::StringRef log) const;

  Limits limits;
  Shared *memory;
};

/// Replaces names and numbers in a message, so that programs with one defect have one key:
///   op has 3 dims for the type tensor<8x8xf32> on @mesh
///   op has N dims for the type tensor<_> on @_
std::string withoutDetails(llvm::StringRef message);

} // namespace spmd::fuzz
