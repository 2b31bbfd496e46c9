// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Library functions as programs: several ops on tensors that have values run as one program.
#pragma once
#include <spmd/jit.h>

namespace spmd {
inline namespace frontend {

/// A jitted function that is made at the first call. Inside of a trace its ops are recorded into
/// that. It is never destroyed: a host may call it until its last static object is gone. `F` is the
/// type of a lambda, of which each has its own.
template <class F> const auto &program(const char *name, F f) {
  static const auto *jitted = new auto(jit(std::move(f), {.name = name}));
  return *jitted;
}

} // namespace frontend
} // namespace spmd
