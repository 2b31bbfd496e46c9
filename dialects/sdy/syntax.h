// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of the assembly formats of sdy ops that ODS cannot say: the custom<...> directives of
// ops.td and collectives.td.
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

// [<@m, [{}]>, ...] without the angle brackets of the attribute.
mlir::ParseResult parseStrippedShardings(mlir::AsmParser &parser, TensorShardingPerValueAttr &attr);
void printStrippedShardings(mlir::AsmPrinter &printer, mlir::Operation *op,
                            TensorShardingPerValueAttr attr);

// (%a: T, %b: T) { ... }: the arguments of the only block, in parentheses and without a block
// label.
mlir::ParseResult parseBodyWithArguments(mlir::OpAsmParser &parser, mlir::Region &region);
void printBodyWithArguments(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &region);

// {"x"} or max {"x"}; the sum is not written.
mlir::ParseResult parseReduction(mlir::OpAsmParser &parser, ReductionKindAttr &kind,
                                 AxisRefListAttr &axes);
void printReduction(mlir::OpAsmPrinter &printer, mlir::Operation *op, ReductionKindAttr kind,
                    AxisRefListAttr axes);
mlir::ParseResult parseReduction(mlir::OpAsmParser &parser, ReductionKindAttr &kind,
                                 ListOfAxisRefListsAttr &axes);
void printReduction(mlir::OpAsmPrinter &printer, mlir::Operation *op, ReductionKindAttr kind,
                    ListOfAxisRefListsAttr axes);

} // namespace spmd::sdy
