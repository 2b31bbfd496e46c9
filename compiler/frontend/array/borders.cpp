// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes into a traced module what is known at its border: where arguments lie, where results
// shall lie, and whose memory they take.
//
// The layout of an argument that an earlier program computed becomes its sharding in the module, so
// that the program takes it as it is. Donation is written as JAX writes it: tf.aliasing_output
// names the result that takes over the buffer of the argument; jax.buffer_donor gives the buffer to
// anything of its size.
#include "compiler/frontend/array/borders.h"
#include "compiler/frontend/array/layout.h"
#include "compiler/frontend/trace/axis_names.h"

namespace spmd {
inline namespace frontend {
namespace {

/// The element of a tuple to which a leaf of this path belongs: 1 for "1/weight".
std::optional<size_t> elementOf(const Path &path) {
  const Path *at = &path;
  if (!at->parent)
    return std::nullopt;
  while (at->parent->parent)
    at = at->parent;
  return at->index;
}

/// The traced function, whose argument this is.
mlir::func::FuncOp functionOf(mlir::Value argument) {
  return mlir::cast<mlir::func::FuncOp>(
      mlir::cast<mlir::BlockArgument>(argument).getOwner()->getParentOp());
}

} // namespace

/// One spec alone is for all trees.
const Spec *specAt(const Specs &specs, size_t i) {
  const std::optional<Spec> *found = specs.list.size() == 1  ? &specs.list[0]
                                     : i < specs.list.size() ? &specs.list[i]
                                                             : nullptr;
  return found && *found ? &**found : nullptr;
}

/// A tensor alone, or a struct, has one spec.
const Spec *specOfResult(const std::string &name, const Specs &specs, const Path &path,
                         Where where) {
  const std::optional<size_t> element = elementOf(path);
  if (specs.list.size() > 1 && (!element || *element >= specs.list.size()))
    fail(where, name + " has " + std::to_string(specs.list.size()) +
                    " specs of results, but does not return a tuple of so many elements");
  return specAt(specs, element.value_or(0));
}

/// The trees are not changed.
void forEachLeaf(TreeRef tree, llvm::function_ref<void(const Path &, const Tensor &)> visit) {
  struct Visitor : TreeVisitor {
    explicit Visitor(llvm::function_ref<void(const Path &, const Tensor &)> visit) : visit(visit) {}
    void leaf(const Path &path, Tensor &tensor) override { visit(path, tensor); }
    llvm::function_ref<void(const Path &, const Tensor &)> visit;
  } visitor(visit);
  tree.walk({}, visitor);
}

/// Tensors of the host and of one device go to any mesh.
const MeshData *meshOf(const MeshData *scope, std::span<const TensorValue *const> arguments,
                       Where where) {
  const MeshData *mesh = scope;
  for (const TensorValue *value : arguments) {
    const MeshData *own = value->layout ? value->layout->mesh : nullptr;
    if (own && mesh && own != mesh)
      fail(where, "an argument lies on the mesh " + own->text + ", the program runs on " +
                      mesh->text + "; put(x, P(...)) moves it\n" + text(value->where) +
                      ": note: it is " + text(value->type));
    mesh = own ? own : mesh;
  }
  return mesh;
}

/// One spec alone is for all parameters, so it has no number to check.
Borders::Borders(Trace &trace, ProgramMesh &mesh, const JitOptions &options, size_t parameters,
                 Where where)
    : trace(trace), mesh(mesh), options(options), where(where) {
  if (options.inSpecs.list.size() > std::max<size_t>(parameters, 1))
    fail(where, options.name + " has " + std::to_string(options.inSpecs.list.size()) +
                    " specs of parameters, but " + std::to_string(parameters) + " parameters");
  for (size_t parameter : options.donate)
    if (parameter >= parameters)
      fail(where, options.name + " donates parameter " + std::to_string(parameter) + ", but has " +
                      std::to_string(parameters) + " parameters");
}

/// A leaf that lies on the mesh enters as it lies; a spec of the options is then a constraint.
Tensor Borders::argument(size_t parameter, const Tensor &leaf) {
  const TensorValue &value = *leaf.value;
  Tensor argument = trace.addArgument(value.type, value.where);
  arguments.push_back(argument);
  isDonated.push_back(llvm::is_contained(options.donate, parameter));
  const Layout *layout = value.layout && value.layout->mesh ? value.layout : nullptr;
  const Spec *wanted = specAt(options.inSpecs, parameter);
  if (wanted && !mesh.mesh())
    fail(where, options.name + " has specs of parameters, but runs on no mesh; call it while the "
                               "object lives that Mesh::use returns");
  std::optional<Spec> spec;
  if (wanted)
    spec = checkedSpec("parameter " + std::to_string(parameter) + " of " + options.name, *wanted,
                       value.type, *mesh.mesh(), where);
  if (layout)
    setArgumentSharding(trace, argument, layout->spec);
  else if (spec)
    setArgumentSharding(trace, argument, *spec);
  Tensor standIn = argument;
  if (layout && spec)
    standIn = trace.tensorOf(constrained(trace, trace.valueOf(argument, where), *spec, where),
                             value.where);
  else if (layout)
    standIn = withLayout(argument, layout);
  return withNames(standIn, value.axes);
}

/// A captured tensor that lies on a mesh tells the mesh of a program that had none.
void Borders::captured() {
  for (const Tensor &tensor : trace.capturedTensors()) {
    arguments.push_back(tensor);
    isDonated.push_back(false);
    if (const Layout *layout = tensor.value->layout; layout && layout->mesh) {
      mesh.require(layout->mesh, where);
      setArgumentSharding(trace, tensor, layout->spec);
    }
  }
}

/// A constraint on the returned value does what a sharding of the result would.
mlir::Value Borders::result(const Path &path, const Tensor &leaf) {
  mlir::Value value = trace.valueOf(leaf, where);
  if (const Spec *wanted = specOfResult(options.name, options.outSpecs, path, where)) {
    if (!mesh.mesh())
      fail(where, options.name + " has specs of results, but runs on no mesh; call it while the "
                                 "object lives that Mesh::use returns");
    const std::string what = "result " + text(path) + " of " + options.name;
    value = constrained(trace, value, checkedSpec(what, *wanted, leaf.type(), *mesh.mesh(), where),
                        where);
  }
  results.push_back(value);
  return value;
}

/// Leaves of a model and of the updated model come in the same order, so each parameter meets its
/// own update.
std::vector<bool> Borders::donate() {
  std::vector<bool> isTaken(results.size());
  mlir::Builder builder(trace.mlirContext());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!isDonated[i])
      continue;
    mlir::Value argument = trace.valueOf(arguments[i], where);
    const unsigned number = mlir::cast<mlir::BlockArgument>(argument).getArgNumber();
    // Types are compared as global ones; whether the parts agree, too, is for the compiler to say,
    // which logs donations that it does not honour.
    size_t r = 0;
    while (r < results.size() && (isTaken[r] || results[r].getType() != argument.getType()))
      ++r;
    if (r < results.size()) {
      isTaken[r] = true;
      functionOf(argument).setArgAttr(number, "tf.aliasing_output",
                                      builder.getI32IntegerAttr(int32_t(r)));
    } else {
      functionOf(argument).setArgAttr(number, "jax.buffer_donor", builder.getBoolAttr(true));
    }
  }
  return isDonated;
}

} // namespace frontend
} // namespace spmd
