// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes and reads programs as bytes. The fields of each struct are listed once, in `fields`. The
// Writer and the Reader both visit them, so the two cannot disagree on the layout.
#include "runtime/serialize.h"
#include "runtime/abi.h"
#include "runtime/failure.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <fmt/format.h>
#include <type_traits>

namespace spmd::rt {

namespace {

// The magic contains line ends, so that a transfer which converts line ends damages it visibly (as
// in PNG).
constexpr char kMagic[8] = {'S', 'P', 'M', 'D', 'X', '\r', '\n', 0x1a};

// Precedes the fields in the file.
// A file:
//   8 bytes    magic
//   2 x 4      version of the layout, version of the ABI
//   2 x 8      length and checksum of the rest
//   the rest   the fields of Program
struct Header {
  char magic[8];
  uint32_t version, abiVersion;
  uint64_t bytes, checksum; // of the bytes after the header
};

// The fields of each struct in the order of the file; those of LibraryConfig are in
// runtime/kernels/library_config.h. A new field belongs here, and kProgramVersion
// grows.
template <class A> void fields(A &a, Address &x) { a(x.space, x.index, x.offset); }
template <class A> void fields(A &a, DynamicOffset &x) {
  a(x.index, x.type, x.limit, x.strideBytes);
}
template <class A> void fields(A &a, Operand &x) { a(x.base, x.bytes, x.dynamic, x.strides); }
template <class A> void fields(A &a, Digit &x) { a(x.stride, x.size); }
// Vectors of vectors need no code of their own: the archives visit lists recursively.
template <class A> void fields(A &a, Groups &x) { a(x.digits, x.listed, x.deviceOrder); }
template <class A> void fields(A &a, KernelCommand &x) {
  a(x.kernel, x.extent, x.grain, x.operands, x.results);
}
template <class A> void fields(A &a, LibraryCommand &x) {
  a(x.config, x.operands, x.results, x.callback);
}
template <class A> void fields(A &a, PartitionIdCommand &x) { a(x.result); }
template <class A> void fields(A &a, CopyCommand &x) { a(x.source, x.target); }
template <class A> void fields(A &a, CollectivePart &x) {
  a(x.source, x.target, x.type, x.shape, x.root);
}
template <class A> void fields(A &a, CollectiveStart &x) {
  a(x.id, x.kind, x.reduction, x.dim, x.concatDim, x.groups, x.pairs, x.parts, x.skipsLastTrip);
}
template <class A> void fields(A &a, CollectiveDone &x) { a(x.id); }
template <class A> void fields(A &a, WhileCommand &x) {
  a(x.cond, x.body, x.predicate, x.tripCount);
}
template <class A> void fields(A &a, LoopCommand &x) {
  a(x.kernel, x.tripCount, x.grain, x.predicate, x.operands, x.results);
}
template <class A> void fields(A &a, CaseCommand &x) { a(x.selector, x.type, x.branches); }
template <class A> void fields(A &a, BlocksCommand &x) {
  a(x.loops, x.serialLoops, x.first, x.rest, x.localBytes);
}
template <class A> void fields(A &a, Command &x) { a(x.action, x.location); }
template <class A> void fields(A &a, Border &x) {
  a(x.type, x.globalShape, x.localShape, x.splits, x.deviceOrder, x.alias, x.donated, x.location,
    x.name, x.memory);
}
template <class A> void fields(A &a, Table &x) { a(x.rowBytes, x.rows); }
template <class A> void fields(A &a, Kernel &x) { a(x.symbol, x.object); }
template <class A> void fields(A &a, Program &x) {
  a(x.name, x.deviceCount, x.axisNames, x.axisSizes, x.arguments, x.results, x.tables, x.blocks,
    x.kernels, x.objects, x.constants, x.arenaBytes, x.locations, x.cpuFeatures);
}

/// The last value of each enumeration. The Reader refuses larger ones.
constexpr Space lastOf(Space) { return Space::Table; }
constexpr CollectiveKind lastOf(CollectiveKind) { return CollectiveKind::Broadcast; }
constexpr ReductionKind lastOf(ReductionKind) { return ReductionKind::Or; }

// Appends values to `bytes`: numbers and enumerations as they are in the memory of a little-endian
// machine, lists and texts after their 64-bit length, a variant after the index of its alternative.
class Writer {
public:
  std::vector<uint8_t> bytes;

  template <class... T> void operator()(const T &...values) { (write(values), ...); }

private:
  void append(const void *data, size_t size) {
    auto *begin = static_cast<const uint8_t *>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  template <class T> void write(const T &value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      append(&value, sizeof(value));
    else
      fields(*this, const_cast<T &>(value)); // the Writer only reads
  }
  void write(const std::string &text) {
    write(uint64_t(text.size()));
    append(text.data(), text.size());
  }
  // Lists of numbers are copied in one piece; object code and constants are large.
  template <class T> void write(const std::vector<T> &values) {
    write(uint64_t(values.size()));
    if constexpr (std::is_arithmetic_v<T>)
      append(values.data(), values.size() * sizeof(T));
    else
      for (const T &value : values)
        write(value);
  }
  template <class T, size_t n> void write(const std::array<T, n> &values) {
    for (const T &value : values)
      write(value);
  }
  template <class... T> void write(const std::variant<T...> &value) {
    write(uint8_t(value.index()));
    std::visit([this](const auto &alternative) { this->write(alternative); }, value);
  }
};

/// Reads what the Writer wrote. After the first problem everything reads as empty, and `problem`
/// describes it.
class Reader {
public:
  explicit Reader(std::span<const uint8_t> bytes) : rest(bytes) {}
  std::string problem;

  // Called by fields() with the members of a struct.
  template <class... T> void operator()(T &...values) { (read(values), ...); }
  size_t left() const { return rest.size(); }

private:
  // Keeps the first problem and drops the rest of the bytes, so that every later read is empty and
  // ends fast.
  void wrong(std::string text) {
    if (problem.empty())
      problem = std::move(text);
    rest = {};
  }
  // Copies `size` bytes, or records how many are missing.
  void take(void *data, size_t size) {
    if (size > rest.size())
      return wrong(fmt::format("{} bytes are missing", size - rest.size()));
    if (size)
      memcpy(data, rest.data(), size);
    rest = rest.subspan(size);
  }
  // A boolean is read as a byte: any other value than 0 and 1 in a bool would be undefined
  // behaviour.
  template <class T> void read(T &value) {
    if constexpr (std::is_same_v<T, bool>) {
      uint8_t byte = 0;
      take(&byte, 1);
      value = byte != 0;
    } else if constexpr (std::is_arithmetic_v<T>) {
      take(&value, sizeof(value));
    } else if constexpr (std::is_enum_v<T>) {
      take(&value, sizeof(value));
      if (value > lastOf(T()))
        wrong(fmt::format("{} is no value of its enumeration", int(value)));
    } else {
      fields(*this, value);
    }
  }
  /// Reads the number of elements of a list. Each element takes at least one byte, so a wrong count
  /// cannot request more memory than the file has.
  size_t readCount(size_t elementBytes) {
    uint64_t count = 0;
    read(count);
    if (count > rest.size() / elementBytes) {
      wrong(fmt::format("a list of {} elements in {} bytes", count, rest.size()));
      return 0;
    }
    return size_t(count);
  }
  void read(std::string &text) {
    text.resize(readCount(1));
    take(text.data(), text.size());
  }
  template <class T> void read(std::vector<T> &values) {
    if constexpr (std::is_arithmetic_v<T>) {
      values.resize(readCount(sizeof(T)));
      take(values.data(), values.size() * sizeof(T));
    } else {
      size_t count = readCount(1);
      for (size_t i = 0; i < count && problem.empty(); ++i)
        read(values.emplace_back());
    }
  }
  template <class T, size_t n> void read(std::array<T, n> &values) {
    for (T &value : values)
      read(value);
  }
  // The index chooses the kind of command.
  template <class... T> void read(std::variant<T...> &value) {
    uint8_t index = 0;
    read(index);
    if (index >= sizeof...(T))
      return wrong(fmt::format("a command of kind {}", index));
    readAlternative(value, index, std::index_sequence_for<T...>());
  }
  // Reads the alternative `index`: expands to one comparison for each type of the variant.
  template <class V, size_t... i>
  void readAlternative(V &value, size_t index, std::index_sequence<i...>) {
    ((index == i ? read(value.template emplace<i>()) : void()), ...);
  }

  std::span<const uint8_t> rest;
};

// xxh3 finds damage; it does not protect against forgery.
uint64_t checksumOf(std::span<const uint8_t> bytes) {
  return llvm::xxh3_64bits(llvm::ArrayRef<uint8_t>(bytes.data(), bytes.size()));
}

} // namespace

// The header is filled in last: its checksum covers the body.
std::vector<uint8_t> serializeProgram(const Program &program) {
  Writer writer;
  writer.bytes.resize(sizeof(Header));
  writer(program);
  std::span<const uint8_t> body = std::span(writer.bytes).subspan(sizeof(Header));
  Header header{.version = kProgramVersion,
                .abiVersion = kAbiVersion,
                .bytes = body.size(),
                .checksum = checksumOf(body)};
  memcpy(header.magic, kMagic, sizeof(kMagic));
  memcpy(writer.bytes.data(), &header, sizeof(header));
  return std::move(writer.bytes);
}

// Checks magic, versions, length and checksum before it interprets the body. The body is checked
// again while it is read, because a checksum does not protect against forged files.
llvm::Expected<Program> deserializeProgram(std::span<const uint8_t> bytes, std::string_view name) {
  Header header;
  if (bytes.size() < sizeof(header) || memcmp(bytes.data(), kMagic, sizeof(kMagic)) != 0)
    return failure("{}: is no compiled program", name);
  memcpy(&header, bytes.data(), sizeof(header));
  if (header.version != kProgramVersion || header.abiVersion != kAbiVersion)
    return failure("{}: program version {}, ABI {}; this build runs version {}, ABI {}; "
                   "compile it again",
                   name, header.version, header.abiVersion, kProgramVersion, kAbiVersion);
  std::span<const uint8_t> body = bytes.subspan(sizeof(header));
  if (body.size() != header.bytes)
    return failure("{}: {} bytes where {} were written", name, body.size(), header.bytes);
  if (uint64_t checksum = checksumOf(body); checksum != header.checksum)
    return failure("{}: damaged, checksum {:016x} where {:016x} was written", name, checksum,
                   header.checksum);
  Program program;
  Reader reader(body);
  reader(program);
  if (reader.problem.empty() && reader.left())
    reader.problem = fmt::format("{} bytes too many", reader.left());
  if (!reader.problem.empty())
    return failure("{}: {}", name, reader.problem);
  return program;
}

llvm::Error saveProgram(const Program &program, const std::string &path) {
  // Written beside its final place and then renamed, so that nobody reads half a program.
  std::string temporary = path + ".new";
  std::error_code code;
  llvm::raw_fd_ostream file(temporary, code, llvm::sys::fs::OF_None);
  if (!code) {
    std::vector<uint8_t> bytes = serializeProgram(program);
    file.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    file.close();
    code = file.error();
    file.clear_error();
  }
  if (!code)
    code = llvm::sys::fs::rename(temporary, path);
  if (code)
    return failure("{}: cannot be written: {}", path, code.message());
  return llvm::Error::success();
}

// The file is mapped or read whole, and its bytes are copied into the program.
llvm::Expected<Program> loadProgram(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return failure("{}: {}", path, file.getError().message());
  llvm::StringRef text = (*file)->getBuffer();
  return deserializeProgram({reinterpret_cast<const uint8_t *>(text.data()), text.size()}, path);
}

uint64_t fingerprintOf(const Program &program) { return checksumOf(serializeProgram(program)); }

} // namespace spmd::rt
