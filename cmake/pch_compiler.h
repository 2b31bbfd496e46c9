// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiles what many files of compiler/ include: MLIR's headers, with its dialects of loops and
// scalars, and those of our dialects. Compiling such a file then takes 3 s instead of 8 s.
#pragma once
#include "cmake/pch.h"
#include "dialects/sdy/sdy.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"
#include <cmath>
#include <map>
#include <span>
#include <variant>
