// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header of the sdy dialect: its attributes, its ops, and the names of its discardable
// attributes. It includes axes.h (lists of axes), data_flow.h (values that share a sharding) and
// values.h (reading and writing the sharding of a value).
#pragma once

#include "dialects/sdy/interfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <functional>
#include <optional>
#include <string>

namespace spmd::sdy {
class AxisRefAttr;
/// Names of the discardable attributes, as the Shardy dialect spells them.
inline constexpr llvm::StringLiteral kShardingAttr = "sdy.sharding";
inline constexpr llvm::StringLiteral kShardingRuleAttr = "sdy.sharding_rule";
inline constexpr llvm::StringLiteral kPropagationEdgesAttr = "sdy.propagation_edges";
inline constexpr llvm::StringLiteral kBlockArgPropagationEdgesAttr =
    "sdy.block_arg_propagation_edges";
inline constexpr llvm::StringLiteral kResultPropagationEdgesAttr = "sdy.result_propagation_edges";
inline constexpr llvm::StringLiteral kShardingOriginsAttr = "sdy.sharding_origins";
inline constexpr llvm::StringLiteral kBlockArgShardingOriginsAttr =
    "sdy.block_arg_sharding_origins";
inline constexpr llvm::StringLiteral kResultShardingOriginsAttr = "sdy.result_sharding_origins";
inline constexpr llvm::StringLiteral kShardingOriginNameAttr = "sdy.sharding_origin_name";
inline constexpr llvm::StringLiteral kOriginalFuncNameAttr = "sdy.original_func_name";
inline constexpr llvm::StringLiteral kFuncManualAxesAttr = "sdy.func_manual_axes";

/// Marks the ops of collectives.td. Each has an operand `tensor`, an attribute `out_sharding` and
/// one result of the operand's type.
template <class Op> struct CollectiveTrait : mlir::OpTrait::TraitBase<Op, CollectiveTrait> {};
bool isCollective(mlir::Operation *op);
/// Whether the op only says where its operand is to be: a collective or a reshard.
bool isMove(mlir::Operation *op);
/// Marks the ops that ask propagation for something, and are gone after it. Each returns its
/// operand or nothing.
template <class Op> struct PropagationHint : mlir::OpTrait::TraitBase<Op, PropagationHint> {};
} // namespace spmd::sdy

#include "dialects/sdy/declarations.h.inc"

#include "dialects/sdy/axes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/values.h"
