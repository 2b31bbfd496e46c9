// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of traced functions: the function is recorded for one entry, and compiler/batch writes it
// for all of them. What the function captures is shared by the entries.
#include "compiler/batch/batch.h"
#include "compiler/frontend/include/spmd/sharding.h"
#include "compiler/frontend/trace/axis_names.h"
#include "compiler/frontend/trace/traced_call.h"

namespace spmd {
inline namespace frontend {
namespace {

using mlir::func::FuncOp;
using BatchDim = std::optional<int64_t>;

class TracedBatch {
public:
  TracedBatch(const TracedCall &call, const VmapOptions &options)
      : trace(*currentTrace()), call(call), options(options) {
    spec.in.clear(), spec.out.clear();
    spec.axis = options.axis;
    spec.meshAxes.assign(options.meshAxes.begin(), options.meshAxes.end());
  }

  void run(size_t elements) {
    if (options.in.size() > call.arguments.size())
      fail(call.where, "vmap: there are " + std::to_string(options.in.size()) +
                           " dims in `in` for " + std::to_string(call.arguments.size()) +
                           " parameters");
    if (options.out.size() > 1 && options.out.size() != elements)
      fail(call.where, "vmap: there are " + std::to_string(options.out.size()) +
                           " dims in `out` for a result of " + std::to_string(elements) +
                           (elements == 1 ? " element" : " elements"));
    for (const TreeRef &tree : call.arguments)
      operands.append(valuesOf(trace, tree, call.where));
    GivenKeys keys(call.arguments);
    Part part(trace, "vmap", call.where);
    for (size_t i = 0; i < call.arguments.size(); ++i)
      addEntry(part, i);
    if (spec.size == 0)
      fail(call.where, "vmap: no argument is batched");
    keys.enter();
    const TreeRef result = runUnderAxis();
    keys.leave();
    const Values results = valuesOf(trace, result, call.where);
    addOutputs(flatten(result));
    FuncOp function = part.close(results, operands);
    spec.in.resize(operands.size(), std::nullopt); // what was captured
    function = transformed(trace, function, [&](mlir::ModuleOp module, FuncOp copy) -> FuncOp {
      mlir::SymbolTable symbols(module);
      auto made = batchFunction(copy, (copy.getName() + "_batched").str(), spec, symbols);
      return succeeded(made) ? *made : FuncOp();
    });
    auto made = callIn(trace, function, operands, call.where);
    size_t next = 0;
    replaceLeaves(result, [&](const Tensor &leaf) {
      if (!leaf.hasValue())
        return Tensor();
      Tensor out = trace.tensorOf(made->getResult(unsigned(next)), call.where);
      return withNames(out, namesOfBatch(leaf, spec.out[next++]));
    });
  }

private:
  /// Lets the leaves of an argument stand for one entry each.
  void addEntry(Part &part, size_t parameter) {
    const BatchDim wanted = parameter < options.in.size() ? options.in[parameter] : BatchDim(0);
    const Leaves leaves = flatten(call.arguments[parameter]);
    size_t next = 0;
    replaceLeaves(call.arguments[parameter], [&](const Tensor &leaf) {
      const std::string &path = leaves[next++].path;
      if (!leaf.hasValue())
        return Tensor();
      spec.in.push_back(wanted);
      if (!wanted)
        return standingFor(leaf, part.addArgument(leaf.type(), leaf.value->where));
      Type type = leaf.type();
      AxisNames names = axesOf(leaf);
      const int64_t rank = int64_t(type.dims.size());
      const int64_t dim = *wanted < 0 ? *wanted + rank : *wanted;
      const std::string what =
          "argument " + std::to_string(parameter) + (path.empty() ? "" : ", '" + path + "',");
      if (dim < 0 || dim >= rank)
        fail(call.where,
             "vmap: " + what + " is " + text(type) + " and has no dim " + std::to_string(*wanted));
      checkSize(type.dims[size_t(dim)], what + " has ");
      type.dims.erase(type.dims.begin() + dim);
      if (!names.empty())
        names.erase(names.begin() + dim);
      return withNames(part.addArgument(type, leaf.value->where), internedAxes(std::move(names)));
    });
  }

  /// All batched leaves have as many entries.
  void checkSize(int64_t size, const std::string &what) {
    if (size == 0 || (spec.size != 0 && size != spec.size))
      fail(call.where, "vmap: " + what + std::to_string(size) + " entries" +
                           (spec.size ? ", a leaf before it " + std::to_string(spec.size) : ""));
    spec.size = size;
  }

  /// The batch dims of results: one for all of them, or one for each element of a tuple.
  void addOutputs(const Leaves &results) {
    for (const Leaf &leaf : results) {
      if (!leaf.tensor.hasValue())
        continue;
      // Paths of leaves in a tuple begin with the number of their element.
      const size_t element = options.out.size() > 1 ? size_t(std::stoul(leaf.path)) : 0;
      spec.out.push_back(options.out.empty() ? BatchDim(0) : options.out[element]);
    }
  }

  /// The axis names of a result; its batch dim has none.
  static const AxisNames *namesOfBatch(const Tensor &leaf, BatchDim dim) {
    AxisNames names = axesOf(leaf);
    if (names.empty() || !dim)
      return namesOf(leaf);
    const int64_t at = *dim < 0 ? *dim + int64_t(names.size()) + 1 : *dim;
    names.insert(names.begin() + at, "");
    return internedAxes(std::move(names));
  }

  /// Collectives of the function may name the axis of the batch.
  TreeRef runUnderAxis() {
    if (options.axis.empty())
      return call.run();
    trace.batches().push_back({options.axis, spec.size});
    struct Pop {
      Trace &trace;
      ~Pop() { trace.batches().pop_back(); }
    } pop{trace};
    return call.run();
  }

  Trace &trace;
  const TracedCall &call;
  const VmapOptions &options;
  BatchSpec spec;
  Values operands;
};

} // namespace

void traceBatch(const TracedCall &call, const VmapOptions &options, size_t elements) {
  TracedBatch(call, options).run(elements);
}

} // namespace frontend
} // namespace spmd
