// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves elements of tensors between the host and devices, and keeps who has them.
//
// Devices are parts of this process, so a single shard is read where it lies. Shards of several
// devices are gathered into an array of the host, under MPI on every rank.
#include "compiler/frontend/array/placed.h"
#include "compiler/frontend/array/ranks.h"
#include "runtime/border.h"
#include <cstring>
#include <mutex>

namespace spmd {
inline namespace frontend {
namespace {

/// An llvm::Error as an exception.
template <class T> T check(llvm::Expected<T> value) {
  if (!value)
    throw Error(llvm::toString(value.takeError()));
  return std::move(*value);
}

/// The array of a single shard that has all elements. It keeps the shards alive.
rt::Array viewOf(const std::shared_ptr<rt::Shards> &shards, const Layout &layout) {
  return {layout.border.type, layout.border.globalShape, rt::Shards::storage(shards, 0)};
}

} // namespace

/// The line is that of the call that computed it.
Tensor placedTensor(const SharedType &type, const Layout *layout,
                    std::shared_ptr<rt::Shards> shards, const AxisNames *axes, Where where) {
  std::shared_ptr<TensorValue> value = newValue();
  value->type = type, value->where = where, value->id = nextValueId();
  value->layout = layout, value->shards = std::move(shards), value->axes = axes;
  return Tensor(std::move(value));
}

/// One lock for all values: a call takes it once for all of its arguments.
std::unique_lock<std::mutex> lockValues() {
  static auto *mutex = new std::mutex;
  return std::unique_lock(*mutex);
}

/// The first line is that of the later use, as in all errors; the line of the call that took the
/// elements stands in its text.
void checkNotDonated(const TensorValue &value, Where where) {
  if (const Donation *donation = ownerOf(value).donation.get())
    fail(where, "the tensor was donated to " + donation->name + " at " + text(donation->where) +
                    ", whose results have its memory; use the result of that call\n" +
                    text(value.where) + ": note: it is " + text(value.type));
}

/// All values are marked before the first one loses its elements, so that a value which stands
/// twice is found by its mark.
void donate(std::span<const TensorValue *const> values, const std::vector<bool> &isDonated,
            const std::string &name, Where where) {
  auto call = std::make_shared<const Donation>(Donation{name, where});
  auto lock = lockValues();
  const TensorValue *twice = nullptr;
  for (size_t i = 0; i < values.size(); ++i)
    if (const TensorValue &owner = ownerOf(*values[i]);
        isDonated[i] && std::exchange(owner.donation, call) == call)
      twice = &owner;
  for (size_t i = 0; i < values.size(); ++i)
    if (const TensorValue &owner = ownerOf(*values[i]); !isDonated[i] && owner.donation == call)
      twice = &owner;
  for (size_t i = 0; i < values.size(); ++i) {
    const TensorValue &owner = ownerOf(*values[i]);
    if (!isDonated[i])
      continue;
    if (twice) {
      owner.donation.reset();
      continue;
    }
    owner.shards.reset();
    owner.array.storage.reset();
  }
  if (twice)
    fail(where, "a tensor is passed twice to " + name + ", which donates it\n" +
                    text(twice->where) + ": note: it is " + text(twice->type));
}

/// Ranks that ask for different tensors would mix their bytes, so they meet first. The shards are
/// held meanwhile: a donation in between copies them instead of writing to them.
rt::Array hostArrayOf(const TensorValue &value, Where where) {
  const TensorValue &owner = ownerOf(value);
  std::shared_ptr<rt::Shards> shards;
  {
    auto lock = lockValues();
    checkNotDonated(value, where);
    if (!owner.shards)
      return owner.array;
    shards = owner.shards;
  }
  const Layout &layout = *owner.layout;
  if (layout.isWhole())
    return viewOf(shards, layout);
  auto lock = lockRanks();
  if (SharedRanks *ranks = ranksOfJob())
    if (llvm::Error error = ranks->calls.meetForResult(0))
      throw Error(llvm::toString(std::move(error)));
  std::vector<std::byte *> parts;
  for (size_t place = 0; place < shards->places(); ++place)
    parts.push_back(shards->data(place));
  return check(
      rt::joinParts(layout.border, layout.deviceCount(), rankMapOf(layout.deviceCount()), parts));
}

/// A layout without a mesh is that of a program which each rank runs for itself.
std::shared_ptr<rt::Shards> scattered(const rt::Array &array, const Layout &layout) {
  const rt::RankMap ranks = layout.mesh ? rankMapOf(layout.deviceCount()) : rt::RankMap();
  const size_t places = size_t(ranks.devicesPerRank);
  if (layout.isWhole() && array.storage)
    return rt::Shards::lend(array.storage, places);
  std::shared_ptr<rt::Shards> shards = check(rt::Shards::allocate(layout.localBytes, places));
  for (size_t place = 0; place < places; ++place)
    readBlock(array,
              rt::blockOf(layout.border, ranks.rank() * ranks.devicesPerRank + int64_t(place)),
              shards->data(place));
  return shards;
}

/// Places have equally many bytes. memcpy from a null pointer is undefined, even for 0 bytes.
std::shared_ptr<rt::Shards> copied(const rt::Shards &shards, const Layout &layout) {
  std::shared_ptr<rt::Shards> copy =
      check(rt::Shards::allocate(layout.localBytes, shards.places()));
  for (size_t place = 0; place < shards.places(); ++place)
    if (layout.localBytes)
      std::memcpy(copy->data(place), shards.data(place), layout.localBytes);
  return copy;
}

} // namespace frontend
} // namespace spmd
