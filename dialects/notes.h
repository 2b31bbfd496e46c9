// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the notes of errors. A note points at the other party: the definition of an operand, a
// mesh, a callee, an earlier entry. A note is streamed into its error like a part of the text:
//   return emitOpError("pairs lhs dim ") << l << ".." << typeNotes({"lhs", "rhs"}, getOperands());
// so it also works in emitOptionalError.
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace spmd {

/// One note: a place in the program and what is there.
struct Note {
  mlir::Location place;
  std::string text;
};
/// Several notes of one error. No range, because diagnostics print ranges into their text.
struct Notes {
  llvm::SmallVector<Note, 2> list;
};

/// An error has at most this many notes: an op may have hundreds of operands.
inline constexpr int kMostNotes = 4;

/// Attaches the note to an error. Leaves it out where it would tell nothing: its place is unknown
/// or that of the error, or the error has kMostNotes notes.
mlir::Diagnostic &operator<<(mlir::Diagnostic &error, const Note &note);
mlir::Diagnostic &operator<<(mlir::Diagnostic &error, const Notes &notes);

/// Returns "lhs is 'tensor<4xf32>'" at the definition of a value. The place of a block argument is
/// that of the argument. Types say less than the value where it is a list of numbers, such as a
/// shape: originNote fits there.
Note typeNote(const llvm::Twine &role, mlir::Value value);
/// Returns one typeNote per role; further values have none.
Notes typeNotes(llvm::ArrayRef<llvm::StringRef> roles, mlir::ValueRange values);
/// Returns a typeNote per value: "operand 0 is ..", "operand 1 is ..", or "operand is .." for one.
Notes indexedNotes(llvm::StringRef role, mlir::ValueRange values);
/// The same with the role "operand", for some values or for the operands of `op`.
Notes operandNotes(mlir::ValueRange values);
Notes operandNotes(mlir::Operation *op);
/// Returns the typeNote of operand `index` where `what` is "operand", of an argument of the region
/// where it is "argument", else nothing: a result is where the error is. The arguments of a
/// declaration have no note, because they are no values.
Notes valueNotes(mlir::Operation *op, llvm::StringRef what, unsigned index);

/// Returns "the shape is made here" at the definition of a value.
Note originNote(const llvm::Twine &role, mlir::Value value);

/// Returns "the operand has the sharding #sdy.sharding<..>" at `place`, for the text before `fact`.
Note factNote(const llvm::Twine &text, mlir::Location place, mlir::Attribute fact);
Note factNote(const llvm::Twine &text, mlir::Location place, mlir::Type fact);

/// Returns "@mesh is #sdy.mesh<..>" for a mesh, "@f is defined here" for any other symbol.
Note symbolNote(mlir::Operation *symbol);
/// Returns the same for the symbol that `reference` names from `op`, nothing where it is another
/// attribute, such as a mesh that is written out, or names no symbol.
Notes symbolNotes(mlir::Operation *op, mlir::Attribute reference);

} // namespace spmd
