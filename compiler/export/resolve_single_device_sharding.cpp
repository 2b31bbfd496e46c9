// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_RESOLVESINGLEDEVICESHARDING
#include "compiler/passes.h.inc"
namespace {

struct ResolveSingleDeviceSharding : impl::ResolveSingleDeviceShardingBase<ResolveSingleDeviceSharding> {
  using Base::Base;
  void runOnOperation() override { signalPassFailure(); }
};

} // namespace
} // namespace spmd
