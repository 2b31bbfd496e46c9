// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the chlo dialect, the client ops that frontends emit: chlo.erf, chlo.top_k,
// chlo.broadcast_add, ... This folder holds the form of the ops; compiler/ops holds their meaning.
#pragma once

#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/OpImplementation.h"

#include "dialects/chlo/declarations.h.inc"
