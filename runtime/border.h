// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes which block of a global array a device holds.
#pragma once
#include "runtime/array.h"
#include "runtime/program.h"
#include "runtime/rank_plan.h"

namespace spmd::rt {

/// The block of device `deviceId`. A dim of 5 split over 2 devices gives [0, 3) and [3, 6); the
/// last element is padding.
std::vector<BlockDim> blockOf(const Border &border, int64_t deviceId);

/// For each device, the lowest device that holds the same block. That is the device itself unless
/// the array is replicated over it.
std::vector<int64_t> firstHolders(const Border &border, int64_t deviceCount);

/// Joins the parts of all devices into a global array, on every rank. `parts` has those of this
/// process, by device. All ranks must call it.
llvm::Expected<Array> joinParts(const Border &border, int64_t deviceCount, const RankMap &rankMap,
                                std::span<std::byte *const> parts);

/// What is wrong with a border among so many devices, or "".
std::string borderFault(const Border &border, int64_t deviceCount);
/// What is wrong with an order of devices, or "": it is empty (the identity) or a permutation.
std::string orderFault(const std::vector<int64_t> &order, int64_t deviceCount);
/// Whether a digit counts devices that there are.
bool isAmong(const Digit &digit, int64_t deviceCount);
/// Whether 64 bits hold the bytes of `times` such arrays. A negative size is none.
bool isCountable(DType type, const std::vector<int64_t> &shape, int64_t times = 1);
/// What is wrong with the tables of a program, or "". Rows are whole buffers of arguments or
/// results.
std::string tableFault(const Program &program);
/// What is wrong with an operand in a table, or "". It moves from row to row, and ends in the row
/// where it begins. `around`: the loops over blocks around its command; null: none.
std::string rowFault(const Table &table, const Operand &operand, const BlocksCommand *around);

} // namespace spmd::rt
