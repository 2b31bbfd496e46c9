// RUN: spmd-opt %s --spmd-grad="function=f checkpoint=layer" | FileCheck %s --check-prefixes=CHECK,NOTHING
// RUN: spmd-opt %s --spmd-grad="function=f checkpoint=layer:dots" | FileCheck %s --check-prefixes=CHECK,DOTS
// RUN: spmd-opt %s --spmd-grad="function=f checkpoint=layer:dots_with_no_batch_dims" | FileCheck %s --check-prefixes=CHECK,DOTS
// RUN: spmd-opt %s --spmd-grad="function=f checkpoint=layer:names:activation" | FileCheck %s --check-prefixes=CHECK,NAMES
// RUN: spmd-opt %s --spmd-grad="function=f checkpoint=layer:everything" | FileCheck %s --check-prefix=EVERYTHING

func.func @f(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = call @layer(%x, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func private @layer(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.tanh %0 {spmd.checkpoint_name = "activation"} : tensor<4x4xf32>
  %2 = stablehlo.exponential %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x4xf32>, %[[W:[a-z0-9]+]]: tensor<4x4xf32>, %[[CT:[a-z0-9]+]]: tensor<4x4xf32>)
// NOTHING:       %[[Y:.*]] = call @layer_fwd(%[[X]], %[[W]])
// NOTHING:       %[[G:.*]]:2 = call @layer_bwd(%[[X]], %[[W]], %[[CT]])
// DOTS:          %[[Y:.*]]:2 = call @layer_fwd(%[[X]], %[[W]])
// DOTS:          %[[G:.*]]:2 = call @layer_bwd(%[[X]], %[[W]], %[[Y]]#1, %[[CT]])
// NAMES:         call @layer_bwd(%[[X]], %[[W]], %{{.*}}#1, %[[CT]])

// The backward function begins with a barrier of the arguments and the cotangent, and computes again what was not saved.
// CHECK:       func.func private @layer_bwd(%[[BX:[a-z0-9]+]]: {{[^%]*}}%[[BW:[a-z0-9]+]]: {{.*}}%[[BCT:[a-z0-9]+]]: tensor<4x4xf32>)
// CHECK:         stablehlo.optimization_barrier %[[BX]], %[[BW]], %[[BCT]] :
// NOTHING:       stablehlo.dot_general
// NOTHING:       stablehlo.tanh
// DOTS-NEXT:     stablehlo.tanh
// NAMES-NOT:     stablehlo.tanh
// CHECK:         stablehlo.exponential

// EVERYTHING-LABEL: @f_grad(
// EVERYTHING:    call @layer_bwd(
// EVERYTHING:  func.func private @layer_bwd(
// EVERYTHING-NOT: optimization_barrier

// spmd.stop_gradient: only the factor that is not marked has a cotangent.
// RUN: spmd-opt %s --spmd-grad="function=stopped" | FileCheck %s --check-prefix=STOPPED
// STOPPED-LABEL: @stopped_grad(
// STOPPED-SAME:  %[[X:[a-z0-9]+]]: tensor<4xf32>, %[[CT:[a-z0-9]+]]: tensor<4xf32>)
// STOPPED:       %[[S:.*]] = stablehlo.sine %[[X]]
// STOPPED:       %[[G:.*]] = stablehlo.multiply %[[S]], %[[CT]]
// STOPPED-NEXT:  return %{{.*}}, %[[G]]
func.func @stopped(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %x {spmd.stop_gradient} : tensor<4xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}
