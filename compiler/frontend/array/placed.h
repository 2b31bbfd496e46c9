// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Concrete tensors as shards on devices: where the elements of a value are, and who may write to
// them.
//
// A value has its elements on the host, or as shards in the layout that a program gave them. The
// only change in its life is donation: a program then takes the shards for its results.
#pragma once
#include "compiler/frontend/array/layout.h"
#include "compiler/frontend/trace/value.h"
#include "runtime/shards.h"

namespace spmd {
inline namespace frontend {

/// A tensor whose elements are these shards.
Tensor placedTensor(const SharedType &type, const Layout *layout,
                    std::shared_ptr<rt::Shards> shards, const AxisNames *axes, Where where);

/// Locks what donation changes. Held for a moment, and never while elements are copied.
std::unique_lock<std::mutex> lockValues();
/// Throws where the value has been donated, with the line of `where`. Called under the lock.
void checkNotDonated(const TensorValue &value, Where where);
/// Takes the elements of values for a call of the function `name`. Throws, and takes nothing, where
/// one of them is passed twice. The values have been checked before.
void donate(std::span<const TensorValue *const> values, const std::vector<bool> &isDonated,
            const std::string &name, Where where);

/// All elements on the host: the value's own array, a view of a single shard, or a new array that
/// is gathered from all devices, for which ranks meet. Throws where the value has been donated.
rt::Array hostArrayOf(const TensorValue &value, Where where);
/// The shards of a host array in a layout. On layouts that are whole the devices share the array.
std::shared_ptr<rt::Shards> scattered(const rt::Array &array, const Layout &layout);
/// A copy that may be written to.
std::shared_ptr<rt::Shards> copied(const rt::Shards &shards, const Layout &layout);

} // namespace frontend
} // namespace spmd
