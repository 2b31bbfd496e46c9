// RUN: spmd-opt %s --sdy-insert-explicit-reshards=enable-full-version=true --verify-diagnostics

sdy.mesh @m = <["a"=2]>
sdy.mesh @device_0 = <[], device_ids=[0]>
sdy.mesh @device_1 = <[], device_ids=[1]>

func.func @two_devices(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{has results on devices 0 and 1, but an op runs on one device}}
  %0:2 = stablehlo.custom_call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@device_0, []>, <@device_1, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<8xf32>
}
