// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of devices of a local program, one for each value, that follow from each other: where a
// value may be other than zero (nonzero_devices.h), where anything reads it (read_devices.h).
#pragma once
#include "compiler/structure/device_values.h"
#include "mlir/IR/Operation.h"

namespace spmd {

/// Finds the least sets that agree with all steps between them. Loops need the least ones: a
/// carried value that starts at zero and has zeros added in each trip stays zero.
class DeviceSets {
public:
  virtual ~DeviceSets() = default;
  /// A set bit for each device of the value's set.
  const llvm::BitVector &of(mlir::Value value);

protected:
  /// The set of another value, as far as it counts: on the devices of `mask`, and behind a
  /// collective where its devices end up.
  struct Input {
    mlir::Value value;
    llvm::BitVector mask;
    mlir::Operation *exchange = nullptr;
  };
  /// The set of a value is the union of its inputs.
  struct Step {
    bool isKnown = false; // false: it may be all devices
    llvm::SmallVector<Input, 2> inputs;
  };

  explicit DeviceSets(int64_t devices) : devices(devices), masks(devices) {}
  virtual Step stepOf(mlir::Value value) = 0;
  virtual llvm::BitVector across(mlir::Operation *exchange, const llvm::BitVector &set) const = 0;
  llvm::BitVector all() const { return llvm::BitVector(devices, true); }
  bool isDevice(int64_t id) const { return id >= 0 && id < devices; }

  int64_t devices;
  ChoiceMasks masks;

private:
  llvm::DenseMap<mlir::Value, llvm::BitVector> known;
};

} // namespace spmd
