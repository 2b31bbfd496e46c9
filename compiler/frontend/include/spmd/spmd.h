// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frontend in one header: tensors and ops, trees, jit. docs/frontend.md is the tour.
#pragma once
#include <spmd/caller_line.h>
#include <spmd/init.h>
#include <spmd/jit.h>
#include <spmd/ops.h>
#include <spmd/random.h>
#include <spmd/tensor.h>
#include <spmd/tree.h>
