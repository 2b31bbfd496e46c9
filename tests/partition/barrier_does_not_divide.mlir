// RUN: spmd-run %s --random-args=1 --check-against-sequential

sdy.mesh @mesh = <["a"=2, "b"=2]>

// The values behind the barriers take axes from the results of pad and concatenate, which are larger: they do not divide 1 and 2.
func.func @main(%x: tensor<1xi32>, %y: tensor<2xi32>)
    -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>}) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<1xi32>
  %1 = stablehlo.pad %0, %one, low = [2], high = [1], interior = [0] : (tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = sdy.propagation_barrier %y allowed_direction=FORWARD : tensor<2xi32>
  %3 = stablehlo.concatenate %2, %2, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %1, %3 : tensor<4xi32>, tensor<4xi32>
}
