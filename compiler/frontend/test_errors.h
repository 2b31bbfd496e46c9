// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of the frontend share: messages of errors.
#pragma once
#include <gtest/gtest.h>
#include <spmd/spmd.h>

namespace spmd::test {

/// The message of the Error that `call` throws; "" where it throws nothing. Folders of tests are
/// left out of the lines that it names.
template <class Call> std::string messageOf(const Call &call) {
  try {
    call();
  } catch (const Error &error) {
    std::string message = error.what();
    const std::string file = __FILE__, folder = file.substr(0, file.rfind('/') + 1);
    for (size_t at; (at = message.find(folder)) != std::string::npos;)
      message.erase(at, message.find('/', at + folder.size()) + 1 - at);
    return message;
  }
  return "";
}
/// Its first line.
template <class Call> std::string refusalOf(const Call &call) {
  const std::string message = messageOf(call);
  return message.substr(0, message.find('\n'));
}

inline std::string lineText(const std::string &file, Where where) {
  return file.substr(file.rfind('/') + 1) + ":" + std::to_string(where.line());
}
/// Checks the first line of the message of an expression behind "FILE:LINE: ".
#define EXPECT_REFUSED(words, expression)                                                          \
  do {                                                                                             \
    const Where line = Where::current();                                                           \
    EXPECT_EQ(refusalOf([&] { (void)(expression); }), lineText(__FILE__, line) + ": " + (words));  \
  } while (false)
/// Checks the whole message.
#define EXPECT_MESSAGE(words, ...)                                                                 \
  EXPECT_EQ(messageOf([&] { (void)(__VA_ARGS__); }),                                               \
            lineText(__FILE__, Where::current()) + ": " + (words))

} // namespace spmd::test
