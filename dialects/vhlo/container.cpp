// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the sections of MLIR bytecode, and the tables of strings, dialects, names of ops,
// attributes, types and properties. A file is these sections one behind the other:
//   strings, dialects, sizes of attributes and types, their bytes, ops, properties
// in any order. What is counted has at least a byte each, so no count makes this code allocate more
// than a small multiple of the file.
#include "dialects/vhlo/container.h"
#include "mlir/Bytecode/Encoding.h"
#include <array>

using namespace llvm;
namespace bytecode = mlir::bytecode;

namespace spmd::vhlo {
namespace {

/// The top-level sections by their id, which `mlir::bytecode::Section` names; those that a file
/// lacks are nothing.
using Sections = std::array<std::optional<Piece>, bytecode::Section::kNumSections>;

/// Reads the tables, in an order in which each uses only those before it. Strings come first, since
/// all names are indices of them.
class ContainerReader {
public:
  ContainerReader(Container &out, Faults &faults) : out(out), faults(faults) {}

  void read(const Sections &sections) {
    namespace Id = bytecode::Section;
    readStrings(open(sections, Id::kString));
    readDialects(open(sections, Id::kDialect));
    readEntries(open(sections, Id::kAttrTypeOffset), open(sections, Id::kAttrType));
    if (out.version >= bytecode::kNativePropertiesEncoding && sections[Id::kProperties])
      readProperties(open(sections, Id::kProperties));
    out.program = sections[Id::kIR].value_or(Piece{});
  }

private:
  /// A reader of a section; of nothing where the file lacks it.
  ByteReader open(const Sections &sections, uint8_t id) {
    Piece piece = sections[id].value_or(Piece{});
    return ByteReader(piece.bytes, piece.offset, faults);
  }

  /// A string by its index, for which the reader has the next number.
  StringRef stringAt(ByteReader &reader, uint64_t index) {
    if (reader.ok() && index >= out.strings.size())
      reader.fail("string " + Twine(index) + " of " + Twine(out.strings.size()));
    return reader.ok() ? out.strings[index] : StringRef();
  }
  /// The name of a dialect by its index, which is the next number.
  StringRef dialectAt(ByteReader &reader) {
    const uint64_t index = reader.varint();
    if (reader.ok() && index >= out.dialects.size())
      reader.fail("dialect " + Twine(index) + " of " + Twine(out.dialects.size()));
    return reader.ok() ? out.dialects[index] : StringRef();
  }

  /// The number of strings, their lengths, then their characters. The length of the last string
  /// comes first; each counts a NUL, with which the string ends.
  ///   2, 4, 3, "ab\0", "abc\0"   is   "ab", "abc"
  void readStrings(ByteReader reader) {
    std::vector<uint64_t> sizes(reader.count("strings"));
    for (uint64_t &size : sizes)
      size = reader.varint();
    for (uint64_t size : llvm::reverse(sizes)) {
      StringRef text = reader.take(size, "a string");
      if (reader.ok() && !text.ends_with(StringRef("\0", 1)))
        reader.fail("a string without an end");
      out.strings.push_back(text.drop_back(text.empty() ? 0 : 1));
    }
    reader.expectEnd("the strings");
  }

  /// Names of dialects, then the names of ops in groups of one dialect.
  void readDialects(ByteReader reader) {
    for (uint64_t i = 0, n = reader.count("dialects"); i < n && reader.ok(); ++i) {
      bool hasVersion = false;
      const uint64_t name = out.version < bytecode::kDialectVersioning
                                ? reader.varint()
                                : reader.varintWithFlag(hasVersion);
      out.dialects.push_back(stringAt(reader, name));
      // Neither vhlo nor sdy has a version that changes what the bytes mean.
      if (hasVersion)
        readSection(reader);
    }
    if (out.version >= bytecode::kElideUnknownBlockArgLocation)
      reader.count("names of ops");
    while (reader.hasMore()) {
      StringRef dialect = dialectAt(reader);
      for (uint64_t i = 0, n = reader.count("names of ops"); i < n && reader.ok(); ++i) {
        bool isRegistered = false;
        const uint64_t name = out.version < bytecode::kNativePropertiesEncoding
                                  ? reader.varint()
                                  : reader.varintWithFlag(isRegistered);
        out.opNames.push_back({dialect, stringAt(reader, name)});
      }
    }
  }

  /// The sizes of all attributes, then of all types; their bytes stand in this order in `data`,
  /// without gaps, so sizes are all that is needed to find an entry.
  void readEntries(ByteReader sizes, ByteReader data) {
    const uint64_t attributes = sizes.count("attributes"), types = sizes.count("types");
    readGroups(sizes, data, attributes, out.attributes);
    readGroups(sizes, data, types, out.types);
    sizes.expectEnd("the sizes of attributes and types");
    data.expectEnd("the attributes and types");
  }
  /// Entries come in groups of one dialect: dialect, number, sizes. The lowest bit of a size says
  /// whether the bytes are the dialect's own code or text.
  void readGroups(ByteReader &sizes, ByteReader &data, uint64_t number,
                  std::vector<Entry> &entries) {
    while (sizes.ok() && entries.size() < number) {
      StringRef dialect = dialectAt(sizes);
      const uint64_t group = sizes.count("attributes or types");
      if (sizes.ok() && (group == 0 || group > number - entries.size()))
        return sizes.fail("a group of " + Twine(group) + " attributes or types, where " +
                          Twine(number - entries.size()) + " are to come");
      for (uint64_t i = 0; i < group && sizes.ok(); ++i) {
        bool isCustom = false;
        const uint64_t size = sizes.varintWithFlag(isCustom);
        const size_t offset = data.offset();
        entries.push_back({dialect, isCustom, data.take(size, "an attribute or type"), offset});
      }
    }
  }

  /// The size and the bytes of each. Equal properties are stored once.
  void readProperties(ByteReader reader) {
    for (uint64_t i = 0, n = reader.count("properties of ops"); i < n && reader.ok(); ++i) {
      const uint64_t size = reader.varint();
      const size_t offset = reader.offset();
      out.properties.push_back({reader.take(size, "the properties of an op"), offset});
    }
    reader.expectEnd("the properties of ops");
  }

  Container &out;
  Faults &faults;
};

/// Reads the beginning of a file, up to its first section: magic, version of the bytecode,
/// producer.
void readHeader(ByteReader &reader, Container &out) {
  if (reader.take(kBytecodeMagic.size(), "the first bytes") != kBytecodeMagic)
    return reader.fail("this is no MLIR bytecode");
  out.version = reader.varint();
  if (reader.ok() && out.version > bytecode::kVersion)
    return reader.fail("version " + Twine(out.version) + " of MLIR bytecode; versions 0 to " +
                       Twine(static_cast<unsigned>(bytecode::kVersion)) + " are read");
  out.producer = reader.untilNul("the name of the producer");
}

} // namespace

//   "ML\xefR", 6, "StableHLO_v1.17.0", 0, sections
StringRef producerOf(StringRef bytes) {
  if (!bytes.consume_front(kBytecodeMagic) || bytes.empty())
    return {};
  // The version is a varint; all versions so far are one byte.
  bytes = bytes.drop_front();
  const size_t end = bytes.find('\0');
  return end == StringRef::npos ? StringRef() : bytes.take_front(end);
}

// An aligned section begins at a multiple of a power of two, so that what is mapped into memory can
// be used there. All bytes are copied here.
//   id (bit 7: aligned), size, [alignment, bytes 0xCB up to a multiple of it], bytes
Section readSection(ByteReader &reader) {
  Section section;
  const uint8_t id = reader.byte();
  section.id = id & 0x7f;
  const uint64_t size = reader.varint();
  if (id & 0x80) {
    const uint64_t alignment = reader.varint();
    if (reader.ok() && (!llvm::isPowerOf2_64(alignment) || alignment > 4096))
      reader.fail("a section that is aligned to " + Twine(alignment) + " bytes");
    while (reader.ok() && reader.offset() % alignment)
      reader.byte();
  }
  const size_t offset = reader.offset();
  section.piece = {reader.take(size, "a section"), offset};
  return section;
}

// Sections that nothing here reads, those of resources, are allowed: StableHLO's programs have
// none.
std::optional<Container> readContainer(StringRef bytes, Faults &faults) {
  Container out;
  ByteReader reader(bytes, 0, faults);
  readHeader(reader, out);
  Sections sections;
  while (reader.hasMore()) {
    Section section = readSection(reader);
    if (!reader.ok())
      break;
    if (section.id >= sections.size() || sections[section.id]) {
      reader.fail("section " + Twine(unsigned(section.id)) +
                  ", which is unknown or stands there twice");
      break;
    }
    sections[section.id] = section.piece;
  }
  namespace Id = bytecode::Section;
  for (uint8_t id : {Id::kString, Id::kDialect, Id::kAttrType, Id::kAttrTypeOffset, Id::kIR})
    if (reader.ok() && !sections[id])
      reader.fail("the file ends before section " + Twine(unsigned(id)));
  if (reader.ok())
    ContainerReader(out, faults).read(sections);
  if (faults.any())
    return std::nullopt;
  return out;
}

} // namespace spmd::vhlo
