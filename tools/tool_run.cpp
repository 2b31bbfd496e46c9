// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers that spmd-run and spmd-random share.
#include "tools/tool_run.h"
#include "compiler/compile.h"
#include "dialects/sdy/sdy.h"
#include "runtime/instance.h"

namespace spmd::tool {

/// Links and runs a program once, on one rank. Results are global arrays.
llvm::Expected<std::vector<rt::Array>>
runOnce(rt::Program program, llvm::ArrayRef<rt::Array> arguments, rt::Workers &workers) {
  // Links the code, then allocates the devices' memory.
  auto executable = rt::Executable::create(std::move(program));
  if (!executable)
    return executable.takeError();
  auto instance = rt::Instance::create(*executable, workers);
  if (!instance)
    return instance.takeError();
  for (size_t i = 0; i < arguments.size(); ++i)
    if (auto error = (*instance)->setArgument(i, arguments[i]))
      return error;
  if (auto error = (*instance)->runToEnd())
    return error;
  std::vector<rt::Array> results;
  // Results are global arrays.
  for (size_t i = 0; i < (*instance)->program().results.size(); ++i) {
    auto result = (*instance)->result(i);
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
  }
  return results;
}

/// Gives every mesh axis size 1, so that the program runs on one device.
mlir::LogicalResult placeOnOneDevice(mlir::ModuleOp module) {
  std::string sizes; // "x=1,y=1"
  for (auto mesh : module.getOps<sdy::MeshOp>())
    for (sdy::MeshAxisAttr axis : mesh.getMesh().getAxes())
      sizes += (sizes.empty() ? "" : ",") + axis.getName().str() + "=1";
  return resizeMesh(module, sizes);
}

} // namespace spmd::tool
