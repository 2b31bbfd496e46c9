// RUN: spmd-run %s --random-args=1 --check-against-sequential

// Each trip reads from a table which branch it takes. The selector must lie at a fixed place, not in
// a row of the table that moves with the trip.
func.func @main(%table: tensor<6xi32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %n = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %table, %i, sizes = [1] : (tensor<6xi32>, tensor<i32>) -> tensor<1xi32>
    %which = stablehlo.reshape %row : (tensor<1xi32>) -> tensor<i32>
    %next = "stablehlo.case"(%which) ({
      stablehlo.return %c : tensor<4xf32>
    }, {
      %sine = stablehlo.sine %c : tensor<4xf32>
      stablehlo.return %sine : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
