// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a caller sets for one program beside the defaults: options of jax.jit by name.
//   jax.jit(f, compiler_options={"spmd_exact": True, "spmd_topology": "links.json"})
#pragma once
#include "compiler/options.h"
#include "compiler/pjrt/messages.pb.h"
#include "compiler/pjrt/status.h"
#include <string>

namespace spmd::pjrt {

/// How one program is compiled.
struct ProgramOptions {
  CompileOptions compile;
  /// What was set, with the contents of files, for the key of the cache; empty: nothing.
  std::string key;
};

/// How programs of the framework are compiled that set nothing.
CompileOptions compileOptions();
/// The defaults with what `options` set. Fails, with what there is, for names that are not known,
/// for values of another type and for files that cannot be read.
Status readProgramOptions(const messages::CompileOptions &options, ProgramOptions &out);

} // namespace spmd::pjrt
