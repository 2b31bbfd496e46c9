// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a machine from the system and from text.
#include "compiler/machine.h"
#include "runtime/cpu.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <fmt/format.h>
#include <variant>

namespace spmd {
namespace {

// The runtime's tiles follow from the same reference machine.
static_assert(Machine{}.firstCache == rt::kFirstCache &&
              Machine{}.secondCache == rt::kSecondCache && Machine{}.lastCache == rt::kLastCache);

enum class Unit : uint8_t { Bytes, FewBytes, Number };

/// A number of the machine, by the name under which the user sets it.
struct Field {
  llvm::StringLiteral name;
  std::variant<int64_t Machine::*, double Machine::*> member;
  Unit unit;
};

constexpr Field kFields[] = {
    {"first-cache", &Machine::firstCache, Unit::Bytes},
    {"second-cache", &Machine::secondCache, Unit::Bytes},
    {"last-cache", &Machine::lastCache, Unit::Bytes},
    {"cache-line", &Machine::cacheLine, Unit::FewBytes},
    {"vector-bytes", &Machine::vectorBytes, Unit::FewBytes},
    {"memory-rate", &Machine::memoryRate, Unit::Number},
    {"memory-latency", &Machine::memoryLatency, Unit::Number},
};

constexpr std::pair<llvm::StringLiteral, int> kSuffixes[] = {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}};

bool isBytes(Unit unit) { return unit == Unit::Bytes || unit == Unit::FewBytes; }

/// "16MiB" -> 2^24; nothing where it is no number from 1 to 2^40 that suits the unit.
std::optional<double> numberOf(llvm::StringRef text, Unit unit) {
  double number = 0, factor = 1;
  for (auto [suffix, shift] : kSuffixes)
    if (isBytes(unit) && text.consume_back(suffix)) {
      factor = double(int64_t(1) << shift);
      break;
    }
  if (text.empty() || text.getAsDouble(number) || !(number * factor >= 1) ||
      number * factor > 0x1p40)
    return std::nullopt;
  number *= factor;
  bool isWhole = number == double(int64_t(number)),
       isFew = number >= 16 && number <= 4096 && isWhole && llvm::isPowerOf2_64(uint64_t(number));
  if (unit == Unit::FewBytes ? !isFew : unit != Unit::Number && !isWhole)
    return std::nullopt;
  return number;
}

/// The end of a message about a number of this unit.
llvm::StringRef wanted(Unit unit) {
  switch (unit) {
  case Unit::Bytes:
    return "a number of bytes from 1 to 2^40, such as 512KiB or 16MiB";
  case Unit::FewBytes:
    return "a power of two of bytes from 16 to 4096";
  case Unit::Number:
    return "a number from 1 to 2^40";
  }
  llvm_unreachable("a unit");
}

} // namespace

/// A number from the files in which Linux describes a cache of the first core: "32768K" -> 2^25;
/// nothing where there is none. (sysconf of glibc multiplies the last cache on some CPUs.)
static std::optional<int64_t> cacheNumber(unsigned index, llvm::StringRef name) {
  auto file = llvm::MemoryBuffer::getFileAsStream("/sys/devices/system/cpu/cpu0/cache/index" +
                                                  llvm::Twine(index) + "/" + name);
  int64_t number = 0;
  if (!file)
    return std::nullopt;
  llvm::StringRef text = (*file)->getBuffer().trim();
  int64_t factor = text.consume_back("K") ? 1 << 10 : text.consume_back("M") ? 1 << 20 : 1;
  if (text.getAsInteger(10, number) || number < 1 || number > (1 << 30))
    return std::nullopt;
  return number * factor;
}

static bool isInstructionCache(unsigned index) {
  auto file = llvm::MemoryBuffer::getFileAsStream("/sys/devices/system/cpu/cpu0/cache/index" +
                                                  llvm::Twine(index) + "/type");
  return file && (*file)->getBuffer().starts_with("Instruction");
}

/// Reads the caches of the first core from sysfs, once per process. Numbers that the system does
/// not tell keep those of the reference machine.
Machine Machine::host() {
  static const Machine host = [] {
    Machine machine;
    constexpr unsigned kCaches = 8; // more than any CPU has
    for (unsigned index = 0; index < kCaches; ++index) {
      std::optional<int64_t> level = cacheNumber(index, "level"), size = cacheNumber(index, "size"),
                             line = cacheNumber(index, "coherency_line_size");
      if (!level || !size || isInstructionCache(index))
        continue;
      if (*level == 1)
        machine.firstCache = *size;
      if (*level == 2)
        machine.secondCache = *size;
      if (*level > 1) // the last one of those that there are
        machine.lastCache = std::max(*size, machine.secondCache);
      if (line && *line >= 16 && *line <= 4096 && llvm::isPowerOf2_64(uint64_t(*line)))
        machine.cacheLine = *line;
    }
    if (rt::isaOfThisCpu() >= rt::Isa::Avx512)
      machine.vectorBytes = 64;
    return machine;
  }();
  return host;
}

llvm::Expected<Machine> Machine::parse(llvm::StringRef text, Machine base) {
  if (text.empty())
    return base;
  for (llvm::StringRef entry : llvm::split(text, ',')) {
    auto [name, value] = entry.split('=');
    const Field *field = llvm::find_if(kFields, [&](const Field &f) { return f.name == name; });
    if (field == std::end(kFields))
      return llvm::createStringError(
          "\"" + entry + "\" is not NAME=NUMBER with one of the names " +
          llvm::join(llvm::map_range(kFields, [](const Field &f) { return f.name; }), ", "));
    std::optional<double> number = numberOf(value, field->unit);
    if (!number)
      return llvm::createStringError("\"" + entry + "\": wanted is " + wanted(field->unit));
    std::visit(
        [&](auto member) {
          base.*member = std::remove_reference_t<decltype(base.*member)>(*number);
        },
        field->member);
  }
  return base;
}

std::string Machine::text(char end) const {
  std::string out;
  for (const Field &field : kFields)
    std::visit(
        [&](auto member) {
          out += fmt::format("{}={}{}", std::string_view(field.name), this->*member, end);
        },
        field.member);
  return out;
}

} // namespace spmd
