// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program as often as --repeat asks.
#pragma once
#include "compiler/session.h"
#include "tools/spmd_run_options.h"

namespace spmd::run {

/// The scalar results that --track names.
std::vector<size_t> trackedResults(const Options &options, const Session &session);

/// Runs the program `options.repeat` times. A donated argument whose memory no result takes
/// over is set again before each run. Adds the time of each run in milliseconds to `stepMs`;
/// of several runs the first is a warm-up and is left out. Where `printsTracked`, prints
/// the tracked results after each run. Returns the global results of the first
/// run; the devices keep those of the last.
llvm::Expected<std::vector<rt::Array>> repeatRuns(const Options &options, Session &session,
                                                  const std::vector<rt::Array> &arguments,
                                                  bool printsTracked, std::vector<double> &stepMs);

} // namespace spmd::run
