// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The border of a traced function: shardings of its arguments and results, and which arguments are
// donated.
#pragma once
#include "compiler/frontend/array/constrain.h"
#include "compiler/frontend/include/spmd/jit.h"

namespace spmd {
inline namespace frontend {

/// The mesh on which a program of these arguments runs: that of the scope, else that of the
/// arguments. Throws where they differ.
const MeshData *meshOf(const MeshData *scope, std::span<const TensorValue *const> arguments,
                       Where where);

/// The spec for the i-th of several trees; null where it has none.
const Spec *specAt(const Specs &specs, size_t i);
/// The spec for a leaf of a function's result, by its path; null where it has none. Throws where
/// there are specs for a tuple and the result is none.
const Spec *specOfResult(const std::string &name, const Specs &specs, const Path &path,
                         Where where);
/// Visits all leaves, those without a value among them.
void forEachLeaf(TreeRef tree, llvm::function_ref<void(const Path &, const Tensor &)> visit);

class Borders {
public:
  /// `parameters` is the number of the function's parameters. Throws where an option speaks of one
  /// that it does not have.
  Borders(Trace &trace, ProgramMesh &mesh, const JitOptions &options, size_t parameters,
          Where where);

  /// The stand-in for a leaf of a parameter: an argument with the names of the leaf, and with its
  /// layout where it lies on the mesh.
  Tensor argument(size_t parameter, const Tensor &leaf);
  /// Called behind the function: arguments for captured tensors have their layouts, too.
  void captured();
  /// A result, by its path in the result's tree.
  mlir::Value result(const Path &path, const Tensor &leaf);
  /// Called when all results are known. Donates each leaf of a donated parameter to the first
  /// result of its type that has no donor. Returns whether each argument of main is donated.
  std::vector<bool> donate();

private:
  Trace &trace;
  ProgramMesh &mesh;
  const JitOptions &options;
  const Where where;
  std::vector<Tensor> arguments; // stand-ins, then captured tensors
  std::vector<bool> isDonated;   // by argument
  std::vector<mlir::Value> results;
};

} // namespace frontend
} // namespace spmd
