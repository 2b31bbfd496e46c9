// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the notes of errors and attaches them (notes.h).
#include "dialects/notes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spmd {

/// Returns the text of a type or an attribute, of types with the quotes that diagnostics have.
static std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << "'" << type << "'";
  return text;
}
static std::string textOf(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

/// A note at the place of the error itself, or at no known place, would repeat the error and is
/// left out.
Diagnostic &operator<<(Diagnostic &error, const Note &note) {
  auto notes = error.getNotes();
  if (note.place != error.getLocation() && !isa<UnknownLoc>(note.place) &&
      std::distance(notes.begin(), notes.end()) < kMostNotes)
    error.attachNote(note.place) << note.text;
  return error;
}

/// Attaches all notes of a list to an error, in their order.
Diagnostic &operator<<(Diagnostic &error, const Notes &notes) {
  for (const Note &note : notes.list)
    error << note;
  return error;
}

Note typeNote(const Twine &role, Value value) {
  return {value.getLoc(), (role + " is " + textOf(value.getType())).str()};
}

Notes typeNotes(ArrayRef<StringRef> roles, ValueRange values) {
  Notes notes;
  for (auto [role, value] : llvm::zip(roles, values))
    notes.list.push_back(typeNote(role, value));
  return notes;
}

/// One note per value, numbered if there are several.
///   role "operand" -> "operand 0 is tensor<4xf32>", "operand 1 is tensor<8xf32>"
Notes indexedNotes(StringRef role, ValueRange values) {
  if (values.size() == 1)
    return {{typeNote(role, values.front())}};
  Notes notes;
  for (auto [i, value] : llvm::enumerate(values.take_front(kMostNotes)))
    notes.list.push_back(typeNote(role + " " + Twine(i), value));
  return notes;
}

Notes operandNotes(ValueRange values) { return indexedNotes("operand", values); }
Notes operandNotes(Operation *op) { return operandNotes(op->getOperands()); }

/// A note at the operand or argument that a message calls by its number.
Notes valueNotes(Operation *op, StringRef what, unsigned index) {
  Value value;
  if (what == "operand")
    value = op->getOperand(index);
  else if (what == "argument" && index < op->getRegion(0).getNumArguments())
    value = op->getRegion(0).getArgument(index);
  return value ? Notes{{typeNote(what + " " + Twine(index), value)}} : Notes();
}

Note originNote(const Twine &role, Value value) {
  return {value.getLoc(), (role + " is made here").str()};
}

Note factNote(const Twine &text, Location place, Attribute fact) {
  return {place, (text + " " + textOf(fact)).str()};
}

Note factNote(const Twine &text, Location place, Type fact) {
  return {place, (text + " " + textOf(fact)).str()};
}

// A mesh op of any dialect keeps its mesh in the attribute `mesh`.
Note symbolNote(Operation *symbol) {
  std::string name = ("@" + SymbolTable::getSymbolName(symbol).getValue()).str();
  if (Attribute mesh = symbol->getAttr("mesh"))
    return factNote(name + " is", symbol->getLoc(), mesh);
  return {symbol->getLoc(), name + " is defined here"};
}

/// A note at the definition of a symbol, if there is one.
Notes symbolNotes(Operation *op, Attribute reference) {
  auto name = dyn_cast_or_null<SymbolRefAttr>(reference);
  Operation *symbol = name ? SymbolTable::lookupNearestSymbolFrom(op, name) : nullptr;
  return symbol ? Notes{{symbolNote(symbol)}} : Notes();
}

} // namespace spmd
