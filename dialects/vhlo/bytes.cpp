// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of MLIR bytecode. Each function checks what is left before it moves on, and gives a
// zero where a fault was reported, here or earlier.
#include "dialects/vhlo/bytes.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace spmd::vhlo {

// The offset is what one looks for in a hex dump of the file.
void ByteReader::fail(const Twine &message) {
  faults.add("byte " + Twine(offset()) + ": " + message);
}

uint8_t ByteReader::byte() {
  StringRef one = take(1, "a byte");
  return one.empty() ? 0 : static_cast<uint8_t>(one.front());
}

StringRef ByteReader::take(uint64_t size, StringRef what) {
  if (!ok())
    return {};
  if (size > left()) {
    fail("the file ends within " + what + ": " + Twine(size) + " bytes are needed and " +
         Twine(left()) + " are left");
    return {};
  }
  StringRef taken = bytes.substr(position, size);
  position += size;
  return taken;
}

//   1 byte   xxxxxxx1            7 bits
//   2 bytes  xxxxxx10 xxxxxxxx  14 bits, and so on;  00000000 and 8 bytes  64 bits
uint64_t ByteReader::varint() {
  const uint8_t first = byte();
  if (first & 1)
    return first >> 1;
  const unsigned more = first ? llvm::countr_zero(first) : 8;
  StringRef rest = take(more, "a number");
  uint64_t value = 0;
  for (char c : llvm::reverse(rest))
    value = value << 8 | static_cast<uint8_t>(c);
  if (!first || !ok())
    return value;
  // The bits of the first byte above its marker are the lowest ones.
  return (value << 8 | first) >> (more + 1);
}

//   0 -> 0, 1 -> -1, 2 -> 1, 3 -> -2
int64_t ByteReader::svarint() {
  const uint64_t raw = varint();
  return static_cast<int64_t>((raw >> 1) ^ (~(raw & 1) + 1));
}

uint64_t ByteReader::varintWithFlag(bool &flag) {
  const uint64_t raw = varint();
  flag = raw & 1;
  return raw >> 1;
}

// Whoever reads the list may reserve memory for so many items.
uint64_t ByteReader::count(StringRef items) {
  const uint64_t number = varint();
  if (ok() && number > left()) {
    fail("the file ends within a list of " + Twine(number) + " " + items + ": " + Twine(left()) +
         " bytes are left");
    return 0;
  }
  return ok() ? number : 0;
}

// For names that stand outside of the table of strings.
StringRef ByteReader::untilNul(StringRef what) {
  StringRef rest = bytes.substr(position);
  const size_t end = rest.find('\0');
  if (end == StringRef::npos) {
    fail("the file ends within " + what);
    return {};
  }
  StringRef text = take(end, what);
  take(1, what);
  return text;
}

SmallVector<int64_t> ByteReader::svarints() {
  SmallVector<int64_t> numbers;
  for (uint64_t i = 0, n = count("numbers"); i < n && ok(); ++i)
    numbers.push_back(svarint());
  return numbers;
}

void ByteReader::expectEnd(StringRef what) {
  if (hasMore())
    fail(Twine(left()) + " bytes are left behind " + what);
}

} // namespace spmd::vhlo
