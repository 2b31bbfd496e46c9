// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The precompiled header of the frontend's tests.
#pragma once
#include "cmake/pch_library.h"
#include <gtest/gtest.h>
