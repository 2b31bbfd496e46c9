// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shardings in traced modules: the mesh of a module, and attributes and ops of the sdy dialect for
// specs of the frontend.
#pragma once
#include "compiler/frontend/array/mesh.h"
#include "compiler/frontend/trace/trace.h"
#include "dialects/sdy/sdy.h"

namespace spmd {
inline namespace frontend {

/// The mesh of the program that this thread traces. A program has one mesh: that of the scope in
/// which it is called, else that of its arguments.
class ProgramMesh {
public:
  /// Of a new program; null: it has none so far.
  explicit ProgramMesh(Trace &trace, const MeshData *mesh);
  ~ProgramMesh();
  ProgramMesh(const ProgramMesh &) = delete;

  /// The mesh in which a constraint of this line is meant: that of the scope of this thread, which
  /// must be the program's if it has one, or the program's. Null where there is neither.
  static const MeshData *current(Where where);
  /// Makes a mesh that of this program. Throws where it has another one.
  void require(const MeshData *mesh, Where where);
  /// Of this program, at the end of the trace.
  const MeshData *mesh() const { return own; }

private:
  void set(const MeshData *mesh);
  Trace &trace;
  const MeshData *own = nullptr;
  ProgramMesh *outer;
};

/// The attribute of a checked spec of a tensor of this rank, on the mesh of the module.
sdy::TensorShardingAttr shardingOf(const Spec &spec, size_t rank, mlir::MLIRContext *context);
/// An op that gives the value this sharding.
mlir::Value constrained(Trace &trace, mlir::Value value, const Spec &spec, Where where);
/// The concrete tensor split by a checked spec on a mesh: parts of a host array are copied, a
/// tensor that lies on the mesh is moved by a program.
Tensor moved(const Tensor &x, const Spec &spec, const MeshData &mesh, Where where);
/// Gives an argument of the traced function the sharding of a checked spec.
void setArgumentSharding(Trace &trace, const Tensor &argument, const Spec &spec);

} // namespace frontend
} // namespace spmd
