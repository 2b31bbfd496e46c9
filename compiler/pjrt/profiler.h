// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runs of programs on the time line of the framework's profiler.
#pragma once
#include <chrono>
#include <memory>
#include <string>

namespace spmd::pjrt {

/// Whether the framework records at the moment. Cheap: asked at each run.
bool isProfiled();

/// Records a run of the program with this source that ends now, on the line of the calling thread.
/// `place` names programs without a source.
void recordRun(std::shared_ptr<const std::string> source, const std::string &place,
               std::chrono::nanoseconds duration);

} // namespace spmd::pjrt
