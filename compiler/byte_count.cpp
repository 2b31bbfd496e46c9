// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads numbers of bytes (byte_count.h).
#include "compiler/byte_count.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

/// Fractions are refused: 1.5MiB is 1536KiB.
llvm::Expected<int64_t> spmd::parseByteCount(StringRef text) {
  StringRef number = text.take_while(isDigit), unit = text.drop_front(number.size()).trim();
  // Binary units, as sizes of arrays are written.
  int shift = StringSwitch<int>(unit)
                  .Cases({"", "B"}, 0)
                  .Case("KiB", 10)
                  .Case("MiB", 20)
                  .Case("GiB", 30)
                  .Default(-1);
  int64_t value = 0;
  if (shift < 0 || number.getAsInteger(10, value) || value > (INT64_MAX >> shift))
    return createStringError(inconvertibleErrorCode(),
                             "'" + text +
                                 "' is no number of bytes such as 4096, 28KiB, 1MiB or 2GiB");
  return value << shift;
}
