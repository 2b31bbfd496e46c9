// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd-fuzz --artifacts: changes the bytes of portable artifacts and of files of jax.export, and
// reads them. Separate from the fuzzing of passes, which changes texts.
#pragma once
#include "tools/spmd_fuzz_sandbox.h"
#include <string>
#include <vector>

namespace spmd::fuzz {

/// What fuzzArtifacts tries.
struct ArtifactTrials {
  std::vector<std::string> files; // to start from: paths
  uint64_t count = 0, seed = 1;
  Limits limits;    // of one file
  std::string keep; // folder for files that are findings
};

/// Reads `count` changed files. A file must be read to a well-formed program, or be refused with a
/// message; a crash, an endless loop or silence is a finding, whose file is kept. Prints the
/// totals. Exit code of spmd-fuzz: 0 no finding, 1 findings, 2 no file to start from.
int fuzzArtifacts(const ArtifactTrials &trials);

} // namespace spmd::fuzz
