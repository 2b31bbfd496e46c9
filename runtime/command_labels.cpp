// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels are shown by their symbol; other commands by the name of their routine or kind.
#include "runtime/command_labels.h"
#include "runtime/collective_plan.h"
#include "runtime/kernels/registry.h"

namespace spmd::rt {

Labels::Labels(const Program &program) : program(program) {
  for (const Block &block : program.blocks)
    for (const Command &command : block)
      if (auto *start = std::get_if<CollectiveStart>(&command.action))
        starts[start->id] = start;
}

Label Labels::of(const Command &command) const {
  return std::visit([this](const auto &action) { return label(action); }, command.action);
}

Label Labels::label(const KernelCommand &kernel) const {
  return {program.kernels[kernel.kernel].symbol, "kernel"};
}

Label Labels::label(const LibraryCommand &library) const {
  return {std::string(routineOf(library.config).name), "library"};
}

Label Labels::label(const CollectiveStart &start) const {
  Label label{nameOf(start.kind), "collective"};
  for (const CollectivePart &part : start.parts)
    label.bytes += int64_t(part.source.bytes);
  return label;
}

Label Labels::label(const CollectiveDone &done) const {
  Label label = this->label(*starts.at(done.id));
  return {"wait for " + label.name, "wait", label.bytes};
}

} // namespace spmd::rt
