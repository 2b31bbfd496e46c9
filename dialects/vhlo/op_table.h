// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of VHLO and sdy in artifacts: in which versions each exists, which attributes it has, and
// what each attribute becomes in StableHLO.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <compare>
#include <optional>
#include <string>

namespace spmd::vhlo {

/// A version of VHLO. The third number of a version does not change which ops there are, so it is
/// left out.
struct Version {
  unsigned major = 0, minor = 0;
  auto operator<=>(const Version &) const = default;
  std::string text() const;
};
/// The versions that are read, both included.
inline constexpr Version kOldestVersion{0, 9}, kNewestVersion{1, 17};

/// Reads "StableHLO_v1.17.0"; nothing for the name of another producer.
std::optional<Version> parseVersion(llvm::StringRef producer);

/// Attributes that become one attribute of the StableHLO op (legalize.cpp).
enum class Assembly : uint8_t {
  None,
  Convolution,
  Dot,
  Gather,
  Scatter,
  Channel, // channel_id and channel_type
  Layouts, // dropped where both lists are empty
};

/// An attribute of a row: its name and a form, as `window_strides:V=1`. The letter is what the file
/// holds and what it becomes:
///   i i64 integer   j i32 integer   b boolean   s string   e enum   f float   t type   a array
///   d dictionary    c tensor        x anything; all these stay
///   V tensor of i64   -> array<i64>          W tensor of i1 -> array<i1>
///   C i64 integer     -> channel_handle      U boolean      -> unit, or nothing
///   Y string          -> symbol              S array of strings -> array of symbols
///   - nothing: the attribute is dropped
///   n integer, l list, p part of an algorithm: go into the row's assembly
/// Behind `=` stands a value for which the attribute is dropped, because the writer puts it where
/// the program has none: 0 (also false, "", {}, an enum's default, all elements 0), 1, -1, []
/// (empty). A `?` behind the letter, in sdy: the attribute may be absent.
struct Field {
  std::string name;
  char form = 'x';
  bool isOptional = false;
  std::string absent; // the text behind `=`
};

/// An op of VHLO in some versions.
struct Row {
  std::string target; // the op's name in StableHLO: "stablehlo.add"
  Version since, until;
  llvm::SmallVector<Field, 4> fields; // in the order of a file: by name
  Assembly assembly = Assembly::None;
};

/// Returns all rows by the name in a file: "vhlo.add_v1", "sdy.mesh". Made once a process.
const llvm::StringMap<Row> &opTable();

} // namespace spmd::vhlo
