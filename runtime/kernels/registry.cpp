// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of all library routines, and their configurations as numbers.
#include "runtime/kernels/registry.h"
#include "runtime/kernels/library_config.h"
#include <iterator>
#include <type_traits>
#include <utility>

namespace spmd::rt {
namespace {

// In the order of LibraryConfig. The names are stored in the text of optimized programs.
const Routine *const kRoutines[] = {&kCholeskyRoutine,
                                    &kConvRoutine,
                                    &kGemmRoutine,
                                    &kRngRoutine,
                                    &kScatterRoutine,
                                    &kSelectAndScatterRoutine,
                                    &kSortRoutine,
                                    &kTopKRoutine,
                                    &kTriangularSolveRoutine};
constexpr size_t kCount = std::variant_size_v<LibraryConfig>;
static_assert(std::size(kRoutines) == kCount);

// Appends what fields() visits to `numbers`.
struct NumberWriter {
  std::vector<int64_t> numbers;

  template <class... T> void operator()(T &...values) { (write(values), ...); }
  template <class T> void write(T &value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      numbers.push_back(int64_t(value));
    else
      fields(*this, value);
  }
  template <class T> void write(std::vector<T> &values) {
    numbers.push_back(int64_t(values.size()));
    for (T &value : values)
      write(value);
  }
};

// Reads what NumberWriter wrote. After the first problem all numbers are 0.
struct NumberReader {
  std::span<const int64_t> rest;
  bool isSound = true;

  template <class... T> void operator()(T &...values) { (read(values), ...); }
  // A number from 0 to `most`, or 0 and a problem.
  int64_t upTo(int64_t most) {
    int64_t number = 0;
    read(number);
    isSound &= number >= 0 && number <= most;
    return isSound ? number : 0;
  }
  template <class T> void read(T &value) {
    if constexpr (std::is_enum_v<T>) {
      value = T(upTo(int64_t(lastOf(T()))));
    } else if constexpr (std::is_same_v<T, bool>) {
      value = upTo(1);
    } else if constexpr (std::is_arithmetic_v<T>) {
      isSound &= !rest.empty();
      value = isSound ? rest.front() : 0;
      rest = rest.subspan(isSound);
    } else {
      fields(*this, value);
    }
  }
  template <class T> void read(std::vector<T> &values) {
    values.resize(size_t(upTo(int64_t(rest.size())))); // each element takes a number at least
    for (T &value : values)
      read(value);
  }
};

// A default config of the routine with this index: a variant cannot be made from a number alone.
template <size_t... i> LibraryConfig alternative(size_t index, std::index_sequence<i...>) {
  LibraryConfig config;
  ((i == index ? void(config.emplace<i>()) : void()), ...);
  return config;
}

} // namespace

const Routine &routineOf(const LibraryConfig &config) { return *kRoutines[config.index()]; }

const Routine *findRoutine(std::string_view name) {
  for (const Routine *routine : kRoutines)
    if (routine->name == name)
      return routine;
  return nullptr;
}

std::vector<int64_t> numbersOf(LibraryConfig config) {
  NumberWriter writer;
  std::visit([&](auto &x) { fields(writer, x); }, config);
  return std::move(writer.numbers);
}

std::optional<LibraryConfig> configOf(std::string_view routine, std::span<const int64_t> numbers) {
  for (size_t i = 0; i < kCount; ++i)
    if (kRoutines[i]->name == routine) {
      LibraryConfig config = alternative(i, std::make_index_sequence<kCount>());
      NumberReader reader{numbers};
      std::visit([&](auto &x) { fields(reader, x); }, config);
      return reader.isSound && reader.rest.empty() ? std::optional(std::move(config))
                                                   : std::nullopt;
    }
  return std::nullopt;
}

PlannedRoutine planRoutine(const LibraryConfig &config) {
  const Routine &routine = routineOf(config);
  PlannedRoutine planned{&routine, routine.plan ? routine.plan(config) : nullptr, 0};
  planned.tiles = routine.tiles(config, planned.plan.get());
  return planned;
}

} // namespace spmd::rt
