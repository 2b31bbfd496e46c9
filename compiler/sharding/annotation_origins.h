// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects for each value and axis the annotation that the axis comes from, and writes the
// attribute sdy.sharding_origins. sdy-apply-sharding-constraints writes the origins of the
// annotations themselves; propagation (compiler/propagation/debug_info.h) also those of the axes
// that it spread. The class is in this room because both stages use it. The attribute is Shardy's
// (debug-sharding-origins).
//
//   %x: {"a"} as argument 0                           a = "self"
//   %1 = tanh, constrained to {"b"} by constraint_0   b = "constraint_0"
//                                                     on the constraint itself b = "self"
//   %1 is returned as result 0 with {"c"}             c = "output: 0" on %1, "self" on the result
//
// Annotations on other ops have no name. Such ops get an entry only for axes that come from
// elsewhere.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {

class AnnotationOrigins {
public:
  /// Names constraints and manual computations, and collects the origins of all annotations. To be
  /// built before any annotation is applied to other values.
  explicit AnnotationOrigins(mlir::ModuleOp module);
  /// Records that `value` has received `axis` from the annotation `name`. An earlier name of the
  /// same axis stays. A returned value shares its names with the result of the function.
  void take(mlir::Value value, sdy::AxisRefAttr axis, const std::string &name);
  /// The annotation from which `axis` of `value`, or a part of it, comes; empty if none is known.
  std::string find(mlir::Value value, sdy::AxisRefAttr axis) const;
  /// Writes the origins of all values as attributes.
  void write();

private:
  using Names = llvm::MapVector<sdy::AxisRefAttr, std::string>;
  /// Records `name` for all axes of a sharding; see the order of names in the implementation.
  void add(mlir::Value value, sdy::TensorShardingAttr sharding, const std::string &name);
  /// The entries {axis = name} of a value that is itself called `self`.
  mlir::DictionaryAttr dictionary(const Names &names, llvm::StringRef self);
  /// Records constraints and manual computations as the origin of all axes that their operand has,
  /// even of axes that they do not name. jaxlib does the same.
  void noteTaken(mlir::Operation *op);
  void writeResults();

  mlir::ModuleOp module;
  /// By value. A returned value and the result that it is returned as are one entry.
  llvm::MapVector<mlir::Value, Names> names;
};

} // namespace spmd
