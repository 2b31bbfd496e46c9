// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests reading and writing of .npy and .npz files, with files that NumPy would not write too.
#include "runtime/npy_header.h"
#include "runtime/npz.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <zip.h>

namespace spmd::rt {
namespace {

/// A temporary folder that is removed at the end of the test.
struct Folder {
  llvm::SmallString<128> path;
  Folder() { EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("npz_test", path)); }
  ~Folder() { llvm::sys::fs::remove_directories(path); }
  std::string file(std::string name) const { return (path + "/" + name).str(); }
};

// An array whose bytes count up; booleans alternate.
Array counting(DType type, std::vector<int64_t> shape) {
  Array array = llvm::cantFail(Array::allocate(type, std::move(shape)));
  for (uint64_t i = 0; i < array.byteCount(); ++i)
    array.data()[i] = std::byte(type == DType::Pred ? i % 2 : i);
  return array;
}

// All bytes of a file.
std::string contents(const std::string &path) {
  return llvm::cantFail(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(path)))
      ->getBuffer()
      .str();
}

void write(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// The bytes of a .npy file with any dictionary and version, valid or not.
std::string npy(std::string dictionary, std::string data, char version = 1) {
  dictionary += '\n';
  std::string text = std::string(kNpyMagic) + version + '\0' + char(dictionary.size() & 255) +
                     char(dictionary.size() >> 8);
  if (version > 1)
    text += std::string(2, '\0');
  return text + dictionary + data;
}

// The error message of a result, or "".
template <class T> std::string message(llvm::Expected<T> value) {
  return value ? "" : llvm::toString(value.takeError());
}

// The array of a .npy file.
llvm::Expected<Array> readNpy(const std::string &path) {
  auto file = NpzFile::open(path);
  return file ? file->read("arr_0") : file.takeError();
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

// All element types, a scalar, a vector and an array without elements. bf16 comes back as u16 where
// no type is wanted.
TEST(Npz, RoundTripsEveryType) {
  Folder folder;
  // One member for each type, in the order of DType.
  std::vector<std::pair<std::string, Array>> members;
  for (int t = 0; t <= int(DType::U4); ++t)
    members.emplace_back("arg" + std::to_string(t), counting(DType(t), {2, 3}));
  members.emplace_back("scalar", counting(DType::F32, {}));
  members.emplace_back("vector", counting(DType::S64, {5}));
  members.emplace_back("empty", counting(DType::F32, {0, 4}));
  std::string path = folder.file("all.npz");
  ASSERT_EQ(llvm::toString(writeNpz(path, members)), "");
  auto file = NpzFile::open(path);
  ASSERT_EQ(message(std::move(file)), "");
  file = NpzFile::open(path);
  EXPECT_EQ(file->names().size(), members.size());
  for (auto &[name, array] : members) {
    auto back = file->read(name, {array.type, array.shape});
    ASSERT_TRUE(bool(back)) << llvm::toString(back.takeError());
    EXPECT_FALSE(firstMismatch(*back, array, {})) << name;
  }
  EXPECT_EQ(file->read("arg" + std::to_string(int(DType::BF16)))->type, DType::U16);
}

// The archive has no time stamps.
TEST(Npz, SameArraysGiveTheSameBytes) {
  Folder folder;
  for (const char *name : {"a.npz", "b.npz"})
    ASSERT_EQ(llvm::toString(writeNpz(folder.file(name), {{"x", counting(DType::F32, {7})}})), "");
  EXPECT_EQ(contents(folder.file("a.npz")), contents(folder.file("b.npz")));
}

// NumPy's savez_compressed writes such members; they are made here with libzip.
TEST(Npz, ReadsDeflatedMembers) {
  Folder folder;
  std::string bytes =
      npy("{'descr': '<i4', 'fortran_order': False, 'shape': (1000,), }", std::string(4000, '\1'));
  std::string path = folder.file("d.npz");
  zip_t *archive = zip_open(path.c_str(), ZIP_CREATE, nullptr);
  zip_int64_t i =
      zip_file_add(archive, "x.npy", zip_source_buffer(archive, bytes.data(), bytes.size(), 0), 0);
  zip_set_file_compression(archive, i, ZIP_CM_DEFLATE, 9);
  ASSERT_EQ(zip_close(archive), 0);
  // The file is really compressed.
  ASSERT_LT(contents(path).size(), 1000u);
  auto file = NpzFile::open(path);
  auto x = file->read("x", {DType::S32, {1000}});
  ASSERT_TRUE(bool(x)) << llvm::toString(x.takeError());
  EXPECT_EQ(x->as<int32_t>()[999], 0x01010101);
}

// All three versions of the format, a dictionary with double quotes, and Fortran order.
TEST(Npz, ReadsVersionsAndColumnMajorOrder) {
  Folder folder;
  for (char version : {1, 2, 3}) {
    std::string path = folder.file("v.npy");
    write(path, npy("{\"descr\": '|u1', 'fortran_order': True, 'shape': (2, 3)}", "\1\4\2\5\3\6",
                    version));
    auto array = readNpy(path);
    ASSERT_TRUE(bool(array)) << llvm::toString(array.takeError());
    EXPECT_EQ(array->shape, (std::vector<int64_t>{2, 3}));
    EXPECT_TRUE(std::ranges::equal(array->as<uint8_t>(), std::array{1, 2, 3, 4, 5, 6}));
  }
}

// '|V2' is how NumPy writes bfloat16 of ml_dtypes.
TEST(Npz, TakesRawBitsAsBf16Only) {
  Folder folder;
  std::string path = folder.file("v.npy");
  write(path,
        npy("{'descr': '|V2', 'fortran_order': False, 'shape': (1,)}", std::string("\x80\x3f", 2)));
  auto file = NpzFile::open(path);
  EXPECT_EQ(file->read("arr_0", {DType::BF16, {1}})->as<uint16_t>()[0], 0x3f80);
  EXPECT_HAS(message(file->read("arr_0", {DType::S16, {1}})),
             "1xui16 (raw bits) where the program wants 1xi16");
}

// The header is padded to 64 bytes, as NumPy does it, so that elements are aligned in the file.
TEST(Npz, PadsHeaders) {
  Folder folder;
  Array x = counting(DType::F64, {3});
  std::string header = npyHeaderText(x.type, x.shape);
  EXPECT_EQ(header.size() % 64, 0u);
  write(folder.file("x.npy"),
        header + std::string(reinterpret_cast<const char *>(x.data()), x.byteCount()));
  EXPECT_FALSE(firstMismatch(*readNpy(folder.file("x.npy")), x, {}));
}

// Messages about files: missing, a device, a folder, no archive, empty, not writable.
TEST(Npz, SaysWhatIsWrongWithAFile) {
  Folder folder;
  EXPECT_HAS(message(NpzFile::open(folder.file("none.npz"))), "none.npz: no such file");
  EXPECT_EQ(message(NpzFile::open("/dev/null")), "/dev/null: not a regular file");
  EXPECT_HAS(message(NpzFile::open(folder.path.str().str())), ": not a regular file");
  write(folder.file("text.npz"), "some text that is no archive");
  EXPECT_HAS(message(NpzFile::open(folder.file("text.npz"))),
             "neither .npz nor .npy, 28 bytes: Not a zip archive");
  write(folder.file("empty.npz"), "");
  EXPECT_HAS(message(NpzFile::open(folder.file("empty.npz"))), "the file is empty");
  EXPECT_EQ(llvm::toString(writeNpz("/dev/null", {{"x", counting(DType::F32, {1})}})),
            "/dev/null: not a regular file");
  EXPECT_HAS(llvm::toString(writeNpz(folder.file("no/x.npz"), {{"x", counting(DType::F32, {1})}})),
             "no/x.npz: ");
}

// Messages about members: missing, another shape, another type.
TEST(Npz, SaysWhatIsWrongWithAMember) {
  Folder folder;
  std::string path = folder.file("x.npz");
  ASSERT_EQ(llvm::toString(writeNpz(path, {{"arg0", counting(DType::F32, {3, 4})}})), "");
  auto file = NpzFile::open(path);
  EXPECT_HAS(message(file->read("arg1")), "x.npz: no member arg1.npy; there are arg0");
  EXPECT_HAS(message(file->read("arg0", {DType::F32, {4, 3}})),
             "x.npz: member arg0.npy: 3x4xf32 where the program wants 4x3xf32");
  EXPECT_HAS(message(file->read("arg0", {DType::BF16, {3, 4}})),
             "3x4xf32 where the program wants 3x4xbf16");
}

// A truncated archive does not open; a flipped bit is found by the checksum when the member is
// read.
TEST(Npz, NoticesDamage) {
  Folder folder;
  std::string path = folder.file("x.npz");
  ASSERT_EQ(llvm::toString(writeNpz(path, {{"arg0", counting(DType::F32, {300, 4})}})), "");
  // The directory of a zip archive is at its end, so a truncated archive has none.
  std::string bytes = contents(path);
  write(folder.file("cut.npz"), bytes.substr(0, 2000));
  EXPECT_HAS(message(NpzFile::open(folder.file("cut.npz"))),
             "cut.npz: neither .npz nor .npy, 2000 bytes");
  // A byte of the elements, behind the headers.
  bytes[1000] ^= 1;
  write(folder.file("flip.npz"), bytes);
  auto file = NpzFile::open(folder.file("flip.npz"));
  EXPECT_HAS(message(file->read("arg0")), "member arg0.npy: ");
  EXPECT_HAS(message(file->read("arg0")), "CRC error");
}

// Headers that numpy.load accepts but this reader does not, and headers that are wrong. Sizes that
// overflow must not allocate memory.
TEST(Npz, RefusesHeadersItCannotTake) {
  Folder folder;
  auto refused = [&](std::string dictionary, std::string data = "") {
    write(folder.file("h.npy"), npy(dictionary, data));
    return message(readNpy(folder.file("h.npy")));
  };
  EXPECT_HAS(refused("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}"), "big endian");
  EXPECT_HAS(refused("{'descr': '<U5', 'fortran_order': False, 'shape': (1,)}"),
             "'<U5', which is not a number");
  EXPECT_HAS(refused("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}"),
             "a plain element type");
  EXPECT_HAS(refused("{'descr': '<f4', 'shape': (1,)}"), "without descr, fortran_order or shape");
  EXPECT_HAS(refused("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"),
             "where a size is expected");
  EXPECT_HAS(refused("{'descr': '<f4', 'fortran_order': False, 'shape': (4,)}", "12345678"),
             "8 bytes of elements, 4xf32 has 16");
  EXPECT_HAS(
      refused("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999)}"),
      "more than 2^64");
  EXPECT_HAS(refused("{'descr': '<f4"), "has a header with");
  write(folder.file("h.npy"), std::string(kNpyMagic) + "\x09");
  EXPECT_HAS(message(readNpy(folder.file("h.npy"))), "too few");
}

} // namespace
} // namespace spmd::rt
