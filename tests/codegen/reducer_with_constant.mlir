// A reducer has a constant that its surroundings have, too: what is equal in a kernel becomes one, but not across a reducer's border.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %x = call @numbers() : () -> tensor<17x40xf32>
    %d = call @first_then_largest(%x) : (tensor<17x40xf32>) -> tensor<17x40xf32>
    // Row i is 40 i, 40 i + 1, ..; whatever is added to all of it, the largest is 39 more than the first.
    %j = stablehlo.iota dim = 1 : tensor<17x40xf32>
    %c = stablehlo.constant dense<39.0> : tensor<17x40xf32>
    %want = stablehlo.subtract %j, %c : tensor<17x40xf32>
    check.expect_eq %d, %want : tensor<17x40xf32>
    return
  }
  func.func private @first_then_largest(%x: tensor<17x40xf32>) -> tensor<17x40xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %r = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<17x40xf32>, tensor<f32>) -> tensor<17xf32>
     reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %zz = stablehlo.constant dense<0.0> : tensor<f32>
      %p = stablehlo.compare NE, %a, %zz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %s = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
    %rb = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<17xf32>) -> tensor<17x40xf32>
    %t = stablehlo.add %x, %rb : tensor<17x40xf32>
    %u = stablehlo.reduce(%t init: %m) applies stablehlo.maximum across dimensions = [1] : (tensor<17x40xf32>, tensor<f32>) -> tensor<17xf32>
    %ub = stablehlo.broadcast_in_dim %u, dims = [0] : (tensor<17xf32>) -> tensor<17x40xf32>
    %v = stablehlo.subtract %t, %ub : tensor<17x40xf32>
    return %v : tensor<17x40xf32>
  }
  func.func private @numbers() -> tensor<17x40xf32> {
    %i = stablehlo.iota dim = 0 : tensor<680xf32>
    %n = stablehlo.reshape %i : (tensor<680xf32>) -> tensor<17x40xf32>
    %a, %b = stablehlo.optimization_barrier %n, %n : tensor<17x40xf32>, tensor<17x40xf32>
    return %a : tensor<17x40xf32>
  }
}
