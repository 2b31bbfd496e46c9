// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the devices of a local program on which anything reads a value. In a pipeline that
// shard_map writes, the first stage takes its inputs in place of what comes around the ring:
//   select(axis_index("pipe") == 0, %inputs, %received)   ->   %received: all but pipe position 0
// The counterpart of nonzero_devices.h, which asks where a value comes from.
#pragma once
#include "compiler/structure/device_sets.h"

namespace spmd {

/// The set of a value has each device on which an element of it may reach a result of the program,
/// an effect or a predicate. Its inputs are the values through which it is read.
class ReadDevices : public DeviceSets {
public:
  explicit ReadDevices(int64_t devices) : DeviceSets(devices) {}

private:
  Step stepOf(mlir::Value value) override;
  bool addReaders(mlir::OpOperand &use, Step &step);
  llvm::BitVector across(mlir::Operation *permute, const llvm::BitVector &after) const override;
};

} // namespace spmd
