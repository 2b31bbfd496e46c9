// A chain of windows in rows and columns is code that grows with their number, not with its power of two (twelve took half a minute).
// RUN: spmd-run %s --random-args=1 --check-against-sequential --no-cache
func.func @main(%x: tensor<40x50xf32>, %update: tensor<5x7xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<40x50xf32> {
  %v0 = stablehlo.add %x, %x : tensor<40x50xf32>
  %u = stablehlo.multiply %update, %update : tensor<5x7xf32>
  %0 = stablehlo.add %i, %j : tensor<i32>
  %v1 = stablehlo.dynamic_update_slice %v0, %u, %i, %i : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v2 = stablehlo.dynamic_update_slice %v1, %u, %j, %i : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v3 = stablehlo.dynamic_update_slice %v2, %u, %0, %i : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v4 = stablehlo.dynamic_update_slice %v3, %u, %i, %j : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %1 = stablehlo.add %0, %0 : tensor<i32>
  %v5 = stablehlo.dynamic_update_slice %v4, %u, %1, %j : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v6 = stablehlo.dynamic_update_slice %v5, %u, %0, %j : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v7 = stablehlo.dynamic_update_slice %v6, %u, %i, %0 : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v8 = stablehlo.dynamic_update_slice %v7, %u, %j, %0 : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %2 = stablehlo.add %1, %1 : tensor<i32>
  %v9 = stablehlo.dynamic_update_slice %v8, %u, %2, %0 : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v10 = stablehlo.dynamic_update_slice %v9, %u, %i, %i : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v11 = stablehlo.dynamic_update_slice %v10, %u, %j, %i : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v12 = stablehlo.dynamic_update_slice %v11, %u, %0, %i : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %3 = stablehlo.add %2, %2 : tensor<i32>
  %v13 = stablehlo.dynamic_update_slice %v12, %u, %3, %j : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v14 = stablehlo.dynamic_update_slice %v13, %u, %j, %j : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v15 = stablehlo.dynamic_update_slice %v14, %u, %0, %j : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v16 = stablehlo.dynamic_update_slice %v15, %u, %i, %0 : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %4 = stablehlo.add %3, %3 : tensor<i32>
  %v17 = stablehlo.dynamic_update_slice %v16, %u, %4, %0 : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v18 = stablehlo.dynamic_update_slice %v17, %u, %0, %0 : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v19 = stablehlo.dynamic_update_slice %v18, %u, %i, %i : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  %v20 = stablehlo.dynamic_update_slice %v19, %u, %j, %i : (tensor<40x50xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>
  return %v20 : tensor<40x50xf32>
}
