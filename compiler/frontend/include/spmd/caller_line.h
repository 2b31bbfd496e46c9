// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of library functions that are written in ops: their ops carry the line of the call.
//
// A function such as nn::Linear is C++ on tensors like the user's own code, so its ops would name
// lines of the library. Within the scope of a CallerLine they name the line that called it, in
// errors and as locations of the program.
#pragma once
#include <spmd/tensor.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// As long as it lives, ops of this thread carry this line. The outermost one counts: what a
/// library function calls has the line of the user.
class CallerLine {
public:
  explicit CallerLine(Where where);
  ~CallerLine();
  /// Sets the line that ops report until the object is destroyed.
  CallerLine(const CallerLine &) = delete;
  CallerLine &operator=(const CallerLine &) = delete;

  /// The line of the outermost CallerLine of this thread; `otherwise` where there is none.
  static Where of(Where otherwise);
  /// Throws "user.cpp:12: MESSAGE" with that line.
  [[noreturn]] static void fail(const std::string &message, Where otherwise);

private:
  bool isOutermost;
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
