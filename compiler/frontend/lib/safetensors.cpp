// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception The format of .safetensors files. A file
// comes from anywhere, so the header is checked as a whole: types, sizes without overflow, ranges
// inside of the file, no gaps and no overlaps.
#include "compiler/frontend/lib/safetensors.h"
#include "runtime/npz.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace spmd {
namespace {

/// The limit of the reference implementation; a longer header is taken for a damaged file.
constexpr uint64_t kLongestHeader = 100'000'000;

struct ElementName {
  const char *file, *own; // in the file, and in a HostArray
  int64_t bytes;
};
/// The types that tensors have. Others of the format, such as F8_E4M3, are refused by name.
constexpr ElementName kElements[] = {
    {"BOOL", "i1", 1},  {"I8", "i8", 1},           {"U8", "ui8", 1},    {"I16", "i16", 2},
    {"U16", "ui16", 2}, {"F16", "f16", 2},         {"BF16", "bf16", 2}, {"I32", "i32", 4},
    {"U32", "ui32", 4}, {"F32", "f32", 4},         {"I64", "i64", 8},   {"U64", "ui64", 8},
    {"F64", "f64", 8},  {"C64", "complex<f32>", 8}};

/// A tensor of the header.
struct Entry {
  std::string name;
  const ElementName *element = nullptr;
  std::vector<int64_t> shape;
  int64_t begin = 0, end = 0; // bytes behind the header
};

/// Reads one file; all messages begin with its path.
class SafetensorsReader {
public:
  explicit SafetensorsReader(const std::string &path) : path(path), in(path, std::ios::binary) {
    std::error_code error;
    fileBytes = std::filesystem::file_size(path, error);
    if (error || !in)
      fail(error ? error.message() : "it cannot be opened");
  }

  /// All tensors. Memory is taken for one tensor at a time, after its range was found to lie in the
  /// file: a header that promises terabytes costs nothing.
  NamedArrays read() {
    std::vector<Entry> entries = readHeader();
    NamedArrays arrays;
    for (const Entry &entry : entries) {
      HostArray array{entry.element->own, entry.shape, {}};
      array.bytes.resize(size_t(entry.end - entry.begin));
      if (!in.read(reinterpret_cast<char *>(array.bytes.data()), int64_t(array.bytes.size())))
        fail("'" + entry.name + "' cannot be read");
      if (array.dtype == "i1")
        for (std::byte byte : array.bytes)
          if (byte > std::byte(1))
            fail("'" + entry.name + "' has a boolean that is neither 0 nor 1");
      arrays.emplace_back(entry.name, std::move(array));
    }
    return arrays;
  }

private:
  /// Throws "model.safetensors: MESSAGE".
  [[noreturn]] void fail(const std::string &message) const { throw Error(path + ": " + message); }

  std::vector<Entry> readHeader();
  Entry entryOf(llvm::StringRef name, const llvm::json::Value &value) const;
  void checkRanges(const std::vector<Entry> &entries, uint64_t dataBytes) const;

  std::string path;
  std::ifstream in;
  uint64_t fileBytes = 0;
};

/// The entries in the order of their bytes; the file stands behind the header then.
std::vector<Entry> SafetensorsReader::readHeader() {
  unsigned char length[8];
  if (fileBytes < sizeof length || !in.read(reinterpret_cast<char *>(length), sizeof length))
    fail("a file of " + std::to_string(fileBytes) + " bytes is no .safetensors file");
  uint64_t headerBytes = 0;
  for (int i = 7; i >= 0; --i) // little-endian
    headerBytes = headerBytes << 8 | length[i];
  if (headerBytes > fileBytes - sizeof length || headerBytes > kLongestHeader)
    fail("its header has " + std::to_string(headerBytes) + " bytes, the file " +
         std::to_string(fileBytes));
  std::string text(headerBytes, 0);
  if (!in.read(text.data(), int64_t(headerBytes)))
    fail("its header cannot be read");
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  if (!parsed)
    fail("its header is no JSON: " + llvm::toString(parsed.takeError()));
  const llvm::json::Object *object = parsed->getAsObject();
  if (!object)
    fail("its header is no JSON object");
  std::vector<Entry> entries;
  for (const auto &[name, value] : *object)
    if (name != "__metadata__")
      entries.push_back(entryOf(name, value));
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  checkRanges(entries, fileBytes - sizeof length - headerBytes);
  return entries;
}

/// One tensor, whose number of bytes is that of its type and shape.
Entry SafetensorsReader::entryOf(llvm::StringRef name, const llvm::json::Value &value) const {
  Entry entry{name.str()};
  const std::string at = "'" + entry.name + "' ";
  const llvm::json::Object *object = value.getAsObject();
  const auto type = object ? object->getString("dtype") : std::nullopt;
  const auto *shape = object ? object->getArray("shape") : nullptr;
  const auto *offsets = object ? object->getArray("data_offsets") : nullptr;
  if (!type || !shape || !offsets || offsets->size() != 2)
    fail(at + "has no dtype, shape and data_offsets");
  for (const ElementName &element : kElements)
    if (*type == element.file)
      entry.element = &element;
  if (!entry.element)
    fail(at + "has elements of type " + type->str() + ", which tensors do not have");
  int64_t bytes = entry.element->bytes;
  for (const llvm::json::Value &dim : *shape) {
    const auto size = dim.getAsInteger();
    if (!size || *size < 0 || __builtin_mul_overflow(bytes, *size, &bytes))
      fail(at + "has a shape with a size that is no size, or more bytes than fit 63 bits");
    entry.shape.push_back(*size);
  }
  const auto begin = (*offsets)[0].getAsInteger(), end = (*offsets)[1].getAsInteger();
  if (!begin || !end || *begin < 0 || *end < *begin || *end - *begin != bytes)
    fail(at + "has data_offsets that do not hold its " + std::to_string(bytes) + " bytes");
  entry.begin = *begin;
  entry.end = *end;
  return entry;
}

/// Entries follow each other without gaps, from the header to the end of the file.
void SafetensorsReader::checkRanges(const std::vector<Entry> &entries, uint64_t dataBytes) const {
  int64_t end = 0;
  for (const Entry &entry : entries) {
    if (entry.begin != end)
      fail("'" + entry.name + "' begins at byte " + std::to_string(entry.begin) +
           " of the data, the tensor before it ends at " + std::to_string(end));
    end = entry.end;
  }
  if (uint64_t(end) != dataBytes)
    fail("its tensors have " + std::to_string(end) + " bytes, the file has " +
         std::to_string(dataBytes) + " for them");
}

/// The header as text, filled up with spaces to a multiple of eight bytes.
std::string headerOf(const NamedArrays &arrays, const std::string &path) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out);
  int64_t end = 0;
  json.object([&] {
    for (const auto &[name, array] : arrays) {
      const auto *element = std::find_if(std::begin(kElements), std::end(kElements),
                                         [&](const auto &e) { return array.dtype == e.own; });
      if (element == std::end(kElements))
        throw Error(path + ": '" + name + "' has elements of type " + array.dtype);
      const int64_t begin = end;
      end += int64_t(array.bytes.size());
      json.attributeObject(name, [&] {
        json.attribute("dtype", element->file);
        json.attributeArray("shape", [&] {
          for (int64_t size : array.shape)
            json.value(size);
        });
        json.attributeArray("data_offsets", [&] {
          json.value(begin);
          json.value(end);
        });
      });
    }
  });
  text.append((8 - text.size() % 8) % 8, ' ');
  return text;
}

/// The width of an element, for the order of tensors.
int64_t widthOf(const HostArray &array) {
  for (const ElementName &element : kElements)
    if (array.dtype == element.own)
      return element.bytes;
  return 0;
}

} // namespace

/// Metadata ("__metadata__") says nothing about tensors and is skipped.
NamedArrays readSafetensors(const std::string &path) { return SafetensorsReader(path).read(); }

/// The file is written beside its place and renamed, so that no reader sees half of it. Tensors are
/// grouped by width: with wide ones first, each begins at a multiple of its own width.
void writeSafetensors(const std::string &link, NamedArrays arrays) {
  const std::string path = rt::fileBehindLinks(link);
  NamedArrays ordered;
  for (int64_t width : {8, 4, 2, 1})
    for (auto &named : arrays)
      if (widthOf(named.second) == width)
        ordered.push_back(std::move(named));
  const std::string header = headerOf(ordered, path);
  const std::string part = path + ".part" + std::to_string(getpid());
  std::ofstream out(part, std::ios::binary);
  for (int i = 0; i < 8; ++i)
    out.put(char(uint64_t(header.size()) >> (8 * i)));
  out << header;
  for (const auto &[name, array] : ordered)
    out.write(reinterpret_cast<const char *>(array.bytes.data()), int64_t(array.bytes.size()));
  out.close();
  std::error_code error;
  if (out)
    std::filesystem::rename(part, path, error);
  if (!out || error) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw Error(path + ": it cannot be written" + (error ? ": " + error.message() : ""));
  }
}

} // namespace spmd
