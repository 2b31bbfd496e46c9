// RUN: spmd-opt %s --spmd-refine-shardings | FileCheck %s
// RUN: spmd-opt %s --spmd-refine-shardings --spmd-insert-reshards | FileCheck %s --check-prefix=INSERT
// RUN: spmd-opt %s --spmd-refine-shardings=prices=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not spmd-opt %s --spmd-refine-shardings=prices=some -o /dev/null 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: prices: 'some' is neither sending nor all

sdy.mesh @mesh = <["a"=4]>

// Two matmuls with an op between: split by features, x and the sine would be gathered. Alone, none of the three values gains by
// moving; together they send nothing.
// CHECK-LABEL: @chain
// CHECK: stablehlo.dot_general {{.*}}[{"a"}, {}]
// CHECK: stablehlo.sine {{.*}}[{"a"}, {}]
// CHECK: stablehlo.dot_general {{.*}}[{"a"}, {}]
// REMARK: remark: placed as [{"a"}, {}] in place of [{}, {"a"}], a move of 2 values that lowers the price by {{[0-9]+}}
func.func @chain(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
                 %w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.sine %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// What the program places stays where it is.
// CHECK-LABEL: @annotated
// CHECK: stablehlo.sine {{.*}}[{}, {"a"}]
func.func @annotated(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>})
    -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.sine %x {spmd.annotated, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// A value that is split, and gathered by all its readers, is made whole: each device computes it.
// CHECK-LABEL: @given_up
// CHECK: stablehlo.compare {{.*}}[{}, {}]
func.func @given_up(%x: tensor<4x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {}]>})
    -> (tensor<4x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {}]>}) {
  %i = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<64x64xi32>
  %j = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<64x64xi32>
  %0 = stablehlo.compare LE, %i, %j, SIGNED {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : (tensor<64x64xi1>) -> tensor<4x64x64xi1>
  %2 = stablehlo.select %1, %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}, {}]>]>} : tensor<4x64x64xi1>, tensor<4x64x64xf32>
  return %2 : tensor<4x64x64xf32>
}

// A value that a loop carries moves with the ops of its trips; each trip would have gathered it twice.
// CHECK-LABEL: @carried
// CHECK: stablehlo.while
// CHECK: stablehlo.sine {{.*}}[{"a"}, {}]
// CHECK: stablehlo.dot_general {{.*}}[{"a"}, {}]
func.func @carried(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
                   %w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %zero = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<64x64xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {"a"}]>]>, spmd.counter = 0 : i64, spmd.trip_count = 8 : i64}
  cond {
    %n = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<8> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<i32>
    %s = stablehlo.sine %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : tensor<64x64xf32>
    %d = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    stablehlo.return %next, %d : tensor<i32>, tensor<64x64xf32>
  }
  return %0#1 : tensor<64x64xf32>
}

// The sum is split along its rows, and two matmuls take it whole: it is gathered where it is made, once.
// CHECK-LABEL: @taken_whole
// CHECK: %[[SUM:.*]] = stablehlo.add
// CHECK-NEXT: sdy.reshard %[[SUM]] <@mesh, [{}, {}]>
func.func @taken_whole(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
                       %w: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>},
                       %v: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>})
    -> (tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) {
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %2 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>} : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  return %1, %2 : tensor<64x256xf32>, tensor<64x256xf32>
}

// What the trips of a loop save is placed as they make it, whatever its readers would like: no trip reshards.
// CHECK-LABEL: @stack_is_placed_as_it_is_written
// CHECK: stablehlo.while
// CHECK-NOT: sdy.reshard
// CHECK: dynamic_update_slice {{.*}}[{}, {"a"}, {}]
// CHECK-NOT: sdy.reshard
// INSERT-LABEL: @stack_is_placed_as_it_is_written
// INSERT: stablehlo.while
// INSERT-NOT: sdy.reshard
// INSERT: dynamic_update_slice {{.*}}[{}, {"a"}, {}]
// INSERT-NOT: sdy.reshard
// INSERT: return
// INSERT: sdy.reshard %{{.*}} <@mesh, [{}, {}, {"a"}]>
func.func @stack_is_placed_as_it_is_written(
    %x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>})
    -> (tensor<3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"a"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %init = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"a"}]>]>} dense<0.0> : tensor<3x8x16xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %stack = %init) : tensor<i32>, tensor<8x16xf32>, tensor<3x8x16xf32>
    attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"a"}, {}]>, <@mesh, [{}, {}, {"a"}]>]>}
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %b = stablehlo.tanh %a {spmd.annotated, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x16xf32>
      %slice = stablehlo.reshape %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"a"}]>]>} : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
      %new = stablehlo.dynamic_update_slice %stack, %slice, %i, %zero, %zero {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"a"}]>]>} : (tensor<3x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x16xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %b, %new : tensor<i32>, tensor<8x16xf32>, tensor<3x8x16xf32>
    }
  return %r#2 : tensor<3x8x16xf32>
}

// A matmul along a split dim, and a smaller one that reads it behind an op: the rows move, and one column is sent behind both.
// CHECK-LABEL: @value_head
// CHECK: stablehlo.dot_general {{.*}}[{"a"}, {}]
// CHECK: stablehlo.tanh {{.*}}[{"a"}, {}]
func.func @value_head(%x: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>},
                      %w: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
                      %head: tensor<256x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<256x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<256x64xf32>, tensor<64x256xf32>) -> tensor<256x256xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<256x256xf32>
  %2 = stablehlo.dot_general %1, %head, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<256x256xf32>, tensor<256x1xf32>) -> tensor<256x1xf32>
  return %2 : tensor<256x1xf32>
}

// Where the caller wants the value, too, it is summed up as a whole: parts of it would be gathered behind the sum.
// CHECK-LABEL: @value_head_and_values
// CHECK: stablehlo.dot_general {{.*}}[{}, {}]
// CHECK: stablehlo.dot_general {{.*}}[{}, {}]
func.func @value_head_and_values(%x: tensor<256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>},
                                 %w: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
                                 %head: tensor<256x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<256x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<256x64xf32>, tensor<64x256xf32>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %0, %head, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<256x256xf32>, tensor<256x1xf32>) -> tensor<256x1xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x1xf32>
}
