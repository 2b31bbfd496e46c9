// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sdy.sharding_origins: for each value and axis the annotation that it comes from.
// sdy-apply-sharding-constraints writes what the annotations themselves say, propagation
// (compiler/propagation/debug_info.h) also what they have spread.
//
//   %x: {"a"} as argument 0                           a = "self"
//   %1 = tanh, constrained to {"b"} by constraint_0   b = "constraint_0"
//                                                     on the constraint itself b = "self"
//   %1 is returned as result 0 with {"c"}             c = "output: 0" on %1, "self" on the result
//
// What other ops are annotated with has no name: they get an entry only by what comes from
// elsewhere.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {

class AnnotationOrigins {
public:
  /// Numbers constraints and manual computations, and notes what all annotations say before any is
  /// applied.
  explicit AnnotationOrigins(mlir::ModuleOp module);
  /// `value` has taken `axis` over from what is called `name`; the first name stays. A returned
  /// value speaks for its result, too.
  void take(mlir::Value value, sdy::AxisRefAttr axis, const std::string &name);
  /// Where `axis` of `value`, or a part of it, comes from; empty: nobody has said.
  std::string find(mlir::Value value, sdy::AxisRefAttr axis) const;
  void write();

private:
  using Names = llvm::MapVector<sdy::AxisRefAttr, std::string>;
  void add(mlir::Value value, sdy::TensorShardingAttr sharding, const std::string &name);
  mlir::DictionaryAttr dictionary(const Names &names, llvm::StringRef self);
  /// The first constraint of a value speaks for all axes that the value has, as jaxlib has it; so
  /// does a manual computation that takes it.
  void noteTaken(mlir::Operation *op);
  void writeResults();

  mlir::ModuleOp module;
  /// A returned value and the result that it is returned as share their names.
  llvm::MapVector<mlir::Value, Names> names;
};

} // namespace spmd
