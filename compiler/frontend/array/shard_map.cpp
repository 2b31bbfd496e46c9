// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records shardMap as an sdy.manual_computation, the form in which JAX exports shard_map.
//
// The user's function is recorded as a part whose arguments have the types of local parts. Values
// from outside become further operands, whole on each device, since the region of the op is
// isolated. Shardings of operands and results name manual axes only.
#include "compiler/frontend/array/shard_map.h"
#include "compiler/frontend/array/borders.h"
#include "compiler/frontend/include/spmd/shard_map.h"
#include "compiler/frontend/trace/axis_names.h"
#include "compiler/frontend/trace/emitter.h"
#include "compiler/frontend/trace/traced_call.h"

namespace spmd {
inline namespace frontend {
namespace {

thread_local const ManualAxes *innermost = nullptr;

/// The manual axes of a call: those of the options, or all. Refuses names that are no axes, and
/// axes that an outer shardMap has cut already.
std::vector<std::string> manualAxes(const AxisList &wanted, const MeshData &mesh, Where where) {
  std::vector<std::string> axes = wanted.axes;
  for (const std::string &axis : axes)
    if (!mesh.find(axis))
      fail(where, "shardMap over \"" + axis + "\": the mesh has " + mesh.text);
  if (axes.empty())
    for (const MeshAxis &axis : mesh.axes)
      axes.push_back(axis.name);
  for (const std::string &axis : axes)
    if (const ManualAxes *outer = ManualAxes::current(); outer && outer->has(axis))
      fail(where, "shardMap over \"" + axis + "\" inside of a shardMap over it");
  return axes;
}

/// One call of a function of local parts. The shardings of operands and results are collected on
/// the way, in the order of the values.
class ShardMap {
public:
  ShardMap(Trace &trace, const TracedCall &call, const MeshData &mesh,
           std::vector<std::string> axes)
      : trace(trace), call(call), mesh(mesh), axes(std::move(axes)),
        isFull(this->axes.size() == mesh.axes.size()) {}

  void run(const Specs &inSpecs, const Specs &outSpecs) {
    GivenKeys keys(call.arguments);
    Part part(trace, "shard_map", call.where);
    Values operands = enter(part, inSpecs);
    const ManualAxes local(mesh, axes);
    keys.enter();
    const TreeRef result = call.run();
    keys.leave();
    // The types of whole results are known before the part ends: its values cannot be asked then.
    const std::vector<mlir::Type> types = leave(result, outSpecs);
    const size_t given = operands.size();
    mlir::func::FuncOp function = part.close(valuesOf(trace, result, call.where), operands);
    // Values from outside: no axis cuts them.
    for (mlir::Value captured : llvm::ArrayRef(operands).drop_front(given))
      in.push_back(attributeOf({}, Emitter::dimsOf(captured).size()));
    mlir::ValueRange results = wrap(function, operands, types);
    size_t next = 0;
    replaceLeaves(result, [&](const Tensor &leaf) {
      return leaf.hasValue() ? withNames(trace.tensorOf(results[next++], call.where), namesOf(leaf))
                             : Tensor();
    });
  }

private:
  /// Lets the leaves of the arguments stand for local parts, and returns the whole values.
  Values enter(Part &part, const Specs &inSpecs) {
    Values operands;
    if (inSpecs.list.size() > std::max<size_t>(call.arguments.size(), 1))
      fail(call.where, "shardMap has " + std::to_string(inSpecs.list.size()) +
                           " specs of parameters, but " + std::to_string(call.arguments.size()) +
                           " parameters");
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      operands.append(valuesOf(trace, call.arguments[i], call.where));
      const Spec *given = specAt(inSpecs, i);
      replaceLeaves(call.arguments[i], [&](const Tensor &leaf) {
        if (!leaf.hasValue())
          return Tensor();
        const std::string what = "parameter " + std::to_string(i) + " of shardMap";
        const Spec spec = checked(what, given ? *given : Spec(), leaf.type());
        in.push_back(attributeOf(spec, leaf.rank()));
        return withNames(part.addArgument(scaled(leaf.type(), spec, false), leaf.value->where),
                         namesOf(leaf));
      });
    }
    return operands;
  }

  /// The types of the whole results.
  std::vector<mlir::Type> leave(TreeRef result, const Specs &outSpecs) {
    std::vector<mlir::Type> types;
    forEachLeaf(result, [&](const Path &path, const Tensor &leaf) {
      if (!leaf.hasValue())
        return;
      const Spec *given = specOfResult("shardMap", outSpecs, path, call.where);
      const std::string name = text(path);
      const std::string what = "result " + name + (name.empty() ? "" : " ") + "of shardMap";
      // The check is on the whole type, whose sizes the axes divide by construction.
      Spec spec = given ? *given : Spec();
      const Type whole = scaled(leaf.type(), spec, true);
      spec = checked(what, spec, whole);
      out.push_back(attributeOf(spec, leaf.rank()));
      types.push_back(mlirType(whole, trace.mlirContext()));
    });
    return types;
  }

  /// The spec with one entry per dim. Refuses axes along which the compiler splits by itself.
  Spec checked(const std::string &what, const Spec &given, const Type &type) const {
    Spec spec = given;
    spec.allowsPadding = false;
    spec = checkedSpec(what, spec, type, mesh, call.where);
    for (const DimAxes &dim : spec.dims)
      for (const std::string &axis : dim.axes)
        if (llvm::find(axes, axis) == axes.end())
          fail(call.where,
               what + " is split along \"" + axis + "\", which is no axis of this shardMap");
    return spec;
  }

  /// The type of a part of a whole tensor, or of the whole of a part. Axes that do not exist are
  /// found by `checked`.
  Type scaled(Type type, const Spec &spec, bool toWhole) const {
    for (size_t d = 0; d < std::min(spec.dims.size(), type.dims.size()); ++d)
      for (const std::string &name : spec.dims[d].axes)
        if (const MeshAxis *axis = mesh.find(name))
          type.dims[d] = toWhole ? type.dims[d] * axis->size : type.dims[d] / axis->size;
    return type;
  }

  /// Along axes that are not manual the compiler may split dims further.
  sdy::TensorShardingAttr attributeOf(Spec spec, size_t rank) const {
    spec.dims.resize(rank);
    for (DimAxes &dim : spec.dims)
      dim.isOpen = !isFull;
    return shardingOf(spec, rank, trace.mlirContext());
  }

  /// Moves the body of the function into the op, and erases the function.
  mlir::ValueRange wrap(mlir::func::FuncOp function, mlir::ValueRange operands,
                        llvm::ArrayRef<mlir::Type> types) {
    mlir::MLIRContext *context = trace.mlirContext();
    llvm::SmallVector<mlir::StringAttr> names;
    for (const MeshAxis &axis : mesh.axes) // in the order of the mesh, as the op wants them
      if (llvm::find(axes, axis.name) != axes.end())
        names.push_back(mlir::StringAttr::get(context, axis.name));
    auto op =
        sdy::ManualComputationOp::create(trace.opBuilder(), function.getLoc(), types, operands,
                                         sdy::TensorShardingPerValueAttr::get(context, in),
                                         sdy::TensorShardingPerValueAttr::get(context, out),
                                         sdy::ManualAxesAttr::get(context, names));
    // The arguments of the function are those of the region, the captured ones among them.
    op.getBody().takeBody(function.getBody());
    mlir::Operation *end = op.getBody().front().getTerminator();
    mlir::OpBuilder builder(end);
    sdy::ReturnOp::create(builder, end->getLoc(), end->getOperands());
    end->erase();
    function.erase();
    return op.getResults();
  }

  Trace &trace;
  const TracedCall &call;
  const MeshData &mesh;
  const std::vector<std::string> axes;
  const bool isFull;
  llvm::SmallVector<sdy::TensorShardingAttr> in, out;
};

} // namespace

/// The objects form a stack, as calls of shardMap inside of each other do.
ManualAxes::ManualAxes(const MeshData &mesh, std::vector<std::string> axes)
    : mesh(mesh), axes(std::move(axes)), outer(std::exchange(innermost, this)) {}
ManualAxes::~ManualAxes() { innermost = outer; }

/// An inner shardMap over other axes keeps those of the outer one.
bool ManualAxes::has(const std::string &axis) const {
  return llvm::find(axes, axis) != axes.end() || (outer && outer->has(axis));
}

const ManualAxes *ManualAxes::current() { return innermost; }

/// The mesh is that of the program, also where shardMap was made under another scope.
void traceShardMap(const TracedCall &call, const Specs &inSpecs, const Specs &outSpecs,
                   const AxisList &axes) {
  const MeshData *mesh = ProgramMesh::current(call.where);
  if (!mesh)
    fail(call.where, "shardMap outside of a mesh; call it while the object lives that Mesh::use "
                     "returns");
  ShardMap(*currentTrace(), call, *mesh, manualAxes(axes, *mesh, call.where))
      .run(inSpecs, outSpecs);
}

} // namespace frontend
} // namespace spmd
