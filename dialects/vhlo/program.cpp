// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the section of ops. Values are numbered: each region has a range of numbers behind those of
// the regions around it, and a region that is stored as isolated starts at 0 again.
//   func (isolated): arguments 0, 1; ops 2, 3, 4     while in it: its values from 5 on
// Such a range ends with its region, so that the next region has the same numbers.
// (MLIR's document "Bytecode format", section IR.)
#include "dialects/vhlo/program.h"
#include "dialects/nesting.h"
#include "dialects/vhlo/entries.h"
#include "dialects/vhlo/legalize.h"
#include "mlir/Bytecode/Encoding.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace spmd::vhlo {
namespace {

/// What the file's name of an op stands for.
struct KnownOp {
  const Row *row = nullptr; // null for a cast between a VHLO type and its builtin type
  std::optional<OperationName> name;
};

/// The values of a region that is stored as isolated, and of the regions in it.
struct Scope {
  std::vector<Value> values;
  uint64_t next = 0; // the number of the next value of the innermost region
};

/// What stands before the regions of an op in the file.
struct OpHeader {
  const KnownOp *known = nullptr;
  LocationAttr location;
  NamedAttrList attributes;
  SmallVector<Type> types;
  SmallVector<Value> operands;
  uint64_t regions = 0;
  bool isIsolated = false;
};

/// Builds the ops of a file.
class ProgramReader {
public:
  ProgramReader(const Container &file, Version version, MLIRContext *context, Faults &faults)
      : file(file), version(version), context(context), faults(faults),
        entries(file, context, faults), known(file.opNames.size()) {}

  /// The module of the file; null after a fault.
  OwningOpRef<ModuleOp> read();

private:
  // The parts of an op, in the order of the file.
  const KnownOp *knownAt(ByteReader &reader);
  void resolve(OpName name, KnownOp &out);
  OpHeader readHeader(ByteReader &reader);
  void readAttributes(ByteReader &reader, bool hasDictionary, bool hasProperties, OpHeader &out);
  void readProperties(ByteReader &reader, const Row &row, MutableArrayRef<Attribute> values);
  void skipUseLists(ByteReader &reader, uint64_t values);
  // An op from its parts.
  Operation *readOp(ByteReader &reader, Block &block);
  Operation *build(OpHeader &header, Block &block);
  void foldCast(OpHeader &header);
  // What lies in an op.
  void readRegions(ByteReader &reader, Operation *op, bool isIsolated);
  void readRegion(ByteReader &reader, Region &region);
  void readBlock(ByteReader &reader, Block &block);
  void readArguments(ByteReader &reader, Block &block);
  void define(Value value);

  /// Whether the bytecode has what came with a version of it.
  bool hasAtLeast(bytecode::BytecodeVersion least) const { return file.version >= least; }
  Location locationOf(Attribute attribute) const {
    auto location = dyn_cast_or_null<LocationAttr>(attribute);
    return location ? Location(location) : UnknownLoc::get(context);
  }

  const Container &file;
  Version version;
  MLIRContext *context;
  Faults &faults;
  Entries entries;
  std::vector<KnownOp> known; // by the index of the name
  std::vector<Scope> scopes;  // one for each isolated region around the present op
  uint64_t allValues = 0;     // of all regions so far
  int64_t depth = 0;          // of regions
};

// A file may name ops that it does not use, and they may be unknown: so names are looked up at
// their first use.
const KnownOp *ProgramReader::knownAt(ByteReader &reader) {
  const uint64_t index = reader.varint();
  if (reader.ok() && index >= known.size())
    reader.fail("name of op " + Twine(index) + " of " + Twine(known.size()));
  if (!reader.ok())
    return nullptr;
  if (!known[index].row && !known[index].name)
    resolve(file.opNames[index], known[index]);
  return reader.ok() ? &known[index] : nullptr;
}

/// Finds the row of an op and the name that it gets, and checks that the file's version has the op.
void ProgramReader::resolve(OpName name, KnownOp &out) {
  const std::string full = (name.dialect + "." + name.name).str();
  out.name.emplace(full, context);
  if (full == "builtin.unrealized_conversion_cast")
    return;
  auto row = opTable().find(full);
  if (row == opTable().end())
    return faults.add("op " + full + ", which is not known in versions " + kOldestVersion.text() +
                      " to " + kNewestVersion.text() + " of StableHLO");
  out.row = &row->second;
  if (version < out.row->since || version > out.row->until)
    return faults.add("op " + full + ", which version " + version.text() +
                      " of StableHLO does not have; it is of versions " + out.row->since.text() +
                      " to " + out.row->until.text());
  out.name.emplace(out.row->target, context);
  if (!out.name->isRegistered())
    faults.add("op " + out.row->target + ", which is not known");
}

/// Skips the order of the uses of results or arguments. Writers store it where it is not the one
/// that a reader would find; it says nothing about the program.
///   [number of lists], then for each: [the value], number of uses with a flag, an index for each
void ProgramReader::skipUseLists(ByteReader &reader, uint64_t values) {
  const uint64_t lists = values == 1 ? 1 : reader.count("lists of uses");
  for (uint64_t i = 0; i < lists && reader.ok(); ++i) {
    if (values > 1)
      reader.varint();
    bool isPairs = false;
    for (uint64_t n = reader.varintWithFlag(isPairs); n > 0 && reader.ok(); --n)
      reader.varint();
  }
}

//   name, mask, location, [dictionary], [properties], [types], [operands], [uses], [regions]
OpHeader ProgramReader::readHeader(ByteReader &reader) {
  namespace Mask = bytecode::OpEncodingMask;
  OpHeader op;
  op.known = knownAt(reader);
  const uint8_t mask = reader.byte();
  if (!reader.ok())
    return op;
  op.location = dyn_cast_or_null<LocationAttr>(entries.attribute(reader.varint()));
  if (reader.ok() && !op.location)
    reader.fail("an op without a location");
  readAttributes(reader, mask & Mask::kHasAttrs, mask & Mask::kHasProperties, op);
  if (mask & Mask::kHasResults)
    for (uint64_t i = 0, n = reader.count("results"); i < n && reader.ok(); ++i)
      op.types.push_back(entries.type(reader.varint()));
  if (mask & Mask::kHasOperands)
    for (uint64_t i = 0, n = reader.count("operands"); i < n && reader.ok(); ++i) {
      const uint64_t index = reader.varint();
      const std::vector<Value> &values = scopes.back().values;
      if (reader.ok() && (index >= values.size() || !values[index]))
        reader.fail("an operand of " + op.known->name->getStringRef() +
                    " that is not computed before it");
      if (reader.ok())
        op.operands.push_back(values[index]);
    }
  if (mask & Mask::kHasSuccessors)
    reader.fail("an op with successors: programs have no branches between blocks");
  if ((mask & Mask::kHasUseListOrders) && hasAtLeast(bytecode::kUseListOrdering))
    skipUseLists(reader, op.types.size());
  if (mask & Mask::kHasInlineRegions) {
    op.regions = reader.varintWithFlag(op.isIsolated);
    if (reader.ok() && op.regions > reader.left())
      reader.fail("an op of " + Twine(op.regions) + " regions");
  }
  return op;
}

/// Attributes that the op's row lists are in the properties or, in old files, among the others.
void ProgramReader::readAttributes(ByteReader &reader, bool hasDictionary, bool hasProperties,
                                   OpHeader &out) {
  if (hasDictionary) {
    auto dictionary = dyn_cast_or_null<DictionaryAttr>(entries.attribute(reader.varint()));
    if (reader.ok() && !dictionary)
      reader.fail("an op whose attributes are no dictionary");
    if (reader.ok())
      out.attributes = NamedAttrList(dictionary);
  }
  const bool isNative = hasAtLeast(bytecode::kNativePropertiesEncoding);
  if (hasProperties && !isNative)
    reader.fail("properties, which version " + Twine(file.version) + " of bytecode does not have");
  if (!reader.ok() || !out.known->row)
    return;
  const Row &row = *out.known->row;
  SmallVector<Attribute> values(row.fields.size());
  if (hasProperties)
    readProperties(reader, row, values);
  if (!isNative)
    for (auto [field, value] : llvm::zip_equal(row.fields, values))
      value = out.attributes.erase(field.name);
  if (reader.ok())
    legalizeAttributes(row, values, out.attributes, faults);
}

/// The attributes of the row, in its order, which is that of their names. They are indices of
/// entries; those of attributes that may be absent have a flag.
void ProgramReader::readProperties(ByteReader &reader, const Row &row,
                                   MutableArrayRef<Attribute> values) {
  const uint64_t index = reader.varint();
  if (reader.ok() && index >= file.properties.size())
    reader.fail("properties " + Twine(index) + " of " + Twine(file.properties.size()));
  if (!reader.ok())
    return;
  EntryReader fields(entries, file.properties[index].bytes, file.properties[index].offset);
  for (auto [field, value] : llvm::zip_equal(row.fields, values))
    value = field.isOptional ? fields.optionalAttribute() : fields.attribute();
  fields.expectEnd("the attributes of " + row.target);
}

/// Gives the next number of the innermost region to a value. Ops behind it may use the value.
void ProgramReader::define(Value value) {
  Scope &scope = scopes.back();
  if (scope.next >= scope.values.size())
    return faults.add("a region with more values than it says");
  scope.values[scope.next++] = value;
}

/// A value passes between vhlo and sdy ops through a cast. Both of its types are the same here.
void ProgramReader::foldCast(OpHeader &header) {
  if (header.operands.size() != 1 || header.types.size() != 1 || header.regions ||
      header.operands.front().getType() != header.types.front())
    return faults.add("a cast between types that are not the same value");
  define(header.operands.front());
}

/// Makes the op, at the end of the block, with empty regions. A value of a wrong kind would vanish
/// without a word when it is put into an op, so attributes are checked before.
Operation *ProgramReader::build(OpHeader &header, Block &block) {
  OperationName name = *header.known->name;
  // `return` ends functions and the regions of ops alike.
  if (name.getStringRef() == func::ReturnOp::getOperationName() &&
      !isa_and_nonnull<FunctionOpInterface>(block.getParentOp()))
    name = OperationName("stablehlo.return", context);
  Location location(header.location);
  if (failed(name.verifyInherentAttrs(header.attributes, [&] {
        return faults.emit() << "'" << name.getStringRef() << "' op ";
      })))
    return nullptr;
  Operation *op =
      Operation::create(location, name, header.types, header.operands, std::move(header.attributes),
                        /*properties=*/nullptr, /*successors=*/{}, header.regions);
  block.push_back(op);
  for (Value result : op->getResults())
    define(result);
  return op;
}

/// Reads an op with its regions; null for a cast, which is no op here, and after a fault. Results
/// are numbered before the values of the regions.
Operation *ProgramReader::readOp(ByteReader &reader, Block &block) {
  OpHeader header = readHeader(reader);
  if (!reader.ok())
    return nullptr;
  if (!header.known->row) {
    foldCast(header);
    return nullptr;
  }
  Operation *op = build(header, block);
  if (op && header.regions)
    readRegions(reader, op, header.isIsolated);
  return op;
}

/// Isolated regions lie in a section of their own.
void ProgramReader::readRegions(ByteReader &reader, Operation *op, bool isIsolated) {
  if (++depth > kDeepestNesting)
    return reader.fail("regions that are nested more than " + Twine(kDeepestNesting) + " deep");
  if (isIsolated)
    scopes.emplace_back();
  if (isIsolated && hasAtLeast(bytecode::kLazyLoading)) {
    Section section = readSection(reader);
    if (reader.ok() && section.id != bytecode::Section::kIR)
      reader.fail("section " + Twine(unsigned(section.id)) + " in place of regions");
    ByteReader inner(section.piece.bytes, section.piece.offset, faults);
    for (Region &region : op->getRegions())
      readRegion(inner, region);
    inner.expectEnd("the regions of an op");
  } else {
    for (Region &region : op->getRegions())
      readRegion(reader, region);
  }
  if (isIsolated)
    scopes.pop_back();
  --depth;
}

// All regions of StableHLO's ops have one block, and those of a declaration none. More than one are
// read, too, and left to the verifier.
//   number of blocks, [number of values, blocks]
void ProgramReader::readRegion(ByteReader &reader, Region &region) {
  const uint64_t blocks = reader.count("blocks");
  if (!reader.ok() || !blocks)
    return;
  const uint64_t values = reader.count("values");
  // Each value has a type, and so at least a byte.
  allValues += values;
  if (reader.ok() && allValues > file.program.bytes.size())
    reader.fail("more values than bytes");
  if (!reader.ok())
    return;
  const uint64_t outerNext = scopes.back().next;
  const size_t outerSize = scopes.back().values.size();
  scopes.back().next = outerSize;
  scopes.back().values.resize(outerSize + values);
  for (uint64_t i = 0; i < blocks && reader.ok(); ++i)
    readBlock(reader, region.emplaceBlock());
  scopes.back().values.resize(outerSize);
  scopes.back().next = outerNext;
}

//   number of ops with a flag for arguments, [arguments], ops
void ProgramReader::readBlock(ByteReader &reader, Block &block) {
  bool hasArguments = false;
  const uint64_t ops = reader.varintWithFlag(hasArguments);
  if (hasArguments)
    readArguments(reader, block);
  for (uint64_t i = 0; i < ops && reader.ok(); ++i)
    readOp(reader, block);
}

/// Types and locations; a location that is not known takes no bytes in newer files.
void ProgramReader::readArguments(ByteReader &reader, Block &block) {
  const uint64_t arguments = reader.count("arguments");
  for (uint64_t i = 0; i < arguments && reader.ok(); ++i) {
    bool hasLocation = true;
    const uint64_t index = hasAtLeast(bytecode::kElideUnknownBlockArgLocation)
                               ? reader.varintWithFlag(hasLocation)
                               : reader.varint();
    Type type = entries.type(index);
    Attribute location = hasLocation ? entries.attribute(reader.varint()) : Attribute();
    if (reader.ok())
      define(block.addArgument(type, locationOf(location)));
  }
  if (hasAtLeast(bytecode::kUseListOrdering) && reader.byte())
    skipUseLists(reader, arguments);
}

// The section is a block that holds the module alone. The block here is destroyed with all that was
// built, unless the module is taken out of it.
OwningOpRef<ModuleOp> ProgramReader::read() {
  ByteReader reader(file.program.bytes, file.program.offset, faults);
  Block top;
  scopes.emplace_back();
  readBlock(reader, top);
  reader.expectEnd("the program");
  auto module = top.empty() ? ModuleOp() : dyn_cast<ModuleOp>(top.front());
  if (reader.ok() && (!module || !llvm::hasSingleElement(top)))
    reader.fail("a file that does not hold one module");
  if (!reader.ok())
    return {};
  module->remove();
  return module;
}

} // namespace

OwningOpRef<ModuleOp> readProgram(const Container &file, Version version, MLIRContext *context,
                                  Faults &faults) {
  return ProgramReader(file, version, context, faults).read();
}

} // namespace spmd::vhlo
