// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runs that --repeat asks for, of one program with its arguments on its devices.
#pragma once
#include "runtime/instance.h"
#include "tools/spmd_run_options.h"

namespace spmd::run {

/// Runs the program `options.repeat` times; donated arguments without a result in their place are
/// set anew before each run. Appends to `stepMs` how long each run took, without the first where
/// there are others. The scalar results that --track names are printed after each run where
/// `printsTracked`. Returns the results of the first run, whole; those of the last are
/// left on the devices.
llvm::Expected<std::vector<rt::Array>> repeatRuns(const Options &options,
                                                  const rt::Program &program,
                                                  rt::Instance &instance,
                                                  const std::vector<rt::Array> &arguments,
                                                  bool printsTracked, std::vector<double> &stepMs);

} // namespace spmd::run
