// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HostArrays as the runtime's arrays and back.
#pragma once
#include "compiler/frontend/spmd.h"
#include "runtime/array.h"

namespace spmd {

/// A copy. Throws where dtype, shape and bytes do not belong together. The message begins with
/// `what`, for example "argument 3".
rt::Array toRuntime(const HostArray &array, const std::string &what);
HostArray fromRuntime(const rt::Array &array);

} // namespace spmd
