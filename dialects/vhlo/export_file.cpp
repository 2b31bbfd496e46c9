// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds one field in a FlatBuffers table without believing any of its offsets.
//   file:    u32 position of the table
//   table:   i32 distance back to its field list; then the fields
//   list:    u16 size in bytes, u16 size of the table, u16 offset in the table of each field or 0
//   vector:  the field holds a u32 distance forward to it: u32 length, then the elements
// (FlatBuffers' document "Internals"; the fields are those of JAX's schema `Exported`.)
#include "dialects/vhlo/export_file.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace spmd::vhlo {
namespace {

/// The numbers of the fields in the schema. JAX adds new ones at the end, so these stay. The
/// version of the file is for the message alone: the program has stood in field 13 since the first
/// one.
constexpr uint64_t kVersionField = 0, kModuleField = 13;

/// Numbers at any position of a file. FlatBuffers aligns them; nothing here relies on it, and bytes
/// of any kind are read as numbers until one leads out of the file.
class Table {
public:
  Table(StringRef bytes, Faults &faults) : bytes(bytes), faults(faults) {}

  /// The number at a position; 0 and a fault where the file ends before its end.
  template <class T> T at(uint64_t position) {
    if (!faults.any() && (position > bytes.size() || bytes.size() - position < sizeof(T)))
      faults.add("neither text nor MLIR bytecode, and as a file of jax.export it is damaged: it "
                 "refers to byte " +
                 Twine(position) + " of " + Twine(bytes.size()));
    return faults.any() ? T()
                        : support::endian::read<T, endianness::little>(bytes.data() + position);
  }

  /// The position of a field of the table at `table`; 0 where it is absent. A list that is shorter
  /// than the schema was written by an older JAX, which did not know the later fields.
  uint64_t field(uint64_t table, uint64_t number) {
    const int64_t list = static_cast<int64_t>(table) - at<int32_t>(table);
    if (!faults.any() && list < 0)
      faults.add("neither text nor MLIR bytecode, and as a file of jax.export it is damaged: its "
                 "fields begin " +
                 Twine(-list) + " bytes before the file");
    const uint64_t entry = 4 + 2 * number;
    if (entry + 2 > at<uint16_t>(list))
      return 0;
    const uint64_t offset = at<uint16_t>(list + entry);
    return offset ? table + offset : 0;
  }

private:
  StringRef bytes;
  Faults &faults;
};

} // namespace

// All arithmetic is on 64 bits, where sums of 32-bit numbers do not overflow.
std::optional<StringRef> moduleOfExport(StringRef bytes, Faults &faults) {
  Table file(bytes, faults);
  const uint64_t table = file.at<uint32_t>(0);
  const uint64_t field = file.field(table, kModuleField);
  const uint64_t versionAt = file.field(table, kVersionField);
  const unsigned version = versionAt ? file.at<uint16_t>(versionAt) : 0;
  if (!faults.any() && !field)
    faults.add("neither text nor MLIR bytecode, and as a file of jax.export (version " +
               Twine(version) + ") it has no program");
  const uint64_t vector = field + file.at<uint32_t>(field);
  const uint64_t size = file.at<uint32_t>(vector);
  if (!faults.any() && size > bytes.size() - vector - 4)
    faults.add("the file of jax.export ends within its program: " + Twine(size) +
               " bytes are needed and " + Twine(bytes.size() - vector - 4) + " are there");
  return faults.any() ? std::nullopt : std::optional(bytes.substr(vector + 4, size));
}

} // namespace spmd::vhlo
