// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop over runs. Results are taken after the first run, because later runs may work on
// their memory.
#include "tools/spmd_run_repeat.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>

namespace spmd::run {

/// The scalars among the results that --track names.
std::vector<size_t> trackedResults(const Options &options, const Session &session) {
  if (options.track.empty())
    return {};
  std::vector<size_t> found = session.resultsNamed(options.track);
  llvm::erase_if(found,
                 [&](size_t i) { return !session.program().results[i].globalShape.empty(); });
  return found;
}

/// See spmd_run_repeat.h. All ranks make the same calls in the same order, tracked results
/// included.
llvm::Expected<std::vector<rt::Array>> repeatRuns(const Options &options, Session &session,
                                                  const std::vector<rt::Array> &arguments,
                                                  bool printsTracked, std::vector<double> &stepMs) {
  const rt::Program &program = session.program();
  const std::vector<size_t> tracked = trackedResults(options, session);
  std::vector<rt::Array> results;
  for (int64_t run = 0; run < options.repeat; ++run) {
    for (size_t i = 0; i < arguments.size(); ++i)
      if (const rt::Border &border = program.arguments[i];
          run == 0 || (border.donated && border.alias < 0))
        if (auto error = session.setArgument(i, arguments[i]))
          return error;
    const auto begin = std::chrono::steady_clock::now();
    if (auto error = session.run())
      return error;
    if (run > 0 || options.repeat == 1)
      // The first of several runs is a warm-up.
      stepMs.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
              .count());
    for (size_t i : tracked) {
      auto value = session.result(i); // all ranks call this: each has a part
      if (!value)
        return value.takeError();
      if (printsTracked)
        llvm::outs() << "run " << run + 1 << "  " << program.results[i].name << " = "
                     << rt::elementText(value->type, value->data()) << "\n";
    }
    // Later runs may overwrite results in the memory of arguments.
    if (run == 0) {
      auto all = session.results();
      if (!all)
        return all;
      results = std::move(*all);
    }
  }
  return results;
}

} // namespace spmd::run
