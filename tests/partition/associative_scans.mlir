// RUN: spmd-opt --split-input-file --spmd-pipeline=stop-after=propagate %s | spmd-opt --split-input-file --spmd-cut-dims | FileCheck %s
// RUN: spmd-opt --split-input-file --spmd-pipeline=stop-after=partition %s | FileCheck %s --check-prefix=SENT
// Scans as jax.lax.associative_scan writes them. The last two are none.

// A linear recurrence. Each device scans two rows. A row goes from each shard to the next one: what the rows before it amount to.
// CHECK-LABEL: func.func @recurrence(
// CHECK:       stablehlo.reshape %arg1 {{{.*}}[{"x"}, {}, {}]{{.*}}} : (tensor<8x3xf32>) -> tensor<4x2x3xf32>
// CHECK-COUNT-3: stablehlo.pad {{.*}}low = [1, 0, 0], high = [-1, 0, 0]{{.*}}(tensor<4x1x3xf32>, tensor<f32>) -> tensor<4x1x3xf32>
// CHECK-NOT:   stablehlo.pad
// CHECK:       stablehlo.reshape {{.*}} : (tensor<4x2x3xf32>) -> tensor<8x3xf32>
// CHECK-NEXT:  return
// SENT-LABEL:  func.func @recurrence(
// SENT:        collective_permute{{.*}}dense<{{\[\[}}0, 1]]>{{.*}}(tensor<1x1x3xf32>)
// SENT:        collective_permute{{.*}}dense<{{\[\[}}1, 2]]>{{.*}}(tensor<1x1x3xf32>)
// SENT:        collective_permute{{.*}}dense<{{\[\[}}2, 3]]>{{.*}}(tensor<1x1x3xf32>)
// SENT-NOT:    channel_handle
// SENT:        return
sdy.mesh @mesh = <["x"=4]>
func.func @recurrence(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %arg0 [0:7:2, 0:3] : (tensor<8x3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.slice %arg1 [0:7:2, 0:3] : (tensor<8x3xf32>) -> tensor<4x3xf32>
  %2 = stablehlo.slice %arg0 [1:8:2, 0:3] : (tensor<8x3xf32>) -> tensor<4x3xf32>
  %3 = stablehlo.slice %arg1 [1:8:2, 0:3] : (tensor<8x3xf32>) -> tensor<4x3xf32>
  %4 = stablehlo.multiply %0, %2 : tensor<4x3xf32>
  %5 = stablehlo.multiply %2, %1 : tensor<4x3xf32>
  %6 = stablehlo.add %5, %3 : tensor<4x3xf32>
  %7 = stablehlo.slice %4 [0:3:2, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %8 = stablehlo.slice %6 [0:3:2, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %9 = stablehlo.slice %4 [1:4:2, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %10 = stablehlo.slice %6 [1:4:2, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
  %11 = stablehlo.multiply %7, %9 : tensor<2x3xf32>
  %12 = stablehlo.multiply %9, %8 : tensor<2x3xf32>
  %13 = stablehlo.add %12, %10 : tensor<2x3xf32>
  %14 = stablehlo.slice %13 [0:1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %15 = stablehlo.slice %11 [1:2:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %16 = stablehlo.slice %13 [1:2:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %17 = stablehlo.multiply %15, %14 : tensor<1x3xf32>
  %18 = stablehlo.add %17, %16 : tensor<1x3xf32>
  %19 = stablehlo.slice %18 [0:0, 0:3] : (tensor<1x3xf32>) -> tensor<0x3xf32>
  %20 = stablehlo.slice %11 [2:2:2, 0:3] : (tensor<2x3xf32>) -> tensor<0x3xf32>
  %21 = stablehlo.slice %13 [2:2:2, 0:3] : (tensor<2x3xf32>) -> tensor<0x3xf32>
  %22 = stablehlo.multiply %20, %19 : tensor<0x3xf32>
  %23 = stablehlo.add %22, %21 : tensor<0x3xf32>
  %24 = stablehlo.slice %13 [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %25 = stablehlo.concatenate %24, %23, dim = 0 : (tensor<1x3xf32>, tensor<0x3xf32>) -> tensor<1x3xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %26 = stablehlo.pad %25, %cst, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %27 = stablehlo.pad %18, %cst_0, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %28 = stablehlo.add %26, %27 : tensor<2x3xf32>
  %29 = stablehlo.slice %28 [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %30 = stablehlo.slice %4 [2:4:2, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
  %31 = stablehlo.slice %6 [2:4:2, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
  %32 = stablehlo.multiply %30, %29 : tensor<1x3xf32>
  %33 = stablehlo.add %32, %31 : tensor<1x3xf32>
  %34 = stablehlo.slice %6 [0:1, 0:3] : (tensor<4x3xf32>) -> tensor<1x3xf32>
  %35 = stablehlo.concatenate %34, %33, dim = 0 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %36 = stablehlo.pad %35, %cst_1, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %37 = stablehlo.pad %28, %cst_2, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  %38 = stablehlo.add %36, %37 : tensor<4x3xf32>
  %39 = stablehlo.slice %38 [0:3, 0:3] : (tensor<4x3xf32>) -> tensor<3x3xf32>
  %40 = stablehlo.slice %arg0 [2:8:2, 0:3] : (tensor<8x3xf32>) -> tensor<3x3xf32>
  %41 = stablehlo.slice %arg1 [2:8:2, 0:3] : (tensor<8x3xf32>) -> tensor<3x3xf32>
  %42 = stablehlo.multiply %40, %39 : tensor<3x3xf32>
  %43 = stablehlo.add %42, %41 : tensor<3x3xf32>
  %44 = stablehlo.slice %arg1 [0:1, 0:3] : (tensor<8x3xf32>) -> tensor<1x3xf32>
  %45 = stablehlo.concatenate %44, %43, dim = 0 : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %46 = stablehlo.pad %45, %cst_3, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<8x3xf32>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %47 = stablehlo.pad %38, %cst_4, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<8x3xf32>
  %48 = stablehlo.add %46, %47 : tensor<8x3xf32>
  return %48 : tensor<8x3xf32>
}

// -----

// 10 rows over 4 shards. Two fillers stand at the end, where no row reads them.
// CHECK-LABEL: func.func @uneven(
// CHECK:       stablehlo.pad %arg0{{.*}}high = [2]
// CHECK:       stablehlo.slice {{.*}}(tensor<12xf32>) -> tensor<10xf32>
// CHECK-NEXT:  return
// SENT-LABEL:  func.func @uneven(
// SENT-COUNT-3: collective_permute{{.*}}(tensor<1x1xf32>)
// SENT-NOT:    channel_handle
// SENT:        return
sdy.mesh @mesh = <["x"=4]>
func.func @uneven(%arg0: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %arg0 [0:9:2] : (tensor<10xf32>) -> tensor<5xf32>
  %1 = stablehlo.slice %arg0 [1:10:2] : (tensor<10xf32>) -> tensor<5xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<5xf32>
  %3 = stablehlo.slice %2 [0:4:2] : (tensor<5xf32>) -> tensor<2xf32>
  %4 = stablehlo.slice %2 [1:5:2] : (tensor<5xf32>) -> tensor<2xf32>
  %5 = stablehlo.maximum %3, %4 : tensor<2xf32>
  %6 = stablehlo.slice %5 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %7 = stablehlo.slice %5 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %8 = stablehlo.maximum %6, %7 : tensor<1xf32>
  %9 = stablehlo.slice %8 [0:0] : (tensor<1xf32>) -> tensor<0xf32>
  %10 = stablehlo.slice %5 [2:2:2] : (tensor<2xf32>) -> tensor<0xf32>
  %11 = stablehlo.maximum %9, %10 : tensor<0xf32>
  %12 = stablehlo.slice %5 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %13 = stablehlo.concatenate %12, %11, dim = 0 : (tensor<1xf32>, tensor<0xf32>) -> tensor<1xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %14 = stablehlo.pad %13, %cst, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %15 = stablehlo.pad %8, %cst_0, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %16 = stablehlo.add %14, %15 : tensor<2xf32>
  %17 = stablehlo.slice %2 [2:5:2] : (tensor<5xf32>) -> tensor<2xf32>
  %18 = stablehlo.maximum %16, %17 : tensor<2xf32>
  %19 = stablehlo.slice %2 [0:1] : (tensor<5xf32>) -> tensor<1xf32>
  %20 = stablehlo.concatenate %19, %18, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %21 = stablehlo.pad %20, %cst_1, low = [0], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %22 = stablehlo.pad %16, %cst_2, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  %23 = stablehlo.add %21, %22 : tensor<5xf32>
  %24 = stablehlo.slice %23 [0:4] : (tensor<5xf32>) -> tensor<4xf32>
  %25 = stablehlo.slice %arg0 [2:10:2] : (tensor<10xf32>) -> tensor<4xf32>
  %26 = stablehlo.maximum %24, %25 : tensor<4xf32>
  %27 = stablehlo.slice %arg0 [0:1] : (tensor<10xf32>) -> tensor<1xf32>
  %28 = stablehlo.concatenate %27, %26, dim = 0 : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %29 = stablehlo.pad %28, %cst_3, low = [0], high = [1], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<10xf32>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %30 = stablehlo.pad %23, %cst_4, low = [1], high = [0], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<10xf32>
  %31 = stablehlo.add %29, %30 : tensor<10xf32>
  return %31 : tensor<10xf32>
}

// -----

// From the last row to the first: reversals within the pieces, and rows that go to the shard before. Both results are those of one scan.
// CHECK-LABEL: func.func @reverse(
// CHECK-COUNT-2: stablehlo.reverse {{.*}}dims = [2]
// CHECK-COUNT-6: stablehlo.pad {{.*}}low = [0, -1, 0], high = [0, 1, 0]
// CHECK-COUNT-2: stablehlo.reverse {{.*}}dims = [2]
// CHECK-NOT:   stablehlo.reverse
// CHECK:       return
// SENT-LABEL:  func.func @reverse(
// SENT-COUNT-2: collective_permute{{.*}}dense<{{\[\[}}3, 2]]>
// SENT-COUNT-2: collective_permute{{.*}}dense<{{\[\[}}2, 1]]>
// SENT-COUNT-2: collective_permute{{.*}}dense<{{\[\[}}1, 0]]>
// SENT-NOT:    channel_handle
// SENT:        return
sdy.mesh @mesh = <["x"=4]>
func.func @reverse(%arg0: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.reverse %arg0, dims = [1] : tensor<2x8xf32>
  %1 = stablehlo.reverse %arg1, dims = [1] : tensor<2x8xf32>
  %2 = stablehlo.slice %0 [0:2, 0:7:2] : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.slice %1 [0:2, 0:7:2] : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %4 = stablehlo.slice %0 [0:2, 1:8:2] : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %5 = stablehlo.slice %1 [0:2, 1:8:2] : (tensor<2x8xf32>) -> tensor<2x4xf32>
  %6 = stablehlo.multiply %2, %4 : tensor<2x4xf32>
  %7 = stablehlo.multiply %4, %3 : tensor<2x4xf32>
  %8 = stablehlo.add %7, %5 : tensor<2x4xf32>
  %9 = stablehlo.slice %6 [0:2, 0:3:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %10 = stablehlo.slice %8 [0:2, 0:3:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %11 = stablehlo.slice %6 [0:2, 1:4:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %12 = stablehlo.slice %8 [0:2, 1:4:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %13 = stablehlo.multiply %9, %11 : tensor<2x2xf32>
  %14 = stablehlo.multiply %11, %10 : tensor<2x2xf32>
  %15 = stablehlo.add %14, %12 : tensor<2x2xf32>
  %16 = stablehlo.slice %13 [0:2, 0:1:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %17 = stablehlo.slice %15 [0:2, 0:1:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %18 = stablehlo.slice %13 [0:2, 1:2:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %19 = stablehlo.slice %15 [0:2, 1:2:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %20 = stablehlo.multiply %16, %18 : tensor<2x1xf32>
  %21 = stablehlo.multiply %18, %17 : tensor<2x1xf32>
  %22 = stablehlo.add %21, %19 : tensor<2x1xf32>
  %23 = stablehlo.slice %20 [0:2, 0:0] : (tensor<2x1xf32>) -> tensor<2x0xf32>
  %24 = stablehlo.slice %22 [0:2, 0:0] : (tensor<2x1xf32>) -> tensor<2x0xf32>
  %25 = stablehlo.slice %13 [0:2, 2:2:2] : (tensor<2x2xf32>) -> tensor<2x0xf32>
  %26 = stablehlo.slice %15 [0:2, 2:2:2] : (tensor<2x2xf32>) -> tensor<2x0xf32>
  %27 = stablehlo.multiply %23, %25 : tensor<2x0xf32>
  %28 = stablehlo.multiply %25, %24 : tensor<2x0xf32>
  %29 = stablehlo.add %28, %26 : tensor<2x0xf32>
  %30 = stablehlo.slice %13 [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %31 = stablehlo.concatenate %30, %27, dim = 1 : (tensor<2x1xf32>, tensor<2x0xf32>) -> tensor<2x1xf32>
  %32 = stablehlo.slice %15 [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %33 = stablehlo.concatenate %32, %29, dim = 1 : (tensor<2x1xf32>, tensor<2x0xf32>) -> tensor<2x1xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %34 = stablehlo.pad %31, %cst, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x2xf32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %35 = stablehlo.pad %20, %cst_0, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x2xf32>
  %36 = stablehlo.add %34, %35 : tensor<2x2xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %37 = stablehlo.pad %33, %cst_1, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x2xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %38 = stablehlo.pad %22, %cst_2, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x2xf32>
  %39 = stablehlo.add %37, %38 : tensor<2x2xf32>
  %40 = stablehlo.slice %36 [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %41 = stablehlo.slice %39 [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
  %42 = stablehlo.slice %6 [0:2, 2:4:2] : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %43 = stablehlo.slice %8 [0:2, 2:4:2] : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %44 = stablehlo.multiply %40, %42 : tensor<2x1xf32>
  %45 = stablehlo.multiply %42, %41 : tensor<2x1xf32>
  %46 = stablehlo.add %45, %43 : tensor<2x1xf32>
  %47 = stablehlo.slice %6 [0:2, 0:1] : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %48 = stablehlo.concatenate %47, %44, dim = 1 : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  %49 = stablehlo.slice %8 [0:2, 0:1] : (tensor<2x4xf32>) -> tensor<2x1xf32>
  %50 = stablehlo.concatenate %49, %46, dim = 1 : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %51 = stablehlo.pad %48, %cst_3, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %52 = stablehlo.pad %36, %cst_4, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  %53 = stablehlo.add %51, %52 : tensor<2x4xf32>
  %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %54 = stablehlo.pad %50, %cst_5, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %55 = stablehlo.pad %39, %cst_6, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x4xf32>
  %56 = stablehlo.add %54, %55 : tensor<2x4xf32>
  %57 = stablehlo.slice %53 [0:2, 0:3] : (tensor<2x4xf32>) -> tensor<2x3xf32>
  %58 = stablehlo.slice %56 [0:2, 0:3] : (tensor<2x4xf32>) -> tensor<2x3xf32>
  %59 = stablehlo.slice %0 [0:2, 2:8:2] : (tensor<2x8xf32>) -> tensor<2x3xf32>
  %60 = stablehlo.slice %1 [0:2, 2:8:2] : (tensor<2x8xf32>) -> tensor<2x3xf32>
  %61 = stablehlo.multiply %57, %59 : tensor<2x3xf32>
  %62 = stablehlo.multiply %59, %58 : tensor<2x3xf32>
  %63 = stablehlo.add %62, %60 : tensor<2x3xf32>
  %64 = stablehlo.slice %0 [0:2, 0:1] : (tensor<2x8xf32>) -> tensor<2x1xf32>
  %65 = stablehlo.concatenate %64, %61, dim = 1 : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  %66 = stablehlo.slice %1 [0:2, 0:1] : (tensor<2x8xf32>) -> tensor<2x1xf32>
  %67 = stablehlo.concatenate %66, %63, dim = 1 : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %68 = stablehlo.pad %65, %cst_7, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x8xf32>
  %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %69 = stablehlo.pad %53, %cst_8, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x8xf32>
  %70 = stablehlo.add %68, %69 : tensor<2x8xf32>
  %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %71 = stablehlo.pad %67, %cst_9, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x8xf32>
  %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %72 = stablehlo.pad %56, %cst_10, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x8xf32>
  %73 = stablehlo.add %71, %72 : tensor<2x8xf32>
  %74 = stablehlo.reverse %70, dims = [1] : tensor<2x8xf32>
  %75 = stablehlo.reverse %73, dims = [1] : tensor<2x8xf32>
  return %74, %75 : tensor<2x8xf32>, tensor<2x8xf32>
}

// -----

// Over 16 shards, totals travel over 1, 2, 4 and 8 shards in place of 15 times over one. What the first shards already have is not sent.
// CHECK-LABEL: func.func @doubling(
// CHECK:       stablehlo.pad {{.*}}low = [1, 0], high = [-1, 0]
// CHECK:       stablehlo.pad {{.*}}low = [1, 0], high = [-1, 0]
// CHECK:       stablehlo.pad {{.*}}low = [2, 0], high = [-2, 0]
// CHECK:       stablehlo.pad {{.*}}low = [4, 0], high = [-4, 0]
// CHECK:       stablehlo.pad {{.*}}low = [8, 0], high = [-8, 0]
// CHECK:       return
// SENT-LABEL:  func.func @doubling(
// SENT-COUNT-4: collective_permute
// SENT:        collective_permute{{.*}}dense<{{\[\[}}1, 9], [2, 10], [3, 11], [4, 12], [5, 13], [6, 14], [7, 15]]>
// SENT-NOT:    channel_handle
// SENT:        return
sdy.mesh @mesh = <["x"=16]>
func.func @doubling(%arg0: tensor<32xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<32xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %arg0 [0:31:2] : (tensor<32xi1>) -> tensor<16xi1>
  %1 = stablehlo.slice %arg0 [1:32:2] : (tensor<32xi1>) -> tensor<16xi1>
  %2 = stablehlo.xor %0, %1 : tensor<16xi1>
  %3 = stablehlo.slice %2 [0:15:2] : (tensor<16xi1>) -> tensor<8xi1>
  %4 = stablehlo.slice %2 [1:16:2] : (tensor<16xi1>) -> tensor<8xi1>
  %5 = stablehlo.xor %3, %4 : tensor<8xi1>
  %6 = stablehlo.slice %5 [0:7:2] : (tensor<8xi1>) -> tensor<4xi1>
  %7 = stablehlo.slice %5 [1:8:2] : (tensor<8xi1>) -> tensor<4xi1>
  %8 = stablehlo.xor %6, %7 : tensor<4xi1>
  %9 = stablehlo.slice %8 [0:3:2] : (tensor<4xi1>) -> tensor<2xi1>
  %10 = stablehlo.slice %8 [1:4:2] : (tensor<4xi1>) -> tensor<2xi1>
  %11 = stablehlo.xor %9, %10 : tensor<2xi1>
  %12 = stablehlo.slice %11 [0:1:2] : (tensor<2xi1>) -> tensor<1xi1>
  %13 = stablehlo.slice %11 [1:2:2] : (tensor<2xi1>) -> tensor<1xi1>
  %14 = stablehlo.xor %12, %13 : tensor<1xi1>
  %15 = stablehlo.slice %14 [0:0] : (tensor<1xi1>) -> tensor<0xi1>
  %16 = stablehlo.slice %11 [2:2:2] : (tensor<2xi1>) -> tensor<0xi1>
  %17 = stablehlo.xor %15, %16 : tensor<0xi1>
  %18 = stablehlo.slice %11 [0:1] : (tensor<2xi1>) -> tensor<1xi1>
  %19 = stablehlo.concatenate %18, %17, dim = 0 : (tensor<1xi1>, tensor<0xi1>) -> tensor<1xi1>
  %c = stablehlo.constant dense<false> : tensor<i1>
  %20 = stablehlo.pad %19, %c, low = [0], high = [1], interior = [1] : (tensor<1xi1>, tensor<i1>) -> tensor<2xi1>
  %c_0 = stablehlo.constant dense<false> : tensor<i1>
  %21 = stablehlo.pad %14, %c_0, low = [1], high = [0], interior = [1] : (tensor<1xi1>, tensor<i1>) -> tensor<2xi1>
  %22 = stablehlo.or %20, %21 : tensor<2xi1>
  %23 = stablehlo.slice %22 [0:1] : (tensor<2xi1>) -> tensor<1xi1>
  %24 = stablehlo.slice %8 [2:4:2] : (tensor<4xi1>) -> tensor<1xi1>
  %25 = stablehlo.xor %23, %24 : tensor<1xi1>
  %26 = stablehlo.slice %8 [0:1] : (tensor<4xi1>) -> tensor<1xi1>
  %27 = stablehlo.concatenate %26, %25, dim = 0 : (tensor<1xi1>, tensor<1xi1>) -> tensor<2xi1>
  %c_1 = stablehlo.constant dense<false> : tensor<i1>
  %28 = stablehlo.pad %27, %c_1, low = [0], high = [1], interior = [1] : (tensor<2xi1>, tensor<i1>) -> tensor<4xi1>
  %c_2 = stablehlo.constant dense<false> : tensor<i1>
  %29 = stablehlo.pad %22, %c_2, low = [1], high = [0], interior = [1] : (tensor<2xi1>, tensor<i1>) -> tensor<4xi1>
  %30 = stablehlo.or %28, %29 : tensor<4xi1>
  %31 = stablehlo.slice %30 [0:3] : (tensor<4xi1>) -> tensor<3xi1>
  %32 = stablehlo.slice %5 [2:8:2] : (tensor<8xi1>) -> tensor<3xi1>
  %33 = stablehlo.xor %31, %32 : tensor<3xi1>
  %34 = stablehlo.slice %5 [0:1] : (tensor<8xi1>) -> tensor<1xi1>
  %35 = stablehlo.concatenate %34, %33, dim = 0 : (tensor<1xi1>, tensor<3xi1>) -> tensor<4xi1>
  %c_3 = stablehlo.constant dense<false> : tensor<i1>
  %36 = stablehlo.pad %35, %c_3, low = [0], high = [1], interior = [1] : (tensor<4xi1>, tensor<i1>) -> tensor<8xi1>
  %c_4 = stablehlo.constant dense<false> : tensor<i1>
  %37 = stablehlo.pad %30, %c_4, low = [1], high = [0], interior = [1] : (tensor<4xi1>, tensor<i1>) -> tensor<8xi1>
  %38 = stablehlo.or %36, %37 : tensor<8xi1>
  %39 = stablehlo.slice %38 [0:7] : (tensor<8xi1>) -> tensor<7xi1>
  %40 = stablehlo.slice %2 [2:16:2] : (tensor<16xi1>) -> tensor<7xi1>
  %41 = stablehlo.xor %39, %40 : tensor<7xi1>
  %42 = stablehlo.slice %2 [0:1] : (tensor<16xi1>) -> tensor<1xi1>
  %43 = stablehlo.concatenate %42, %41, dim = 0 : (tensor<1xi1>, tensor<7xi1>) -> tensor<8xi1>
  %c_5 = stablehlo.constant dense<false> : tensor<i1>
  %44 = stablehlo.pad %43, %c_5, low = [0], high = [1], interior = [1] : (tensor<8xi1>, tensor<i1>) -> tensor<16xi1>
  %c_6 = stablehlo.constant dense<false> : tensor<i1>
  %45 = stablehlo.pad %38, %c_6, low = [1], high = [0], interior = [1] : (tensor<8xi1>, tensor<i1>) -> tensor<16xi1>
  %46 = stablehlo.or %44, %45 : tensor<16xi1>
  %47 = stablehlo.slice %46 [0:15] : (tensor<16xi1>) -> tensor<15xi1>
  %48 = stablehlo.slice %arg0 [2:32:2] : (tensor<32xi1>) -> tensor<15xi1>
  %49 = stablehlo.xor %47, %48 : tensor<15xi1>
  %50 = stablehlo.slice %arg0 [0:1] : (tensor<32xi1>) -> tensor<1xi1>
  %51 = stablehlo.concatenate %50, %49, dim = 0 : (tensor<1xi1>, tensor<15xi1>) -> tensor<16xi1>
  %c_7 = stablehlo.constant dense<false> : tensor<i1>
  %52 = stablehlo.pad %51, %c_7, low = [0], high = [1], interior = [1] : (tensor<16xi1>, tensor<i1>) -> tensor<32xi1>
  %c_8 = stablehlo.constant dense<false> : tensor<i1>
  %53 = stablehlo.pad %46, %c_8, low = [1], high = [0], interior = [1] : (tensor<16xi1>, tensor<i1>) -> tensor<32xi1>
  %54 = stablehlo.or %52, %53 : tensor<32xi1>
  return %54 : tensor<32xi1>
}

// -----

// One step of the recursion is another function.
// CHECK-LABEL: func.func @another_step(
// CHECK-NOT:   stablehlo.reshape
// CHECK:       return
sdy.mesh @mesh = <["x"=4]>
func.func @another_step(%arg0: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %arg0 [0:9:2] : (tensor<10xf32>) -> tensor<5xf32>
  %1 = stablehlo.slice %arg0 [1:10:2] : (tensor<10xf32>) -> tensor<5xf32>
  %2 = stablehlo.maximum %0, %1 : tensor<5xf32>
  %3 = stablehlo.slice %2 [0:4:2] : (tensor<5xf32>) -> tensor<2xf32>
  %4 = stablehlo.slice %2 [1:5:2] : (tensor<5xf32>) -> tensor<2xf32>
  %5 = stablehlo.maximum %3, %4 : tensor<2xf32>
  %6 = stablehlo.slice %5 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %7 = stablehlo.slice %5 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %8 = stablehlo.minimum %6, %7 : tensor<1xf32>
  %9 = stablehlo.slice %8 [0:0] : (tensor<1xf32>) -> tensor<0xf32>
  %10 = stablehlo.slice %5 [2:2:2] : (tensor<2xf32>) -> tensor<0xf32>
  %11 = stablehlo.maximum %9, %10 : tensor<0xf32>
  %12 = stablehlo.slice %5 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %13 = stablehlo.concatenate %12, %11, dim = 0 : (tensor<1xf32>, tensor<0xf32>) -> tensor<1xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %14 = stablehlo.pad %13, %cst, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %15 = stablehlo.pad %8, %cst_0, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %16 = stablehlo.add %14, %15 : tensor<2xf32>
  %17 = stablehlo.slice %2 [2:5:2] : (tensor<5xf32>) -> tensor<2xf32>
  %18 = stablehlo.maximum %16, %17 : tensor<2xf32>
  %19 = stablehlo.slice %2 [0:1] : (tensor<5xf32>) -> tensor<1xf32>
  %20 = stablehlo.concatenate %19, %18, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %21 = stablehlo.pad %20, %cst_1, low = [0], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %22 = stablehlo.pad %16, %cst_2, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  %23 = stablehlo.add %21, %22 : tensor<5xf32>
  %24 = stablehlo.slice %23 [0:4] : (tensor<5xf32>) -> tensor<4xf32>
  %25 = stablehlo.slice %arg0 [2:10:2] : (tensor<10xf32>) -> tensor<4xf32>
  %26 = stablehlo.maximum %24, %25 : tensor<4xf32>
  %27 = stablehlo.slice %arg0 [0:1] : (tensor<10xf32>) -> tensor<1xf32>
  %28 = stablehlo.concatenate %27, %26, dim = 0 : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %29 = stablehlo.pad %28, %cst_3, low = [0], high = [1], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<10xf32>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %30 = stablehlo.pad %23, %cst_4, low = [1], high = [0], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<10xf32>
  %31 = stablehlo.add %29, %30 : tensor<10xf32>
  return %31 : tensor<10xf32>
}

// -----

// x - y may not be grouped otherwise.
// CHECK-LABEL: func.func @not_associative(
// CHECK-NOT:   stablehlo.reshape
// CHECK:       return
sdy.mesh @mesh = <["x"=4]>
func.func @not_associative(%arg0: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %arg0 [0:9:2] : (tensor<10xf32>) -> tensor<5xf32>
  %1 = stablehlo.slice %arg0 [1:10:2] : (tensor<10xf32>) -> tensor<5xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<5xf32>
  %3 = stablehlo.slice %2 [0:4:2] : (tensor<5xf32>) -> tensor<2xf32>
  %4 = stablehlo.slice %2 [1:5:2] : (tensor<5xf32>) -> tensor<2xf32>
  %5 = stablehlo.subtract %3, %4 : tensor<2xf32>
  %6 = stablehlo.slice %5 [0:1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %7 = stablehlo.slice %5 [1:2:2] : (tensor<2xf32>) -> tensor<1xf32>
  %8 = stablehlo.subtract %6, %7 : tensor<1xf32>
  %9 = stablehlo.slice %8 [0:0] : (tensor<1xf32>) -> tensor<0xf32>
  %10 = stablehlo.slice %5 [2:2:2] : (tensor<2xf32>) -> tensor<0xf32>
  %11 = stablehlo.subtract %9, %10 : tensor<0xf32>
  %12 = stablehlo.slice %5 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %13 = stablehlo.concatenate %12, %11, dim = 0 : (tensor<1xf32>, tensor<0xf32>) -> tensor<1xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %14 = stablehlo.pad %13, %cst, low = [0], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %15 = stablehlo.pad %8, %cst_0, low = [1], high = [0], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  %16 = stablehlo.add %14, %15 : tensor<2xf32>
  %17 = stablehlo.slice %2 [2:5:2] : (tensor<5xf32>) -> tensor<2xf32>
  %18 = stablehlo.subtract %16, %17 : tensor<2xf32>
  %19 = stablehlo.slice %2 [0:1] : (tensor<5xf32>) -> tensor<1xf32>
  %20 = stablehlo.concatenate %19, %18, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %21 = stablehlo.pad %20, %cst_1, low = [0], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %22 = stablehlo.pad %16, %cst_2, low = [1], high = [1], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  %23 = stablehlo.add %21, %22 : tensor<5xf32>
  %24 = stablehlo.slice %23 [0:4] : (tensor<5xf32>) -> tensor<4xf32>
  %25 = stablehlo.slice %arg0 [2:10:2] : (tensor<10xf32>) -> tensor<4xf32>
  %26 = stablehlo.subtract %24, %25 : tensor<4xf32>
  %27 = stablehlo.slice %arg0 [0:1] : (tensor<10xf32>) -> tensor<1xf32>
  %28 = stablehlo.concatenate %27, %26, dim = 0 : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %29 = stablehlo.pad %28, %cst_3, low = [0], high = [1], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<10xf32>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %30 = stablehlo.pad %23, %cst_4, low = [1], high = [0], interior = [1] : (tensor<5xf32>, tensor<f32>) -> tensor<10xf32>
  %31 = stablehlo.add %29, %30 : tensor<10xf32>
  return %31 : tensor<10xf32>
}
