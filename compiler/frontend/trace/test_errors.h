// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of the frontend share: messages of errors.
#pragma once
#include <gtest/gtest.h>
#include <spmd/spmd.h>

namespace spmd::test {

/// The message of the Error that `call` throws; "" where it throws nothing. The folder of this file
/// is left out of the lines that it names.
template <class Call> std::string messageOf(const Call &call) {
  try {
    call();
  } catch (const Error &error) {
    std::string message = error.what();
    const std::string file = __FILE__, folder = file.substr(0, file.rfind('/') + 1);
    for (size_t at; (at = message.find(folder)) != std::string::npos;)
      message.erase(at, folder.size());
    return message;
  }
  return "";
}

inline std::string lineText(const std::string &file, Where where) {
  return file.substr(file.rfind('/') + 1) + ":" + std::to_string(where.line());
}
/// Checks the first line of the message of an expression behind "FILE:LINE: ".
#define EXPECT_REFUSED(words, expression)                                                          \
  do {                                                                                             \
    const Where line = Where::current();                                                           \
    const std::string message = messageOf([&] { (void)(expression); });                            \
    EXPECT_EQ(message.substr(0, message.find('\n')), lineText(__FILE__, line) + ": " + (words));   \
  } while (false)

} // namespace spmd::test
