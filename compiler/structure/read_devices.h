// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the devices of a local program on which anything reads a value. In a pipeline that
// shard_map writes, the first stage takes its inputs in place of what comes around the ring:
//   select(axis_index("pipe") == 0, %inputs, %received)   ->   %received: all but pipe position 0
// The counterpart of nonzero_devices.h, which asks where a value comes from.
#pragma once
#include "compiler/structure/device_values.h"
#include "mlir/IR/Operation.h"

namespace spmd {

class ReadDevices {
public:
  explicit ReadDevices(int64_t devices) : devices(devices), masks(devices) {}

  /// A set bit for each device on which an element of the value may reach a result of the program,
  /// an effect or a predicate.
  const llvm::BitVector &of(mlir::Value value);

private:
  /// How a value is read through another one: on the devices of `mask`, where that is read. Behind
  /// a permute, on the sources of devices that read what they get.
  struct Reader {
    mlir::Value value;
    llvm::BitVector mask;
    mlir::Operation *permute = nullptr;
  };
  struct Step {
    bool isKnown = true; // false: all devices may read the value
    llvm::SmallVector<Reader, 2> readers;
  };

  int64_t devices;
  llvm::DenseMap<mlir::Value, llvm::BitVector> known;
  ChoiceMasks masks;

  Step stepOf(mlir::Value value);
  bool addReaders(mlir::OpOperand &use, Step &step);
  llvm::BitVector before(mlir::Operation *permute, const llvm::BitVector &after) const;
  llvm::BitVector all() const { return llvm::BitVector(devices, true); }
};

} // namespace spmd
