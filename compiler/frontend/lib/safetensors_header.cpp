// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The headers of .safetensors files, as text and as a list of tensors.
//
// A file comes from anywhere, so a header is checked as a whole: types, sizes without overflow,
// ranges inside of the file, no gaps and no overlaps.
#include "compiler/frontend/lib/safetensors.h"
#include "llvm/Support/JSON.h"
#include <algorithm>

namespace spmd {
namespace {

struct ElementName {
  const char *file; // in a header
  ElementType type;
  int64_t bytes;
};
/// The types that tensors have. Others of the format, such as F8_E4M3, are refused by name.
constexpr ElementName kElements[] = {
    {"BOOL", boolean, 1}, {"I8", i8, 1},     {"U8", u8, 1},   {"I16", i16, 2}, {"U16", u16, 2},
    {"F16", f16, 2},      {"BF16", bf16, 2}, {"I32", i32, 4}, {"U32", u32, 4}, {"F32", f32, 4},
    {"I64", i64, 8},      {"U64", u64, 8},   {"F64", f64, 8}, {"C64", c64, 8}};

const ElementName &nameOf(ElementType type) {
  return *std::find_if(std::begin(kElements), std::end(kElements),
                       [&](const ElementName &element) { return element.type == type; });
}

/// The bytes of all elements.
int64_t bytesOf(const Type &type) {
  int64_t bytes = widthOf(type.element);
  for (int64_t size : type.dims)
    bytes *= size;
  return bytes;
}

/// Reads one header; all messages begin with the path of its file.
class HeaderParser {
public:
  explicit HeaderParser(const std::string &path) : path(path) {}

  /// The entries in the order of their bytes, which count from the end of the header.
  std::vector<StoredTensor> parse(const std::string &text, int64_t dataBytes) const {
    llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
    if (!parsed)
      fail("its header is no JSON: " + llvm::toString(parsed.takeError()));
    const llvm::json::Object *object = parsed->getAsObject();
    if (!object)
      fail("its header is no JSON object");
    std::vector<StoredTensor> entries;
    for (const auto &[name, value] : *object)
      if (name != "__metadata__") // says nothing about tensors
        entries.push_back(entryOf(name, value));
    std::sort(entries.begin(), entries.end(), [](const StoredTensor &a, const StoredTensor &b) {
      return std::tuple(a.begin, a.begin + bytesOf(a.type), a.name) <
             std::tuple(b.begin, b.begin + bytesOf(b.type), b.name);
    });
    checkRanges(entries, dataBytes);
    return entries;
  }

private:
  /// Throws "model.safetensors: MESSAGE".
  [[noreturn]] void fail(const std::string &message) const { throw Error(path + ": " + message); }

  StoredTensor entryOf(llvm::StringRef name, const llvm::json::Value &value) const;
  void checkRanges(const std::vector<StoredTensor> &entries, int64_t dataBytes) const;

  const std::string &path;
};

/// One tensor, whose number of bytes is that of its type and shape.
StoredTensor HeaderParser::entryOf(llvm::StringRef name, const llvm::json::Value &value) const {
  StoredTensor entry{name.str(), {}};
  const std::string at = "'" + entry.name + "' ";
  const llvm::json::Object *object = value.getAsObject();
  const auto type = object ? object->getString("dtype") : std::nullopt;
  const auto *shape = object ? object->getArray("shape") : nullptr;
  const auto *offsets = object ? object->getArray("data_offsets") : nullptr;
  if (!type || !shape || !offsets || offsets->size() != 2)
    fail(at + "has no dtype, shape and data_offsets");
  const auto *element = std::find_if(std::begin(kElements), std::end(kElements),
                                     [&](const ElementName &known) { return *type == known.file; });
  if (element == std::end(kElements))
    fail(at + "has elements of type " + type->str() + ", which tensors do not have");
  entry.type.element = element->type;
  int64_t bytes = element->bytes;
  for (const llvm::json::Value &dim : *shape) {
    const auto size = dim.getAsInteger();
    if (!size || *size < 0 || __builtin_mul_overflow(bytes, *size, &bytes))
      fail(at + "has a shape with a size that is no size, or more bytes than fit 63 bits");
    entry.type.dims.push_back(*size);
  }
  const auto begin = (*offsets)[0].getAsInteger(), end = (*offsets)[1].getAsInteger();
  if (!begin || !end || *begin < 0 || *end < *begin || *end - *begin != bytes)
    fail(at + "has data_offsets that do not hold its " + std::to_string(bytes) + " bytes");
  entry.begin = *begin;
  return entry;
}

/// Entries follow each other without gaps, from the header to the end of the file.
void HeaderParser::checkRanges(const std::vector<StoredTensor> &entries, int64_t dataBytes) const {
  int64_t end = 0;
  for (const StoredTensor &entry : entries) {
    if (entry.begin != end)
      fail("'" + entry.name + "' begins at byte " + std::to_string(entry.begin) +
           " of the data, the tensor before it ends at " + std::to_string(end));
    end = entry.begin + bytesOf(entry.type);
  }
  if (end != dataBytes)
    fail("its tensors have " + std::to_string(end) + " bytes, the file has " +
         std::to_string(dataBytes) + " for them");
}

/// The header as text, filled up with spaces to a multiple of eight bytes, behind its length, which
/// is little-endian.
std::string headerOf(const std::vector<StoredTensor> &tensors) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out);
  json.object([&] {
    for (const StoredTensor &tensor : tensors)
      json.attributeObject(tensor.name, [&] {
        json.attribute("dtype", nameOf(tensor.type.element).file);
        json.attributeArray("shape", [&] {
          for (int64_t size : tensor.type.dims)
            json.value(size);
        });
        json.attributeArray("data_offsets", [&] {
          json.value(tensor.begin);
          json.value(tensor.begin + bytesOf(tensor.type));
        });
      });
  });
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string length;
  for (int i = 0; i < 8; ++i)
    length += char(uint64_t(text.size()) >> (8 * i));
  return length + text;
}

} // namespace

int64_t widthOf(ElementType type) { return nameOf(type).bytes; }

/// Tensors are grouped by width: with wide ones first, each begins at a multiple of its own width.
StoredTensors storedTensors(const std::vector<std::pair<std::string, Type>> &tensors) {
  StoredTensors stored;
  int64_t end = 0;
  for (int64_t width : {8, 4, 2, 1})
    for (const auto &[name, type] : tensors)
      if (widthOf(type.element) == width) {
        stored.tensors.push_back({name, type, end});
        end += bytesOf(type);
      }
  stored.header = headerOf(stored.tensors);
  for (StoredTensor &tensor : stored.tensors)
    tensor.begin += int64_t(stored.header.size());
  stored.fileBytes = int64_t(stored.header.size()) + end;
  return stored;
}

/// Places count from the beginning of the file, so that readers need not know where its data begin.
/// The text of the header itself is not kept.
StoredTensors parsedHeader(const std::string &path, const std::string &text, int64_t dataBegin,
                           int64_t fileBytes) {
  StoredTensors stored{"", HeaderParser(path).parse(text, fileBytes - dataBegin), fileBytes};
  for (StoredTensor &tensor : stored.tensors)
    tensor.begin += dataBegin;
  return stored;
}

} // namespace spmd
