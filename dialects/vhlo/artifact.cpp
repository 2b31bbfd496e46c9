// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises the files that hold artifacts, checks their version, and reads them.
#include "dialects/vhlo/artifact.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/vhlo/container.h"
#include "dialects/vhlo/export_file.h"
#include "dialects/vhlo/op_table.h"
#include "dialects/vhlo/program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd::vhlo {

// Eight bytes are enough: a FlatBuffers file begins with the position of its table, below 2^24 in
// all files of jax.export, so the fourth byte is zero.
// Bytecode of other producers counts as an artifact, too, and is refused for its producer: libMLIR
// may crash on a file that is damaged, so it gets only what says that it is its own.
FileKind kindOf(StringRef bytes) {
  if (bytes.starts_with(kBytecodeMagic))
    return producerOf(bytes).starts_with("MLIR") ? FileKind::Bytecode : FileKind::Artifact;
  return bytes.take_front(8).contains('\0') ? FileKind::Export : FileKind::Text;
}

/// Returns the version of an artifact, which stands in the name of the producer and nowhere else:
///   "StableHLO_v1.17.0" -> 1.17
/// It is looked at first, so that a newer file is refused for its version and not for what is new
/// in it.
static std::optional<Version> versionOf(StringRef bytes, Faults &faults) {
  StringRef producer = producerOf(bytes);
  std::optional<Version> version = parseVersion(producer);
  if (!version)
    faults.add(producer.empty()
                   ? "the file ends before the name of its producer, or has none"
                   : "MLIR bytecode by '" + producer.take_front(80) +
                         "'; portable artifacts of StableHLO are read, and bytecode of MLIR");
  else if (*version < kOldestVersion || *version > kNewestVersion)
    faults.add("a portable artifact of StableHLO " + version->text() + "; versions " +
               kOldestVersion.text() + " to " + kNewestVersion.text() +
               " are read: write it for an older target version");
  return faults.any() ? std::nullopt : version;
}

// The outer file is peeled off, then the version is checked, then the sections are cut, and then
// the ops are built. Each step has reported what is wrong before the next one is left out.
OwningOpRef<ModuleOp> readArtifact(StringRef bytes, StringRef name, MLIRContext *context) {
  Faults faults(FileLineColLoc::get(context, name, 0, 0));
  if (kindOf(bytes) == FileKind::Export) {
    std::optional<StringRef> inner = moduleOfExport(bytes, faults);
    if (!inner)
      return {};
    bytes = *inner;
  }
  std::optional<Version> version = versionOf(bytes, faults);
  if (!version)
    return {};
  // Ops are built by name, which finds those of loaded dialects only.
  context->loadDialect<func::FuncDialect, sdy::SdyDialect, stablehlo::StablehloDialect>();
  // From here on nothing but the bytes of the artifact counts; offsets in messages begin with them.
  std::optional<Container> file = readContainer(bytes, faults);
  return file ? readProgram(*file, *version, context, faults) : OwningOpRef<ModuleOp>();
}

} // namespace spmd::vhlo
