// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frontend in one header: tensors and ops, trees, jit. docs/frontend.md is the tour.
#pragma once
#include <spmd/activations.h>
#include <spmd/convolution.h>
#include <spmd/functions.h>
#include <spmd/indexing.h>
#include <spmd/jit.h>
#include <spmd/linalg.h>
#include <spmd/movement.h>
#include <spmd/ops.h>
#include <spmd/order.h>
#include <spmd/special.h>
#include <spmd/statistics.h>
#include <spmd/tensor.h>
#include <spmd/tree.h>
