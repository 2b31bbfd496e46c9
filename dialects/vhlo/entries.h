// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes and types of an artifact, decoded when they are first asked for. Those of VHLO
// become what StableHLO and MLIR have in their place: `!vhlo.tensor_v1<4x!vhlo.f32_v1>` is
// `tensor<4xf32>`. So no VHLO exists in memory.
#pragma once
#include "dialects/vhlo/container.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Types.h"

namespace spmd::vhlo {

class EntryReader;

/// Decodes entries by their index and keeps them. Null attributes and types come with a fault.
class Entries {
public:
  Entries(const Container &file, mlir::MLIRContext *context, Faults &faults);

  mlir::Attribute attribute(uint64_t index);
  mlir::Type type(uint64_t index);
  /// A string by its index in the table of strings.
  llvm::StringRef string(uint64_t index);

  const Container &file;
  mlir::MLIRContext *context;
  Faults &faults;

private:
  /// What is known of an entry. `weight` counts the entries below it, each as often as it occurs:
  /// a file of a few bytes may hold an attribute that nobody could print or compare.
  template <class Value> struct Slot {
    Value value = nullptr;
    bool isOpen = false; // decoding has begun: an entry that contains itself
    uint64_t weight = 0;
  };
  /// `decode(reader)` for an entry with the dialect's own code, `parse(text)` for one in text.
  template <class Value, class Decode, class Parse>
  Value decoded(const std::vector<Entry> &entries, std::vector<Slot<Value>> &slots, uint64_t index,
                llvm::StringRef kind, Decode decode, Parse parse);
  mlir::Attribute parseAttributeText(llvm::StringRef text);
  mlir::Type parseTypeText(llvm::StringRef text);
  bool isPlainText(llvm::StringRef text);

  std::vector<Slot<mlir::Attribute>> attributes;
  std::vector<Slot<mlir::Type>> types;
  unsigned depth = 0;
  uint64_t weight = 0; // of the entry that is being decoded
};

/// Reads the fields of one entry, or the properties of an op.
class EntryReader : public ByteReader {
public:
  EntryReader(Entries &entries, llvm::StringRef bytes, size_t offset)
      : ByteReader(bytes, offset, entries.faults), entries(entries) {}

  mlir::MLIRContext *context() { return entries.context; }
  /// For `getChecked`: an error at the file.
  auto emitter() {
    return [this] { return faults.emit(); };
  }

  mlir::Attribute attribute() { return entries.attribute(varint()); }
  mlir::Type type() { return entries.type(varint()); }
  llvm::StringRef string() { return entries.string(varint()); }
  /// An attribute that may be absent: null without a fault.
  mlir::Attribute optionalAttribute();
  /// An attribute of one class; a fault if it is another one. `what` names the class for users.
  template <class Attr> Attr attributeOf(llvm::StringRef what) {
    mlir::Attribute any = attribute();
    Attr found = llvm::dyn_cast_or_null<Attr>(any);
    if (ok() && !found)
      fail("an attribute that is no " + what);
    return found;
  }
  template <class Attr = mlir::Attribute>
  llvm::SmallVector<Attr> attributes(llvm::StringRef what = "attribute") {
    llvm::SmallVector<Attr> list;
    for (uint64_t i = 0, n = count("attributes"); i < n && ok(); ++i)
      list.push_back(attributeOf<Attr>(what));
    return list;
  }
  llvm::SmallVector<mlir::Type> types();
  /// An integer of a width up to 64: one byte up to 8 bits, else the bits as an svarint.
  llvm::APInt integer(unsigned width);
  llvm::APFloat floating(const llvm::fltSemantics &semantics);
  /// The value of an attribute of this type; null and a fault where the type holds no number.
  mlir::Attribute integerOf(mlir::Type type);
  mlir::Attribute floatOf(mlir::Type type);
  /// Elements of a tensor from raw bytes; null and a fault where they do not fit.
  mlir::Attribute elementsOf(mlir::Type type, llvm::StringRef blob);
  /// A type whose class checks its parameters.
  template <class T, class... Args> T checked(Args &&...args) {
    return ok() ? T::getChecked(emitter(), std::forward<Args>(args)...) : T();
  }

private:
  Entries &entries;
};

// The codes of each dialect. All return null with a fault where a code is unknown or its fields do
// not fit; bytes that are left over are the caller's matter.

mlir::Attribute readBuiltinAttribute(EntryReader &reader);
mlir::Type readBuiltinType(EntryReader &reader);
mlir::Attribute readVhloAttribute(EntryReader &reader);
mlir::Type readVhloType(EntryReader &reader);
mlir::Attribute readSdyAttribute(EntryReader &reader);

/// Returns the raw bytes that MLIR keeps for the elements of a tensor, from those that a file has
/// for them: booleans in bits, as newer versions of MLIR write them, or in bytes, as old ones did;
/// elements of 2, 4 and 6 bits without what stands in the other bits of their bytes.
std::string elementBytes(llvm::StringRef blob, mlir::Type element, int64_t elements);

} // namespace spmd::vhlo
