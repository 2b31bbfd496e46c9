// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and writes the header of a .npy file, which is one Python literal.
#include "runtime/npy_header.h"
#include "runtime/failure.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace spmd::rt {
namespace {

/// A recursive-descent parser of the dictionary {'descr': '<f4', 'fortran_order': False, 'shape':
/// (3, 4), }. The keys may come in any order.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : rest(text) {}

  /// Fails with the text that was found and what was expected in its place.
  llvm::Error parse(NpyHeader &header) {
    bool seen[3] = {};
    if (!eat('{'))
      return unexpected("'{'");
    while (!eat('}')) {
      std::string_view key;
      if (!quoted(key) || !eat(':'))
        return unexpected("a quoted key and ':'");
      if (key == "descr") {
        std::string_view descr;
        if (!quoted(descr))
          return unexpected("a plain element type (records are not taken)");
        if (llvm::Error e = setType(descr, header))
          return e;
        seen[0] = true;
      } else if (key == "fortran_order") {
        header.columnMajor = word("True");
        if (!header.columnMajor && !word("False"))
          return unexpected("True or False");
        seen[1] = true;
      } else if (key == "shape") {
        if (!eat('('))
          return unexpected("'('");
        for (int64_t size = 0; !eat(')'); eat(',')) {
          if (!number(size))
            return unexpected("a size");
          header.shape.push_back(size);
        }
        seen[2] = true;
      } else {
        return failure("has an unknown header key '{}'", key);
      }
      eat(',');
    }
    if (!seen[0] || !seen[1] || !seen[2])
      return failure("has a header without descr, fortran_order or shape");
    return llvm::Error::success();
  }

private:
  std::string_view rest;

  // Example: has a header with 'true, 'shape': (3,), ' where True or False is expected.
  llvm::Error unexpected(std::string_view wanted) {
    return failure("has a header with '{}' where {} is expected", rest.substr(0, 20), wanted);
  }
  // The functions below skip blanks and then consume a token. They return false where another token
  // comes next.
  void skip() {
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\n'))
      rest.remove_prefix(1);
  }
  bool eat(char c) {
    skip();
    bool there = !rest.empty() && rest[0] == c;
    if (there)
      rest.remove_prefix(1);
    return there;
  }
  // Consumes a keyword such as True.
  bool word(std::string_view w) {
    skip();
    bool there = rest.starts_with(w);
    if (there)
      rest.remove_prefix(w.size());
    return there;
  }
  // Consumes a Python string without escapes and returns its contents.
  bool quoted(std::string_view &text) {
    skip();
    if (rest.empty() || (rest[0] != '\'' && rest[0] != '"'))
      return false;
    size_t end = rest.find(rest[0], 1);
    if (end == std::string_view::npos)
      return false;
    text = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return true;
  }
  // A number without sign; false where it does not fit 63 bits.
  bool number(int64_t &value) {
    skip();
    size_t digits = 0;
    for (value = 0; digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9'; ++digits)
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, rest[digits] - '0', &value))
        return false;
    rest.remove_prefix(digits);
    return digits > 0;
  }

  // '<f4', '=f4' and '|i1' name a type with its byte order; on a little-endian machine '=' is '<'.
  // 'V1' and 'V2' are raw bytes, which NumPy writes for types that it does not know, such as
  // bfloat16 of ml_dtypes.
  static llvm::Error setType(std::string_view descr, NpyHeader &header) {
    if (descr.starts_with('>'))
      return failure("has element type '{}': big endian, only little endian is taken", descr);
    std::string_view name = descr;
    if (!name.empty() && std::string_view("<|=").find(name[0]) != std::string_view::npos)
      name.remove_prefix(1);
    if (name == "V1" || name == "V2") {
      header.type = name == "V1" ? DType::U8 : DType::U16;
      header.rawBits = true;
      return llvm::Error::success();
    }
    for (int t = 0; t <= int(DType::C128); ++t)
      if (npyName(DType(t)) == name) {
        header.type = DType(t); // the first type with this name is NumPy's own
        return llvm::Error::success();
      }
    return failure("has element type '{}', which is not a number", descr);
  }
};

} // namespace

llvm::Expected<NpyHeader> parseNpyHeader(std::string_view dictionary) {
  NpyHeader header;
  if (llvm::Error e = HeaderParser(dictionary).parse(header))
    return e;
  return header;
}

// Floats that NumPy lacks are written as unsigned bits ("u2" for bf16), so a file of type u2 fits
// bf16. Integers of 2 and 4 bits are written as those of 8 bits. Raw bytes fit all types that NumPy
// lacks.
bool NpyHeader::fits(DType wanted) const {
  bool travelsAsBits = npyName(wanted)[0] == 'u';
  if (type == wanted)
    return !rawBits || travelsAsBits;
  if (unusedBits(wanted) && rawBits)
    return type == DType::U8;
  return (isFloat(wanted) || unusedBits(wanted)) && npyName(wanted) == npyName(type);
}

// A tuple of one element needs a comma in Python: (3,). The header has 10 bytes before the
// dictionary, and a line feed ends it.
std::string npyHeaderText(DType type, std::span<const int64_t> shape) {
  std::string sizes = fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  char order = sizeOf(type) == 1 ? '|' : '<';
  std::string dict = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': {}, }}",
                                 order, npyName(type), sizes);
  // The line feed is the last byte of the header, which ends at a multiple of 64.
  dict.append(63 - (10 + dict.size()) % 64, ' ');
  dict += '\n';
  std::string text(kNpyMagic);
  text += {'\x01', '\0', char(dict.size() & 0xff), char(dict.size() >> 8)};
  return text + dict;
}

} // namespace spmd::rt
