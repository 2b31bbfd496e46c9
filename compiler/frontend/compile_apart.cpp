// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns errors of a compilation on a thread of its own (compiler/own_thread.h) into exceptions.
#include "compiler/frontend/compile_apart.h"
#include "compiler/frontend/spmd.h"
#include "compiler/own_thread.h"
#include <utility>

namespace spmd {

// Diagnostics are the text of the exception, one per line. The session is the caller's: it may be
// used and destroyed on any thread.
std::unique_ptr<Session> openApart(std::string_view text, std::string_view name,
                                   const SessionOptions &options) {
  std::unique_ptr<Session> session;
  llvm::Error error =
      runOnOwnThread([&] { return Session::open(text, name, options).moveInto(session); });
  if (error)
    throw Error(llvm::toString(std::move(error)));
  return session;
}

} // namespace spmd
