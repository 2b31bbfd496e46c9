// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of this folder share: messages of refused calls.
#pragma once
#include <gtest/gtest.h>
#include <spmd/spmd.h>

namespace spmd::test {

/// The first line of the message of the Error that `call` throws, without the folders of files; ""
/// where it throws nothing.
template <class Call> std::string refusalOf(const Call &call) {
  try {
    call();
  } catch (const Error &error) {
    std::string line = error.what();
    line.resize(std::min(line.find('\n'), line.size()));
    const size_t place = line.find(".cpp:");
    if (place == std::string::npos)
      return line;
    const size_t slash = line.rfind('/', place);
    return slash == std::string::npos ? line : line.substr(slash + 1);
  }
  return "";
}

/// Checks that an expression is refused with these words behind "FILE:LINE: ".
#define EXPECT_REFUSAL(words, expression)                                                          \
  do {                                                                                             \
    const Where line = Where::current();                                                           \
    const std::string file = std::string(__FILE__).substr(std::string(__FILE__).rfind('/') + 1);   \
    EXPECT_EQ(refusalOf([&] { (void)(expression); }),                                              \
              file + ":" + std::to_string(line.line()) + ": " + (words));                          \
  } while (false)

} // namespace spmd::test
