// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frontend in one header: tensors and ops, trees, jit and the other transformations.
// docs/frontend.md is the tour.
#pragma once
#include <spmd/control_flow.h>
#include <spmd/jit.h>
#include <spmd/ops.h>
#include <spmd/shard_map.h>
#include <spmd/sharding.h>
#include <spmd/stacked.h>
#include <spmd/tensor.h>
#include <spmd/transform.h>
#include <spmd/tree.h>
