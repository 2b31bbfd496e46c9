// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of a StableHLO op from those of its VHLO row: without defaults, dims as arrays,
// dimension numbers assembled.
#pragma once
#include "dialects/vhlo/bytes.h"
#include "dialects/vhlo/op_table.h"
#include "mlir/IR/OperationSupport.h"

namespace spmd::vhlo {

/// Adds the attributes of the StableHLO op to `out`. `values` belong to the fields of the row, null
/// where a field is absent. Reports a fault where a value does not have the form of its field.
void legalizeAttributes(const Row &row, llvm::ArrayRef<mlir::Attribute> values,
                        mlir::NamedAttrList &out, Faults &faults);

} // namespace spmd::vhlo
