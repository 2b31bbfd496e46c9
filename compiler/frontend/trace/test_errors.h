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

inline std::string lineText(const char *file, Where where) {
  return std::string(file) + ":" + std::to_string(where.line());
}

} // namespace spmd::test
