// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiles what files that trace programs include: the compiler's headers and the public ones.
#pragma once
#include "cmake/pch_compiler.h"
#include "compiler/frontend/trace/elementwise.h"
#include <iostream>
#include <spmd/spmd.h>
