// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records where values lie: constrain, withAxes under a mesh, and shardings of arguments.
//
// A constraint is an sdy.sharding_constraint, as JAX exports it. The module of a trace has one
// sdy.mesh, which is made when the first scope or argument tells it. Constraints of values that are
// concrete outside of a trace move them (array/).
#include "compiler/frontend/array/constrain.h"
#include "compiler/frontend/array/layout.h"
#include "compiler/frontend/array/shard_map.h"
#include "compiler/frontend/include/spmd/caller_line.h"
#include "compiler/frontend/include/spmd/sharding.h"
#include "compiler/frontend/trace/axis_names.h"

namespace spmd {
inline namespace frontend {
namespace {

/// Of the innermost trace of this thread.
thread_local ProgramMesh *innermost = nullptr;

constexpr const char *kMeshName = "mesh";

/// The axes of dims that are not open are all that the dim has.
sdy::DimensionShardingAttr attributeOf(const DimAxes &dim, mlir::MLIRContext *context) {
  llvm::SmallVector<sdy::AxisRefAttr> axes;
  for (const std::string &axis : dim.axes) {
    const AxisPart part = axisPart(axis);
    axes.push_back(part.size ? sdy::AxisRefAttr::get(context, part.name, part.preSize, part.size)
                             : sdy::AxisRefAttr::get(context, part.name));
  }
  return sdy::DimensionShardingAttr::get(context, axes, /*isClosed=*/!dim.isOpen);
}

/// The tensor split by a checked spec on the mesh of the program, or of the scope.
Tensor placed(const Tensor &x, const Spec &spec, const MeshData &mesh, Where where) {
  Trace *trace = currentTrace();
  if (!trace)
    return moved(x, spec, mesh, where);
  return trace->tensorOf(constrained(*trace, trace->valueOf(x, where), spec, where), where);
}

/// Refuses what is neither traced nor in reach of a mesh.
const MeshData &meshFor(const char *what, const Tensor &x, Where where) {
  if (!x.hasValue())
    fail(where, std::string(what) + " of a tensor without a value");
  const MeshData *mesh = ProgramMesh::current(where);
  if (!mesh)
    fail(where, std::string(what) + " of " + text(x.type()) +
                    " outside of a mesh; call it while the object lives that Mesh::use returns");
  return *mesh;
}

/// The tensor split by the rules for its names. Without names, without rules and outside of a mesh
/// it stays as it is.
Tensor byRules(const std::string &what, const Tensor &x, const AxisNames *names, Mapping mapping,
               Where where) {
  where = CallerLine::of(where); // layers name the axes of their parameters
  const ScopeData *scope = currentScope();
  if (!names || !scope || !scope->hasRules() || !ProgramMesh::current(where))
    return x;
  if (ManualAxes::current())
    return x; // a local part
  const Spec spec = specOf(*names, *scope, mapping, where);
  return placed(x, checkedSpec(what, spec, x.type(), *scope->mesh, where), *scope->mesh, where);
}

} // namespace

/// The innermost one of the thread, as the trace is.
ProgramMesh::ProgramMesh(Trace &trace, const MeshData *mesh)
    : trace(trace), outer(std::exchange(innermost, this)) {
  if (mesh)
    set(mesh);
}
ProgramMesh::~ProgramMesh() { innermost = outer; }

/// The number of devices stands in the module as well, as JAX writes it: a program whose values are
/// all whole has no sharding that tells it.
void ProgramMesh::set(const MeshData *mesh) {
  own = mesh;
  mlir::MLIRContext *context = trace.mlirContext();
  context->loadDialect<sdy::SdyDialect>();
  mlir::Operation *function = trace.opBuilder().getInsertionBlock()->getParentOp();
  auto module = function->getParentOfType<mlir::ModuleOp>();
  llvm::SmallVector<sdy::MeshAxisAttr> axes;
  for (const MeshAxis &axis : mesh->axes)
    axes.push_back(sdy::MeshAxisAttr::get(context, axis.name, axis.size));
  auto builder = mlir::OpBuilder::atBlockBegin(module.getBody());
  sdy::MeshOp::create(builder, module.getLoc(), kMeshName, sdy::MeshAttr::get(context, axes));
  module->setAttr("mhlo.num_partitions", builder.getI32IntegerAttr(int32_t(mesh->deviceCount)));
  module->setAttr("mhlo.num_replicas", builder.getI32IntegerAttr(1));
}

/// A scope that is opened inside of the traced function tells the mesh, too.
const MeshData *ProgramMesh::current(Where where) {
  const ScopeData *scope = currentScope();
  if (!innermost)
    return scope ? scope->mesh : nullptr;
  if (scope)
    innermost->require(scope->mesh, where);
  return innermost->own;
}

void ProgramMesh::require(const MeshData *mesh, Where where) {
  if (own && mesh != own)
    fail(where, "a program on the mesh " + own->text + " uses the mesh " + mesh->text +
                    "; a program has one mesh");
  if (!own)
    set(mesh);
}

/// P("data") of rank 2 -> <@mesh, [{"data"}, {}]>
sdy::TensorShardingAttr shardingOf(const Spec &spec, size_t rank, mlir::MLIRContext *context) {
  llvm::SmallVector<sdy::DimensionShardingAttr> dims;
  for (size_t d = 0; d < rank; ++d)
    dims.push_back(attributeOf(d < spec.dims.size() ? spec.dims[d] : DimAxes(), context));
  return sdy::TensorShardingAttr::get(context, llvm::StringRef(kMeshName), dims);
}

mlir::Value constrained(Trace &trace, mlir::Value value, const Spec &spec, Where where) {
  const size_t rank = mlir::cast<mlir::RankedTensorType>(value.getType()).getShape().size();
  return sdy::ShardingConstraintOp::create(
      trace.opBuilder(), mlirLocation(where, trace.mlirContext()), value.getType(), value,
      shardingOf(spec, rank, trace.mlirContext()));
}

/// The argument is a value of the function's entry block.
void setArgumentSharding(Trace &trace, const Tensor &argument, const Spec &spec) {
  auto value = mlir::cast<mlir::BlockArgument>(trace.valueOf(argument, argument.value->where));
  auto function = mlir::cast<mlir::func::FuncOp>(value.getOwner()->getParentOp());
  function.setArgAttr(value.getArgNumber(), "sdy.sharding",
                      shardingOf(spec, argument.rank(), trace.mlirContext()));
}

/// The line of the value stays that of the op which made it.
Tensor withAxes(const Operand &x, std::vector<std::string> axes) {
  const Where where = CallerLine::of(x.where);
  if (x.number)
    fail(where, "withAxes of a number, which has no dims");
  const Operand *operands[] = {&x};
  if (!x.tensor.hasValue())
    fail(where, "withAxes of a tensor without a value");
  if (axes.size() != x.tensor.rank())
    fail(where,
         "withAxes of " + text(x.tensor.type()) + ": the names are " + std::to_string(axes.size()) +
             "; one per dim is wanted, \"\" for a dim without one",
         operands);
  const AxisNames *names = internedAxes(std::move(axes));
  return withNames(byRules("withAxes", x.tensor, names, Mapping::Parameters, where), names);
}

/// A twin that lies on a mesh, or stands for an argument that does, says more than its names do.
/// Gradients have leaves without a value, which stay so.
Tensor leafLike(const Tensor &x, const Tensor &like, Where where) {
  if (!x.hasValue() || !like.hasValue() || x.rank() != like.rank())
    return x;
  const AxisNames *names = namesOf(like);
  const Layout *layout = like.value->layout;
  if (!layout || !layout->mesh)
    return withNames(byRules("constrainLike", x, names, Mapping::Parameters, where), names);
  Spec spec = layout->spec;
  spec.allowsPadding = true; // as in the layout
  spec = checkedSpec("constrainLike", spec, x.type(), *layout->mesh, where);
  return withNames(placed(x, spec, *layout->mesh, where), names);
}

/// The constraint by the rules for parameters comes first: the gradient of a constraint is the same
/// constraint, so the last op on the gradient splits it like the parameter.
Tensor computeLeaf(const Tensor &x, Where where) {
  const AxisNames *names = namesOf(x);
  if (!names)
    return x;
  Tensor kept = byRules("toCompute", x, names, Mapping::Parameters, where);
  return withNames(byRules("toCompute", kept, names, Mapping::Compute, where), names);
}

/// Of named tensors. A name that the tensor has from withAxes would make it a parameter for the
/// next function, so it is dropped. The message begins with the names, as in
/// "axes batch, embed of f32[10, 4] by P("data"): size 10 of dim 0 is not divisible by 4 devices".
Tensor placedByNames(const Tensor &x, const std::vector<std::string> &names, Where where) {
  std::string what = "axes";
  for (const std::string &name : names)
    what += (what == "axes" ? " " : ", ") + name;
  const Tensor plain = withNames(x, nullptr);
  return byRules(what, plain, internedAxes(names), Mapping::Compute, where);
}

/// The names of the leaf stay: a constraint changes no dim.
Tensor constrainLeaf(const Tensor &x, const Spec &spec, Where where) {
  // Checked before anything is recorded or moved.
  const MeshData &mesh = meshFor("constrain", x, where);
  const Spec checked = checkedSpec("constrain", spec, x.type(), mesh, where);
  if (const ManualAxes *manual = ManualAxes::current())
    for (const DimAxes &dim : checked.dims)
      for (const std::string &axis : dim.axes)
        if (manual->has(axis))
          fail(where, "constrain by " + text(spec) + " inside of a shardMap over \"" + axis +
                          "\": its values are parts along this axis");
  return withNames(placed(x, checked, mesh, where), namesOf(x));
}

/// Names mean nothing without rules, so a scope must be open, even where the program has a mesh.
Tensor constrainLeaf(const Tensor &x, const Logical &names, Where where) {
  meshFor("constrain", x, where);
  const ScopeData *scope = currentScope();
  if (!scope)
    fail(where, "constrain by logical names outside of a mesh; call it while the object lives that "
                "Mesh::use returns");
  if (names.names.size() != x.rank())
    fail(where, "constrain of " + text(x.type()) + ": the names are " +
                    std::to_string(names.names.size()) +
                    "; one per dim is wanted, \"\" for a dim without one");
  return constrainLeaf(x, specOf(names.names, *scope, Mapping::Compute, where), where);
}

} // namespace frontend
} // namespace spmd
