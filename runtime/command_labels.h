// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of commands, for traces and reports.
#pragma once
#include "runtime/collective_plan.h"
#include "runtime/kernels/registry.h"
#include "runtime/program.h"
#include <map>

namespace spmd::rt {

struct Label {
  std::string name;     // of the routine or the kind; kernels have that of their code
  std::string category; // "kernel", "library", "collective", ...
  int64_t bytes = 0;    // that a copy or a collective moves
};

/// Finds the labels of a program's commands. A Done only knows the id of its collective, hence the
/// table of Starts.
class Labels {
public:
  /// The program outlives it.
  explicit Labels(const Program &program) : program(program) {
    for (const Block &block : program.blocks)
      for (const Command &command : block)
        if (auto *start = std::get_if<CollectiveStart>(&command.action))
          starts[start->id] = start;
  }
  Label of(const Command &command) const {
    return std::visit([this](const auto &action) { return label(action); }, command.action);
  }

private:
  Label label(const KernelCommand &kernel) const {
    return {program.kernels[kernel.kernel].symbol, "kernel"};
  }
  Label label(const LoopCommand &loop) const {
    return {program.kernels[loop.kernel].symbol, "kernel"};
  }
  Label label(const LibraryCommand &library) const {
    return {std::string(routineOf(library.config).name), "library"};
  }
  Label label(const PartitionIdCommand &) const { return {"partition_id", "host"}; }
  Label label(const CopyCommand &copy) const {
    return {"copy", "copy", int64_t(copy.source.bytes)};
  }
  Label label(const WhileCommand &) const { return {"while", "control"}; }
  Label label(const CaseCommand &) const { return {"case", "control"}; }
  Label label(const BlocksCommand &) const { return {"blocks", "control"}; }
  Label label(const CollectiveStart &start) const {
    Label label{nameOf(start.kind), "collective"};
    for (const CollectivePart &part : start.parts)
      label.bytes += int64_t(part.source.bytes);
    return label;
  }
  Label label(const CollectiveDone &done) const {
    Label label = this->label(*starts.at(done.id));
    return {"wait for " + label.name, "wait", label.bytes};
  }

  const Program &program;
  std::map<uint32_t, const CollectiveStart *> starts;
};

} // namespace spmd::rt
