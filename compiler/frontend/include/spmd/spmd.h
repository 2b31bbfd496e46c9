// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frontend in one header: tensors and ops, trees, jit and the other transformations.
// docs/frontend.md is the tour.
#pragma once
#include <spmd/activations.h>
#include <spmd/associative_scan.h>
#include <spmd/caller_line.h>
#include <spmd/complex.h>
#include <spmd/control_flow.h>
#include <spmd/convolution.h>
#include <spmd/fft.h>
#include <spmd/files.h>
#include <spmd/functions.h>
#include <spmd/indexing.h>
#include <spmd/init.h>
#include <spmd/jit.h>
#include <spmd/linalg.h>
#include <spmd/losses.h>
#include <spmd/movement.h>
#include <spmd/nn.h>
#include <spmd/ops.h>
#include <spmd/optim.h>
#include <spmd/order.h>
#include <spmd/precision.h>
#include <spmd/progress.h>
#include <spmd/random.h>
#include <spmd/schedule.h>
#include <spmd/shard_map.h>
#include <spmd/sharding.h>
#include <spmd/special.h>
#include <spmd/stacked.h>
#include <spmd/state.h>
#include <spmd/statistics.h>
#include <spmd/tensor.h>
#include <spmd/tokens.h>
#include <spmd/transform.h>
#include <spmd/tree.h>
