// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the devices on which a value of a local program may hold anything but zeros. Programs that
// shard_map writes give a value to one device of an axis and zeros to the others, by a select:
//   select(axis_index("pipe") == 3, %x, 0)   ->   the devices of pipe position 3
// Owners of rows that partition itself takes are known earlier, from shardings (owners.h).
#pragma once
#include "compiler/structure/device_sets.h"

namespace spmd {

/// The set of a value has each device on which it may hold an element other than zero; -0.0 counts
/// as zero. The zeros are exact: neither NaN nor infinity in another operand makes more of them, so
/// a multiplication by a zero gives none.
class NonzeroDevices : public DeviceSets {
public:
  explicit NonzeroDevices(int64_t devices) : DeviceSets(devices) {}

private:
  Step stepOf(mlir::Value value) override;
  Step stepOfOp(mlir::Operation *op, unsigned result);
  llvm::BitVector across(mlir::Operation *exchange, const llvm::BitVector &before) const override;
};

} // namespace spmd
