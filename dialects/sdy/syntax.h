// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the parsers and printers behind the custom<...> directives of ops.td and collectives.td:
// the parts of the assembly formats that ODS cannot express.
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// [<@m, [{}]>, ...]: the list without the angle brackets of the attribute.
mlir::ParseResult parseStrippedShardings(mlir::AsmParser &parser, TensorShardingPerValueAttr &attr);
void printStrippedShardings(mlir::AsmPrinter &printer, mlir::Operation *op,
                            TensorShardingPerValueAttr attr);

/// (%a: T, %b: T) { ... }: the arguments of the only block in parentheses, without a block label.
mlir::ParseResult parseBodyWithArguments(mlir::OpAsmParser &parser, mlir::Region &region);
void printBodyWithArguments(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &region);

/// {"x"} for a sum, max {"x"} for another reduction.
mlir::ParseResult parseReduction(mlir::OpAsmParser &parser, ReductionKindAttr &kind,
                                 AxisRefListAttr &axes);
void printReduction(mlir::OpAsmPrinter &printer, mlir::Operation *op, ReductionKindAttr kind,
                    AxisRefListAttr axes);
mlir::ParseResult parseReduction(mlir::OpAsmParser &parser, ReductionKindAttr &kind,
                                 ListOfAxisRefListsAttr &axes);
void printReduction(mlir::OpAsmPrinter &printer, mlir::Operation *op, ReductionKindAttr kind,
                    ListOfAxisRefListsAttr axes);

} // namespace spmd::sdy
