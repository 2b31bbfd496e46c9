// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiles what almost every file of compiler/ includes: MLIR's headers and those of the
// dialects. Compiling such a file then takes 3 s instead of 8 s.
#pragma once
#include "cmake/pch.h"
#include "dialects/sdy/sdy.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
