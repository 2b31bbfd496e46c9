// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of the files that the command line of spmd-run names.
#include "tools/spmd_run_options.h"
#include "tools/tool_process.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace spmd::run {

/// Returns the path of a file without links, for comparisons. The file need not exist: its
/// folder is resolved then.
static std::string wholeName(llvm::StringRef path) {
  llvm::SmallString<128> out;
  // The file exists.
  if (!llvm::sys::fs::real_path(path, out))
    return out.str().str();
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  // The folder does not exist either: the path stays as it is.
  if (llvm::sys::fs::real_path(folder.empty() ? "." : folder, out))
    return path.str();
  llvm::sys::path::append(out, llvm::sys::path::filename(path));
  return out.str().str();
}

/// No output may be written over another one or over a file that is read.
llvm::Error checkSameFiles(const Options &options) {
  // Compares every output with every other file of the command line, links resolved.
  const std::pair<llvm::StringRef, const std::string &> outputs[] = {{"--save", options.save},
                                                                     {"--trace", options.trace}};
  // --save is among the others, so that the two outputs are compared as well.
  const std::pair<llvm::StringRef, const std::string &> others[] = {
      {"the program", options.file},
      {"--args", options.args},
      {"--logical-axes", options.logicalAxes},
      {"--sharding-rules", options.shardingRules},
      {"--save", options.save}};
  for (auto [flag, output] : outputs)
    for (auto [what, other] : others)
      if (flag != what && !output.empty() && !other.empty() &&
          wholeName(output) == wholeName(other))
        return llvm::createStringError(flag + "=" + output + " is the file of " + what +
                                       ", too; each needs its own");
  return llvm::Error::success();
}

/// --save writes through links, so the file behind them must be writable.
llvm::Error checkOutputs(const Options &options) {
  if (!options.save.empty())
    if (auto error = tool::checkOutputPath("save", rt::fileBehindLinks(options.save),
                                           /*mustBeRegular=*/true))
      return error;
  if (!options.trace.empty())
    if (auto error = tool::checkOutputPath("trace", options.trace, /*mustBeRegular=*/false))
      return error;
  return llvm::Error::success();
}

} // namespace spmd::run
