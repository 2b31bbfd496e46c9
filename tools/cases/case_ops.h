// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of the ops that cases are about, one for each family. An op of `spmd-opt --list-ops`
// that is in none of them shows as a row without cases.
#pragma once
#include "tools/cases/case_writer.h"

namespace spmd::random {

/// Where a case writes an op.
enum class Place : uint8_t {
  Anywhere,
  Manual, // in a manual computation, as collectives
  Free,   // not in one: the op names axes, or has a body that sees only its arguments
  Main,   // in main, on its arguments
  Around, // it is the loop, the branch or the body around other ops
};

struct CaseOp {
  llvm::StringLiteral name;
  /// Writes the op on inputs that it draws. Nothing for Place::Around.
  void (*write)(CaseWriter &, const CaseOp &);
  unsigned elements = kAny; // classes of its operands
  Place place = Place::Anywhere;
};

llvm::ArrayRef<CaseOp> elementwiseCases(); // of one type
llvm::ArrayRef<CaseOp> convertingCases();  // of several types
llvm::ArrayRef<CaseOp> broadcastingCases();
llvm::ArrayRef<CaseOp> movementCases();
llvm::ArrayRef<CaseOp> indexedCases();
llvm::ArrayRef<CaseOp> reductionCases();
llvm::ArrayRef<CaseOp> matrixCases();
llvm::ArrayRef<CaseOp> sourceCases();   // constants and other ops without operands
llvm::ArrayRef<CaseOp> exchangeCases(); // of devices
llvm::ArrayRef<CaseOp> shardingCases();
llvm::ArrayRef<CaseOp> dynamicCases();
llvm::ArrayRef<CaseOp> flowCases();

/// All of them, sorted by name.
llvm::ArrayRef<CaseOp> allCaseOps();

} // namespace spmd::random
