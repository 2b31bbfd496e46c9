// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts HostArrays of the public interface to arrays of the runtime and back.
#pragma once
#include "compiler/frontend/spmd.h"
#include "runtime/array.h"

namespace spmd {

/// The element type of a HostArray that is one: dtype, shape and bytes fit together, and booleans
/// are 0 or 1. Throws where not; the message begins with `what`.
rt::DType checkedType(const HostArray &array, const std::string &what);
/// Copies a HostArray. Throws where dtype, shape and bytes do not fit together; the message
/// begins with `what`, for example "argument 3".
rt::Array toRuntime(const HostArray &array, const std::string &what);
HostArray fromRuntime(const rt::Array &array);

} // namespace spmd
