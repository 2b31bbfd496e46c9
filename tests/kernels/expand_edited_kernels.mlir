// The loops of kernels as they stand in the module, whoever wrote them: lanes and columns are those of the text.
// RUN: spmd-opt %s --spmd-expand-kernels | FileCheck %s

// Three kernels, but two of them are equal: they share the function.
// CHECK-LABEL: func.func private @kernel0(
// CHECK-SAME:  %[[X:.*]]: memref<256xf32>, %[[Y:.*]]: memref<256xf32>, %[[OUT:.*]]: memref<256xf32>, %[[BEGIN:.*]]: index, %[[END:.*]]: index) attributes {spmd.loops}
// CHECK:       scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 {
// CHECK-NEXT:    scf.for %[[I:.*]] = %c0 to %c256 step %c4 {
// CHECK-NEXT:      %[[A:.*]] = vector.load %[[X]][%[[I]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:      %[[B:.*]] = vector.load %[[Y]][%[[I]]] : memref<256xf32>, vector<4xf32>
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : vector<4xf32>
// CHECK-NEXT:      vector.store %[[SUM]], %[[OUT]][%[[I]]] : memref<256xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @kernel1(
// CHECK:       math.absf
// CHECK-NOT:   @kernel2
// CHECK-LABEL: func.func @three_kernels(
// CHECK-COUNT-3: spmd.kernel
func.func @three_kernels(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = spmd.kernel(%a = %x, %b = %y) {nests = [#spmd.nest<columns = [256], lanes = 4>], shares = [array<i64: 0, 1>], stores = [#spmd.store<output = 0>]} : (tensor<4x64xf32>, tensor<4x64xf32>) -> tensor<4x64xf32> {
    %3 = stablehlo.add %a, %b : tensor<4x64xf32>
    spmd.yield %3 : tensor<4x64xf32>
  }
  %1 = spmd.kernel(%a = %0) {nests = [#spmd.nest<columns = [256], lanes = 4>], shares = [array<i64: 0>], stores = [#spmd.store<output = 0>]} : (tensor<4x64xf32>) -> tensor<4x64xf32> {
    %3 = stablehlo.abs %a : tensor<4x64xf32>
    spmd.yield %3 : tensor<4x64xf32>
  }
  %2 = spmd.kernel(%a = %1, %b = %x) {nests = [#spmd.nest<columns = [256], lanes = 4>], shares = [array<i64: 0, 1>], stores = [#spmd.store<output = 0>]} : (tensor<4x64xf32>, tensor<4x64xf32>) -> tensor<4x64xf32> {
    %3 = stablehlo.add %a, %b : tensor<4x64xf32>
    spmd.yield %3 : tensor<4x64xf32>
  }
  return %2 : tensor<4x64xf32>
}

// Only kernels have loops.
// CHECK-LABEL: func.func @no_kernel(
// CHECK-NEXT:  stablehlo.tanh %arg0
func.func @no_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
