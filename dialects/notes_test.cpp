// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests which notes an error keeps, and their texts. Notes of single messages are tested in
// tests/dialects.
#include "dialects/notes.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd;

namespace {

struct NotesTest : testing::Test {
  Location at(unsigned line) { return FileLineColLoc::get(&context, "a.mlir", line, 1); }
  /// The texts of the notes that an error at line 1 keeps.
  template <class T> std::vector<std::string> kept(const T &notes) {
    Diagnostic error(at(1), DiagnosticSeverity::Error);
    error << "text" << notes;
    std::vector<std::string> texts;
    for (Diagnostic &note : error.getNotes())
      texts.push_back(note.str());
    EXPECT_EQ(error.str(), "text");
    return texts;
  }
  using Texts = std::vector<std::string>;

  MLIRContext context;
  OpBuilder builder{&context};
  Block block;
  BlockArgument first = block.addArgument(builder.getF32Type(), at(2));
  BlockArgument second = block.addArgument(builder.getI32Type(), at(3));
};

TEST_F(NotesTest, ATypeNoteIsAtTheArgument) {
  EXPECT_EQ(typeNote("lhs", first).place, at(2));
  EXPECT_EQ(kept(typeNote("lhs", first)), Texts{"lhs is 'f32'"});
}

TEST_F(NotesTest, PlacesThatTellNothingAreLeftOut) {
  EXPECT_EQ(kept(Note{at(1), "the error's own place"}), Texts{});
  EXPECT_EQ(kept(Note{builder.getUnknownLoc(), "unknown"}), Texts{});
}

TEST_F(NotesTest, ValuesAreCountedIfThereAreSeveral) {
  EXPECT_EQ(kept(operandNotes(ValueRange{first})), Texts{"operand is 'f32'"});
  EXPECT_EQ(kept(operandNotes(ValueRange{first, second})),
            (Texts{"operand 0 is 'f32'", "operand 1 is 'i32'"}));
  EXPECT_EQ(kept(typeNotes({"lhs", "rhs"}, {first, second})),
            (Texts{"lhs is 'f32'", "rhs is 'i32'"}));
}

TEST_F(NotesTest, AnErrorHasFourNotesAtMost) {
  Notes many;
  for (unsigned i = 0; i < 6; ++i)
    many.list.push_back({at(2 + i), std::to_string(i)});
  EXPECT_EQ(kept(many), (Texts{"0", "1", "2", "3"}));
}

TEST_F(NotesTest, AMeshIsShownAndOtherSymbolsAreNamed) {
  OwningOpRef<ModuleOp> symbol = ModuleOp::create(at(5), "f");
  EXPECT_EQ(kept(symbolNote(*symbol)), Texts{"@f is defined here"});
  (*symbol)->setAttr("mesh", builder.getStringAttr("x"));
  EXPECT_EQ(kept(symbolNote(*symbol)), Texts{"@f is \"x\""});
  EXPECT_EQ(kept(symbolNotes(*symbol, Attribute())), Texts{});
}

} // namespace
