// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shows how a training goes: a bar on a terminal, lines elsewhere, and JSON lines in a file.
#pragma once
#include <cstdio>
#include <functional>
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Options of Progress.
struct ProgressOptions {
  int64_t total = 0;        // steps, for the bar and the time left; 0: unknown
  double tokensPerStep = 0; // for tokens per second; 0: steps per second are shown
  int64_t every = 10;       // on no terminal: steps between two lines
  std::string json = {};    // a file that gets a line of JSON for each step; empty: none
  std::FILE *out = stderr;
  std::optional<bool> isTerminal = {}; // by default whether `out` is one
  std::function<double()> clock = {};  // seconds; by default a steady clock
};

/// Prints the values of steps, on rank 0 alone. A tensor is read one step after it was shown, so
/// that no step waits for its own loss. The last one is printed when the object is destroyed, or by
/// finish.
class Progress {
public:
  /// A number, or a tensor that has one element.
  struct Value {
    std::string name;
    Operand value;
  };
  using Values = std::vector<Value>;

  /// Throws where the file for JSON cannot be opened; it is appended to.
  explicit Progress(ProgressOptions options = {}, Where where = Where::current());
  ~Progress();
  Progress(Progress &&) noexcept;
  Progress &operator=(Progress &&) = delete;

  /// A step has been started, and these are its values: show({{"loss", loss}, {"rate", 0.1}}).
  /// Prints those of the step before. Throws where they have more than one element.
  void show(Values values);
  /// Prints the last step, and ends the line of the bar.
  void finish();

private:
  struct [[gnu::visibility("hidden")]] State; // its functions are not exported
  std::unique_ptr<State> state;
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
