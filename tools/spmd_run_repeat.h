// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runs that --repeat asks for, of one program with its arguments on its devices.
#pragma once
#include "runtime/instance.h"
#include "tools/spmd_run_options.h"

namespace spmd::run {

/// Runs the program `options.repeat` times. A donated argument whose memory no result takes is set
/// again before each run. The time of each run in milliseconds is added to `stepMs`; where there
/// are several runs, that of the first is left out. Where `printsTracked`, the scalar results that
/// --track names are printed after each run. Returns whole results of the first run; the devices
/// keep those of the last.
llvm::Expected<std::vector<rt::Array>> repeatRuns(const Options &options,
                                                  const rt::Program &program,
                                                  rt::Instance &instance,
                                                  const std::vector<rt::Array> &arguments,
                                                  bool printsTracked, std::vector<double> &stepMs);

} // namespace spmd::run
