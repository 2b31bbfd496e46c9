// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns spmd.logical annotations into sdy.sharding, by a table of rules
// (compiler/rule_files/logical.h). A name without a rule leaves its dim whole and draws a warning,
// so that nothing is replicated silently.
//   names ["batch", "embed"], rule batch -> "data"  ->  sharding [{"data"}, {}]
#include "compiler/passes.h"
#include "compiler/rule_files/line_reader.h"
#include "compiler/rule_files/logical.h"
#include "compiler/sharding/border_attrs.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "dialects/source_names.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_RESOLVELOGICALAXES
#include "compiler/passes.h.inc"
namespace {

/// One annotated value: where it stands, its type, its names, and the sharding that it may have
/// besides.
struct Annotation {
  std::string what; // for messages: "argument 0 of @main"
  Location loc;
  Type type;
  Attribute names;
  sdy::TensorShardingAttr sharding; // the one that the value has already, or null
};

/// Resolves the annotations of one module.
class Resolver {
public:
  Resolver(ModuleOp module, const LogicalRules &rules, bool report)
      : module(module), rules(rules), report(report) {}

  /// The sharding of one annotated value, or null after an error. Example: names ["batch", "embed"]
  /// with the rules `batch -> data` and `embed -> model` give [{"data"}, {"model"}].
  sdy::TensorShardingAttr resolve(const Annotation &annotation) {
    auto fail = [&](const Twine &message) {
      emitError(annotation.loc) << annotation.what << ": " << message;
      return sdy::TensorShardingAttr();
    };
    auto list = dyn_cast<ArrayAttr>(annotation.names);
    auto type = dyn_cast<RankedTensorType>(annotation.type);
    if (!list || !llvm::all_of(list, llvm::IsaPred<StringAttr>))
      return fail("spmd.logical is an array with a string for each dim");
    if (!type)
      return fail("spmd.logical names dims of tensors, and the value is of type '" +
                  llvm::to_string(annotation.type) + "'");
    if (type.getRank() != int64_t(list.size()))
      return fail("spmd.logical names " + Twine(list.size()) + " dims of a value of rank " +
                  Twine(type.getRank()));
    // The mesh is looked up at the first annotation, so that a module without annotations needs
    // none.
    if (!mesh && !(mesh = onlyMesh(annotation)))
      return {};
    SmallVector<StringRef> names =
        llvm::map_to_vector(list, [](Attribute name) { return cast<StringAttr>(name).getValue(); });
    LogicalResolution resolution = resolveLogical(names, rules);
    // One name on two dims can never resolve: both dims would take the same axes.
    if (resolution.sameName)
      return fail("dims " + Twine(resolution.sameName->first) + " and " +
                  Twine(resolution.sameName->second) + " are both \"" +
                  names[resolution.sameName->first] + "\"; an axis would split the value twice");
    if (resolution.conflict)
      return reportConflict(annotation, names, *resolution.conflict), sdy::TensorShardingAttr();
    for (const LogicalDim &dim : resolution.dims)
      if (dim.kind == LogicalDim::Ruled && failed(checkAxes(annotation, rules.rules[dim.rule])))
        return {};
    sdy::TensorShardingAttr sharding = shardingOf(resolution);
    // Both annotations may stand if they say the same.
    if (annotation.sharding && annotation.sharding != sharding)
      return fail("spmd.logical makes " + llvm::to_string(sharding) +
                  " of a value that is annotated " + llvm::to_string(annotation.sharding) +
                  "; one of them has to go");
    explain(annotation, names, resolution, sharding);
    return sharding;
  }

private:
  /// The module's only mesh with axes. Reports an error if there are none or several, because rules
  /// name axes without a mesh.
  sdy::MeshOp onlyMesh(const Annotation &annotation) {
    auto meshes = llvm::filter_to_vector(module.getOps<sdy::MeshOp>(), [](sdy::MeshOp op) {
      return !op.getMesh().getAxes().empty();
    });
    if (meshes.size() == 1)
      return meshes.front();
    auto diag = emitError(annotation.loc)
                << annotation.what
                << ": logical axes stand for axes of the module's mesh, but it has "
                << meshes.size() << " of them";
    for (sdy::MeshOp op : meshes)
      diag << symbolNote(op);
    return {};
  }

  /// Where the rule stands in the user's file.
  Location site(const LogicalRule &rule) {
    return FileLineColLoc::get(module.getContext(), rules.file, rule.line, rule.column);
  }

  /// Reports two dims of one value that want the same axis, with both rules and the two ways to
  /// allow it.
  void reportConflict(const Annotation &annotation, ArrayRef<StringRef> names,
                      const LogicalConflict &conflict) {
    const LogicalRule &rule = rules.rules[conflict.rule],
                      &first = rules.rules[conflict.takenByRule];
    emitError(annotation.loc)
        << annotation.what << ": dims " << conflict.takenBy << " and " << conflict.dim << ", \""
        << names[conflict.takenBy] << "\" and \"" << names[conflict.dim]
        << "\", both resolve to mesh axis \"" << conflict.axis << "\", which splits a value once"
        << Note{site(first), "\"" + first.name + "\" takes it here"}
        << Note{site(rule), "\"" + rule.name +
                                "\" wants it here; end the rule with `unless taken`, or put "
                                "`on-conflict next` into the file, to go on to the next rule"};
  }

  /// Fails if the rule names an axis that the mesh does not have.
  LogicalResult checkAxes(const Annotation &annotation, const LogicalRule &rule) {
    for (const std::string &axis : rule.axes)
      if (!mesh.getMesh().hasAxis(axis))
        return emitError(site(rule))
               << "mesh @" << mesh.getSymName() << " has no axis \"" << axis << "\"; it is "
               << mesh.getMesh() << Note{annotation.loc, "wanted for " + annotation.what}
               << symbolNote(mesh);
    return success();
  }

  /// The resolved dims as a sharding. Dims are closed, except those whose name leaves them open.
  sdy::TensorShardingAttr shardingOf(const LogicalResolution &resolution) {
    MLIRContext *context = module.getContext();
    SmallVector<sdy::DimensionShardingAttr> dims;
    for (const LogicalDim &dim : resolution.dims) {
      SmallVector<sdy::AxisRefAttr> axes;
      for (const std::string &axis : dim.axes)
        axes.push_back(sdy::AxisRefAttr::get(context, axis));
      dims.push_back(sdy::DimensionShardingAttr::get(context, axes, dim.kind != LogicalDim::Open,
                                                     std::nullopt));
    }
    return sdy::TensorShardingAttr::get(context, FlatSymbolRefAttr::get(mesh.getSymNameAttr()),
                                        dims, {}, {}, sdy::ReductionKind::SUM);
  }

  /// Prints for --report how each name was resolved, and warns once for each name without a rule.
  ///   batch -> data  (fsdp.axes:2)
  ///   embed stays whole: its axes are taken
  void explain(const Annotation &annotation, ArrayRef<StringRef> names,
               const LogicalResolution &resolution, sdy::TensorShardingAttr sharding) {
    std::string text;
    llvm::raw_string_ostream os(text);
    for (auto [name, dim] : llvm::zip_equal(names, resolution.dims)) {
      if (dim.kind == LogicalDim::Ruled)
        os << "\n  " << name << " -> " << (dim.axes.empty() ? "whole" : llvm::join(dim.axes, " "))
           << "  (" << rules.file << ":" << rules.rules[dim.rule].line << ")";
      if (dim.kind != LogicalDim::NoRule)
        continue;
      bool isKnown = llvm::any_of(rules.rules, [&, n = StringRef(name)](const LogicalRule &rule) {
        return rule.name == n;
      });
      os << "\n  " << name << " stays whole: " << (isKnown ? "its axes are taken" : "no rule");
      if (!isKnown && warned.insert(name).second)
        emitWarning(annotation.loc) << annotation.what << ": no rule of " << rules.file
                                    << " is for \"" << name << "\"; the dim stays whole";
    }
    if (report)
      llvm::errs() << annotation.what << " is " << sharding << text << "\n";
  }

  ModuleOp module;
  const LogicalRules &rules;
  bool report;
  sdy::MeshOp mesh;
  llvm::StringSet<> warned; // names that have had their warning
};

struct ResolveLogicalAxes : impl::ResolveLogicalAxesBase<ResolveLogicalAxes> {
  using ResolveLogicalAxesBase::ResolveLogicalAxesBase;
  /// Reads the file of rules and visits all functions and ops.
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto file = readInput(rules);
    if (!file) {
      emitError(module.getLoc()) << "--logical-axes: cannot open input file '" << rules
                                 << "': " << llvm::toString(file.takeError());
      return signalPassFailure();
    }
    auto table = parseLogicalRules((*file)->getBuffer(), rules);
    if (!table) {
      emitFault(table.takeError(), &getContext());
      return signalPassFailure();
    }
    Resolver resolver(module, *table, report);
    WalkResult walk = module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto function = dyn_cast<func::FuncOp>(op);
      return WalkResult(function ? resolveFunction(function, resolver) : resolveOp(op, resolver));
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

  /// Resolves the arguments and results of one function.
  LogicalResult resolveFunction(func::FuncOp function, Resolver &resolver) {
    if (function->hasAttr(kLogicalAttr))
      return emitError(function.getLoc())
             << "@" << function.getName()
             << " has spmd.logical; it belongs to single arguments and results";
    bool hasFailed = false;
    auto resolve = [&](const Twine &what, Location loc, Type type, NamedAttrList &attrs) {
      Attribute names = attrs.get(kLogicalAttr);
      if (hasFailed || !names)
        return;
      auto present = dyn_cast_or_null<sdy::TensorShardingAttr>(attrs.get(sdy::kShardingAttr));
      sdy::TensorShardingAttr sharding = resolver.resolve(
          {(what + " of @" + function.getName()).str(), loc, type, names, present});
      hasFailed = !sharding;
      if (hasFailed)
        return;
      attrs.set(sdy::kShardingAttr, sharding);
      attrs.erase(kLogicalAttr);
    };
    editArgumentAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      // A declaration has no argument values that could have locations.
      resolve("argument " + Twine(i),
              function.isExternal() ? function.getLoc() : function.getArgument(i).getLoc(),
              function.getArgumentTypes()[i], attrs);
    });
    editResultAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      resolve("result " + Twine(i), function.getLoc(), function.getResultTypes()[i], attrs);
    });
    return failure(hasFailed);
  }

  /// Resolves the results of one op. An op with several results needs a list of names for each.
  LogicalResult resolveOp(Operation *op, Resolver &resolver) {
    Attribute names = op->getAttr(kLogicalAttr);
    if (!names)
      return success();
    auto lists = dyn_cast<ArrayAttr>(names);
    unsigned results = op->getNumResults();
    if (results == 0)
      return emitError(op->getLoc())
             << op->getName() << " has no results, so it has no dims that spmd.logical could name";
    if (results > 1 && (!lists || lists.size() != results))
      return op->emitOpError() << "has " << results << " results and spmd.logical is " << names
                               << "; a list of names for each result is wanted";
    SmallVector<sdy::TensorShardingAttr> shardings;
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      std::string what =
          "result " + std::to_string(i) + " of " + op->getName().getStringRef().str();
      // Constraints and reshards must have a sharding. Fully open means that the logical axes
      // replace it.
      sdy::TensorShardingAttr present = sdy::getSharding(result);
      if (isa<sdy::ShardingConstraintOp, sdy::ReshardOp>(op) &&
          present == sdy::TensorShardingAttr::getFullyOpenLike(present))
        present = {};
      sdy::TensorShardingAttr sharding = resolver.resolve(
          {what, op->getLoc(), result.getType(), results == 1 ? names : lists[i], present});
      if (!sharding)
        return failure();
      shardings.push_back(sharding);
    }
    for (auto [result, sharding] : llvm::zip_equal(op->getResults(), shardings))
      sdy::setSharding(result, sharding);
    op->removeAttr(kLogicalAttr);
    return success();
  }
};

} // namespace
} // namespace spmd
