// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The precompiled header of the tests of dialects and compiler.
#pragma once
#include "cmake/pch_compiler.h"
#include <gtest/gtest.h>
