// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sdy.sharding_origins as sdy-apply-sharding-constraints leaves them: for each value and axis the annotation that it comes from, before
// anything is propagated. Propagation (debug_info.h) goes on from there.
//
//   %x: {"a"} as argument 0                               a = "self"
//   %1 = tanh, constrained to {"b"} by constraint_0       b = "constraint_0", on the constraint itself b = "self"
//   %1 is returned as result 0 with {"c"}                 on %1 c = "output: 0", on the result c = "self"
#pragma once
#include "dialects/sdy/sdy.h"
#include "llvm/ADT/MapVector.h"
#include "mlir/IR/BuiltinOps.h"
#include <map>

namespace spmd {

class ConstraintOrigins {
public:
  /// Numbers constraints and manual computations, and notes what all annotations say.
  explicit ConstraintOrigins(mlir::ModuleOp module);
  /// To be called for each constraint in the order of the walk, after it has been applied. The first constraint of a value speaks for all
  /// axes that the value has then, as jaxlib has it.
  void note(sdy::ShardingConstraintOp op);
  void write();

private:
  using Names = std::map<std::string, std::string>; // by axis
  /// A returned value and the result that it is returned as share their names.
  void add(mlir::Value value, sdy::TensorShardingAttr sharding, const std::string &name);
  mlir::DictionaryAttr dictionary(mlir::Value value, llvm::StringRef self);

  mlir::ModuleOp module;
  llvm::MapVector<mlir::Value, Names> names;
};

} // namespace spmd
