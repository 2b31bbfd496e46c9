// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates values that follow from the id of the device and from constants alone, such as the
// predicate `axis_index("pipe") == 3`, for each device of a local program. Apart from the analyses
// that ask for them (nonzero_devices.h).
#pragma once
#include "compiler/ops/eval.h"
#include "compiler/ops/known_range.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace spmd {

/// Programs that name devices beyond these are left alone, whose text may hold any number. What is
/// known of a value takes a bit for each device, 8 KiB of 65,536, and each predicate is evaluated
/// for each.
inline constexpr int64_t kMostListedDevices = 1 << 16;
/// Whether all of these are ids of devices that are looked at.
inline bool areDevices(llvm::ArrayRef<int64_t> ids) {
  return llvm::all_of(ids, [](int64_t id) { return id >= 0 && id < kMostListedDevices; });
}

/// What each device of a local program holds of values.
///   compare EQ, partition_id, 2, broadcast to 8x8, of 4 devices   ->   kinds {false, true}, kindOf
///   {0, 0, 1, 0}
class DeviceValues {
public:
  /// The device with the id `i` holds `kinds[kindOf[i]]`, and no two kinds are equal. A kind is a
  /// tensor with all elements of the value, each at least once, in any order: broadcasts are looked
  /// through, so it may be smaller than the value.
  struct PerDevice {
    std::vector<Tensor> kinds;
    std::vector<uint32_t> kindOf;
  };

  explicit DeviceValues(int64_t devices) : devices(devices) {}
  /// Null where the value depends on anything else than the device, such as arguments or
  /// collectives, or takes more than a few small ops.
  const PerDevice *of(mlir::Value value);

private:
  bool evaluate(mlir::Operation *op);

  int64_t devices;
  // Chains of ops begin alike, with the indices along the mesh axes, so all their values are kept.
  llvm::DenseMap<mlir::Value, PerDevice> known;
};

/// The devices that may take each option of a choice: all of them where it does not follow from the
/// device.
///   select(axis_index("pipe") == 3, %x, 0)   ->   %x: devices of pipe position 3; 0: the others
/// Masks are kept, since one predicate often chooses between many values.
class ChoiceMasks {
public:
  explicit ChoiceMasks(int64_t devices) : devices(devices), values(devices) {}
  /// A mask for each option.
  llvm::ArrayRef<llvm::BitVector> of(const Choice &choice);

private:
  int64_t devices;
  DeviceValues values;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<llvm::BitVector>> masksBy;
};

} // namespace spmd
