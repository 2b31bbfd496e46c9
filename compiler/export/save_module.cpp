// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the module to a file between two passes, so that one can see what each step of a pipeline
// did.
#include "compiler/passes.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SAVEMODULE
#include "compiler/passes.h.inc"
namespace {

struct SaveModule : impl::SaveModuleBase<SaveModule> {
  using Base::Base;

  /// Creates the folder if needed and writes `<directory>/<file-name>.mlir`. An empty directory
  /// switches the pass off.
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (directory.empty())
      return;
    if (std::error_code error = llvm::sys::fs::create_directories(directory)) {
      getOperation().emitError() << "the folder '" << directory
                                 << "' for modules cannot be made: " << error.message();
      return signalPassFailure();
    }
    SmallString<128> path(directory);
    llvm::sys::path::append(path, fileName + ".mlir");
    std::string message;
    std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
    if (!file) {
      getOperation().emitError() << "the module cannot be saved: " << message;
      return signalPassFailure();
    }
    getOperation().print(file->os());
    file->keep();
  }
};

} // namespace
} // namespace spmd
