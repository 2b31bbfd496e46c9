// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiles the public headers, for what is written with them as users write it.
#pragma once
#include <fstream>
#include <map>
#include <spmd.h>
