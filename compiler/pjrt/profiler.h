// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runs of programs on the time line of the framework's profiler.
#pragma once
#include <chrono>
#include <string>

namespace spmd::pjrt {

/// Whether the framework records at the moment. Cheap: asked at each run.
bool isProfiled();

/// Records a run of the program of this name that ends now, on the line of the calling thread.
void recordRun(const std::string &name, std::chrono::nanoseconds duration);

} // namespace spmd::pjrt
