// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What almost every file of compiler/ reads: MLIR's headers and those of the dialects (8 s -> 3 s a
// file).
#pragma once
#include "cmake/pch.h"
#include "dialects/sdy/sdy.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
