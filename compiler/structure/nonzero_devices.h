// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the devices on which a value of a local program may hold anything but zeros. Programs that
// shard_map writes give a value to one device of an axis and zeros to the others, by a select:
//   select(axis_index("pipe") == 3, %x, 0)   ->   the devices of pipe position 3
// Owners of rows that partition itself takes are known earlier, from shardings (owners.h).
#pragma once
#include "compiler/structure/device_values.h"
#include "mlir/IR/Operation.h"

namespace spmd {

class NonzeroDevices {
public:
  explicit NonzeroDevices(int64_t devices) : devices(devices), masks(devices) {}

  /// A set bit for each device on which the value may hold an element other than zero; -0.0 counts
  /// as zero. The zeros are exact: neither NaN nor infinity in another operand makes more of them,
  /// so a multiplication by a zero gives none.
  const llvm::BitVector &of(mlir::Value value);

private:
  /// How a value follows from others: on the devices of `mask`, it is zero where the input is.
  struct Input {
    mlir::Value value;
    llvm::BitVector mask;
  };
  struct Step {
    bool isKnown = false; // false: the value may be anything on all devices
    llvm::SmallVector<Input, 2> inputs;
    mlir::Operation *exchange = nullptr; // the collective between input and value
  };

  int64_t devices;
  llvm::DenseMap<mlir::Value, llvm::BitVector> known;
  ChoiceMasks masks;

  Step stepOf(mlir::Value value);
  Step stepOfOp(mlir::Operation *op, unsigned result);
  llvm::BitVector after(mlir::Operation *exchange, const llvm::BitVector &before) const;
  llvm::BitVector all() const { return llvm::BitVector(devices, true); }
};

} // namespace spmd
