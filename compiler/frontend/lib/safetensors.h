// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception Reads and writes .safetensors files:
// eight bytes with the length of a JSON header, the header, and the elements of all tensors without
// gaps (https://github.com/huggingface/safetensors#format).
#pragma once
#include <map>
#include <spmd.h>

namespace spmd {

using NamedArrays = std::vector<std::pair<std::string, HostArray>>;

/// The tensors in the order of their bytes. Throws Error, whose message begins with the path, where
/// the file cannot be read or breaks the format: every number of the header is checked before a
/// byte is read or memory is taken.
NamedArrays readSafetensors(const std::string &path);
/// Writes the tensors, wide elements first, so that all of them are aligned. Throws Error.
void writeSafetensors(const std::string &path, NamedArrays arrays);

} // namespace spmd
