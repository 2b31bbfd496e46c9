// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes arguments from .npz files or seeds, and compares results within tolerances, which a
// manifest beside the file may hold.
#include "dialects/nesting.h"
#include "runtime/npz.h"
#include "runtime/small_floats.h"
#include "tools/spmd_run_options.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <cstring>
#include <random>

namespace spmd::run {
namespace {

/// An error without a code of its own.
llvm::Error fault(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Fills an array with values that a seed determines on every machine: floats in [-0.5,
/// 0.5), integers from 0 to 7, booleans. Other element types get a small number in their
/// first byte.
llvm::Expected<rt::Array> randomArray(const Want &want, std::mt19937_64 &random) {
  auto array = rt::Array::allocate(want.type, want.shape);
  if (!array)
    return array.takeError();
  int64_t count = array->elementCount();
  std::byte *at = array->data();
  int64_t size = rt::sizeOf(want.type);
  // 24 random bits, which an f32 holds exactly.
  auto unit = [&] { return float(int64_t(random() >> 40)) / float(1 << 24) - 0.5f; };
  for (int64_t i = 0; i < count; ++i, at += size) {
    auto put = [&](auto value) { std::memcpy(at, &value, sizeof(value)); };
    switch (want.type) {
    case rt::DType::F32:
      put(unit());
      break;
    case rt::DType::F64:
      put(double(unit()));
      break;
    case rt::DType::C64:
      put(std::array<float, 2>{unit(), unit()});
      break;
    case rt::DType::C128:
      put(std::array<double, 2>{unit(), unit()});
      break;
    case rt::DType::BF16: { // the upper half of an f32
      float value = unit();
      uint32_t bits;
      std::memcpy(&bits, &value, 4);
      put(uint16_t(bits >> 16));
      break;
    }
    // A magnitude from 0.125 to 0.25 with random sign: exponent field 12, random fraction.
    case rt::DType::F16:
      put(uint16_t(0x3000 | (random() & 0x83ff)));
      break;
    case rt::DType::Pred:
      put(uint8_t(random() & 1));
      break;
    // Little-endian integers and small floats: the first byte is the lowest one.
    default: {
      std::memset(at, 0, size);
      *at = std::byte(random() & 7);
    }
    }
  }
  return array;
}

/// Reads tolerances from "FILE.json" beside "FILE.npz". Returns nothing where the file does
/// not exist or does not list a tolerance for each result.
///   {"results": [{"rtol": 1e-5, "atol": 1e-6}, ...]}, or "outs" or "outputs" instead of "results"
std::optional<std::vector<rt::Tolerance>> manifestTolerances(const std::string &npz, size_t count) {
  llvm::SmallString<128> path(npz);
  llvm::sys::path::replace_extension(path, "json");
  if (!llvm::sys::fs::is_regular_file(path))
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return std::nullopt;
  // LLVM's JSON parser calls itself for each level, so deeply nested files are refused.
  if (findDeepNesting((*file)->getBuffer(), kDeepestNesting))
    return std::nullopt;
  auto json = llvm::json::parse((*file)->getBuffer());
  if (!json) {
    llvm::consumeError(json.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *root = json->getAsObject();
  for (llvm::StringRef key : {"results", "outs", "outputs"})
    if (const llvm::json::Array *list = root ? root->getArray(key) : nullptr;
        list && list->size() == count) {
      std::vector<rt::Tolerance> out;
      for (const llvm::json::Value &entry : *list) {
        const llvm::json::Object *fields = entry.getAsObject();
        // Both tolerances must be there for each result.
        std::optional<double> relative = fields ? fields->getNumber("rtol") : std::nullopt;
        std::optional<double> absolute = fields ? fields->getNumber("atol") : std::nullopt;
        if (!relative || !absolute)
          return std::nullopt;
        out.push_back({*relative, *absolute});
      }
      return out;
    }
  return std::nullopt;
}

} // namespace

/// The distance between a number in [1, 2) and the next one, for types shorter than f32;
/// else 0.
static double stepOf(rt::DType type) {
  return rt::isFloat(type) && rt::sizeOf(type) < 4
             ? std::ldexp(1.0, 1 - int(llvm::APFloat::semanticsPrecision(rt::semanticsOf(type))))
             : 0;
}
/// The excess precision of bf16, in steps of the largest element: each of some ops in
/// sequence, after which the interpreter rounds, differs by up to half a step.
constexpr double kExcessSteps = 4;

/// The magnitude of an element. For complex numbers it is |z|, since the real part alone may
/// be close to zero by chance.
static double sizeOfElement(rt::DType type, const std::byte *at) {
  if (type == rt::DType::C64)
    return std::hypot(rt::elementAsDouble(rt::DType::F32, at),
                      rt::elementAsDouble(rt::DType::F32, at + 4));
  if (type == rt::DType::C128)
    return std::hypot(rt::elementAsDouble(rt::DType::F64, at),
                      rt::elementAsDouble(rt::DType::F64, at + 8));
  return std::abs(rt::elementAsDouble(type, at));
}

/// Infinities and NaN do not count as the largest element.
rt::Tolerance defaultTolerance(const rt::Array &expected, bool exact) {
  double largest = 0;
  const std::byte *at = expected.data();
  for (int64_t i = 0; i < expected.elementCount(); ++i, at += rt::sizeOf(expected.type)) {
    double value = sizeOfElement(expected.type, at);
    if (std::isfinite(value))
      largest = std::max(largest, value);
  }
  //   f32, largest element 100: relative 0, absolute 1e-3
  //   bf16, largest element 100: relative 2^-7, absolute 4 * 2^-7 * 100 (exact: 1e-3)
  double step = stepOf(expected.type);
  bool hasExcess = !exact && expected.type == rt::DType::BF16;
  return {step, (hasExcess ? kExcessSteps * step : 1e-5) * largest};
}

/// The file of --args, or nothing without the flag.
llvm::Expected<std::optional<rt::NpzFile>> openArguments(const Options &options) {
  if (options.args.empty())
    return std::optional<rt::NpzFile>();
  auto file = rt::NpzFile::open(options.args);
  if (!file)
    return file.takeError();
  return std::optional<rt::NpzFile>(std::move(*file));
}

/// From the file: members arg0, arg1, .., no more and no fewer. Else from the seed. A
/// program that runs once needs one of the two, so that no result comes from values that
/// nobody chose.
llvm::Expected<std::vector<rt::Array>> makeArguments(const Options &options,
                                                     const std::optional<rt::NpzFile> &file,
                                                     const std::vector<Want> &wanted) {
  std::vector<rt::Array> out;
  if (file) {
    for (size_t i = 0; i < wanted.size(); ++i) {
      std::string name = "arg" + std::to_string(i);
      if (!file->has(name))
        return fault(options.args + ": has no member " + name + ", but main takes " +
                     llvm::Twine(wanted.size()) + " arguments");
      auto array = file->read(name, {wanted[i].type, wanted[i].shape});
      if (!array)
        return array.takeError();
      out.push_back(std::move(*array));
    }
    // A file with more arguments belongs to another program.
    if (std::string extra = "arg" + std::to_string(wanted.size()); file->has(extra))
      return fault(options.args + ": has a member " + extra + ", but main takes only " +
                   llvm::Twine(wanted.size()) + " arguments");
    return out;
  }
  // Measurements and comparisons with the sequential program use the seed 0 by default.
  if (!wanted.empty() && !options.randomArgs && options.repeat == 1 &&
      !options.checkAgainstSequential)
    return fault("main takes " + llvm::Twine(wanted.size()) +
                 " arguments; give their values by --args=FILE.npz or --random-args=SEED");
  std::mt19937_64 random(options.randomArgs.value_or(0));
  for (const Want &want : wanted) {
    auto array = randomArray(want, random);
    if (!array)
      return array.takeError();
    out.push_back(std::move(*array));
  }
  return out;
}

/// The tolerance is that of --check, else that of the manifest, else the default.
llvm::Expected<std::optional<std::string>> checkResults(const Options &options,
                                                        const rt::NpzFile &file,
                                                        const std::vector<rt::Array> &results) {
  auto manifest = manifestTolerances(options.args, results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    std::string name = "out" + std::to_string(i);
    if (!file.has(name))
      return fault(options.args + ": has no member " + name + ", but main has " +
                   llvm::Twine(results.size()) + " results");
    auto expected = file.read(name, {results[i].type, results[i].shape});
    if (!expected)
      return expected.takeError();
    rt::Tolerance tolerance = options.checkTolerance ? *options.checkTolerance
                              : manifest             ? (*manifest)[i]
                                                     : defaultTolerance(*expected, options.exact);
    if (auto mismatch = rt::firstMismatch(results[i], *expected, tolerance))
      return std::optional<std::string>("result " + std::to_string(i) + " " +
                                        mismatch->message(results[i].elementCount()));
  }
  return std::optional<std::string>();
}

} // namespace spmd::run
