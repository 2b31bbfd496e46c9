// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers: structs of parameters that are called on tensors. docs/frontend.md shows them.
#pragma once
#include <spmd/nn_attention.h>
#include <spmd/nn_conv.h>
#include <spmd/nn_experts.h>
#include <spmd/nn_linear.h>
#include <spmd/nn_named.h>
#include <spmd/nn_norm.h>
