// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages that no call can return: remarks and warnings. A host may take them over.
#pragma once
#include <functional>
#include <string_view>

namespace spmd::rt {

/// Gets one message at a time, from any thread, without a line break at its end. It must not log.
using Logger = std::function<void(std::string_view)>;

/// From now on `logger` gets the messages. An empty one writes "spmd: MESSAGE" to stderr, which is
/// the default.
void setLogger(Logger logger);
void log(std::string_view message);

} // namespace spmd::rt
