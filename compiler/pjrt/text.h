// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes that the framework gets, and deletes by a function that comes with them.
#pragma once
#include <cstddef>
#include <string>
#include <utility>

namespace spmd::pjrt {

/// Fills in the four fields of an argument struct.
inline void giveText(std::string bytes, const char *&data, size_t &size, void *&holder,
                     void (*&deleter)(void *)) {
  auto *text = new std::string(std::move(bytes));
  data = text->data();
  size = text->size();
  holder = text;
  deleter = [](void *made) { delete static_cast<std::string *>(made); };
}

} // namespace spmd::pjrt
