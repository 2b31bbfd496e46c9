// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The line that ops of library functions carry; apply.cpp asks for it at each op.
#include "compiler/frontend/include/spmd/caller_line.h"

namespace spmd {
inline namespace frontend {
namespace {

/// One per thread: threads may trace different programs at once.
thread_local std::optional<Where> outermost;

} // namespace

CallerLine::CallerLine(Where where) : isOutermost(!outermost) {
  if (isOutermost)
    outermost = where;
}
/// Scopes end in reverse order, so the outermost one is the last.
CallerLine::~CallerLine() {
  if (isOutermost)
    outermost.reset();
}

Where CallerLine::of(Where otherwise) { return outermost.value_or(otherwise); }

void CallerLine::fail(const std::string &message, Where otherwise) {
  throw Error(text(of(otherwise)) + ": " + message);
}

} // namespace frontend
} // namespace spmd
