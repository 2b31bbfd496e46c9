// RUN: spmd-run --check-against-sequential --random-args=1 %s
// RUN: spmd-run --check-against-sequential=jit --random-args=2 %s

// Regions per element: sorts by floats as JAX writes them (zeros and NaNs made one, constants in the comparator), sums of
// several tensors at once that start from a number, exclusive or from a number.
sdy.mesh @mesh = <["x"=2]>

func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>,
                %m: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %n: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32>, tensor<8xi32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>, tensor<i32>) {
  %places = stablehlo.iota dim = 0 : tensor<8xi32>
  %sorted:2 = "stablehlo.sort"(%a, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xz = stablehlo.compare EQ, %x, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %x0 = stablehlo.select %xz, %zero, %x : tensor<i1>, tensor<f32>
    %xn = stablehlo.compare NE, %x, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %x1 = stablehlo.select %xn, %nan, %x0 : tensor<i1>, tensor<f32>
    %yz = stablehlo.compare EQ, %y, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %y0 = stablehlo.select %yz, %zero, %y : tensor<i1>, tensor<f32>
    %yn = stablehlo.compare NE, %y, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %y1 = stablehlo.select %yn, %nan, %y0 : tensor<i1>, tensor<f32>
    %less = stablehlo.compare LT, %x1, %y1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  %columns = "stablehlo.sort"(%m) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %greater = stablehlo.compare GT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %start = stablehlo.constant dense<7.0> : tensor<f32>
  %sums:2 = stablehlo.reduce(%a init: %start), (%b init: %start) across dimensions = [0] : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<f32>, %s: tensor<f32>)  {
    %1 = stablehlo.add %p, %q : tensor<f32>
    %2 = stablehlo.add %r, %s : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }
  %one = stablehlo.constant dense<1> : tensor<i32>
  %flips = stablehlo.reduce(%n init: %one) applies stablehlo.xor across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  return %sorted#0, %sorted#1, %columns, %sums#0, %sums#1, %flips : tensor<8xf32>, tensor<8xi32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>, tensor<i32>
}
